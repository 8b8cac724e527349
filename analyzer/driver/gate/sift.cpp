// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <filesystem>
#include <set>
#include <utility>

#include "analyzer/driver/gate/baseline.h"
#include "analyzer/driver/gate/changed_lines.h"
#include "analyzer/driver/gate/gate.h"
#include "analyzer/driver/gate/rule_filter.h"

namespace detrain::driver::gate {
namespace {

using diag::Diagnostic;
using diag::Severity;

bool IsHeader(const std::string& file) {
  const std::string suffix = std::filesystem::path(file).extension().string();
  return suffix.empty() || suffix.starts_with(".h") || suffix == ".cuh" || suffix == ".inc" || suffix == ".inl";
}

class Sifter {
 public:
  Sifter(const Sources& sources, const Settings& settings) : sources_(sources), settings_(settings) {}

  Result<Sifted> Sift(std::vector<Diagnostic> findings, const std::vector<std::string>& user_files) {
    DETRAIN_TRY_VOID(Take(std::move(findings)));
    // Numbered before anything is hidden, so that hiding one leaves the names of the others alone.
    AddFingerprints(sifted_.shown, sources_);
    DETRAIN_TRY_VOID(Suppress(user_files));
    DETRAIN_TRY_VOID(KeepChanged());
    DETRAIN_TRY_VOID(HideKnown());
    return std::move(sifted_);
  }

 private:
  // Configuration: what is on, and how grave it is.
  Result<void> Take(std::vector<Diagnostic> findings) {
    for (Diagnostic& finding : findings) {
      DETRAIN_TRY(const Config* config, filter_.ConfigOf(finding.location.file));
      if (finding.rule && !RuleFilter::IsOn(*config, *finding.rule))
        continue;
      if (IsHeader(finding.location.file) && !RuleFilter::IsWanted(*config, finding.location.file))
        continue;
      if (finding.rule && finding.severity == Severity::Warning && RuleFilter::IsRaised(*config, *finding.rule))
        finding.severity = Severity::Error;
      sifted_.shown.push_back({std::move(finding), ""});
    }
    Sort();
    return {};
  }

  void Sort() {
    std::stable_sort(sifted_.shown.begin(), sifted_.shown.end(),
                     [](const Finding& a, const Finding& b) { return a.diagnostic.location < b.diagnostic.location; });
  }

  Result<void> Suppress(const std::vector<std::string>& user_files) {
    std::vector<Diagnostic> said;
    for (const std::string& file : user_files)
      if (const SourceText* text = sources_.Find(file))
        SuppressIn(FindSuppressions(text->text(), file), *text, said);
    const std::size_t before = sifted_.shown.size();
    DETRAIN_TRY_VOID(Take(std::move(said)));
    if (sifted_.shown.size() != before)
      NumberAnew();
    return {};
  }

  // All of them with the same rules as before; only what suppressions say of themselves is new.
  void NumberAnew() {
    std::vector<Finding> fresh;
    for (const Finding& finding : sifted_.shown)
      if (finding.fingerprint.empty())
        fresh.push_back(finding);
    AddFingerprints(fresh, sources_);
    auto next = fresh.begin();
    for (Finding& finding : sifted_.shown)
      if (finding.fingerprint.empty())
        finding = *next++;
  }

  void SuppressIn(SuppressionsOfFile suppressions, const SourceText& text, std::vector<Diagnostic>& said) {
    std::erase_if(sifted_.shown, [&](const Finding& finding) {
      bool is_hidden = false;
      for (Suppression& suppression : suppressions.all)
        if (suppression.Covers(finding.diagnostic)) {
          suppression.hidden = std::max(suppression.hidden.value_or(Severity::Note), finding.diagnostic.severity);
          is_hidden = true;
        }
      sifted_.suppressed += is_hidden ? 1 : 0;
      return is_hidden;
    });
    if (!settings_.is_audit)
      said.insert(said.end(), suppressions.mistakes.begin(), suppressions.mistakes.end());
    for (const Suppression& suppression : suppressions.all) {
      const bool is_judged = IsOurs(suppression) && IsOfARuleThatIsOn(suppression);
      std::optional<Diagnostic> finding = is_judged ? Judge(suppression) : std::nullopt;
      if (!finding)
        continue;
      if (const std::optional<diag::FixEdit> edit = Removal(suppression, text))
        finding->fixes.push_back(*edit);
      said.push_back(*std::move(finding));
    }
  }

  // Whether this command can tell that it is unused: `audit` where it is of rules of audit only, `check` elsewhere.
  [[nodiscard]] bool IsOurs(const Suppression& suppression) const {
    const bool is_of_check = std::any_of(std::begin(diag::all_rules), std::end(diag::all_rules), [&](diag::Rule rule) {
      return rule != diag::Rule::MissingState && rule != diag::Rule::RestoreOrder &&
             Matches(suppression.pattern, diag::RuleName(rule));
    });
    return is_of_check != settings_.is_audit;
  }

  // One for a rule that is switched off waits for it to be on again.
  bool IsOfARuleThatIsOn(const Suppression& suppression) {
    const Result<const Config*> config = filter_.ConfigOf(suppression.location.file);
    return config && std::any_of(std::begin(diag::all_rules), std::end(diag::all_rules), [&](diag::Rule rule) {
             return Matches(suppression.pattern, diag::RuleName(rule)) && RuleFilter::IsOn(**config, rule);
           });
  }

  Result<void> KeepChanged() {
    if (settings_.diff_base.empty())
      return {};
    DETRAIN_TRY(const ChangedLines changed, ChangedLines::Since(settings_.diff_base, sources_.root()));
    sifted_.unchanged = std::erase_if(sifted_.shown, [&](const Finding& finding) {
      const Location& location = finding.diagnostic.location;
      return !changed.Holds(sources_.PathInRepository(location.file), location.line);
    });
    return {};
  }

  Result<void> HideKnown() {
    if (settings_.baseline.empty())
      return {};
    if (settings_.updates_baseline)
      return WriteBaseline(settings_.baseline, sifted_.shown, sources_);
    DETRAIN_TRY(const Baseline baseline, ReadBaseline(settings_.baseline));
    sifted_.known =
        std::erase_if(sifted_.shown, [&](const Finding& finding) { return baseline.contains(finding.fingerprint); });
    if (settings_.diff_base.empty())
      sifted_.stale = baseline.size() - sifted_.known;
    return {};
  }

  const Sources& sources_;
  const Settings& settings_;
  RuleFilter filter_;
  Sifted sifted_;
};

}  // namespace

Result<Sifted> Sift(std::vector<Diagnostic> findings, const std::vector<std::string>& user_files,
                    const Sources& sources, const Settings& settings) {
  return Sifter(sources, settings).Sift(std::move(findings), user_files);
}

}  // namespace detrain::driver::gate
