// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Readings of the environment inside the nest. The runtime records those that the catalog marks, and gives them again
// in a replay; the others are reasons why a run cannot be replayed.
#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "analyzer/plan/dependences.h"
#include "analyzer/plan/maker.h"

namespace detrain::plan {

namespace {

std::string Quoted(const std::vector<std::string>& paths) {
  constexpr std::size_t kMost = 3;
  std::string text;
  for (std::size_t i = 0; i < std::min(paths.size(), kMost); ++i)
    text.append(i == 0 ? "'" : ", '").append(paths[i]).append("'");
  if (paths.size() > kMost)
    text.append(" and ").append(std::to_string(paths.size() - kMost)).append(" more");
  return text;
}

}  // namespace

std::vector<std::string> Maker::PathsOf(const std::set<LeafKey>& keys) const {
  std::set<std::string> paths;
  for (const NamedObject& o : objects)
    for (const NamedLeaf& n : o.leaves)
      if (keys.contains({o.object, n.key}))
        paths.insert(n.leaf.path);
  return {paths.begin(), paths.end()};
}

// What reads the environment in a way that no replay can give again.
void Maker::Refuse(Reason why) {
  plan.records_inputs_in_loop = true;
  plan.guarantee = Guarantee::NotReplayable;
  plan.guarantee_why.push_back(std::move(why));
}

void Maker::NoteInput(const infer::Source& reading, const std::vector<std::string>& reaches) {
  plan.records_inputs_in_loop = plan.records_inputs_in_loop || !reading.IsData();
  const Place place = At(reading.location);
  const std::string what = reading.what == "pid" ? "process" : reading.what;
  const auto same = [&](const Input& input) { return input.place == place && input.what == what; };
  if (std::ranges::none_of(plan.inputs, same))
    plan.inputs.push_back({place, what, reaches});
}

void Maker::NoteUnrecorded(const infer::Source& reading, const std::vector<std::string>& reaches) {
  std::string message = "state depends on the " + reading.what;
  if (!reaches.empty())
    message += ", which is read here and reaches " + Quoted(reaches);
  Refuse({At(reading.location), std::move(message)});
}

// The runtime gives the blocks the same addresses in every run, as long as they are asked for in one order.
void Maker::PlaceHeap(const Place& place) {
  plan.fixed_heap = true;
  if (plan.guarantee == Guarantee::Bitwise)
    plan.guarantee = Guarantee::Modelled;
  const std::string why = "several threads ask for blocks at once, so that their addresses differ from run to run";
  const auto is_same = [&](const Reason& r) { return r.message == why; };
  if (!engine.keeps_made_at_once || std::ranges::any_of(plan.guarantee_why, is_same))
    return;
  plan.guarantee = Guarantee::NotReplayable;
  plan.guarantee_why.push_back({place, why});
}

void Maker::NoteHeapAddress(const Place& place, const std::vector<std::string>& reaches) {
  PlaceHeap(place);
  const std::string what = reaches.empty() ? "what is written" : Quoted(reaches);
  const std::string effect =
      "on addresses that are computed with here hangs " + what +
      "; the runtime gives blocks of the heap the same addresses in every run, in which the code "
      "before the loop asks for the same blocks";
  const auto is_same = [&](const Assumption& a) { return a.place == place && a.effect == effect; };
  if (std::ranges::none_of(plan.assumptions, is_same))
    plan.assumptions.push_back({kHeapAddresses, place, "catalog", effect});
}

// That what the code before the loop has made hangs on addresses.
void Maker::HeapAddresses() {
  std::map<std::pair<std::string, std::uint32_t>, std::pair<Place, std::vector<std::string>>> by_place;
  for (const Reason& why : facts.on_heap_addresses) {
    auto& [at, paths] = by_place[{why.place.file, why.place.line}];
    at = why.place;
    paths.push_back(why.message);  // the path of what hangs on them
  }
  for (const auto& [key, found] : by_place)
    NoteHeapAddress(found.first, found.second);
}

void Maker::Inputs() {
  for (const auto& [id, keys] : facts.reached) {
    const infer::Source& reading = engine.sources[id];
    const std::vector<std::string> reaches = PathsOf(keys);
    if (reading.what == infer::kHeapAddress)
      NoteHeapAddress(At(reading.location), reaches);
    else if (reading.is_recorded)
      NoteInput(reading, reaches);
    else
      NoteUnrecorded(reading, reaches);
  }
}

// All readings that what an output depends on may hang on, state that is printed alone among it.
void Maker::LogOutput(const infer::OutputRecord& output, const std::set<std::uint32_t>& readings) {
  const Place place = At(output.location);
  const auto is_unrecorded = [&](std::uint32_t id) { return !engine.sources[id].is_recorded; };
  if (output.to_file && std::ranges::any_of(readings, is_unrecorded)) {
    const Reason why = {place, "a value of the environment is written to a file"};
    const auto same = [&](const Reason& r) {
      return r.message == why.message && r.place.file == place.file && r.place.line == place.line;
    };
    if (std::ranges::none_of(plan.guarantee_why, same))
      Refuse(why);
    return;
  }
  for (const std::uint32_t id : readings)
    if (output.to_file)
      NoteInput(engine.sources[id], {});
  const auto same = [&](const LogArgument& a) { return a.place == place && a.argument == output.argument; };
  if (std::ranges::none_of(plan.log_arguments, same))
    plan.log_arguments.push_back({place, output.argument, output.to_file});
}

// Whether it is an address of a block that is printed as text: it is masked, and the block may lie anywhere.
bool Maker::IsPrinted(std::uint32_t reading, const infer::OutputRecord& output) const {
  return engine.sources[reading].what == infer::kHeapAddress && !output.to_file;
}

// Addresses that decide what is put out, or are written to a file.
void Maker::PlaceHeapFor(const infer::OutputRecord& output, const std::set<std::uint32_t>& readings,
                         const std::set<std::uint32_t>& deciding) {
  const auto place = [&](std::uint32_t id) {
    if (engine.sources[id].what == infer::kHeapAddress)
      NoteHeapAddress(At(engine.sources[id].location), {});
  };
  std::ranges::for_each(deciding, place);
  if (output.to_file)
    std::ranges::for_each(readings, place);
}

void Maker::LogArguments() {
  const Dependences dependences(engine, objects);
  for (const infer::OutputRecord& output : engine.outputs) {
    const Dependences::Cause cause = dependences.Of(output.deps);
    std::set<std::uint32_t> readings = cause.readings;
    PlaceHeapFor(output, readings, dependences.Of(output.control).readings);
    std::erase_if(readings, [&](std::uint32_t id) { return engine.sources[id].IsData() && !IsPrinted(id, output); });
    bool is_log = !readings.empty();
    for (const LeafKey& key : cause.leaves) {
      if (!facts.log.contains(key))
        continue;
      is_log = true;
      const std::set<std::uint32_t>& of_leaf = facts.leaves.at(key).readings;
      readings.insert(of_leaf.begin(), of_leaf.end());
    }
    if (is_log)
      LogOutput(output, readings);
  }
  std::ranges::sort(plan.inputs, {}, [](const Input& input) {
    return std::tie(input.place.file, input.place.line, input.place.column, input.what);
  });
}

}  // namespace detrain::plan
