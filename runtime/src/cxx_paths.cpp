// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Files that C++ programs remove, move and copy by std::filesystem, which calls the system from inside the library.
// Weak, as a program that holds the whole library has these too.
#include <dlfcn.h>

#include <filesystem>
#include <system_error>

#include "fail.h"
#include "outputs.h"
#include "run.h"
#include "settings.h"

namespace {

using detrain::runtime::Guard;
using detrain::runtime::Inside;
using detrain::runtime::Intent;
using std::filesystem::copy_options;
using std::filesystem::filesystem_error;
using std::filesystem::path;

template <typename Function>
Function Library(const char* name) {
  return reinterpret_cast<Function>(dlsym(RTLD_NEXT, name));
}

// Where the operation is to go.
path Prepared(const path& file, Intent intent) {
  if (!detrain::runtime::g_active || Inside::IsAnywhere())
    return file;
  return Guard([&] { return path(detrain::runtime::PrepareFile(file.native(), intent)); });
}

}  // namespace

namespace std::filesystem {

__attribute__((weak)) bool remove(const path& file, error_code& error) noexcept {
  using Remove = bool (*)(const path&, error_code&);
  static const auto library = Library<Remove>("_ZNSt10filesystem6removeERKNS_7__cxx114pathERSt10error_code");
  return library(Prepared(file, Intent::Remove), error);
}

__attribute__((weak)) bool remove(const path& file) {
  error_code error;
  const bool is_gone = std::filesystem::remove(file, error);
  if (error)
    throw filesystem_error("cannot remove", file, error);
  return is_gone;
}

__attribute__((weak)) void rename(const path& from, const path& to, error_code& error) noexcept {
  using Rename = void (*)(const path&, const path&, error_code&);
  static const auto library = Library<Rename>("_ZNSt10filesystem6renameERKNS_7__cxx114pathES3_RSt10error_code");
  const path source = Prepared(from, Intent::Remove);
  library(source, Prepared(to, Intent::Remove), error);
}

__attribute__((weak)) void rename(const path& from, const path& to) {
  error_code error;
  std::filesystem::rename(from, to, error);
  if (error)
    throw filesystem_error("cannot rename", from, to, error);
}

__attribute__((weak)) bool copy_file(const path& from, const path& to, copy_options options, error_code& error) {
  using Copy = bool (*)(const path&, const path&, copy_options, error_code&);
  static const auto library =
      Library<Copy>("_ZNSt10filesystem9copy_fileERKNS_7__cxx114pathES3_NS_12copy_optionsERSt10error_code");
  const path source = Prepared(from, Intent::Read);
  return library(source, Prepared(to, Intent::Truncate), options, error);
}

__attribute__((weak)) bool copy_file(const path& from, const path& to, copy_options options) {
  error_code error;
  const bool is_copied = std::filesystem::copy_file(from, to, options, error);
  if (error)
    throw filesystem_error("cannot copy file", from, to, error);
  return is_copied;
}

}  // namespace std::filesystem
