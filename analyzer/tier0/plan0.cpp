// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/tier0/plan0.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <vector>

#include "analyzer/flow/flow.h"
#include "analyzer/plan/choose.h"
#include "analyzer/plan/join_loops.h"
#include "analyzer/plan/layout.h"
#include "analyzer/plan/reached_functions.h"
#include "analyzer/tier0/effects.h"
#include "analyzer/tier0/step_loop.h"
#include "analyzer/tier0/variables.h"

namespace detrain::tier0 {

namespace {

using plan::CheckpointPlan;
using plan::DType;
using plan::NamedLeaf;
using plan::Persistence;
using plan::PlaceOf;

class Maker {
 public:
  Maker(const rir::Module& module, const StepLoop& step, const Nest& nest)
      : module_(module), step_(step), nest_(nest) {}

  CheckpointPlan Make(const Effects& effects, const std::vector<Variable>& variables) {
    plan_.program = module_.sources;
    plan_.why_this_loop = step_.why;
    plan_.fixed_heap = true;
    plan_.tier = 0;
    AddNest();
    for (const Level& other : step_.others)
      plan_.others.push_back({At(other.op->location), other.function->name, other.function->link_name});
    AddVariables(variables);
    for (const rir::RegionId hidden : effects.hidden)
      AddHidden(hidden);
    AddHeap();
    AddPromise(effects);
    return std::move(plan_);
  }

 private:
  [[nodiscard]] plan::Place At(const rir::Location& at) const { return PlaceOf(module_, at); }

  void AddNest() {
    for (const Level& level : nest_)
      plan_.nest.push_back({level.is_loop,
                            {At(level.op->location), level.function->name, level.function->link_name},
                            level.is_in_parallel});
    plan_.step_loop = plan_.nest.back().site;
  }

  // Statics of one name in several files are told apart as the linker tells them apart; of variables of one name the
  // one nearest to the step loop keeps it.
  std::map<rir::RegionId, std::string> NamesOf(const std::vector<Variable>& variables) const {
    std::vector<Variable> nearest(variables.rbegin(), variables.rend());
    std::ranges::stable_sort(nearest, std::ranges::greater(), &Variable::frame);
    std::map<rir::RegionId, std::string> names;
    std::map<std::string, int> uses;
    for (const Variable& v : nearest) {
      const rir::Region& region = module_.regions[v.region];
      const bool is_shared_name = !IsAutomatic(region) && region.link_name.find('@') != std::string::npos;
      std::string name = is_shared_name ? region.link_name : region.name;
      if (const int use = ++uses[name]; use > 1)
        name += "#" + std::to_string(use);
      names[v.region] = std::move(name);
    }
    return names;
  }

  static bool IsAutomatic(const rir::Region& region) {
    return region.kind == rir::RegionKind::Local || region.kind == rir::RegionKind::Param;
  }

  void AddVariables(const std::vector<Variable>& variables) {
    const std::map<rir::RegionId, std::string> names = NamesOf(variables);
    for (const Variable& v : variables)
      AddVariable(v, names.at(v.region));
  }

  void AddVariable(const Variable& v, const std::string& name) {
    const rir::Region& from = module_.regions[v.region];
    plan::Region region;
    region.path = name;
    region.element_size = module_.types[from.type].size;
    region.variable_kind = from.kind;
    region.name = from.name.substr(from.name.rfind(':') + 1);
    if (from.function != rir::kNone)
      region.function_link = module_.functions[from.function].link_name;
    region.link_name = from.link_name;
    region.declared = At(from.declared);
    region.is_const = from.is_const;
    region.frame = v.frame;
    region.may_be_over = v.may_be_over;
    for (const NamedLeaf& named : plan::LeavesOf(module_, from.type, name)) {
      if (plan::IsClass(named))
        continue;  // what an object's class is, it has from the code that makes it
      plan::Leaf leaf = named.leaf;
      leaf.persistence = PersistenceOf(v, from, leaf);
      AddEntry(leaf, named.type_text, region.declared);
      region.leaves.push_back(std::move(leaf));
    }
    if (!region.leaves.empty())
      plan_.regions.push_back(std::move(region));
  }

  // A run has its own arguments.
  Persistence PersistenceOf(const Variable& v, const rir::Region& region, const plan::Leaf& leaf) const {
    const bool is_argument =
        region.kind == rir::RegionKind::Param && module_.functions[region.function].link_name == "main";
    const bool is_result = region.name == "$result";  // of a call that a resumed run makes again
    if (is_argument || is_result || (region.is_const && !v.is_made_again))
      return Persistence::Invariant;
    if (leaf.dtype == DType::File || plan::IsFileStream(leaf.dtype))
      return Persistence::Cursor;
    if (region.is_stream)
      return Persistence::Stream;
    return leaf.dtype == DType::Bytes ? Persistence::Image : Persistence::Carried;
  }

  void AddHidden(rir::RegionId id) {
    const rir::Region& from = module_.regions[id];
    plan::Region region;
    region.path = from.name;
    region.kind = plan::RegionKind::Hidden;
    plan::Leaf leaf;
    leaf.path = from.name;
    leaf.count = 0;
    leaf.persistence = from.is_stream ? Persistence::Stream : Persistence::Cursor;
    AddEntry(leaf, "state", At(from.declared), "a step changes it");
    region.leaves.push_back(std::move(leaf));
    plan_.regions.push_back(std::move(region));
  }

  void AddHeap() {
    plan::Region region;
    region.path = plan::kHeapImage;
    region.kind = plan::RegionKind::Heap;
    region.element_size = 1;
    plan::Leaf leaf;
    leaf.path = std::string(plan::kHeapImage) + "[]";
    leaf.count = 0;
    leaf.persistence = Persistence::Image;
    AddEntry(leaf, "bytes[]", plan_.step_loop.place, "the blocks that the program has asked for and not freed");
    plan_.entries.back().is_each = true;
    region.leaves.push_back(std::move(leaf));
    plan_.regions.push_back(std::move(region));
  }

  void AddEntry(const plan::Leaf& leaf, const std::string& type, const plan::Place& declared,
                const char* why_saved = "named again behind the boundary, or its address is taken") {
    plan::Entry entry;
    entry.path = leaf.path;
    entry.type = type;
    if (const std::uint64_t count = leaf.count * leaf.outer_count[0] * leaf.outer_count[1]; count > 1)
      entry.extent = std::to_string(count);
    entry.declared = declared;
    entry.persistence = leaf.persistence;
    entry.saved = IsSaved(leaf.persistence);
    entry.why.push_back(
        {declared, entry.saved ? why_saved : "the code before the loop sets it, and nothing else does"});
    plan_.entries.push_back(std::move(entry));
  }

  void AddPromise(const Effects& effects) {
    plan_.inputs = effects.inputs;
    plan_.records_inputs_in_loop = !effects.inputs.empty();
    plan_.assumptions = effects.assumptions;
    plan_.assumptions.push_back(
        {plan::kHeapImage, plan_.step_loop.place, "catalog",
         "all blocks of the heap are saved as they lie, and put back at the same addresses; the code before the loop "
         "asks for the same blocks in every run, and one thread at a time does"});
    plan_.guarantee_why = effects.reasons;
    const auto inside = std::ranges::find_if(plan_.nest, &plan::NestLevel::is_in_construct);
    if (inside != plan_.nest.end())
      plan_.guarantee_why.push_back({inside->site.place, plan::kInConstruct});
    plan_.guarantee = plan_.guarantee_why.empty() ? plan::Guarantee::Modelled : plan::Guarantee::NotReplayable;
  }

  const rir::Module& module_;
  const StepLoop& step_;
  const Nest& nest_;
  CheckpointPlan plan_;
};

}  // namespace

Result<CheckpointPlan> MakePlan0(const rir::Module& module, const plan::Options& options,
                                 const std::vector<plan::Reason>& why) {
  const std::vector<const rir::Function*> reached = plan::ReachedFunctions(module);
  flow::Flow flow = flow::FlowOf(module);
  if (flow.is_truncated)
    flow = flow::FlowOf(module, 1, flow::kThorough);
  const Effects effects = EffectsOf(flow, reached, options);
  if (effects.no_plan)
    return Error{ErrorKind::Coverage,
                 effects.no_plan->message,
                 {effects.no_plan->place.file, effects.no_plan->place.line, effects.no_plan->place.column}};
  DETRAIN_TRY(const StepLoop step, FindStepLoop(flow, options));
  std::vector<CheckpointPlan> plans;
  std::vector<plan::RowPlace> rows;
  for (const Way& way : step.ways) {
    Effects on_way = effects;
    for (auto reasons : {BlocksOnStack(flow, way), OtherCalls(flow, way.nest)})
      std::ranges::move(reasons, std::back_inserter(on_way.reasons));
    plans.push_back(Maker(module, step, way.nest).Make(on_way, VariablesOf(module, way, reached)));
    plans.back().tier_why = why;
    rows.push_back(way.row);
  }
  CheckpointPlan plan = plan::JoinLoops(module, std::move(plans), rows);
  plan::ShareAmongLoops(plan);
  plan::ForEachLoop(plan, [&](CheckpointPlan& loop) { plan::RefuseUnordered(loop, module, options.unordered); });
  return plan;
}

}  // namespace detrain::tier0
