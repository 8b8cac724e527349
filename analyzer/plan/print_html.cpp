// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/plan/print_html.h"

#include <algorithm>
#include <map>
#include <ranges>
#include <set>
#include <sstream>

#include "analyzer/plan/entry_size.h"
#include "analyzer/plan/text_page.h"

namespace detrain::plan {
namespace {

// Colours follow the reader's choice of a light or dark page.
constexpr const char* kStyle = R"(
:root { color-scheme: light dark; --line: light-dark(#d5d8dc, #3a3f45); --quiet: light-dark(#667, #99a);
  --mark: light-dark(#fff3c4, #4a3f16); --good: light-dark(#176f2c, #6fcf87); --bad: light-dark(#b3261e, #ff8a80); }
* { box-sizing: border-box; }
body { margin: 0; font: 15px/1.5 system-ui, sans-serif; display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr);
  height: 100vh; }
main, aside { overflow: auto; padding: 1.5rem 2rem; }
aside { border-left: 1px solid var(--line); }
h1 { font-size: 1.4rem; margin: 0 0 1rem; } h2 { font-size: 1.05rem; margin: 1.8rem 0 .5rem; }
code, pre, td.path { font: 13px/1.55 ui-monospace, monospace; }
table { border-collapse: collapse; width: 100%; }
td { border-top: 1px solid var(--line); padding: .35rem .6rem .35rem 0; vertical-align: top; }
td.path { overflow-wrap: anywhere; }
.why { color: var(--quiet); font-size: .9rem; } .good { color: var(--good); } .bad { color: var(--bad); }
a { color: inherit; text-decoration-color: var(--line); text-underline-offset: .2em; }
pre { margin: 0; counter-reset: line; }
pre span { display: block; padding-left: 4.5em; text-indent: -4.5em; white-space: pre-wrap; }
pre span::before { counter-increment: line; content: counter(line); display: inline-block; width: 3.5em; margin-right: 1em;
  text-align: right; text-indent: 0; color: var(--quiet); user-select: none; }
pre span.said { background: var(--mark); } pre span:target { outline: 2px solid currentColor; }
@media (max-width: 900px) { body { display: block; height: auto; } aside { border: 0; } }
)";

std::string Escaped(std::string_view text) {
  static const std::map<char, const char*> kNames = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}};
  std::string out;
  for (const char c : text) {
    const auto name = kNames.find(c);
    if (name == kNames.end())
      out += c;
    else
      out += name->second;
  }
  return out;
}

template <typename Use>
void ForEachPlaceOfLoop(const CheckpointPlan& plan, Use use) {
  use(plan.step_loop.place);
  for (const NestLevel& level : plan.nest)
    use(level.site.place);
  for (const Reason& reason : plan.guarantee_why)
    use(reason.place);
  for (const Reason& reason : plan.tier_why)
    use(reason.place);
  for (const Entry& entry : plan.entries)
    for (const Reason& reason : entry.why)
      use(reason.place);
  for (const Assumption& assumption : plan.assumptions)
    use(assumption.place);
  for (const Input& input : plan.inputs)
    use(input.place);
  for (const LogArgument& argument : plan.log_arguments)
    use(argument.place);
}

template <typename Use>
void ForEachPlace(const CheckpointPlan& row, Use use) {
  ForEachLoop(row, [&](const CheckpointPlan& plan) { ForEachPlaceOfLoop(plan, use); });
}

class HtmlPage {
 public:
  HtmlPage(const CheckpointPlan& plan, const std::vector<SourceFile>& sources) : row_(plan), sources_(sources) {
    ForEachPlace(plan, [&](const Place& place) { said_.insert({place.file, place.line}); });
  }

  std::string Take() {
    const std::string title = "Checkpoint plan of " + Joined(row_.program);
    out_ =
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" "
        "content=\"width=device-width\">\n<title>" +
        Escaped(title) + "</title>\n<style>" + kStyle + "</style>\n</head>\n<body>\n<main>\n<h1>" + Escaped(title) +
        "</h1>\n";
    ForEachLoop(row_, [&](const CheckpointPlan& plan) { Loop(plan); });
    out_ += "</main>\n<aside>\n";
    for (const SourceFile& source : sources_)
      Source(source);
    return std::move(out_) + "</aside>\n</body>\n</html>\n";
  }

 private:
  static std::string Joined(const std::vector<std::string>& names) {
    std::string all;
    for (const std::string& name : names)
      all += (all.empty() ? "" : " ") + name;
    return all;
  }

  void Title(const std::string& title) { out_ += "<h2>" + Escaped(title) + "</h2>\n"; }
  void Paragraph(const std::string& html) { out_ += "<p>" + html + "</p>\n"; }

  [[nodiscard]] std::string Anchor(const Place& place) const {
    const auto source = std::ranges::find(sources_, place.file, &SourceFile::name);
    if (source == sources_.end() || place.line == 0)
      return "";
    return "f" + std::to_string(source - sources_.begin()) + "-" + std::to_string(place.line);
  }

  // A link to the line where it is on the page.
  [[nodiscard]] std::string Link(const Place& place) const {
    const std::string anchor = Anchor(place), text = "<code>" + Escaped(At(place)) + "</code>";
    return anchor.empty() ? text : "<a href=\"#" + anchor + "\">" + text + "</a>";
  }

  [[nodiscard]] std::string Because(const Reason& reason) const {
    return (reason.place.file.empty() ? "" : Link(reason.place) + ": ") + Escaped(reason.message);
  }

  void Loop(const CheckpointPlan& plan) {
    if (!row_.later.empty())
      out_ += "<h1>" + Escaped(NumberOf(plan, row_)) + "</h1>\n";
    StepLoop(plan);
    Guaranteed(plan);
    Entries(plan, true);
    Entries(plan, false);
    Assumptions(plan);
    Inputs(plan);
    LogArguments(plan);
  }

  void StepLoop(const CheckpointPlan& plan) {
    Title("Step loop");
    Paragraph(Link(plan.step_loop.place) + " in <code>" + Escaped(plan.step_loop.function) + "</code>; " +
              Escaped(plan.why_this_loop));
    for (const NestLevel& level : plan.nest)
      if (!(level.site.place == plan.step_loop.place))
        Paragraph(std::string("inside the ") + (level.is_loop ? "loop at " : "call at ") + Link(level.site.place) +
                  " in <code>" + Escaped(level.site.function) + "</code>");
    for (const LoopSite& other : plan.others)
      Paragraph("<span class=\"why\">another could be chosen: <code>--step " + Escaped(At(other.place)) +
                "</code> in <code>" + Escaped(other.function) + "</code></span>");
  }

  void Guaranteed(const CheckpointPlan& plan) {
    Title("Guarantee");
    if (plan.guarantee == Guarantee::Bitwise)
      Paragraph("<b class=\"good\">bitwise</b>: proven, with no call that is not known");
    if (plan.guarantee == Guarantee::Modelled)
      Paragraph("<b>modelled</b>: proven, given the assumptions below");
    if (plan.guarantee == Guarantee::NotReplayable)
      Paragraph("<b class=\"bad\">not replayable</b>: a cause remains that the rewrite does not remove");
    for (const Reason& reason : plan.guarantee_why)
      Paragraph(Because(reason));
    WhyAllIsSaved(plan);
  }

  void WhyAllIsSaved(const CheckpointPlan& plan) {
    if (plan.tier != 0)
      return;
    Paragraph("tier 0: all state is saved");
    for (const Reason& reason : plan.tier_why)
      Paragraph(reason.place.line == 0 ? Escaped(reason.message) : Because(reason));
  }

  void Entries(const CheckpointPlan& plan, bool saved) {
    const auto is_shown = [&](const Entry& entry) { return entry.saved == saved; };
    const std::string total = saved ? TotalSizeText(plan.entries) : "";
    Title((saved ? "Saved at each checkpoint: " : "Left out: ") +
          std::to_string(std::ranges::count_if(plan.entries, is_shown)) + (total.empty() ? "" : ", " + total));
    out_ += "<table>\n";
    for (const Entry& entry : plan.entries | std::views::filter(is_shown))
      Row(entry);
    out_ += "</table>\n";
  }

  void Row(const Entry& entry) {
    const std::string size = SizeText(entry);
    out_ += "<tr><td class=\"path\">" + Escaped(entry.path) + "</td><td>" + Escaped(entry.type) +
            (size.empty() ? "" : ", " + Escaped(size)) + (entry.is_each ? " each" : "") + "</td><td>" +
            Text(entry.persistence) + "<div class=\"why\">";
    for (const Reason& reason : entry.why)
      out_ += "<div>" + Because(reason) + "</div>";
    out_ += "</div></td></tr>\n";
  }

  void Assumptions(const CheckpointPlan& plan) {
    if (!plan.assumptions.empty())
      Title("Assumptions");
    for (const Assumption& a : plan.assumptions)
      Paragraph("<code>" + Escaped(a.callee) + "</code> (" + Link(a.place) + ", " + Escaped(a.source) +
                "): " + Escaped(a.effect));
  }

  void LogArguments(const CheckpointPlan& plan) {
    if (!plan.log_arguments.empty())
      Title("Printed arguments that hang on the environment");
    for (const LogArgument& argument : plan.log_arguments)
      Paragraph(Link(argument.place) + ": argument " + std::to_string(argument.argument) +
                (argument.is_to_file           ? ", to a file; a replay repeats it"
                 : plan.records_inputs_in_loop ? "; a replay repeats it"
                                               : "; a replay does not repeat it"));
  }

  void Inputs(const CheckpointPlan& plan) {
    if (!plan.inputs.empty())
      Title("Inputs that steps read: recorded, and given again in a replay");
    for (const Input& input : plan.inputs) {
      std::string reaches;
      for (const std::string& path : input.reaches)
        reaches += (reaches.empty() ? " reaches " : ", ") + ("<code>" + Escaped(path) + "</code>");
      Paragraph(Link(input.place) + ", " + input.what + ":" + (reaches.empty() ? " reaches files" : reaches));
    }
  }

  void Source(const SourceFile& source) {
    Title(source.name);
    out_ += "<pre>";
    std::istringstream text(source.text);
    std::string line;
    for (std::uint32_t number = 1; std::getline(text, line); ++number) {
      const Place place{source.name, number, 0};
      const bool is_said = said_.contains({place.file, place.line});
      out_ += "<span" + std::string(is_said ? " class=\"said\" id=\"" + Anchor(place) + "\"" : "") + ">" +
              Escaped(line) + "</span>";
    }
    out_ += "</pre>\n";
  }

  const CheckpointPlan& row_;
  const std::vector<SourceFile>& sources_;
  std::set<std::pair<std::string, std::uint32_t>> said_;
  std::string out_;
};

}  // namespace

std::vector<std::string> FilesOf(const CheckpointPlan& plan, const std::vector<std::string>& known) {
  std::vector<std::string> files;
  ForEachPlace(plan, [&](const Place& place) {
    if (std::ranges::count(known, place.file) != 0 && std::ranges::count(files, place.file) == 0)
      files.push_back(place.file);
  });
  return files;
}

std::string PrintHtml(const CheckpointPlan& plan, const std::vector<SourceFile>& sources) {
  return HtmlPage(plan, sources).Take();
}

}  // namespace detrain::plan
