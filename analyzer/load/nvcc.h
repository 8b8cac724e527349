// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// nvcc's command lines for Clang. The table is nvcc.def, docs/nvcc-flags.md is made from it.
#ifndef DETRAIN_ANALYZER_LOAD_NVCC_H
#define DETRAIN_ANALYZER_LOAD_NVCC_H

#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace detrain::load {

struct NvccFlags {
  std::vector<std::string> flags;       // for Clang, without -x
  std::vector<std::string> folders;     // of headers, as -I and -isystem name them; pairs of spelling and folder
  std::string language;                 // "cu", "c++", "c", or empty: by the file's name
  std::vector<unsigned> architectures;  // of -arch and -gencode: 80 for sm_80 and compute_80; each once, rising
  std::vector<std::string> inexact;     // options that make arithmetic round otherwise, as the user wrote them
};

// The text of an options file; nothing where it cannot be read.
using OptionsReader = std::function<std::optional<std::string>(const std::string& path)>;

// `arguments` without the compiler's name.
NvccFlags TranslateNvcc(std::span<const std::string> arguments, const OptionsReader& read);

// Whether the words that name compilers and launchers at the front of `arguments` end with nvcc; `path` is then nvcc as
// it is named there.
bool CallsNvcc(std::span<const std::string> arguments, std::string* path = nullptr);

// A row of the table, for its documentation and its tests.
struct NvccOption {
  enum class Values { Alone, Value, Joined };
  enum class Action {
    Drop,           // does not change what is parsed
    Product,        // likewise: what to make or to print
    Pass,           // the spelling
    PassJoined,     // the spelling with the value behind it
    PassList,       // the spelling and a value, for each of a list
    PassFolders,    // likewise; the toolkit's own folders are left out
    Language,       // cu, c++ or c
    Host,           // the values are the host compiler's options
    Architecture,   // sm_80, or arch=compute_80,code=...
    Relocatable,    // the spelling, if true
    DefaultStream,  // the spelling, if per-thread
    OptionsFile,    // more options
    Inexact,        // recorded
    InexactIfTrue,
    InexactIfFalse,
  };
  std::string_view long_name, short_name;
  Values values;
  Action action;
  std::string_view spelling;
};
std::span<const NvccOption> NvccOptions();

// What stands in one or two arguments.
struct NvccFound {
  const NvccOption* option = nullptr;
  std::string value;
  std::size_t width = 1;
};
// Nothing: `arguments` begins with no option of nvcc's; the host compiler may know it.
std::optional<NvccFound> FindNvccOption(std::span<const std::string> arguments);
// A value that is a list, cut at commas that no backslash takes away.
std::vector<std::string> NvccList(std::string_view value);

}  // namespace detrain::load

#endif
