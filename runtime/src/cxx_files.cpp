// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The files of C++ streams: std::__basic_file<char> is what libstdc++'s filebuf opens, closes and moves. Weak, as a
// program that holds the whole library has them too; its streams are not followed then.
#include <bits/basic_file.h>
#include <dlfcn.h>
#include <unistd.h>

#include <iostream>
#include <string>

#include "cxx_streams.h"
#include "data_files.h"
#include "fail.h"
#include "file_table.h"
#include "outputs.h"
#include "paths.h"
#include "run.h"
#include "settings.h"
#include "standard_input.h"

namespace {

using detrain::runtime::Guard;
using detrain::runtime::Inside;
using detrain::runtime::Intent;
using File = std::__basic_file<char>;

// What the library itself does; null only where it is not the shared one.
template <typename Function>
Function Library(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

bool IsProgram() {
  return detrain::runtime::g_active && !Inside::IsAnywhere();
}

bool Has(std::ios_base::openmode mode, std::ios_base::openmode bit) {
  return (mode & bit) != 0;
}

Intent IntentOf(std::ios_base::openmode mode) {
  if (Has(mode, std::ios_base::app))
    return Intent::Append;
  if (!Has(mode, std::ios_base::out))
    return Intent::Read;
  const bool keeps = Has(mode, std::ios_base::in) && !Has(mode, std::ios_base::trunc);
  return keeps ? Intent::Overwrite : Intent::Truncate;
}

// fopen's mode, as the C++ standard has it for each openmode ([filebuf.members]).
std::string TextOf(std::ios_base::openmode mode) {
  const bool reads = Has(mode, std::ios_base::in);
  switch (IntentOf(mode)) {
    case Intent::Append:
      return reads ? "a+" : "a";
    case Intent::Truncate:
      return reads ? "w+" : "w";
    case Intent::Overwrite:
      return "r+";
    default:
      return "r";
  }
}

void Remember(File& file, const char* path, std::ios_base::openmode mode) {
  detrain::runtime::OpenFile open;
  open.kind = detrain::runtime::FileKind::CxxStream;
  open.key = detrain::runtime::KeyOf(path);
  open.mode = TextOf(mode);
  open.stream = file.file();
  open.buffer = detrain::runtime::BufferOf(file);
  open.writes = IntentOf(mode) != Intent::Read && !detrain::runtime::IsSpecial(path);
  open.in_place = IntentOf(mode) == Intent::Overwrite;
  detrain::runtime::AddFile(open);
}

}  // namespace

__attribute__((weak)) File* File::open(const char* path, std::ios_base::openmode mode, int permissions) {
  using Open = File* (*)(File*, const char*, std::ios_base::openmode, int);
  static const auto library = Library<Open>("_ZNSt12__basic_fileIcE4openEPKcSt13_Ios_Openmodei");
  if (!IsProgram())
    return library(this, path, mode, permissions);
  return Guard([&] {
    File* opened = library(this, detrain::runtime::PrepareFile(path, IntentOf(mode)).c_str(), mode, permissions);
    if (opened != nullptr)
      Remember(*opened, path, mode);
    if (opened != nullptr && IntentOf(mode) == Intent::Read)
      detrain::runtime::NoteDataFile(path);
    return opened;
  });
}

__attribute__((weak)) File* File::close() {
  using Close = File* (*)(File*);
  static const auto library = Library<Close>("_ZNSt12__basic_fileIcE5closeEv");
  if (detrain::runtime::g_active && is_open())
    Guard([&] { detrain::runtime::DropStream(file()); });
  return library(this);
}

// std::cin with a buffer of its own reads the descriptor that it believes to lie below the stream.
__attribute__((weak)) std::streamsize File::xsgetn(char* bytes, std::streamsize size) {
  using Read = std::streamsize (*)(File*, char*, std::streamsize);
  static const auto library = Library<Read>("_ZNSt12__basic_fileIcE6xsgetnEPcl");
  ssize_t result = 0;
  const auto read = [&] {
    return detrain::runtime::IsKept(file()) &&
           detrain::runtime::ReadStandardInput(STDIN_FILENO, bytes, static_cast<std::size_t>(size), result);
  };
  return detrain::runtime::g_active && Guard(read) ? result : library(this, bytes, size);
}

__attribute__((weak)) std::streamoff File::seekoff(std::streamoff offset, std::ios_base::seekdir from) throw() {
  using Seek = std::streamoff (*)(File*, std::streamoff, std::ios_base::seekdir);
  static const auto library = Library<Seek>("_ZNSt12__basic_fileIcE7seekoffElSt12_Ios_Seekdir");
  if (IsProgram() && (offset != 0 || from == std::ios_base::beg))
    Guard([&] { detrain::runtime::MovedStream(file()); });
  if (detrain::runtime::g_active && detrain::runtime::IsKept(file()))
    return fseeko(file(), offset, from) == 0 ? ftello(file()) : -1;
  return library(this, offset, from);
}

namespace detrain::runtime {

namespace {

// libstdc++ keeps the address in a member for derived classes.
struct BufferInside : std::filebuf {
  static std::uintptr_t Of(std::filebuf& buffer) {
    return reinterpret_cast<std::uintptr_t>(buffer.*(&BufferInside::_M_buf));
  }
};

}  // namespace

std::set<std::uintptr_t> BuffersOfStreams() {
  std::set<std::uintptr_t> buffers;
  for (const OpenFile& file : BufferedFiles())
    if (file.buffer != nullptr)
      buffers.insert(BufferInside::Of(*file.buffer));
  return buffers;
}

// It stands here so that whoever flushes streams links what follows their files.
void FlushCxxStreams() {
  std::cout.flush();
  std::clog.flush();
  for (const OpenFile& file : BufferedFiles()) {
    if (file.buffer->pubsync() != 0)
      Fail("cannot save: " + file.key + " cannot be written");
  }
}

}  // namespace detrain::runtime
