// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/files.h"

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/Path.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <memory>
#include <string_view>
#include <utility>

#include "analyzer/load/changed_file.h"
#include "analyzer/load/embedded.h"
#include "analyzer/load/nvcc_text.h"

namespace detrain::load {
namespace {

// Sources as nvcc reads them.
class NvccTexts : public llvm::vfs::ProxyFileSystem {
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
    auto changed = AsNvccReads((*text)->getBuffer());
    std::string content = changed ? *std::move(changed) : (*text)->getBuffer().str();
    return std::make_unique<ChangedFile>(*status, std::move(content));
  }
};

// A header, wherever it is installed and however it is included, and what is read with it.
struct ChangedHeader {
  std::string_view path;  // the end of it
  std::string_view text;  // the file in data/
  bool is_instead;        // of the header; else behind it
};
constexpr std::array<ChangedHeader, 5> kChangedHeaders = {{
    {"/oneapi/tbb/parallel_for.h", "tbb.parallel_for.inc", false},
    {"/oneapi/tbb/parallel_reduce.h", "tbb.parallel_reduce.inc", false},
    {"/oneapi/tbb/parallel_invoke.h", "tbb.parallel_invoke.inc", true},
    {"/pstl/parallel_backend_tbb.h", "pstl.parallel_backend_tbb.inc", true},
    {"/__clang_cuda_builtin_vars.h", "cuda.builtin_vars.inc", true},
}};

std::string_view TextOf(std::string_view file) {
  const auto all = EmbeddedFiles();
  const auto found = std::ranges::find(all, file, &EmbeddedFile::name);
  return found == all.end() ? std::string_view() : found->text;
}

// Libraries that run loops in threads of their own do it by tasks that no analysis follows: what they promise is there
// as text. So is what Clang's headers forbid and nvcc's do not.
class ChangedHeaders : public llvm::vfs::ProxyFileSystem {
 public:
  using ProxyFileSystem::ProxyFileSystem;

  llvm::ErrorOr<llvm::vfs::Status> status(const llvm::Twine& path) override {
    auto found = ProxyFileSystem::status(path);
    const ChangedHeader* header = HeaderAt(path.str());
    if (!found || header == nullptr)
      return found;
    const std::uint64_t own = header->is_instead ? 0 : found->getSize();
    return llvm::vfs::Status::copyWithNewSize(*found, own + TextOf(header->text).size());
  }

  llvm::ErrorOr<std::unique_ptr<llvm::vfs::File>> openFileForRead(const llvm::Twine& path) override {
    auto file = ProxyFileSystem::openFileForRead(path);
    const ChangedHeader* header = HeaderAt(path.str());
    if (!file || header == nullptr)
      return file;
    auto own = (*file)->getBuffer(path);
    auto known = status(path);
    if (!own || !known)
      return file;
    std::string text = header->is_instead ? std::string() : (*own)->getBuffer().str();
    text += TextOf(header->text);
    return std::make_unique<ChangedFile>(*known, std::move(text));
  }

 private:
  static const ChangedHeader* HeaderAt(std::string_view path) {
    const auto* const found =
        std::ranges::find_if(kChangedHeaders, [&](const ChangedHeader& header) { return path.ends_with(header.path); });
    return found == kChangedHeaders.end() ? nullptr : found;
  }
};

bool IsOfThrust(std::string_view file) {
  return file.starts_with("thrust");
}

// "std.thread.inc" is <thread>, "cuda.compat.inc" the header of its name, "thrust.run.inc" <thrust/detail/run.h>,
// others are in <bits/...>. Headers of Thrust have their path.
std::string PathOf(std::string_view file) {
  if (file.starts_with("thrust/"))
    return std::string(kCudaFolder) + "/" + std::string(file);
  const std::string name(file.substr(0, file.rfind('.')));
  if (name.starts_with("thrust."))
    return std::string(kCudaFolder) + "/thrust/detail/" + name.substr(7) + ".h";
  if (name.starts_with("cuda."))
    return std::string(kCudaFolder) + "/detrain_cuda_" + name.substr(5) + ".h";
  if (name.starts_with("std."))
    return std::string(kLibraryTexts) + "/" + name.substr(4);
  return std::string(kLibraryTexts) + "/bits/" + name + ".h";
}

// The host backend has no need to say where a function may run: anywhere.
std::string TextSeen(const EmbeddedFile& file) {
  std::string text(file.text);
  const std::size_t begins = text.find("\nnamespace ");
  if (!IsOfThrust(file.name) || begins == std::string::npos)
    return text;
  text.insert(begins, "\n#pragma clang force_cuda_host_device begin");
  return text + "#pragma clang force_cuda_host_device end\n";
}

}  // namespace

FileSystem FilesSeenFrom(const std::string& directory, const std::string& toolkit, Thrust thrust,
                         const std::vector<UnsavedFile>& unsaved) {
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
  disk = llvm::makeIntrusiveRefCnt<ChangedHeaders>(disk);
  if (!toolkit.empty())
    disk = llvm::makeIntrusiveRefCnt<NvccTexts>(disk);
  auto texts = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedFile& file : EmbeddedFiles())
    if (thrust == Thrust::Own || !IsOfThrust(file.name))
      texts->addFile(PathOf(file.name), 0, llvm::MemoryBuffer::getMemBufferCopy(TextSeen(file)));
  // Clang takes for CUDA what has this folder, too; headers that were installed alone have none.
  if (llvm::SmallString<128> nothing(toolkit); !toolkit.empty()) {
    llvm::sys::path::append(nothing, "bin", ".detrain");
    static_cast<void>(disk->makeAbsolute(nothing));
    texts->addFile(nothing, 0, llvm::MemoryBuffer::getMemBuffer(""));
  }
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(disk);
  files->pushOverlay(texts);
  return files;
}

}  // namespace detrain::load
