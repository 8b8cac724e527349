// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Lex/Lexer.h>

#include <algorithm>

#include "analyzer/load/load.h"
#include "analyzer/load/names.h"

namespace detrain::load {

namespace {

// Comments and strings do not count.
bool Mentions(const clang::SourceManager& sources, const clang::LangOptions& options, clang::FileID file,
              llvm::StringRef name) {
  clang::Lexer lexer(file, sources.getBufferOrFake(file), sources, options);
  clang::Token token;
  do {
    lexer.LexFromRawLexer(token);
    if (token.is(clang::tok::raw_identifier) && token.getRawIdentifier() == name)
      return true;
  } while (token.isNot(clang::tok::eof));
  return false;
}

}  // namespace

LoadedUnit::LoadedUnit(Command command, std::unique_ptr<clang::ASTUnit> ast, std::optional<Cuda> cuda,
                       std::vector<diag::Diagnostic> remarks)
    : command_(std::move(command)),
      ast_(std::move(ast)),
      names_(std::make_unique<Names>(command_)),
      cuda_(std::move(cuda)),
      remarks_(std::move(remarks)) {
  ListFiles();
}
LoadedUnit::LoadedUnit(LoadedUnit&&) noexcept = default;
LoadedUnit& LoadedUnit::operator=(LoadedUnit&&) noexcept = default;
LoadedUnit::~LoadedUnit() = default;

bool LoadedUnit::IsCxx() const {
  return ast_->getLangOpts().CPlusPlus != 0;
}

bool LoadedUnit::AsksForDevice() const {
  const clang::SourceManager& sources = ast_->getSourceManager();
  for (unsigned i = 0; cuda_ && i < sources.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(i);
    if (entry.isFile() && entry.getFile().getContentCache().OrigEntry &&
        entry.getFile().getFileCharacteristic() == clang::SrcMgr::C_User &&
        Mentions(sources, ast_->getLangOpts(), sources.translateFile(*entry.getFile().getContentCache().OrigEntry),
                 "__CUDA_ARCH__"))
      return true;
  }
  return false;
}

Location LoadedUnit::LocationOf(clang::SourceLocation place) const {
  return names_->LocationOf(ast_->getSourceManager(), place);
}

void LoadedUnit::ListFiles() {
  const clang::SourceManager& sources = ast_->getSourceManager();
  for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i) {
    const clang::SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(i);
    if (!entry.isFile() || !entry.getFile().getContentCache().OrigEntry)
      continue;
    const bool is_user = entry.getFile().getFileCharacteristic() == clang::SrcMgr::C_User;
    auto& list = is_user ? user_files_ : system_headers_;
    std::string name = names_->NameOf(sources, *entry.getFile().getContentCache().OrigEntry);
    if (const Location place = names_->LocationOf(sources, entry.getFile().getIncludeLoc()); is_user && place.line != 0)
      includes_.push_back({place.file, place.line, name});
    if (std::ranges::find(list, name) == list.end())
      list.push_back(std::move(name));
  }
}

}  // namespace detrain::load
