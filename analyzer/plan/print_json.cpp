// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/print_json.h"

#include <nlohmann/json.hpp>

namespace detrain::plan {
namespace {

using Json = nlohmann::ordered_json;

std::string Dump(const Json& json, int indent) {
  // Names of files may hold any bytes.
  return json.dump(indent, ' ', false, Json::error_handler_t::replace);
}

Json PlaceJson(const Place& place) {
  return {{"file", place.file}, {"line", place.line}};
}

Json ReasonsJson(const std::vector<Reason>& reasons) {
  Json rows = Json::array();
  for (const Reason& reason : reasons) {
    Json row = PlaceJson(reason.place);
    row["message"] = reason.message;
    rows.push_back(std::move(row));
  }
  return rows;
}

Json SiteJson(const LoopSite& site) {
  Json row = PlaceJson(site.place);
  row["function"] = site.function;
  return row;
}

Json StepLoopJson(const CheckpointPlan& plan) {
  Json nest = Json::array();
  for (const NestLevel& level : plan.nest) {
    Json row = SiteJson(level.site);
    row["kind"] = level.is_loop ? "loop" : "call";
    nest.push_back(std::move(row));
  }
  Json others = Json::array();
  for (const LoopSite& site : plan.others)
    others.push_back(SiteJson(site));
  Json loop = SiteJson(plan.step_loop);
  loop["why"] = plan.why_this_loop;
  loop["loop"] = plan.loop_number;
  loop["nest"] = std::move(nest);
  loop["others"] = std::move(others);
  return loop;
}

Json EntryJson(const Entry& entry) {
  Json row = {{"path", entry.path},   {"declared", PlaceJson(entry.declared)},
              {"type", entry.type},   {"extent", entry.extent},
              {"space", entry.space}, {"persistence", Text(entry.persistence)},
              {"saved", entry.saved}, {"why", ReasonsJson(entry.why)}};
  if (!entry.conditions.empty())
    row["conditions"] = entry.conditions;
  return row;
}

Json AssumptionsJson(const CheckpointPlan& plan) {
  Json rows = Json::array();
  for (const Assumption& assumption : plan.assumptions)
    rows.push_back({{"callee", assumption.callee},
                    {"file", assumption.place.file},
                    {"line", assumption.place.line},
                    {"source", assumption.source},
                    {"effect", assumption.effect}});
  return rows;
}

Json LogArgumentsJson(const CheckpointPlan& plan) {
  Json rows = Json::array();
  for (const LogArgument& argument : plan.log_arguments)
    rows.push_back({{"file", argument.place.file},
                    {"line", argument.place.line},
                    {"argument", argument.argument},
                    {"to", argument.is_to_file ? "file" : "text"}});
  return rows;
}

Json InputsJson(const CheckpointPlan& plan) {
  Json rows = Json::array();
  for (const Input& input : plan.inputs)
    rows.push_back(
        {{"file", input.place.file}, {"line", input.place.line}, {"what", input.what}, {"reaches", input.reaches}});
  return rows;
}

// What is said of each of loops in a row.
Json LoopJson(const CheckpointPlan& plan) {
  Json entries = Json::array();
  for (const Entry& entry : plan.entries)
    entries.push_back(EntryJson(entry));
  return {{"step_loop", StepLoopJson(plan)},
          {"guarantee", Text(plan.guarantee)},
          {"guarantee_why", ReasonsJson(plan.guarantee_why)},
          {"entries", std::move(entries)},
          {"assumptions", AssumptionsJson(plan)},
          {"inputs", InputsJson(plan)},
          {"log_arguments", LogArgumentsJson(plan)}};
}

}  // namespace

const char* Text(Guarantee guarantee) {
  switch (guarantee) {
    case Guarantee::Bitwise:
      return "bitwise";
    case Guarantee::Modelled:
      return "modelled";
    case Guarantee::NotReplayable:
      return "not-replayable";
  }
  return "not-replayable";
}

std::string PrintEntry(const Entry& entry) {
  return Dump(EntryJson(entry), -1);
}

std::string PrintJson(const CheckpointPlan& plan) {
  Json json = {{"schema", "detrain-plan/1"}, {"program", plan.program}};
  json.update(LoopJson(plan));
  if (plan.block_alignment != 0)
    json["block_alignment"] = plan.block_alignment;
  json["tier"] = plan.tier;
  if (plan.tier == 0)
    json["tier_why"] = ReasonsJson(plan.tier_why);
  if (plan.fixed_heap)
    json["fixed_heap"] = true;
  json["hash"] = plan.hash;
  for (const CheckpointPlan& later : plan.later)
    json["later"].push_back(LoopJson(later));
  return Dump(json, 2) + "\n";
}

}  // namespace detrain::plan
