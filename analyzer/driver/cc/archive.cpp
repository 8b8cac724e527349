// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/archive.h"

#include <llvm/Object/Archive.h>
#include <llvm/Object/ArchiveWriter.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <memory>
#include <utility>

#include "analyzer/diag/message.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver::cc {
namespace {

namespace object = llvm::object;

struct OpenArchive {
  std::unique_ptr<llvm::MemoryBuffer> bytes;
  std::unique_ptr<object::Archive> archive;
};

Error Unreadable(const std::string& path, llvm::Error error) {
  return diag::Fail<diag::Failure::BadArchive>(Location{path, 0, 0}, llvm::toString(std::move(error)));
}

Result<OpenArchive> Open(const std::string& path) {
  auto bytes = llvm::MemoryBuffer::getFile(path, false, false);
  if (!bytes)
    return Unreadable(path, llvm::errorCodeToError(bytes.getError()));
  auto archive = object::Archive::create((*bytes)->getMemBufferRef());
  if (!archive)
    return Unreadable(path, archive.takeError());
  return OpenArchive{std::move(*bytes), std::move(*archive)};
}

std::set<std::string> DefinedIn(llvm::MemoryBufferRef bytes) {
  std::set<std::string> names;
  auto file = object::ObjectFile::createObjectFile(bytes);
  if (!file) {
    llvm::consumeError(file.takeError());
    return names;
  }
  for (const object::SymbolRef& symbol : (*file)->symbols()) {
    llvm::Expected<std::uint32_t> flags = symbol.getFlags();
    llvm::Expected<llvm::StringRef> name = symbol.getName();
    const bool is_known = !flags.takeError() && !name.takeError();
    if (is_known && (*flags & object::SymbolRef::SF_Global) != 0 && (*flags & object::SymbolRef::SF_Undefined) == 0)
      names.insert(name->str());
  }
  return names;
}

llvm::Expected<ArchiveMember> MemberFrom(const object::Archive::Child& child) {
  auto name = child.getName();
  if (!name)
    return name.takeError();
  auto bytes = child.getMemoryBufferRef();
  if (!bytes)
    return bytes.takeError();
  const llvm::StringRef file = name->rsplit('/').second.empty() ? *name : name->rsplit('/').second;
  return ArchiveMember{file.str(), HashText(bytes->getBuffer()), DefinedIn(*bytes)};
}

}  // namespace

Result<std::vector<ArchiveMember>> MembersOf(const std::string& archive) {
  DETRAIN_TRY(const OpenArchive open, Open(archive));
  std::vector<ArchiveMember> members;
  llvm::Error error = llvm::Error::success();
  for (const object::Archive::Child& child : open.archive->children(error)) {
    auto member = MemberFrom(child);
    if (!member) {
      llvm::consumeError(std::move(error));
      return Unreadable(archive, member.takeError());
    }
    members.push_back(std::move(*member));
  }
  if (error)
    return Unreadable(archive, std::move(error));
  return members;
}

std::set<std::string> SymbolsOf(const std::string& program) {
  auto bytes = llvm::MemoryBuffer::getFile(program, false, false);
  return bytes ? DefinedIn((*bytes)->getMemBufferRef()) : std::set<std::string>();
}

Result<void> CopyArchive(const std::string& archive, const std::map<std::size_t, std::string>& objects,
                         const std::string& target) {
  DETRAIN_TRY(const OpenArchive open, Open(archive));
  std::vector<llvm::NewArchiveMember> members;
  llvm::Error error = llvm::Error::success();
  for (const object::Archive::Child& child : open.archive->children(error)) {
    const auto other = objects.find(members.size());
    auto member = other == objects.end() ? llvm::NewArchiveMember::getOldMember(child, true)
                                         : llvm::NewArchiveMember::getFile(other->second, true);
    if (!member) {
      llvm::consumeError(std::move(error));
      return Unreadable(archive, member.takeError());
    }
    members.push_back(std::move(*member));
  }
  if (!error)
    error =
        llvm::writeArchive(target, members, llvm::SymtabWritingMode::NormalSymtab, object::Archive::K_GNU, true, false);
  if (error)
    return Unreadable(target, std::move(error));
  return {};
}

}  // namespace detrain::driver::cc
