// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "standard_input.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstdio>
#include <cstring>
#include <ext/stdio_filebuf.h>
#include <ext/stdio_sync_filebuf.h>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

#include "bindings.h"
#include "data_files.h"
#include "disk.h"
#include "fail.h"
#include "run.h"
#include "settings.h"

namespace detrain::runtime {
namespace {

constexpr const char* kSelf = "/proc/self/fd/0";

struct Tape {
  bool is_open = false;
  int record = -1;             // descriptor of DIR/stdin; -1: there is none yet
  std::uint64_t recorded = 0;  // its bytes
  std::uint64_t place = 0;     // of the next byte that the program reads
  bool keeps = false;          // what is taken from the world is added to the record
  bool is_other = false;       // another pipe than the record's: it begins where the record does
  // Of a regular file.
  std::string path;
  std::int64_t begin = 0;
};

Tape& T() {
  static auto* tape = new Tape;
  return *tape;
}

std::string RecordIn(const std::string& dir) {
  return dir + "/stdin";
}

// Which pipe the record was taken out of: a process that starts anew finds the same one, less what is in the record.
std::string SourceIn(const std::string& dir) {
  return dir + "/stdin.source";
}

struct stat StatusOfInput() {
  struct stat status{};
  if (fstat(STDIN_FILENO, &status) != 0)
    status.st_mode = 0;
  return status;
}

std::string NameOfSource() {
  const struct stat status = StatusOfInput();
  return std::to_string(status.st_dev) + " " + std::to_string(status.st_ino) + "\n";
}

// A terminal, or /dev/null, has no beginning: what it gives comes behind the record.
bool HasBeginning() {
  const mode_t mode = StatusOfInput().st_mode;
  return S_ISFIFO(mode) || S_ISSOCK(mode) || S_ISREG(mode);
}

bool IsSameSource(const std::string& dir) {
  std::string name;
  return ReadWhole(SourceIn(dir), name) == 0 && name == NameOfSource();
}

[[noreturn]] void CannotKeep(int error) {
  Fail("cannot write " + RecordIn(GetSettings().dir) + ": " + ErrorText(error));
}

// --- the record ---

void NameSource() {
  if (!T().keeps)
    return;
  const std::string& dir = GetSettings().dir;
  int error = WriteWhole(SourceIn(dir), NameOfSource());
  if (error == 0)
    error = SyncFolder(dir);
  if (error != 0)
    CannotKeep(error);
}

void MakeRecord() {
  Tape& t = T();
  if (t.record >= 0 || !t.keeps)
    return;
  NameSource();
  t.record = OpenToShare(RecordIn(GetSettings().dir));
  if (t.record < 0)
    CannotKeep(errno);
}

ssize_t ReadRecord(char* bytes, std::size_t size, std::uint64_t place) {
  return Again([&] { return pread(T().record, bytes, size, static_cast<off_t>(place)); });
}

// Bytes leave a pipe only as they come to the record: a process that is killed here loses none.
ssize_t Move(std::size_t size) {
  auto end = static_cast<loff_t>(T().recorded);
  return Again([&] { return splice(STDIN_FILENO, nullptr, T().record, &end, size, 0); });
}

void Append(const char* bytes, std::size_t size) {
  if (lseek(T().record, static_cast<off_t>(T().recorded), SEEK_SET) < 0)
    CannotKeep(errno);
  if (const int error = WriteAll(T().record, bytes, size))
    CannotKeep(error);
}

// --- the world ---

ssize_t ReadWorld(char* bytes, std::size_t size) {
  return Again([&] { return read(STDIN_FILENO, bytes, size); });
}

// What the record holds comes again at the beginning of another pipe, and must be the same.
void PassRecord() {
  Tape& t = T();
  std::vector<char> known(1 << 16);
  std::vector<char> given(known.size());
  for (std::uint64_t at = 0; at < t.recorded;) {
    const ssize_t count = ReadWorld(given.data(), std::min<std::uint64_t>(given.size(), t.recorded - at));
    const auto size = static_cast<std::size_t>(std::max<ssize_t>(count, 0));
    if (size == 0 || ReadRecord(known.data(), size, at) != count || std::memcmp(known.data(), given.data(), size) != 0)
      Refuse("standard input is not what the run has read before, from byte " + std::to_string(at) +
             " on; a pipe that a run goes on with begins where its first one did");
    at += size;
  }
  t.is_other = false;
  NameSource();
}

ssize_t Take(char* bytes, std::size_t size) {
  Tape& t = T();
  if (t.is_other)
    PassRecord();
  MakeRecord();
  ssize_t count = t.keeps ? Move(size) : -1;
  if (count > 0) {
    count = ReadRecord(bytes, static_cast<std::size_t>(count), t.recorded);
  } else if (count < 0) {  // no pipe
    count = ReadWorld(bytes, size);
    if (t.keeps && count > 0)
      Append(bytes, static_cast<std::size_t>(count));
  }
  if (count > 0 && t.keeps)
    t.recorded += static_cast<std::uint64_t>(count);
  return count;
}

ssize_t Read(char* bytes, std::size_t size) {
  Tape& t = T();
  const std::uint64_t left = t.recorded - std::min(t.recorded, t.place);
  const ssize_t count = left > 0 ? ReadRecord(bytes, std::min<std::uint64_t>(size, left), t.place) : Take(bytes, size);
  t.place += static_cast<std::uint64_t>(std::max<ssize_t>(count, 0));
  return count;
}

// --- the stream ---

ssize_t CookieRead(void*, char* bytes, std::size_t size) {
  return Guard([&] { return Read(bytes, size); });
}

int CookieSeek(void*, off64_t* offset, int whence) {
  Tape& t = T();
  const off64_t place = *offset + (whence == SEEK_CUR ? static_cast<off64_t>(t.place) : 0);
  const bool is_known = place >= 0 && static_cast<std::uint64_t>(place) <= std::max(t.recorded, t.place);
  if (whence == SEEK_END || !is_known) {
    errno = ESPIPE;
    return -1;
  }
  t.place = static_cast<std::uint64_t>(place);
  *offset = place;
  return 0;
}

int CookieClose(void*) {
  T().is_open = false;
  return 0;
}

// std::cin holds the C library's stream since before any code ran.
void LeadCxxStream() {
  static const std::ios_base::Init made;
  static auto* buffer = new __gnu_cxx::stdio_sync_filebuf<char>(stdin);
  std::cin.rdbuf(buffer);
}

void OpenTape() {
  Tape& t = T();
  FILE* stream = fopencookie(nullptr, "r", {CookieRead, nullptr, CookieSeek, CookieClose});
  if (stream == nullptr)
    Fail("cannot open standard input: " + ErrorText(errno));
  if (isatty(STDIN_FILENO) != 0)
    setvbuf(stream, nullptr, _IOLBF, BUFSIZ);  // so that a prompt is shown before the program waits
  stream->_fileno = STDIN_FILENO;              // for those that ask whether it is a terminal
  t.is_open = true;
  stdin = stream;
  LeadCxxStream();
}

// --- a regular file ---

std::string PathOfInput() {
  char path[PATH_MAX];
  const ssize_t length = readlink(kSelf, path, sizeof path);
  return length > 0 ? std::string(path, static_cast<std::size_t>(length)) : "";
}

// With a place of its own, which does not move that of whoever started this process: the next one begins there too.
// 0 or an errno.
int OpenFileOf(const char* path, std::int64_t begin) {
  Tape& t = T();
  const Fd file(open(path, O_RDONLY | O_CLOEXEC));
  if (file.get() < 0 || lseek(file.get(), begin, SEEK_SET) < 0 || dup2(file.get(), STDIN_FILENO) < 0)
    return errno;
  t.path = PathOfInput();
  t.begin = begin;
  return 0;
}

// The file of the run that this process goes on with, where it is given none itself.
bool OpenFileOfRun(const std::string& dir) {
  std::string text;
  if (dir.empty() || S_ISREG(StatusOfInput().st_mode) || ReadWhole(dir + "/manifest.json", text) != 0)
    return false;
  const Json manifest = ParseJson(text);
  JsonReader reader(manifest);
  if (!reader.Has("stdin"))
    return false;
  const std::string path = reader.Text("stdin");
  const std::int64_t begin = reader.Int("stdin_begin");
  if (!reader.ok())
    Fail(dir + "/manifest.json: entry stdin is damaged");
  if (const int error = OpenFileOf(path.c_str(), begin))
    Fail("cannot open standard input again: " + path + ": " + ErrorText(error));
  return true;
}

// --- which of the two ---

// DIR of the run that this process goes on with or replays; its own for one that has no step yet.
std::string FolderOfRun() {
  const Settings& s = GetSettings();
  if (!TheRun().source.empty())
    return TheRun().source;
  return s.replay.empty() ? s.dir : FolderOf(s.replay);
}

bool IsForgotten(const std::string& dir) {
  const bool is_fresh = TheRun().source.empty() && GetSettings().replay.empty();
  return is_fresh && (GetSettings().resume == ResumeMode::Never || !IsSameSource(dir));
}

void Forget(const std::string& dir) {
  for (const std::string& path : {RecordIn(dir), SourceIn(dir)})
    if (const int error = Remove(path))
      Fail("cannot remove " + path + ": " + ErrorText(error));
}

// What another DIR has goes with the run to this one.
void CopyRecord(const std::string& from, const std::string& to) {
  int error = CopyPrefix(SourceIn(from), SourceIn(to), kWholeFile);
  if (error == 0 || error == ENOENT)
    error = CopyPrefix(RecordIn(from), RecordIn(to), kWholeFile);
  if (error != 0)
    CannotKeep(error);
}

// True: the run has one.
bool OpenRecord(const std::string& dir) {
  Tape& t = T();
  const std::string& own = GetSettings().dir;
  t.keeps = !own.empty();
  if (IsForgotten(dir))
    Forget(dir);
  if (!Exists(RecordIn(dir)))
    return false;
  if (t.keeps && dir != own)
    CopyRecord(dir, own);
  t.record = t.keeps ? OpenToShare(RecordIn(own)) : OpenToRead(RecordIn(dir));
  const int error = t.record < 0 ? errno : FileSize(RecordIn(dir), t.recorded);
  if (error != 0)
    Fail("cannot read " + RecordIn(dir) + ": " + ErrorText(error));
  t.is_other = HasBeginning() && t.recorded > 0 && !IsSameSource(dir);
  return true;
}

// Streams of C++ that do not share the C library's buffer have one of their own.
std::filebuf* BufferOfCxx() {
  return dynamic_cast<__gnu_cxx::stdio_filebuf<char>*>(std::cin.rdbuf());
}

bool SharesBuffer() {
  return dynamic_cast<__gnu_cxx::stdio_sync_filebuf<char>*>(std::cin.rdbuf()) != nullptr;
}

bool IsInPlan() {
  for (std::uint32_t r = 0; r < Plan()->region_count; ++r)
    if (RegionAt(r).path == kStandardInput || RegionAt(r).path == kCin)
      return true;
  return false;
}

}  // namespace

void OpenStandardInput() {
  const std::string dir = FolderOfRun();
  const mode_t mode = StatusOfInput().st_mode;
  if (dir.empty() || mode == 0)
    return;
  const bool has_record = OpenRecord(dir);
  if (!has_record && OpenFileOfRun(dir))
    return;
  if (!has_record && S_ISREG(mode))
    OpenFileOf(kSelf, lseek(STDIN_FILENO, 0, SEEK_CUR));  // where that cannot be, it stays as it is
  else
    OpenTape();
}

// The one of two buffers that something was read into stands before the place of the descriptor below.
PlaceInInput PlaceInStandardInput() {
  PlaceInInput place{ftello(stdin), feof(stdin) != 0 ? 1 : 0};
  if (std::filebuf* buffer = BufferOfCxx()) {
    const std::int64_t offset = buffer->pubseekoff(0, std::ios_base::cur, std::ios_base::in);
    place.offset = offset < 0 ? place.offset : std::min(place.offset, offset);
  }
  return place;
}

PlaceInInput PlaceOfCin() {
  return SharesBuffer() || BufferOfCxx() != nullptr ? PlaceInStandardInput() : PlaceInInput{};
}

void MoveStandardInput(const PlaceInInput& place) {
  if (place.offset < 0)
    return;
  if (fseeko(stdin, place.offset, SEEK_SET) != 0) {
    if (IsInPlan())
      Refuse("standard input has no byte " + std::to_string(place.offset) + " to go on from; give the run what it had");
    return;  // nothing reads it
  }
  fflush(stdin);  // the descriptor stands there too, for those that read it
  if (std::filebuf* buffer = BufferOfCxx())
    buffer->pubseekpos(place.offset, std::ios_base::in);
  if (place.at_end != 0)
    getc(stdin);  // sets the end-of-file mark again
}

bool IsKept(const FILE* stream) {
  return T().is_open && stream == stdin;
}

bool ReadStandardInput(int fd, void* bytes, std::size_t size, ssize_t& result) {
  if (fd != STDIN_FILENO || !T().is_open)
    return false;
  result = Read(static_cast<char*>(bytes), size);
  return true;
}

void NoteStandardInput(Json& manifest) {
  const Tape& t = T();
  if (t.path.empty() || (!IsInPlan() && PlaceInStandardInput().offset == t.begin))
    return;
  manifest["stdin"] = t.path;
  manifest["stdin_begin"] = t.begin;
  NoteDataFile(t.path);
}

int SyncStandardInput() {
  const int record = T().keeps ? T().record : -1;
  return record < 0 || Again([&] { return io::Sync(record); }) == 0 ? 0 : errno;
}

}  // namespace detrain::runtime
