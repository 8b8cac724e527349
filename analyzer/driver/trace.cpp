// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/trace.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/options.h"

namespace detrain::driver {
namespace {

bool AddLine(std::string_view line, Trace& trace) {
  const std::vector<std::string> fields = Split(line, '\t');
  if (fields.size() < 5 || fields.size() > 6 || fields[2].size() != 16)
    return false;
  const std::optional<std::int64_t> step = ParseNumber(fields[0]);
  const std::optional<std::int64_t> bytes = ParseNumber(fields[3]);
  const std::optional<std::int64_t> loop = fields.size() == 6 ? ParseNumber(fields[5]) : 0;
  if (!step || !bytes || !loop)
    return false;
  trace.Add(static_cast<std::uint64_t>(*step), fields[1],
            {fields[2], static_cast<std::uint64_t>(*bytes), fields[4], static_cast<std::uint64_t>(*loop)});
  return true;
}

}  // namespace

void Trace::Add(std::uint64_t step, std::string path, TracedRegion region) {
  boundaries_[step][std::move(path)] = std::move(region);
}

Result<Trace> Trace::Parse(std::string_view text, const std::string& file) {
  Trace trace;
  std::uint32_t number = 0;
  for (std::size_t end = text.find('\n'); end != std::string_view::npos; end = text.find('\n')) {
    ++number;
    if (!AddLine(text.substr(0, end), trace))
      return diag::Fail<diag::Failure::BadTrace>(Location{file, number, 0});
    text.remove_prefix(end + 1);
  }
  return trace;
}

Result<Trace> Trace::Read(const std::string& file) {
  DETRAIN_TRY(const std::string text, ReadFile(file));
  return Parse(text, file);
}

const Boundary* Trace::Find(std::uint64_t step) const {
  const auto found = boundaries_.find(step);
  return found == boundaries_.end() ? nullptr : &found->second;
}

namespace {

bool HoldsInvariants(const Boundary& boundary) {
  return std::any_of(boundary.begin(), boundary.end(),
                     [](const auto& region) { return region.second.persistence == "invariant"; });
}

}  // namespace

namespace {

// A static of a function whose code a resumed run has not come to: what no step writes of it is not there yet.
bool MayBeUnmade(const std::string& path, const TracedRegion& region) {
  return region.persistence == "invariant" && path.find("::") > 0 && path.find("::") != std::string::npos;
}

}  // namespace

std::optional<RegionDifference> FirstDifference(std::uint64_t step, const Boundary& found, const Boundary& expected,
                                                std::uint64_t& bytes) {
  std::vector<RegionDifference> differences;
  const bool invariants = HoldsInvariants(found) && HoldsInvariants(expected);
  const auto counts = [&](const TracedRegion& region) { return invariants || region.persistence != "invariant"; };
  for (const auto& [path, region] : expected) {
    if (!counts(region))
      continue;
    const auto at = found.find(path);
    if (at == found.end() && MayBeUnmade(path, region))
      continue;
    if (at == found.end())
      differences.push_back({step, path, "is missing"});
    else if (at->second.hash != region.hash)
      differences.push_back({step, path, "differs"});
    else
      bytes += region.bytes;
  }
  for (const auto& [path, region] : found)
    if (counts(region) && !expected.contains(path))
      differences.push_back({step, path, "is not expected"});
  if (differences.empty())
    return std::nullopt;
  // The position in a log says less than what was written there.
  const auto telling = std::find_if(differences.begin(), differences.end(), [&](const RegionDifference& difference) {
    const auto region = expected.find(difference.path);
    return region == expected.end() || region->second.persistence != "cursor";
  });
  RegionDifference first = telling == differences.end() ? differences.front() : *telling;
  if (differences.size() > 1)
    first.message += ", and " + std::to_string(differences.size() - 1) + " more";
  return first;
}

std::optional<RegionDifference> FirstChangedInvariant(const Trace& found, const Trace& expected) {
  std::map<std::pair<std::uint64_t, std::string>, std::string> first;  // by loop and path
  for (const auto& [step, boundary] : expected.boundaries())
    for (const auto& [path, region] : boundary)
      if (region.persistence == "invariant")
        first.emplace(std::pair(region.loop, path), region.hash);
  for (const auto& [step, boundary] : found.boundaries())
    for (const auto& [path, region] : boundary) {
      const auto at = first.find({region.loop, path});
      if (region.persistence == "invariant" && at != first.end() && at->second != region.hash)
        return RegionDifference{step, path, "is called invariant and changes"};
    }
  return std::nullopt;
}

}  // namespace detrain::driver
