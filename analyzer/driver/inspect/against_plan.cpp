// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/inspect/against_plan.h"

#include <algorithm>
#include <set>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"

namespace detrain::driver {

namespace {

// A region's path stands for its members and elements, too.
bool IsWithin(const std::string& path, const std::string& region) {
  const std::string rest = path.starts_with(region) ? path.substr(region.size()) : "?";
  return rest.empty() || rest.starts_with('.') || rest.starts_with('[') || rest.starts_with("->");
}

// Of loops in a row an entry may be saved in some alone. Files come back with the run's outputs.
bool IsSavedIn(const Json& entry, std::uint64_t loop) {
  const Json& loops = ListAt(entry, "saved_in");
  if (TextAt(entry, "space") == "file")
    return false;
  if (!loops.empty())
    return std::ranges::any_of(loops, [&](const Json& one) { return one == loop; });
  const Json& saved = MemberAt(entry, "saved");
  return saved.is_boolean() && saved.get<bool>();
}

}  // namespace

std::vector<AbsentEntry> AbsentIn(const StepFolder& folder) {
  std::vector<AbsentEntry> absent;
  for (const Json& region : ListAt(folder.meta, "absent"))
    absent.push_back({TextAt(region, "path"), TextAt(region, "why")});
  return absent;
}

Result<PlanComparison> AgainstPlan(const StepFolder& folder) {
  const std::string file = (folder.run / "manifest.json").string();
  DETRAIN_TRY(const std::string text, ReadFile(file));
  const Json manifest = Json::parse(text, nullptr, false);
  if (ListAt(manifest, "entries").empty())
    return diag::Fail<diag::Failure::DamagedCheckpoint>(Location{file, 0, 0}, "it lists no entries of a plan");
  std::set<std::string> held;
  for (const Json& entry : ListAt(folder.meta, "entries"))
    held.insert(TextAt(entry, "path"));
  const std::vector<AbsentEntry> absent = AbsentIn(folder);
  PlanComparison comparison;
  for (const Json& entry : ListAt(manifest, "entries")) {
    const std::string path = TextAt(entry, "path");
    if (!IsSavedIn(entry, NumberAt(folder.meta, "loop")))
      continue;
    const auto why = std::ranges::find_if(absent, [&](const AbsentEntry& one) { return IsWithin(path, one.path); });
    if (held.contains(path))
      ++comparison.held;
    else if (why != absent.end())
      comparison.absent.push_back({path, why->why});
    else
      comparison.missing.push_back(path);
  }
  return comparison;
}

}  // namespace detrain::driver
