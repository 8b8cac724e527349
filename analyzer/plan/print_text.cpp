// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/print_text.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdio>
#include <map>
#include <optional>
#include <string_view>

#include "analyzer/plan/print_json.h"

namespace detrain::plan {
namespace {

// Bytes of a scalar, by the name that the plan's types have; 0 where the name does not tell.
std::uint64_t ScalarBytes(std::string_view type) {
  const std::string_view name = type.substr(0, type.find('['));
  static const std::map<std::string_view, std::uint64_t> bytes = {
      {"bool", 1}, {"i8", 1},  {"u8", 1},   {"i16", 2}, {"u16", 2}, {"i32", 4},  {"u32", 4}, {"i64", 8},
      {"u64", 8},  {"f16", 2}, {"bf16", 2}, {"f32", 4}, {"f64", 8}, {"f80", 16}, {"ptr", 16}};
  const auto found = bytes.find(name);
  return found == bytes.end() ? 0 : found->second;
}

// A whole number that the extent is; nullopt for one in symbols.
std::optional<std::uint64_t> Count(const std::string& extent) {
  if (extent.empty())
    return 1;
  if (!std::all_of(extent.begin(), extent.end(), [](unsigned char c) { return std::isdigit(c) != 0; }) ||
      extent.size() > 15)
    return std::nullopt;
  return std::stoull(extent);
}

std::string SizeOf(const Entry& entry) {
  const std::uint64_t scalar = ScalarBytes(entry.type);
  const std::optional<std::uint64_t> count = Count(entry.extent);
  if (entry.extent.ends_with(" bytes"))
    return entry.extent;
  if (scalar == 0)
    return entry.extent;
  if (count)
    return std::to_string(*count * scalar) + " bytes";
  const bool is_sum = entry.extent.find_first_of("+-/ ") != std::string::npos;
  const std::string extent = is_sum ? "(" + entry.extent + ")" : entry.extent;
  return scalar == 1 ? extent + " bytes" : std::to_string(scalar) + " * " + extent + " bytes";
}

std::string At(const Place& place) {
  return place.line == 0 ? place.file : place.file + ":" + std::to_string(place.line);
}

class Page {
 public:
  explicit Page(const PageStyle& style) : style_(style) {}

  void Print(const CheckpointPlan& plan) {
    Head(plan);
    Entries(plan, true);
    Entries(plan, false);
    Assumptions(plan);
    LogArguments(plan);
    Advice(plan);
  }
  std::string Take() { return std::move(text_); }

 private:
  void Line(const std::string& line) { text_ += line + "\n"; }

  [[nodiscard]] std::string Paint(const char* code, const std::string& text) const {
    return style_.color ? "\033[" + std::string(code) + "m" + text + "\033[0m" : text;
  }

  void Title(const std::string& title) { Line("\n" + Paint("1", title)); }

  // Words of `text`, broken before the page's edge; later lines begin below the first one's text.
  void Wrapped(const std::string& head, const std::string& text) {
    const std::size_t width = static_cast<std::size_t>(std::max(style_.width, 40));
    std::string line = head;
    bool is_empty = true;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = std::min(text.find(' ', at), text.size());
      const std::string word = text.substr(at, end - at);
      if (!is_empty && line.size() + 1 + word.size() > width) {
        Line(line);
        line.assign(std::min<std::size_t>(head.size(), 24), ' ');
        is_empty = true;
      }
      line += (is_empty ? "" : " ") + word;
      is_empty = false;
      at = end + 1;
    }
    Line(line);
  }

  void Head(const CheckpointPlan& plan) {
    std::string program;
    for (const std::string& file : plan.program)
      program += (program.empty() ? "" : " ") + file;
    Line(Paint("1", "Checkpoint plan of " + program));
    Title("Step loop");
    Wrapped("  ", At(plan.step_loop.place) + " in " + plan.step_loop.function + "; " + plan.why_this_loop);
    for (const NestLevel& level : plan.nest)
      if (!(level.site.place == plan.step_loop.place))
        Line(std::string("    inside the ") + (level.is_loop ? "loop at " : "call at ") + At(level.site.place) +
             " in " + level.site.function);
    OtherLoops(plan);
    Title("Guarantee");
    Guaranteed(plan);
  }

  void OtherLoops(const CheckpointPlan& plan) {
    constexpr std::size_t shown = 4;
    for (std::size_t i = 0; i < std::min(shown, plan.others.size()); ++i)
      Line("    another could be chosen: --step " + At(plan.others[i].place) + " in " + plan.others[i].function);
    if (plan.others.size() > shown)
      Line("    and " + std::to_string(plan.others.size() - shown) + " more, which --format=json lists");
  }

  void Guaranteed(const CheckpointPlan& plan) {
    if (plan.guarantee == Guarantee::Bitwise)
      Wrapped("  " + Paint("32", "bitwise") + ": ", "proven, with no call that is not known");
    if (plan.guarantee == Guarantee::Modelled)
      Wrapped("  " + Paint("33", "modelled") + ": ", "proven, given the assumptions below");
    if (plan.guarantee == Guarantee::NotReplayable)
      Wrapped("  " + Paint("31", "not replayable") + ": ", "a cause remains that the rewrite does not remove");
    for (const Reason& reason : plan.guarantee_why)
      Wrapped("    " + At(reason.place) + ": ", reason.message);
  }

  void Entries(const CheckpointPlan& plan, bool saved) {
    const auto count =
        std::count_if(plan.entries.begin(), plan.entries.end(), [&](const Entry& e) { return e.saved == saved; });
    Title((saved ? "Saved at each checkpoint: " : "Left out: ") + std::to_string(count) +
          (count == 1 ? " entry" : " entries"));
    std::vector<const Entry*> group;
    for (const Entry& entry : plan.entries) {
      if (entry.saved != saved)
        continue;
      if (!group.empty() && !SameReasons(*group.back(), entry))
        Group(group);
      group.push_back(&entry);
    }
    Group(group);
  }

  // Entries that follow each other and have the same reasons give them once.
  static bool SameReasons(const Entry& a, const Entry& b) {
    return a.persistence == b.persistence &&
           std::equal(a.why.begin(), a.why.end(), b.why.begin(), b.why.end(), [](const Reason& x, const Reason& y) {
             return x.place.file == y.place.file && x.place.line == y.place.line && x.message == y.message;
           });
  }

  void Group(std::vector<const Entry*>& group) {
    for (const Entry* entry : group)
      Head(*entry);
    if (!group.empty())
      for (const Reason& reason : group.front()->why)
        Wrapped("      " + (reason.place.file.empty() ? std::string() : At(reason.place) + ": "), reason.message);
    group.clear();
  }

  void Head(const Entry& entry) {
    std::string line = "  " + Paint(entry.saved ? "1;36" : "36", entry.path);
    line += "  " + entry.type;
    const std::string size = SizeOf(entry);
    if (!size.empty())
      line += ", " + size;
    if (entry.space != "host")
      line += ", " + entry.space;
    Line(line + "  " + Text(entry.persistence));
  }

  void Assumptions(const CheckpointPlan& plan) {
    if (plan.assumptions.empty())
      return;
    Title("Assumptions");
    for (const Assumption& assumption : plan.assumptions)
      Wrapped("  " + assumption.callee + " (" + At(assumption.place) + ", " + assumption.source + "): ",
              assumption.effect);
  }

  void LogArguments(const CheckpointPlan& plan) {
    if (plan.log_arguments.empty())
      return;
    Title("Printed arguments that a replayed run does not repeat");
    for (const LogArgument& argument : plan.log_arguments)
      Line("  " + At(argument.place) + ": argument " + std::to_string(argument.argument));
  }

  void Advice(const CheckpointPlan& plan) {
    std::map<std::string, Place> opaque;
    for (const Assumption& assumption : plan.assumptions)
      if (assumption.source == "opaque")
        opaque.emplace(assumption.callee, assumption.place);
    if (opaque.empty() && plan.entries.empty())
      return;
    Title("To shrink the checkpoint");
    for (const auto& [callee, place] : opaque)
      Wrapped("  ", "describe " + callee + ", called at " + At(place) +
                        ", in a file given with --model: it is assumed to read and write all that it can reach");
    Wrapped("  ",
            "a buffer that each step fills before it reads it is left out where that is proven; one that is saved all "
            "the same is read at "
            "the second place named with it before the step has written all of it, as far as could be proven: let one "
            "loop, memset or "
            "memcpy there write the whole buffer");
    Wrapped("  ",
            "or accept it as an assumption of your own, in the file .detrain beside the source: "
            "state: {ignore: [{path: \"PATH\", reason: \"...\"}]}");
  }

  PageStyle style_;
  std::string text_;
};

}  // namespace

std::string PrintText(const CheckpointPlan& plan, const PageStyle& style) {
  Page page(style);
  page.Print(plan);
  return page.Take();
}

}  // namespace detrain::plan
