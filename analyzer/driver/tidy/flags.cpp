// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/tidy/flags.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Basic/LangStandard.h>
#include <clang/Lex/HeaderSearch.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>

#include <optional>

namespace detrain::driver::tidy {
namespace {

using Entry = clang::HeaderSearchOptions::Entry;

// Those of the compiler and of its libraries are found again without a flag, and in their own order.
bool IsOfTheCompiler(const std::string& folder) {
  return folder == "/usr/include" || folder == "/usr/local/include" || folder.find("/c++/") != std::string::npos ||
         folder.find("/clang/") != std::string::npos || folder.ends_with("-linux-gnu") ||
         folder.ends_with("/../include") || folder == "/include";
}

std::optional<std::string> FlagFor(const Entry& entry) {
  switch (entry.Group) {
    case clang::frontend::Quoted:
      return "-iquote";
    case clang::frontend::Angled:
      return "-I";
    case clang::frontend::After:
      return "-idirafter";
    default:
      return IsOfTheCompiler(entry.Path) ? std::nullopt : std::optional<std::string>("-isystem");
  }
}

void AddLanguage(const clang::LangOptions& language, std::vector<std::string>& flags) {
  const auto& standard = clang::LangStandard::getLangStandardForKind(language.LangStd);
  flags.push_back(std::string("-std=") + standard.getName());
  if (language.OpenMP != 0)
    flags.emplace_back("-fopenmp");
  if (language.FastMath != 0)
    flags.emplace_back("-ffast-math");
  else if (language.AllowFPReassoc != 0)
    flags.emplace_back("-fassociative-math");
  if (language.getDefaultFPContractMode() == clang::LangOptions::FPM_Fast)
    flags.emplace_back("-ffp-contract=fast");
}

}  // namespace

std::vector<std::string> FlagsOf(const clang::Preprocessor& preprocessor) {
  std::vector<std::string> flags;
  AddLanguage(preprocessor.getLangOpts(), flags);
  for (const auto& [macro, is_undefined] : preprocessor.getPreprocessorOpts().Macros)
    flags.push_back((is_undefined ? "-U" : "-D") + macro);
  for (const std::string& header : preprocessor.getPreprocessorOpts().Includes)
    flags.insert(flags.end(), {"-include", header});
  for (const Entry& entry : preprocessor.getHeaderSearchInfo().getHeaderSearchOpts().UserEntries)
    if (const std::optional<std::string> flag = FlagFor(entry))
      flags.insert(flags.end(), {*flag, entry.Path});
  return flags;
}

}  // namespace detrain::driver::tidy
