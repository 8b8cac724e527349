// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-missing-state: what lives from step to step, and no save writes or no load brings back.
#include <algorithm>
#include <iterator>
#include <map>
#include <set>

#include "analyzer/audit/context.h"
#include "analyzer/audit/fixed_input.h"
#include "analyzer/audit/in_loop.h"
#include "analyzer/audit/resumed.h"
#include "analyzer/audit/set_on_load.h"
#include "analyzer/audit/settled.h"
#include "analyzer/diag/message.h"

namespace detrain::audit {

using diag::Certainty;
using diag::Reach;
using flow::kNone;
using flow::NodeId;

namespace {

class Missing {
 public:
  explicit Missing(const Context& context) : context_(context) {
    for (const FileUse& file : context.code.saves)
      for (const Transfer& transfer : file.written)
        written_.insert(transfer.leaf);
    fixed_ = FixedInputs(context.flow, context.leaves, context.around, context.code);
    std::vector<NodeId> inputs = InputsOf(context.code.loads);
    std::erase_if(inputs, [&](NodeId input) { return fixed_.contains(input); });
    for (const FileUse& file : context.code.loads)
      for (const Transfer& transfer : file.read)
        if (!fixed_.contains(transfer.op))
          restored_.insert(transfer.leaf);
    // What no step changes is brought back by what is the same in every checkpoint, too.
    const std::vector<bool> depends = DependOn(context.flow, context.around, inputs);
    const std::vector<bool> is_read = DependOn(context.flow, context.around, InputsOf(context.code.loads));
    for (LeafId leaf = 0; leaf < context.leaves.all.size(); ++leaf)
      if (const Leaf& asked = context.leaves.all[leaf]; asked.is_frozen ? is_read[asked.node] : depends[asked.node])
        rebuilt_.insert(leaf);
    save_ = FunctionOf(context.flow, OpsOf(LargestOf(context.code.saves, true), true));
    load_ = FunctionOf(context.flow, OpsOf(LargestOf(context.code.loads, false), false));
    deciding_ = DecideOnLoad(context.flow, context.leaves, context.around, context.code.loads);
  }

  void Report(Findings& out) const {
    if (!context_.code.is_paired)
      out.push_back(NoLoad());
    const InLoop in_loop(context_.flow, context_.leaves, context_.around);
    const std::set<LeafId> found = Found(in_loop);
    const auto is_idle = [&](LeafId leaf) { return IsIdle(leaf); };
    const std::map<LeafId, Settled> settled =
        SettledIn(context_.flow, context_.leaves, context_.around, in_loop, found, is_idle);
    const std::map<LeafId, NodeId> on_load = SetOnLoad(context_, in_loop, found);
    std::map<Location, std::vector<LeafId>> by_place;
    std::map<Location, std::vector<LeafId>> settled_at, loaded_at;  // by what sets them
    std::map<Location, std::vector<LeafId>> counted_at;
    for (const std::vector<LeafId>& leaves : ByName(found)) {
      const auto set_at = [&](LeafId leaf) {
        const auto found = settled.find(leaf);
        return found == settled.end() ? context_.leaves.all[leaf].set_at
                                      : std::optional(PlaceOf(context_.flow, found->second.by));
      };
      const auto all_are = [&](const auto& is) { return std::ranges::all_of(leaves, is); };
      std::vector<LeafId>& all =
          all_are([&](LeafId leaf) { return set_at(leaf).has_value(); }) ? settled_at[*set_at(leaves.front())]
          : all_are([&](LeafId leaf) { return on_load.contains(leaf); })
              ? loaded_at[PlaceOf(context_.flow, on_load.at(leaves.front()))]
          : all_are([&](LeafId leaf) { return in_loop.IsCounter(leaf) && OnlyCountsSteps(context_, leaf); })
              ? counted_at[LocationOf(leaves.front())]
              : by_place[LocationOf(leaves.front())];
      all.insert(all.end(), leaves.begin(), leaves.end());
    }
    for (const auto& [place, leaves] : by_place)
      ReportAt(place, leaves, out);
    for (const auto& [place, leaves] : settled_at) {
      const auto is_after = [&](LeafId leaf) { return settled.contains(leaf) && settled.at(leaf).is_after; };
      out.push_back(std::ranges::all_of(leaves, is_after) ? NotShown<diag::Finding::SetBack>(place, leaves)
                                                          : NotShown<diag::Finding::SetAnew>(place, leaves));
    }
    for (const auto& [place, leaves] : loaded_at)
      out.push_back(NotShown<diag::Finding::SetOnLoad>(place, leaves));
    for (const auto& [place, leaves] : counted_at)
      out.push_back(NotShown<diag::Finding::CountsSteps>(place, leaves));
  }

 private:
  // What several objects of the graph stand for, or several nodes of one, is one thing to a reader.
  [[nodiscard]] std::vector<std::vector<LeafId>> ByName(const std::set<LeafId>& found) const {
    std::vector<std::vector<LeafId>> groups;
    std::map<std::string, std::size_t> known;
    for (const LeafId leaf : found) {
      const std::string& name = context_.leaves.all[leaf].name;
      const auto [at, is_new] = known.try_emplace(name, groups.size());
      if (is_new || name.empty())
        groups.push_back({leaf});
      else
        groups[at->second].push_back(leaf);
    }
    std::erase_if(groups, [&](const std::vector<LeafId>& leaves) {
      return std::ranges::all_of(leaves, [&](LeafId leaf) { return IsIdle(leaf); });
    });
    return groups;
  }

  // What is computed before the loop from what a load reads counts as loaded.
  [[nodiscard]] bool IsMissing(LeafId leaf) const {
    return context_.code.is_paired ? !rebuilt_.contains(leaf) : !written_.contains(leaf);
  }

  [[nodiscard]] std::set<LeafId> Found(const InLoop& in_loop) const {
    std::set<LeafId> missing;
    for (LeafId leaf = 0; leaf < context_.leaves.all.size(); ++leaf)
      if (IsMissing(leaf))
        missing.insert(leaf);
    // A cell that rounds overwrite has a node for them, which no load reaches.
    std::erase_if(missing, [&](LeafId leaf) {
      return std::ranges::any_of(SameCell(leaf), [&](LeafId other) { return !IsMissing(other); });
    });
    std::set<LeafId> kept;
    std::set_difference(restored_.begin(), restored_.end(), missing.begin(), missing.end(),
                        std::inserter(kept, kept.end()));
    const std::set<LeafId> again = in_loop.SetUpAgain(missing, kept);
    std::set<LeafId> found;
    // What a pointer leads to is asked for itself; where it leads is state where steps move it about.
    for (const LeafId leaf : missing)
      if (!again.contains(leaf) && (!context_.leaves.all[leaf].is_pointer || in_loop.IsMoved(leaf)) &&
          !(in_loop.IsOnlySet(leaf) && TellsOfLoad(leaf)) && (context_.has_plan || IsSure(leaf, in_loop)) &&
          IsWorthSaving(leaf) && !IsOfLibrary(leaf))
        found.insert(leaf);
    return found;
  }

  [[nodiscard]] std::vector<LeafId> SameCell(LeafId leaf) const {
    std::vector<LeafId> same;
    for (LeafId other = 0; other < context_.leaves.all.size(); ++other)
      if (context_.flow.AreSameCell(context_.leaves.all[leaf].node, context_.leaves.all[other].node))
        same.push_back(other);
    return same;
  }

  // What a library keeps for itself and no generator draws from, as `errno`: the program has no number of it to save.
  [[nodiscard]] bool IsOfLibrary(LeafId leaf) const {
    const rir::RegionId root = context_.leaves.all[leaf].root;
    return root != rir::kNone && context_.flow.module->regions[root].kind == rir::RegionKind::Hidden &&
           !context_.flow.module->regions[root].is_stream;
  }

  // When the run began, and what is only printed of it, is nobody's state.
  [[nodiscard]] bool IsWorthSaving(LeafId leaf) const {
    const Leaf& asked = context_.leaves.all[leaf];
    return !asked.is_frozen || (IsOfUser(asked.root) && ReachOf(context_, {leaf}, false).reach >= Reach::Output);
  }

  // A flag for runs that were resumed, which only decides what is written or printed: that the checkpoint is not saved
  // again, say.
  [[nodiscard]] bool TellsOfLoad(LeafId leaf) const {
    return deciding_.contains(leaf) && ReachOf(context_, {leaf}, false).reach <= Reach::Output;
  }

  // Without a plan: in the host's memory, and computed from itself. Of a variable that no save writes a part of, one
  // such part stands for all.
  [[nodiscard]] bool IsSure(LeafId leaf, const InLoop& in_loop) const {
    const Leaf& asked = context_.leaves.all[leaf];
    if (!IsOnHost(context_.flow, asked.node) || !IsOfUser(asked.root))
      return false;
    bool is_partial = asked.root == rir::kNone, is_sure = false;
    for (LeafId other = 0; other < context_.leaves.all.size(); ++other) {
      if (other != leaf && context_.leaves.all[other].root != asked.root)
        continue;
      is_partial = is_partial || written_.contains(other);
      is_sure = is_sure || (!context_.leaves.all[other].is_pointer && in_loop.IsFromItself(other));
    }
    if (asked.is_frozen)
      return true;
    return is_partial ? in_loop.IsFromItself(leaf) : is_sure;
  }

  // A variable in the user's files, or a generator's hidden state.
  [[nodiscard]] bool IsOfUser(rir::RegionId id) const {
    if (id == rir::kNone)
      return false;
    const rir::Region& region = context_.flow.module->regions[id];
    if (region.declared.file == rir::kNone)
      return region.is_stream;
    const bool is_named = !region.name.empty() && !region.name.starts_with("tmp.");
    return is_named && IsAlive(context_.flow, id, context_.around.loop()) &&
           !context_.flow.IsSystem(region.declared.file);
  }

  static std::vector<NodeId> InputsOf(const std::vector<FileUse>& files) {
    std::vector<NodeId> inputs;
    for (const FileUse& file : files)
      inputs.insert(inputs.end(), file.inputs.begin(), file.inputs.end());
    return inputs;
  }

  // The file with the most state in it.
  static std::vector<FileUse> LargestOf(const std::vector<FileUse>& files, bool is_output) {
    const auto size = [&](const FileUse& file) { return (is_output ? file.written : file.read).size(); };
    const auto largest = std::ranges::max_element(files, {}, size);
    return largest == files.end() ? std::vector<FileUse>() : std::vector<FileUse>{*largest};
  }

  // The function that writes other parts of the leaf's variable, else the one that writes most.
  [[nodiscard]] rir::FunctionId SaveOf(LeafId leaf) const {
    const rir::RegionId root = context_.leaves.all[leaf].root;
    for (const FileUse& file : context_.code.saves) {
      FileUse parts;
      std::ranges::copy_if(file.written, std::back_inserter(parts.written), [&](const Transfer& transfer) {
        return root != rir::kNone && context_.leaves.all[transfer.leaf].root == root;
      });
      if (!parts.written.empty())
        return FunctionOf(context_.flow, OpsOf({parts}, true));
    }
    return save_;
  }

  // A variable of which nothing is written: its declaration. Else the function that leaves out a part of it.
  [[nodiscard]] Location LocationOf(LeafId leaf) const {
    const rir::RegionId root = context_.leaves.all[leaf].root;
    const bool is_partial = root == rir::kNone || std::ranges::any_of(written_, [&](LeafId other) {
                              return context_.leaves.all[other].root == root;
                            });
    const Location declared =
        root == rir::kNone ? Location{} : PlaceOf(context_.flow, context_.flow.module->regions[root].declared);
    const Location save = DeclarationOf(context_.flow, SaveOf(leaf));
    return (is_partial && save.IsKnown()) || !declared.IsKnown() ? save : declared;
  }

  [[nodiscard]] diag::Diagnostic NoLoad() const {
    const rir::Location& loop = context_.flow.scopes[context_.around.loop()].op->location;
    diag::Diagnostic finding = diag::Find<diag::Finding::NeverLoaded>(
        PlaceOf(context_.flow, OpsOf(context_.code.saves, true).front()), Reach::State, Certainty::Maybe,
        NameOf(context_.flow, save_), std::to_string(loop.line));
    finding.function = NameOf(context_.flow, save_);
    return finding;
  }

  // A number that nothing else is made of, not even text: a count that nobody asks for.
  [[nodiscard]] bool IsIdle(LeafId leaf) const {
    return !context_.leaves.all[leaf].is_pointer && !context_.state.is_float.contains(context_.leaves.all[leaf].node) &&
           ReachesNothing(context_, leaf);
  }

  // What is set anew before it is used, set back, or set by the load, as far as that is told: not state, but for a
  // proof of it.
  template <diag::Finding F>
  [[nodiscard]] diag::Diagnostic NotShown(const Location& place, const std::vector<LeafId>& leaves) const {
    const rir::FunctionId where = SaveOf(leaves.front());
    const std::string function = NameOf(context_.flow, where);
    diag::Diagnostic note =
        diag::Find<F>(place, Reach::None, Certainty::Maybe, Listed(NamesOf(context_, leaves)), function);
    note.trace.push_back(
        {DeclarationOf(context_.flow, where), diag::Say<diag::Remark::TraceLeftOut>({}, function).message});
    note.function = function;
    return note;
  }

  void ReportAt(const Location& place, const std::vector<LeafId>& leaves, Findings& out) const {
    const check::Reached reached = ReachOf(context_, leaves, false);
    if (reached.reach == Reach::None)
      return;
    const std::vector<std::string> names = NamesOf(context_, leaves);
    const Certainty certainty = CertaintyOf(context_);
    const bool is_written = std::ranges::all_of(leaves, [&](LeafId leaf) { return written_.contains(leaf); });
    const rir::FunctionId where = is_written ? load_ : SaveOf(leaves.front());
    const std::string clause = ClauseOf(context_, reached, names.front());
    const std::string function = NameOf(context_.flow, where);
    diag::Diagnostic finding =
        is_written
            ? diag::Find<diag::Finding::NotLoaded>(place, reached.reach, certainty, Listed(names), clause, function)
            : diag::Find<diag::Finding::NotSaved>(place, reached.reach, certainty, Listed(names), clause, function);
    finding.trace = TraceOf(context_, reached, names.front());
    finding.trace.push_back(
        {DeclarationOf(context_.flow, where), diag::Say<diag::Remark::TraceLeftOut>({}, function).message});
    finding.function = function;
    out.push_back(std::move(finding));
  }

  const Context& context_;
  std::set<LeafId> written_, restored_, rebuilt_, deciding_;
  std::map<NodeId, FixedInput> fixed_;
  rir::FunctionId save_ = kNone, load_ = kNone;
};

}  // namespace

void MissingState(const Context& context, Findings& out) {
  Missing(context).Report(out);
}

}  // namespace detrain::audit
