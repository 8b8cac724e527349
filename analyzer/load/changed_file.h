// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_LOAD_CHANGED_FILE_H
#define DETRAIN_ANALYZER_LOAD_CHANGED_FILE_H

#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace detrain::load {

// A file of the disk with another text.
class ChangedFile : public llvm::vfs::File {
 public:
  ChangedFile(llvm::vfs::Status status, std::string text) : status_(std::move(status)), text_(std::move(text)) {}

  llvm::ErrorOr<llvm::vfs::Status> status() override { return status_; }
  llvm::ErrorOr<std::unique_ptr<llvm::MemoryBuffer>> getBuffer(const llvm::Twine& name, std::int64_t /*size*/,
                                                               bool /*terminated*/, bool /*is_volatile*/) override {
    return llvm::MemoryBuffer::getMemBufferCopy(text_, name);
  }
  std::error_code close() override { return {}; }

 private:
  llvm::vfs::Status status_;
  std::string text_;
};

}  // namespace detrain::load

#endif
