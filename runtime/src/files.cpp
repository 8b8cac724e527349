// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "files.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <map>

#include "cxx_streams.h"
#include "disk.h"
#include "fail.h"
#include "file_table.h"
#include "outputs.h"
#include "paths.h"
#include "random_device.h"
#include "standard_input.h"

namespace detrain::runtime {

FileTable& Files() {
  static auto* table = new FileTable;
  return *table;
}

void AddFile(OpenFile file) {
  FileTable& t = Files();
  const std::lock_guard<std::mutex> holding(t.mutex);
  file.ordinal = ++t.last_ordinal;
  if (file.stream != nullptr) {
    t.streams[file.stream] = file;
  } else {
    t.descriptors[file.fd] = file;
  }
}

void DropStream(FILE* stream) {
  FileTable& t = Files();
  const std::lock_guard<std::mutex> holding(t.mutex);
  t.streams.erase(stream);
}

void DropDescriptor(int fd) {
  FileTable& t = Files();
  const std::lock_guard<std::mutex> holding(t.mutex);
  t.descriptors.erase(fd);
}

namespace {

constexpr const char* kStandardKeys[kStandardCount] = {"<stdin>", "<stdout>", "<stderr>"};

FILE* StandardStream(std::uint64_t number) {
  FILE* const streams[kStandardCount] = {stdin, stdout, stderr};
  return streams[number];
}

OpenFile Standard(std::uint64_t number) {
  OpenFile file;
  file.key = kStandardKeys[number];
  file.stream = StandardStream(number);
  file.ordinal = kStandardOrdinal + number;
  return file;
}

// The buffer of a stream that is open still. One that a move or a swap took its file from is not known any more.
std::filebuf& Known(const OpenFile& file) {
  if (FileUnder(*file.buffer) != file.stream)
    Fail(file.key + ": its C++ stream was moved or swapped while it was open; the runtime lost sight of it");
  return *file.buffer;
}

std::int64_t Offset(const OpenFile& file) {
  if (file.kind == FileKind::CxxStream)
    return Known(file).pubseekoff(0, std::ios_base::cur, std::ios_base::in | std::ios_base::out);
  if (file.kind == FileKind::RandomDescriptor)
    return RandomOffset(file.fd);
  return file.stream != nullptr ? ftello(file.stream) : lseek(file.fd, 0, SEEK_CUR);
}

OpenFile DescribedInput() {
  OpenFile file = Standard(0);
  const PlaceInInput place = PlaceInStandardInput();
  file.offset = place.offset;
  file.at_end = place.at_end != 0;
  return file;
}

OpenFile Described(OpenFile file) {
  file.offset = Offset(file);
  file.at_end = file.kind != FileKind::CxxStream && file.stream != nullptr && feof(file.stream) != 0;
  return file;
}

}  // namespace

bool FindStream(const FILE* stream, OpenFile& file) {
  FileTable& t = Files();
  const std::lock_guard<std::mutex> holding(t.mutex);
  const auto found = t.streams.find(stream);
  if (found != t.streams.end()) {
    file = Described(found->second);
    return true;
  }
  if (stream == stdin)
    file = DescribedInput();
  if (stream == stdout)
    file = Standard(1);
  if (stream == stderr)
    file = Standard(2);
  // Where the program's text goes is not its state: a terminal has no position, a file has one.
  return stream == stdin || stream == stdout || stream == stderr;
}

bool FindDescriptor(int fd, OpenFile& file) {
  FileTable& t = Files();
  const std::lock_guard<std::mutex> holding(t.mutex);
  const auto found = t.descriptors.find(fd);
  if (found == t.descriptors.end())
    return false;
  file = Described(found->second);
  return true;
}

std::vector<OpenFile> BufferedFiles() {
  FileTable& t = Files();
  const std::lock_guard<std::mutex> holding(t.mutex);
  std::vector<OpenFile> files;
  for (const auto& [stream, file] : t.streams) {
    if (file.kind != FileKind::CxxStream)
      continue;
    Known(file);
    files.push_back(file);
  }
  return files;
}

std::vector<OpenFile> DescribeFiles() {
  FileTable& t = Files();
  const std::lock_guard<std::mutex> holding(t.mutex);
  std::vector<OpenFile> files;
  for (const auto& [stream, file] : t.streams)
    files.push_back(Described(file));
  for (const auto& [fd, file] : t.descriptors)
    files.push_back(Described(file));
  std::sort(files.begin(), files.end(), [](const OpenFile& a, const OpenFile& b) { return a.ordinal < b.ordinal; });
  files.insert(files.begin(), DescribedInput());
  return files;
}

std::uint64_t LastFile() {
  return Files().last_ordinal;
}

void SealFiles(std::uint64_t last) {
  Files().sealed = last;
}

std::uint64_t SealedFiles() {
  return Files().sealed;
}

// --- restoring ---

namespace {

// The mode that opens the file without losing its bytes.
std::string ModeAgain(const std::string& mode) {
  std::string again;
  for (const char c : mode) {
    if (c != 'x')
      again += c;
  }
  if (!again.empty() && again[0] == 'w') {
    again[0] = 'r';
    if (again.find('+') == std::string::npos)
      again.insert(1, "+");
  }
  return again;
}

[[noreturn]] void CannotReopen(const OpenFile& file) {
  Fail("cannot open " + PathOf(file.key) + " again: " + ErrorText(errno));
}

void Move(const OpenFile& saved, const OpenFile& now) {
  if (saved.offset < 0)
    return;
  if (now.stream == nullptr) {
    if (saved.kind == FileKind::RandomDescriptor) {
      SeekRandom(now.fd, saved.offset);
    } else if (lseek(now.fd, saved.offset, SEEK_SET) < 0) {
      CannotReopen(saved);
    }
    return;
  }
  if (now.kind == FileKind::CxxStream) {
    if (Known(now).pubseekpos(saved.offset) != std::streampos(saved.offset))
      CannotReopen(saved);
    return;
  }
  if (fseeko(now.stream, saved.offset, SEEK_SET) != 0)
    CannotReopen(saved);
  if (saved.at_end)
    getc(now.stream);  // sets the end-of-file mark again
}

// The handle that the code before the loop opened again in place of `saved`, or null.
OpenFile* Reopened(const OpenFile& saved) {
  FileTable& t = Files();
  if (saved.ordinal > t.sealed)
    return nullptr;
  for (auto& [stream, file] : t.streams) {
    if (file.ordinal == saved.ordinal && file.key == saved.key && file.kind == saved.kind)
      return &file;
  }
  for (auto& [fd, file] : t.descriptors) {
    if (file.ordinal == saved.ordinal && file.key == saved.key && file.kind == saved.kind)
      return &file;
  }
  return nullptr;
}

// Points a handle that was opened on a scratch file, since the run writes the file, at the real one. What the code
// before the loop has in a buffer goes to the scratch file.
void Repoint(const OpenFile& saved, OpenFile& now) {
  if (!IsOutput(saved.key))
    return;
  const std::string path = PathOf(saved.key);
  if (now.kind == FileKind::CxxStream)
    Known(now).pubsync();
  if (now.stream != nullptr) {
    if (freopen(path.c_str(), ModeAgain(saved.mode).c_str(), now.stream) == nullptr)
      CannotReopen(saved);
    return;
  }
  const int fd = open(path.c_str(), saved.flags & ~(O_TRUNC | O_CREAT | O_EXCL));
  if (fd < 0 || dup2(fd, now.fd) < 0)
    CannotReopen(saved);
  close(fd);
}

OpenFile OpenStream(const OpenFile& saved) {
  OpenFile file = saved;
  file.stream = saved.kind == FileKind::RandomStream ? OpenRandomStream(saved.seed)
                                                     : fopen(PathOf(saved.key).c_str(), ModeAgain(saved.mode).c_str());
  if (file.stream == nullptr)
    CannotReopen(saved);
  return file;
}

// Under the same number where that is free, since the program may have kept it elsewhere too.
OpenFile OpenDescriptor(const OpenFile& saved) {
  OpenFile file = saved;
  file.fd = saved.kind == FileKind::RandomDescriptor
                ? OpenRandomDescriptor(saved.seed)
                : open(PathOf(saved.key).c_str(), saved.flags & ~(O_TRUNC | O_CREAT | O_EXCL));
  if (file.fd < 0)
    CannotReopen(saved);
  if (file.fd == saved.fd || fcntl(saved.fd, F_GETFD) >= 0)
    return file;
  if (dup2(file.fd, saved.fd) < 0)
    CannotReopen(saved);
  MoveRandom(file.fd, saved.fd);
  close(file.fd);
  file.fd = saved.fd;
  return file;
}

void RestoreOne(const OpenFile& saved, bool wanted) {
  FileTable& t = Files();
  if (saved.ordinal >= kStandardOrdinal)
    return MoveStandardInput({saved.offset, saved.at_end ? 1 : 0});
  OpenFile* now = Reopened(saved);
  // A C++ stream is an object of the program: RestoreBuffer opens its file where that object is.
  if (now == nullptr && (!wanted || saved.kind == FileKind::CxxStream))
    return;
  if (saved.kind == FileKind::Temporary)
    Fail("a temporary file is open at the checkpoint; it cannot be brought back");
  if (now != nullptr) {
    Repoint(saved, *now);
  } else {
    const bool stream = saved.kind == FileKind::Stream || saved.kind == FileKind::RandomStream;
    const OpenFile file = stream ? OpenStream(saved) : OpenDescriptor(saved);
    now = stream ? &(t.streams[file.stream] = file) : &(t.descriptors[file.fd] = file);
  }
  Move(saved, *now);
  t.restored[saved.ordinal] = *now;
}

// A handle that the code before the loop opened and the loop had closed is the program's no more.
template <typename Handles>
void DropClosed(Handles& handles, const std::vector<OpenFile>& saved) {
  for (auto at = handles.begin(); at != handles.end();) {
    const bool open = std::any_of(saved.begin(), saved.end(),
                                  [&](const OpenFile& file) { return file.ordinal == at->second.ordinal; });
    at = open ? std::next(at) : handles.erase(at);
  }
}

bool Holds(const std::vector<std::uint64_t>& ordinals, std::uint64_t ordinal) {
  return std::find(ordinals.begin(), ordinals.end(), ordinal) != ordinals.end();
}

// What brings the file back without losing its bytes.
std::ios_base::openmode OpenModeAgain(const OpenFile& saved) {
  std::ios_base::openmode mode = std::ios_base::binary;
  const std::string again = ModeAgain(saved.mode);
  if (again[0] == 'r')
    mode |= std::ios_base::in;
  if (again[0] == 'a')
    mode |= std::ios_base::app;
  if (again.find('+') != std::string::npos)
    mode |= std::ios_base::in | std::ios_base::out;
  return mode;
}

}  // namespace

bool IsStandard(std::uint64_t ordinal, const std::string& key) {
  return ordinal >= kStandardOrdinal && ordinal - kStandardOrdinal < kStandardCount &&
         key == kStandardKeys[ordinal - kStandardOrdinal];
}

void RestoreFiles(const std::vector<OpenFile>& saved, const std::vector<std::uint64_t>& wanted,
                  const std::vector<std::uint64_t>& untouched) {
  FileTable& t = Files();
  const std::lock_guard<std::mutex> holding(t.mutex);
  DropClosed(t.streams, saved);
  DropClosed(t.descriptors, saved);
  for (const OpenFile& file : saved) {
    if (!Holds(untouched, file.ordinal)) {
      RestoreOne(file, Holds(wanted, file.ordinal));
    } else if (const OpenFile* now = Reopened(file)) {
      t.restored[file.ordinal] = *now;
    }
    t.last_ordinal = std::max(t.last_ordinal, file.ordinal >= kStandardOrdinal ? 0 : file.ordinal);
  }
}

void RestoreBuffer(std::filebuf& buffer, const OpenFile& saved) {
  OpenFile now;
  FILE* stream = FileUnder(buffer);
  if (stream != nullptr && FindStream(stream, now) && now.key == saved.key) {
    Repoint(saved, now);
  } else {
    buffer.close();
    if (buffer.open(PathOf(saved.key), OpenModeAgain(saved)) == nullptr)
      CannotReopen(saved);
  }
  OpenFile file = saved;
  file.stream = FileUnder(buffer);
  file.buffer = &buffer;
  Move(saved, file);
  FileTable& t = Files();
  const std::lock_guard<std::mutex> holding(t.mutex);
  t.streams[file.stream] = file;
  t.restored[saved.ordinal] = file;
}

FILE* StreamOf(std::uint64_t saved_ordinal) {
  if (saved_ordinal >= kStandardOrdinal)
    return StandardStream((saved_ordinal - kStandardOrdinal) % kStandardCount);
  const auto found = Files().restored.find(saved_ordinal);
  return found == Files().restored.end() ? nullptr : found->second.stream;
}

int DescriptorOf(std::uint64_t saved_ordinal) {
  const auto found = Files().restored.find(saved_ordinal);
  return found == Files().restored.end() ? -1 : found->second.fd;
}

}  // namespace detrain::runtime
