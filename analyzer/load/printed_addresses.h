// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_LOAD_PRINTED_ADDRESSES_H
#define DETRAIN_ANALYZER_LOAD_PRINTED_ADDRESSES_H

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/FormatString.h>

#include <set>

namespace detrain::load {

// Which of the arguments behind a format it prints as addresses, counted from 0: those of `%p`. None where the format
// is no literal.
class PrintedAddresses : public clang::analyze_format_string::FormatStringHandler {
 public:
  PrintedAddresses(const clang::Expr* format, const clang::ASTContext& ast) {
    const auto* text = llvm::dyn_cast_or_null<clang::StringLiteral>(format ? format->IgnoreParenImpCasts() : nullptr);
    if (text != nullptr && text->getCharByteWidth() == 1)
      clang::analyze_format_string::ParsePrintfString(*this, text->getBytes().begin(), text->getBytes().end(),
                                                      ast.getLangOpts(), ast.getTargetInfo(), false);
  }

  bool HandlePrintfSpecifier(const clang::analyze_printf::PrintfSpecifier& specifier, const char* /*start*/,
                             unsigned /*length*/, const clang::TargetInfo& /*target*/) override {
    if (specifier.getConversionSpecifier().getKind() == clang::analyze_format_string::ConversionSpecifier::pArg)
      arguments_.insert(specifier.getArgIndex());
    return true;
  }

  [[nodiscard]] bool Contains(std::size_t argument) const { return arguments_.contains(argument); }

 private:
  std::set<std::size_t> arguments_;
};

}  // namespace detrain::load

#endif
