// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules of `detrain check` as checks of clang-tidy, which loads this with --load. What they say of a unit is what
// `detrain check` says of it alone: the unit is read again, by detrain's own means, as clang-tidy's tree is made from
// libraries as they are, and detrain reads some of them in a form that it can follow.
#include <clang-tidy/ClangTidyCheck.h>
#include <clang-tidy/ClangTidyModule.h>
#include <clang/AST/ASTContext.h>
#include <clang/Basic/FileManager.h>
#include <clang/Basic/SourceManager.h>

#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "analyzer/driver/gate/check_program.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/tidy/flags.h"

namespace detrain::driver::tidy {
namespace {

// The findings in a unit, made once for all checks.
class Analysis {
 public:
  const gate::Checked& Of(const load::Command& command) {
    if (command.file != last_.file || command.directory != last_.directory || command.arguments != last_.arguments) {
      checked_ = Check(command);
      last_ = command;
    }
    return checked_;
  }

 private:
  static gate::Checked Check(const load::Command& command) {
    const Result<catalog::Catalog> catalog = LoadCatalog({});
    if (!catalog)
      return {{}, {}, {}, {catalog.error()}};
    const cache::Store store("", 0);  // the tool's identity, which is in its keys, is not known here
    cache::FileHashes hashes;
    return gate::CheckAll({command}, {*catalog, "", store, hashes});
  }

  load::Command last_;
  gate::Checked checked_;
};

// Where that is among the files that clang-tidy has read; nowhere where it has not.
clang::SourceLocation PlaceOf(const Location& location, clang::SourceManager& sources) {
  const std::string path = std::filesystem::absolute(location.file).string();
  const auto file = sources.getFileManager().getOptionalFileRef(path);
  if (!location.IsKnown() || !file)
    return {};
  return sources.translateFileLineCol(*file, location.line, location.column == 0 ? 1 : location.column);
}

class RuleCheck : public clang::tidy::ClangTidyCheck {
 public:
  RuleCheck(llvm::StringRef name, clang::tidy::ClangTidyContext* context, diag::Rule rule,
            std::shared_ptr<Analysis> analysis)
      : ClangTidyCheck(name, context), context_(*context), rule_(rule), analysis_(std::move(analysis)) {}

  bool isLanguageVersionSupported(const clang::LangOptions& language) const override {
    return language.CUDA == 0 && language.ObjC == 0;
  }

  void registerPPCallbacks(const clang::SourceManager& /*sources*/, clang::Preprocessor* preprocessor,
                           clang::Preprocessor* /*expander*/) override {
    command_.directory = context_.getCurrentBuildDirectory();
    command_.file = context_.getCurrentFile().str();
    command_.arguments = FlagsOf(*preprocessor);
  }

  void registerMatchers(clang::ast_matchers::MatchFinder* finder) override {
    finder->addMatcher(clang::ast_matchers::translationUnitDecl(), this);
  }

  void check(const clang::ast_matchers::MatchFinder::MatchResult& result) override {
    const gate::Checked& checked = analysis_->Of(command_);
    for (const Error& error : checked.errors)
      configurationDiag("detrain cannot read this unit: %0") << error.message;
    for (const diag::Diagnostic& finding : checked.findings)
      if (finding.rule == rule_ && finding.severity >= diag::Severity::Warning)
        Say(finding, *result.SourceManager);
  }

 private:
  void Say(const diag::Diagnostic& finding, clang::SourceManager& sources) {
    const clang::SourceLocation at = PlaceOf(finding.location, sources);
    if (at.isInvalid())
      return;
    {
      auto message = diag(at, "%0");
      message << finding.message;
      for (const diag::FixEdit& edit : finding.fixes)
        AddFix(edit, sources, message);
    }
    for (const diag::TraceStep& step : finding.trace)
      if (const clang::SourceLocation place = PlaceOf(step.location, sources); place.isValid())
        diag(place, "%0", clang::DiagnosticIDs::Note) << step.message;
  }

  static void AddFix(const diag::FixEdit& edit, clang::SourceManager& sources, clang::DiagnosticBuilder& message) {
    const clang::SourceLocation file = PlaceOf({edit.file, 1, 1}, sources);
    if (file.isInvalid())
      return;
    const clang::SourceLocation begin = file.getLocWithOffset(static_cast<int>(edit.offset));
    const auto range =
        clang::CharSourceRange::getCharRange(begin, begin.getLocWithOffset(static_cast<int>(edit.length)));
    message << clang::FixItHint::CreateReplacement(range, edit.text);
  }

  clang::tidy::ClangTidyContext& context_;
  diag::Rule rule_;
  std::shared_ptr<Analysis> analysis_;
  load::Command command_;
};

// What other commands find, or clang-tidy itself, is no check.
bool IsOfCheck(diag::Rule rule) {
  return rule != diag::Rule::MissingState && rule != diag::Rule::RestoreOrder && rule != diag::Rule::UnusedSuppression;
}

class Module : public clang::tidy::ClangTidyModule {
 public:
  void addCheckFactories(clang::tidy::ClangTidyCheckFactories& factories) override {
    const auto analysis = std::make_shared<Analysis>();
    for (const diag::Rule rule : diag::all_rules)
      if (IsOfCheck(rule))
        factories.registerCheckFactory(diag::RuleName(rule),
                                       [=](llvm::StringRef name, clang::tidy::ClangTidyContext* context) {
                                         return std::make_unique<RuleCheck>(name, context, rule, analysis);
                                       });
  }
};

// NOLINTNEXTLINE(bugprone-throwing-static-initialization): this is how clang-tidy learns of what it loads
const clang::tidy::ClangTidyModuleRegistry::Add<Module> registered("detrain-module", "What makes runs differ.");

}  // namespace
}  // namespace detrain::driver::tidy
