// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/files.h"

#include <llvm/Support/MemoryBuffer.h>

#include <algorithm>
#include <memory>
#include <string_view>
#include <utility>

#include "analyzer/load/embedded.h"
#include "analyzer/load/launches.h"

namespace detrain::load {
namespace {

// A file of the disk with another text of the same length.
class ChangedFile : public llvm::vfs::File {
 public:
  ChangedFile(llvm::vfs::Status status, std::string text) : status_(std::move(status)), text_(std::move(text)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, int64_t /*size*/,
                                                               bool /*terminated*/, bool /*is_volatile*/) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text_, name);
  }
  std::error_code close() override { return {}; }

 private:
  llvm::vfs::Status status_;
  std::string text_;
};

class JoinedLaunches : public llvm::vfs::ProxyFileSystem {
 public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    const std::string name = path.str();
    if (!file || name.starts_with("/usr/"))
      return file;
    auto status = (*file)->status();
    if (!status || !status->isRegularFile())
      return file;
    auto text = (*file)->getBuffer(name);
    if (!text)
      return text.getError();
    auto joined = WithJoinedLaunches((*text)->getBuffer());
    std::string content = joined ? *std::move(joined) : (*text)->getBuffer().str();
    return std::make_unique<ChangedFile>(*status, std::move(content));
  }
};

// "std.thread.inc" is <thread>, "cuda.compat.inc" the header of its name, others are in <bits/...>.
std::string PathOf(std::string_view file) {
  const std::string name(file.substr(0, file.rfind('.')));
  if (name.starts_with("cuda."))
    return std::string(kCudaFolder) + "/detrain_cuda_" + name.substr(5) + ".h";
  if (name.starts_with("std."))
    return std::string(kLibraryTexts) + "/" + name.substr(4);
  return std::string(kLibraryTexts) + "/bits/" + name + ".h";
}

}  // namespace

FileSystem FilesSeenFrom(const std::string& directory, bool is_cuda, const std::vector<UnsavedFile>& unsaved) {
  FileSystem disk = llvm::vfs::createPhysicalFileSystem();
  if (!directory.empty())
    static_cast<void>(disk->setCurrentWorkingDirectory(directory));  // the file is then not found, which is said
  if (!unsaved.empty()) {
    auto held = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
    for (const UnsavedFile& file : unsaved)
      held->addFile(file.path, 0, llvm::MemoryBuffer::getMemBufferCopy(file.text));
    auto both = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(disk);
    both->pushOverlay(held);
    disk = both;
  }
  if (is_cuda)
    disk = llvm::makeIntrusiveRefCnt<JoinedLaunches>(disk);
  auto texts = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedFile& file : EmbeddedFiles())
    texts->addFile(PathOf(file.name), 0, llvm::MemoryBuffer::getMemBufferCopy(file.text));
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(disk);
  files->pushOverlay(texts);
  return files;
}

}  // namespace detrain::load
