// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files and folders with errors as values: every function returns 0 or an errno.
#ifndef DETRAIN_RUNTIME_SRC_DISK_H
#define DETRAIN_RUNTIME_SRC_DISK_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace detrain::runtime {

constexpr std::uint64_t kWholeFile = UINT64_MAX;

std::string ErrorText(int error);

bool Exists(const std::string& path);
bool IsFolder(const std::string& path);
bool IsSameFolder(const std::string& a, const std::string& b);
int MakeFolders(const std::string& path);  // like mkdir -p
int RemoveTree(const std::string& path);
int SyncFolder(const std::string& path);
std::vector<std::string> List(const std::string& folder);  // names, sorted

int ReadWhole(const std::string& path, std::string& text);
// Exactly `size` bytes from `offset`; EIO where the file ends before.
int ReadAt(const std::string& path, std::uint64_t offset, void* bytes, std::size_t size);
int WriteAll(int fd, const void* bytes, std::size_t size);
// Creates or replaces `path`, fsync included.
int WriteWhole(const std::string& path, const std::string& text);
// The same through a temporary name, so that a reader sees the old bytes or the new ones.
int ReplaceWhole(const std::string& path, const std::string& text);
// The first `length` bytes (kWholeFile: all) of `from` become `to`, fsync included, by way of a temporary name.
int CopyPrefix(const std::string& from, const std::string& to, std::uint64_t length);
// XXH3 of the first `length` bytes; EIO where the file is shorter.
int HashPrefix(const std::string& path, std::uint64_t length, std::uint64_t& hash);
int FileSize(const std::string& path, std::uint64_t& size);
int SyncFile(const std::string& path);

}  // namespace detrain::runtime

#endif
