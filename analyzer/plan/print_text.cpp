// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/print_text.h"

#include <algorithm>
#include <map>
#include <vector>

#include "analyzer/plan/entry_size.h"
#include "analyzer/plan/text_page.h"

namespace detrain::plan {
namespace {

std::string Counted(std::size_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + " " + (count == 1 ? one : many);
}

// --- the head: program, step loop, guarantee ---

void OtherLoops(TextPage& page, const CheckpointPlan& plan) {
  constexpr std::size_t shown = 4;
  for (std::size_t i = 0; i < std::min(shown, plan.others.size()); ++i)
    page.Line("    another could be chosen: --step " + At(plan.others[i].place) + " in " + plan.others[i].function);
  if (plan.others.size() > shown)
    page.Line("    and " + std::to_string(plan.others.size() - shown) + " more, which --format=json lists");
}

void StepLoop(TextPage& page, const CheckpointPlan& plan) {
  page.Title("Step loop");
  page.Paragraph("  ", At(plan.step_loop.place) + " in " + plan.step_loop.function + "; " + plan.why_this_loop);
  for (const NestLevel& level : plan.nest)
    if (!(level.site.place == plan.step_loop.place))
      page.Line(std::string("    inside the ") + (level.is_loop ? "loop at " : "call at ") + At(level.site.place) +
                " in " + level.site.function);
  OtherLoops(page, plan);
}

// A reason that holds for the whole program has no place.
void WhyAllIsSaved(TextPage& page, const CheckpointPlan& plan) {
  if (plan.tier != 0)
    return;
  page.Line("  tier 0: all state is saved");
  for (const Reason& reason : plan.tier_why)
    page.Paragraph(reason.place.line == 0 ? "    " : "    " + At(reason.place) + ": ", reason.message);
}

void Guaranteed(TextPage& page, const CheckpointPlan& plan) {
  page.Title("Guarantee");
  if (plan.guarantee == Guarantee::Bitwise)
    page.Paragraph("  " + page.Paint(Ink::Good, "bitwise") + ": ", "proven, with no call that is not known");
  if (plan.guarantee == Guarantee::Modelled)
    page.Paragraph("  " + page.Paint(Ink::Careful, "modelled") + ": ", "proven, given the assumptions below");
  if (plan.guarantee == Guarantee::NotReplayable)
    page.Paragraph("  " + page.Paint(Ink::Bad, "not replayable") + ": ",
                   "a cause remains that the rewrite does not remove");
  for (const Reason& reason : plan.guarantee_why)
    page.Paragraph("    " + At(reason.place) + ": ", reason.message);
  WhyAllIsSaved(page, plan);
}

// --- entries ---

using Group = std::vector<const Entry*>;

bool SameReasons(const Entry& a, const Entry& b) {
  return a.persistence == b.persistence &&
         std::equal(a.why.begin(), a.why.end(), b.why.begin(), b.why.end(), [](const Reason& x, const Reason& y) {
           return x.place.file == y.place.file && x.place.line == y.place.line && x.message == y.message;
         });
}

// Entries that follow each other and have the same reasons give them once.
std::vector<Group> GroupsOf(const CheckpointPlan& plan, bool saved) {
  std::vector<Group> groups;
  for (const Entry& entry : plan.entries) {
    if (entry.saved != saved)
      continue;
    if (groups.empty() || !SameReasons(*groups.back().back(), entry))
      groups.emplace_back();
    groups.back().push_back(&entry);
  }
  return groups;
}

std::string Described(const Entry& entry) {
  const std::string size = SizeText(entry);
  return entry.type + (size.empty() ? "" : ", " + size) + (entry.is_each ? " each" : "") +
         (entry.space == "host" ? "" : ", " + entry.space);
}

struct Widths {
  std::size_t path = 0, described = 0;
};

// So that the columns stand below each other; what is longer than most pushes its own line only.
Widths WidthsOf(const std::vector<Group>& groups) {
  constexpr std::size_t widest_path = 36, widest_description = 36;
  Widths widths;
  for (const Group& group : groups)
    for (const Entry* entry : group) {
      widths.path = std::max(widths.path, std::min(entry->path.size(), widest_path));
      widths.described = std::max(widths.described, std::min(Described(*entry).size(), widest_description));
    }
  return widths;
}

// "model.grads." of "model.grads.wte".
std::string ParentOf(const std::string& path) {
  const std::size_t dot = path.rfind('.'), arrow = path.rfind("->");
  const std::size_t end = dot == std::string::npos ? arrow : arrow == std::string::npos ? dot : std::max(dot, arrow);
  return end == std::string::npos ? "" : path.substr(0, path[end] == '.' ? end + 1 : end + 2);
}

// How many from `from` on are members of one structure that look alike.
std::size_t SiblingsFrom(const Group& group, std::size_t from) {
  const std::string parent = ParentOf(group[from]->path);
  std::size_t end = from + 1;
  while (!parent.empty() && end < group.size() && ParentOf(group[end]->path) == parent &&
         Described(*group[end]) == Described(*group[from]))
    ++end;
  return end - from;
}

void PrintLine(TextPage& page, const Entry& entry, const std::string& path, const std::string& described,
               const Widths& widths) {
  const std::string gap = Column("", widths.path - std::min(widths.path, path.size()));
  page.Line("  " + page.Paint(entry.saved ? Ink::Saved : Ink::Quiet, path) + gap + "  " +
            Column(described, widths.described) + "  " + Text(entry.persistence));
}

// Many members that look alike take one line and their names.
void PrintGroup(TextPage& page, const Group& group, const Widths& widths) {
  constexpr std::size_t many = 6;
  for (std::size_t i = 0; i < group.size();) {
    const Entry& entry = *group[i];
    const std::size_t siblings = SiblingsFrom(group, i);
    if (siblings < many) {
      PrintLine(page, entry, entry.path, Described(entry), widths);
      ++i;
      continue;
    }
    const std::string parent = ParentOf(entry.path);
    PrintLine(page, entry, parent + "*", std::to_string(siblings) + " x " + Described(entry), widths);
    std::string names;
    for (const std::size_t end = i + siblings; i < end; ++i)
      names += (names.empty() ? "" : " ") + group[i]->path.substr(parent.size());
    page.Paragraph("      ", names);
  }
  for (const Reason& reason : group.front()->why)
    page.Paragraph("      " + (reason.place.file.empty() ? std::string() : At(reason.place) + ": "), reason.message);
}

void Entries(TextPage& page, const CheckpointPlan& plan, bool saved) {
  const std::vector<Group> groups = GroupsOf(plan, saved);
  std::size_t count = 0;
  for (const Group& group : groups)
    count += group.size();
  const std::string total = saved ? TotalSizeText(plan.entries) : "";
  const std::string title = (saved ? "Saved at each checkpoint: " : "Left out: ") + Counted(count, "entry", "entries");
  const bool is_short = title.size() + total.size() + 2 <= static_cast<std::size_t>(page.width());
  page.Title(title + (total.empty() || !is_short ? "" : ", " + total));
  if (!is_short)
    page.Paragraph("  ", total);
  if (!saved &&
      std::ranges::any_of(plan.entries, [](const Entry& entry) { return entry.persistence == Persistence::Invariant; }))
    page.Line("  What no step writes, the code before the loop makes again.");
  const Widths widths = WidthsOf(groups);
  for (const Group& group : groups)
    PrintGroup(page, group, widths);
}

// --- what it rests on, and what to do about it ---

void Assumptions(TextPage& page, const CheckpointPlan& plan) {
  if (plan.assumptions.empty())
    return;
  page.Title("Assumptions");
  for (const Assumption& assumption : plan.assumptions)
    page.Paragraph("  " + assumption.callee + " (" + At(assumption.place) + ", " + assumption.source + "): ",
                   assumption.effect);
}

void Alignment(TextPage& page, const CheckpointPlan& plan) {
  if (plan.block_alignment == 0)
    return;
  page.Title("Addresses that are rounded, or whose low bits are read");
  page.Paragraph("  ", "the runtime lets each block of the heap begin at a multiple of " +
                           std::to_string(plan.block_alignment) + " bytes, so that these are the same in each run");
}

void LogArguments(TextPage& page, const CheckpointPlan& plan) {
  if (plan.log_arguments.empty())
    return;
  const auto print = [&](const char* title, bool is_to_file) {
    const auto of_kind = [&](const LogArgument& argument) { return argument.is_to_file == is_to_file; };
    if (std::ranges::none_of(plan.log_arguments, of_kind))
      return;
    page.Title(title);
    for (const LogArgument& argument : plan.log_arguments)
      if (of_kind(argument))
        page.Line("  " + At(argument.place) + ": argument " + std::to_string(argument.argument));
  };
  print(plan.records_inputs_in_loop ? "Printed arguments that hang on inputs"
                                    : "Printed arguments that a replayed run does not repeat",
        false);
  print("Arguments written to files that hang on inputs", true);
}

void Inputs(TextPage& page, const CheckpointPlan& plan) {
  if (plan.inputs.empty())
    return;
  page.Title("Inputs that steps read: recorded, and given again in a replay");
  for (const Input& input : plan.inputs) {
    std::string reaches;
    for (const std::string& path : input.reaches)
      reaches += (reaches.empty() ? "reaches " : ", ") + path;
    page.Paragraph("  " + At(input.place) + ", " + input.what + ": ", reaches.empty() ? "reaches files" : reaches);
  }
}

// Buffers that are written and read: for each of them it may be that the proof, not the program, falls short.
std::vector<const Entry*> Doubtful(const CheckpointPlan& plan) {
  std::vector<const Entry*> entries;
  for (const Entry& entry : plan.entries)
    if (entry.saved && entry.persistence == Persistence::Carried && entry.why.size() > 1 &&
        entry.type.find('[') != std::string::npos)
      entries.push_back(&entry);
  return entries;
}

void BufferAdvice(TextPage& page, const CheckpointPlan& plan) {
  const std::vector<const Entry*> buffers = Doubtful(plan);
  if (buffers.empty())
    return;
  page.Paragraph("  ",
                 "If each step fills one of these before it reads it, let one loop, memset or memcpy write all of it "
                 "before the place named; it is then left out:");
  for (const Entry* entry : buffers)
    page.Line("      " + entry->path + ", read at " + At(entry->why[1].place));
}

void ModelAdvice(TextPage& page, const CheckpointPlan& plan) {
  std::map<std::string, Place> opaque;
  for (const Assumption& assumption : plan.assumptions)
    if (assumption.source == "opaque")
      opaque.emplace(assumption.callee, assumption.place);
  for (const auto& [callee, place] : opaque) {
    page.Paragraph("  ", "Describe " + callee + ", called at " + At(place) +
                             ", in a file given with --model: it is assumed to read and write all that it can reach. "
                             "One that touches no memory of the program is described by this line, "
                             "docs/catalog.md has the others:");
    page.Line("      {\"functions\": [{\"name\": \"" + callee + "\", \"effects\": []}]}");
  }
}

void Advice(TextPage& page, const CheckpointPlan& plan) {
  if (std::none_of(plan.entries.begin(), plan.entries.end(), [](const Entry& entry) { return entry.saved; }))
    return;
  page.Title("To shrink the checkpoint");
  ModelAdvice(page, plan);
  BufferAdvice(page, plan);
  page.Paragraph("  ",
                 "detrain verify --ablate tells which entries a run never missed. To leave one out on your own word, "
                 "write into the file .detrain beside the source:");
  page.Line("      state: {ignore: [{path: \"PATH\", reason: \"...\"}]}");
}

}  // namespace

std::string PrintText(const CheckpointPlan& plan, const PageStyle& style) {
  TextPage page(style);
  std::string program;
  for (const std::string& file : plan.program)
    program += (program.empty() ? "" : " ") + file;
  page.Line(page.Paint(Ink::Bold, "Checkpoint plan of " + program));
  ForEachLoop(plan, [&](const CheckpointPlan& loop) {
    if (!plan.later.empty())
      page.Title(NumberOf(loop, plan));
    StepLoop(page, loop);
    Guaranteed(page, loop);
    Entries(page, loop, true);
    Entries(page, loop, false);
    Assumptions(page, loop);
    Alignment(page, loop);
    Inputs(page, loop);
    LogArguments(page, loop);
    Advice(page, loop);
  });
  return page.Take();
}

}  // namespace detrain::plan
