// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/literal_types.h"

#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>

#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "analyzer/load/changed_file.h"

namespace detrain::load {
namespace {

constexpr std::string_view kConstexpr = "constexpr", kInline = "inline   ";
static_assert(kConstexpr.size() == kInline.size());

// Where the function's declaration, whose name stands at `name`, says constexpr.
std::optional<unsigned> ConstexprBefore(std::string_view text, unsigned name) {
  const std::size_t at = text.substr(0, name).rfind(kConstexpr);
  if (at == std::string_view::npos || text.substr(at, name - at).find_first_of(";{}") != std::string_view::npos)
    return std::nullopt;
  return static_cast<unsigned>(at);
}

class InlineTexts : public llvm::vfs::ProxyFileSystem {
 public:
  InlineTexts(load::FileSystem files, std::set<ConstexprPlace> places)
      : ProxyFileSystem(std::move(files)), places_(std::move(places)) {}

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    if (!file)
      return file;
    auto status = (*file)->status();
    const auto first = status ? places_.lower_bound({status->getUniqueID(), 0}) : places_.end();
    if (first == places_.end() || first->file != status->getUniqueID())
      return file;
    auto text = (*file)->getBuffer(path);
    if (!text)
      return text.getError();
    std::string content = (*text)->getBuffer().str();
    for (auto place = first; place != places_.end() && place->file == first->file; ++place)
      content.replace(place->offset, kInline.size(), kInline);
    return std::make_unique<ChangedFile>(*status, std::move(content));
  }

 private:
  const std::set<ConstexprPlace> places_;
};

}  // namespace

std::optional<ConstexprPlace> ConstexprOf(const clang::Diagnostic& info) {
  const unsigned id = info.getID();
  const bool is_about_type =
      id == clang::diag::err_constexpr_non_literal_param || id == clang::diag::err_constexpr_non_literal_return;
  if (!is_about_type || !info.hasSourceManager() || !info.getLocation().isFileID())
    return std::nullopt;
  const clang::SourceManager& sources = info.getSourceManager();
  const auto [file, name] = sources.getDecomposedLoc(info.getLocation());
  const auto entry = sources.getFileEntryRefForID(file);
  const auto at = ConstexprBefore(std::string_view(sources.getBufferData(file)), name);
  if (!entry || !at)
    return std::nullopt;
  return ConstexprPlace{entry->getUniqueID(), *at};
}

FileSystem WithInline(FileSystem files, std::set<ConstexprPlace> places) {
  return llvm::makeIntrusiveRefCnt<InlineTexts>(std::move(files), std::move(places));
}

}  // namespace detrain::load
