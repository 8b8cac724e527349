// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The C library's functions that open, close, move and remove files. With no variable of ours set each is one test and
// a tail call.
#include <fcntl.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdlib>
#include <cstring>
#include <string>

#include "data_files.h"
#include "fail.h"
#include "file_table.h"
#include "hook_declarations.h"
#include "inputs.h"
#include "outputs.h"
#include "paths.h"
#include "random_device.h"
#include "run.h"
#include "settings.h"
#include "standard_input.h"

namespace detrain::runtime {
namespace {

Intent OfMode(const char* mode) {
  const bool plus = std::strchr(mode, '+') != nullptr;
  if (mode[0] == 'w')
    return Intent::Truncate;
  if (mode[0] == 'a')
    return Intent::Append;
  return plus ? Intent::Overwrite : Intent::Read;
}

Intent OfFlags(int flags) {
  if ((flags & O_ACCMODE) == O_RDONLY)
    return Intent::Read;
  if ((flags & O_TRUNC) != 0)
    return Intent::Truncate;
  return (flags & O_APPEND) != 0 ? Intent::Append : Intent::Overwrite;
}

// The key under which a random device's stream is drawn is an input like any other.
void SeedRandom(std::uint64_t seed[2]) {
  const auto real = [] {
    std::uint64_t words[2] = {};
    if (getentropy(words, sizeof words) != 0)
      Fail("cannot read random bytes");
    Input input;
    input.numbers = {static_cast<std::int64_t>(words[0]), static_cast<std::int64_t>(words[1])};
    return input;
  };
  const auto derived = [](const Derived& from) {
    Input input;
    input.numbers = {static_cast<std::int64_t>(from.word[0]), static_cast<std::int64_t>(from.word[1])};
    return input;
  };
  const Input input = Ask("random-device", real, derived);
  if (input.numbers.size() != 2)
    Fail("recorded input random-device is damaged");
  seed[0] = static_cast<std::uint64_t>(input.numbers[0]);
  seed[1] = static_cast<std::uint64_t>(input.numbers[1]);
}

FILE* OpenRandomDevice(const char* path) {
  OpenFile file;
  file.kind = FileKind::RandomStream;
  file.key = path;
  SeedRandom(file.seed);
  file.stream = OpenRandomStream(file.seed);
  if (file.stream != nullptr)
    AddFile(file);
  return file.stream;
}

int OpenRandomDeviceFd(const char* path) {
  OpenFile file;
  file.kind = FileKind::RandomDescriptor;
  file.key = path;
  SeedRandom(file.seed);
  file.fd = OpenRandomDescriptor(file.seed);
  if (file.fd >= 0)
    AddFile(file);
  return file.fd;
}

void Remember(FILE* stream, const char* path, const char* mode) {
  OpenFile file;
  file.key = KeyOf(path);
  file.mode = mode;
  file.stream = stream;
  file.writes = OfMode(mode) != Intent::Read && !IsSpecial(path);
  file.in_place = OfMode(mode) == Intent::Overwrite;
  AddFile(file);
}

void Remember(int fd, const std::string& path, int flags) {
  OpenFile file;
  file.kind = FileKind::Descriptor;
  file.key = KeyOf(path);
  file.flags = flags;
  file.fd = fd;
  file.writes = OfFlags(flags) != Intent::Read && !IsSpecial(path);
  file.in_place = OfFlags(flags) == Intent::Overwrite;
  AddFile(file);
}

int Open(const std::string& path, int flags, mode_t mode) {
  if (IsRandomDevice(path.c_str()))
    return OpenRandomDeviceFd(path.c_str());
  const int fd = open(PrepareFile(path, OfFlags(flags)).c_str(), flags, mode);
  if (fd >= 0 && (flags & O_DIRECTORY) == 0)
    Remember(fd, path, flags);
  if (fd >= 0 && (flags & O_ACCMODE) == O_RDONLY)
    NoteDataFile(path);
  return fd;
}

// A handle that only appended so far moves: from here on it may write anywhere.
template <typename Handles, typename Handle>
void Moved(Handles& handles, Handle handle) {
  std::string key;
  {
    const std::lock_guard<std::mutex> holding(Files().mutex);
    const auto found = handles.find(handle);
    if (found == handles.end() || !found->second.writes || found->second.in_place)
      return;
    const OpenFile& file = found->second;
    const bool appends = file.stream != nullptr ? file.mode[0] == 'a' : (file.flags & O_APPEND) != 0;
    if (appends)
      return;  // the kernel sees to it
    found->second.in_place = true;
    key = file.key;
  }
  PrepareRewrite(key);
}

// Asking for the position and going to the end leave every byte as it is.
bool MovesBack(off_t offset, int whence) {
  return offset != 0 || whence == SEEK_SET;
}

void MovedDescriptor(int fd) {
  if (FollowsFiles())
    Moved(Files().descriptors, fd);
}

int MakeTemporary(char* name) {
  int fd = -1;
  const auto real = [&] {
    fd = mkstemp(name);
    Input input;
    input.numbers = {fd < 0 ? -1 : 0};
    input.bytes = name;
    return input;
  };
  const auto derived = [&](const Derived& from) {
    const std::size_t size = std::strlen(name);
    for (std::size_t i = 0; i < 6 && i < size; ++i)
      name[size - 1 - i] = static_cast<char>('a' + (from.word[0] >> 8 * i) % 26);
    Input input;
    input.numbers = {0};
    input.bytes = name;
    return input;
  };
  const Input input = Ask("mkstemp", real, derived);
  if (input.numbers.empty() || input.numbers[0] < 0)
    return -1;
  if (input.bytes.size() == std::strlen(name))
    std::strcpy(name, input.bytes.c_str());
  if (fd >= 0) {
    // Made by the C library just now; told to the runtime after the fact, as empty before.
    unlink(name);
    close(fd);
  }
  return Open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
}

}  // namespace

void MovedStream(FILE* stream) {
  if (FollowsFiles())
    Moved(Files().streams, stream);
}

}  // namespace detrain::runtime

using namespace detrain::runtime;

extern "C" {

FILE* detrain_fopen(const char* path, const char* mode) {
  if (!g_active)
    return fopen(path, mode);
  return Guard([&] {
    if (IsRandomDevice(path))
      return OpenRandomDevice(path);
    FILE* stream = fopen(PrepareFile(path, OfMode(mode)).c_str(), mode);
    if (stream != nullptr)
      Remember(stream, path, mode);
    if (stream != nullptr && OfMode(mode) == Intent::Read)
      NoteDataFile(path);
    return stream;
  });
}

FILE* detrain_freopen(const char* path, const char* mode, FILE* stream) {
  if (!g_active || path == nullptr)
    return freopen(path, mode, stream);
  return Guard([&] {
    DropStream(stream);
    FILE* again = freopen(PrepareFile(path, OfMode(mode)).c_str(), mode, stream);
    if (again != nullptr)
      Remember(again, path, mode);
    return again;
  });
}

FILE* detrain_fdopen(int fd, const char* mode) {
  FILE* stream = fdopen(fd, mode);
  if (!g_active || stream == nullptr)
    return stream;
  return Guard([&] {
    OpenFile file;
    if (!FindDescriptor(fd, file))
      return stream;
    DropDescriptor(fd);
    file.kind = FileKind::Stream;
    file.mode = mode;
    file.stream = stream;
    AddFile(file);
    return stream;
  });
}

int detrain_fclose(FILE* stream) {
  if (g_active)
    Guard([&] { DropStream(stream); });
  return fclose(stream);
}

FILE* detrain_tmpfile(void) {
  FILE* stream = tmpfile();
  if (!g_active || stream == nullptr)
    return stream;
  return Guard([&] {
    OpenFile file;
    file.kind = FileKind::Temporary;
    file.key = "<tmpfile>";
    file.stream = stream;
    AddFile(file);
    return stream;
  });
}

int detrain_remove(const char* path) {
  if (!g_active)
    return remove(path);
  return Guard([&] { return remove(PrepareFile(path, Intent::Remove).c_str()); });
}

int detrain_rename(const char* from, const char* to) {
  if (!g_active)
    return rename(from, to);
  return Guard([&] {
    const std::string source = PrepareFile(from, Intent::Remove);
    return rename(source.c_str(), PrepareFile(to, Intent::Remove).c_str());
  });
}

int detrain_fseek(FILE* stream, long offset, int whence) {
  if (g_active && MovesBack(offset, whence))
    Guard([&] { MovedStream(stream); });
  return fseek(stream, offset, whence);
}

int detrain_fseeko(FILE* stream, off_t offset, int whence) {
  if (g_active && MovesBack(offset, whence))
    Guard([&] { MovedStream(stream); });
  return fseeko(stream, offset, whence);
}

void detrain_rewind(FILE* stream) {
  if (g_active)
    Guard([&] { MovedStream(stream); });
  rewind(stream);  // NOLINT(bugprone-unsafe-functions): the program asked for this one
}

int detrain_fsetpos(FILE* stream, const fpos_t* position) {
  if (g_active)
    Guard([&] { MovedStream(stream); });
  return fsetpos(stream, position);
}

int detrain_open(const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & (O_CREAT | O_TMPFILE)) != 0) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  if (!g_active)
    return open(path, flags, mode);
  return Guard([&] { return Open(path, flags, mode); });
}

int detrain_openat(int folder, const char* path, int flags, ...) {
  mode_t mode = 0;
  if ((flags & (O_CREAT | O_TMPFILE)) != 0) {
    va_list rest;
    va_start(rest, flags);
    mode = va_arg(rest, mode_t);
    va_end(rest);
  }
  if (!g_active)
    return openat(folder, path, flags, mode);
  return Guard([&] {
    if (folder == AT_FDCWD || path[0] == '/')
      return Open(path, flags, mode);
    return Open("/proc/self/fd/" + std::to_string(folder) + "/" + path, flags, mode);
  });
}

int detrain_creat(const char* path, mode_t mode) {
  return detrain_open(path, O_WRONLY | O_CREAT | O_TRUNC, mode);
}

int detrain_close(int fd) {
  if (g_active) {
    Guard([&] {
      DropDescriptor(fd);
      CloseRandom(fd);
    });
  }
  return close(fd);
}

ssize_t detrain_read(int fd, void* bytes, std::size_t size) {
  if (g_active && Guard([&] { return ReadRandom(fd, bytes, size); }))
    return static_cast<ssize_t>(size);
  ssize_t result = 0;
  if (g_active && Guard([&] { return ReadStandardInput(fd, bytes, size, result); }))
    return result;
  return read(fd, bytes, size);
}

off_t detrain_lseek(int fd, off_t offset, int whence) {
  if (g_active && MovesBack(offset, whence))
    Guard([&] { MovedDescriptor(fd); });
  return lseek(fd, offset, whence);
}

ssize_t detrain_pwrite(int fd, const void* bytes, std::size_t size, off_t offset) {
  if (g_active)
    Guard([&] { MovedDescriptor(fd); });
  return pwrite(fd, bytes, size, offset);
}

int detrain_unlink(const char* path) {
  if (!g_active)
    return unlink(path);
  return Guard([&] { return unlink(PrepareFile(path, Intent::Remove).c_str()); });
}

int detrain_truncate(const char* path, off_t length) {
  if (!g_active)
    return truncate(path, length);
  return Guard([&] { return truncate(PrepareFile(path, Intent::Overwrite).c_str(), length); });
}

int detrain_ftruncate(int fd, off_t length) {
  if (g_active)
    Guard([&] { MovedDescriptor(fd); });
  return ftruncate(fd, length);
}

int detrain_access(const char* path, int mode) {
  if (!g_active)
    return access(path, mode);
  return Guard([&] { return access(PrepareFile(path, Intent::Read).c_str(), mode); });
}

int detrain_mkstemp(char* name) {
  if (!g_active)
    return mkstemp(name);
  return Guard([&] { return MakeTemporary(name); });
}

}  // extern "C"
