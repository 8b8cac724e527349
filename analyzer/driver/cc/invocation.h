// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A call of gcc or clang, taken apart as far as `detrain cc` must understand it.
#ifndef DETRAIN_ANALYZER_DRIVER_CC_INVOCATION_H
#define DETRAIN_ANALYZER_DRIVER_CC_INVOCATION_H

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace detrain::driver::cc {

enum class ArgumentKind : std::uint8_t {
  Source,     // a C file
  LinkInput,  // an object, an archive, a shared library, a linker script
  Output,     // -o FILE
  Mode,       // -c
  Depfile,    // -MD and its kind
  Linking,    // -l, -L, -Wl, and their kind: mean nothing to a compilation
  Language,   // -x LANGUAGE
  Other,
};

struct Argument {
  ArgumentKind kind = ArgumentKind::Other;
  std::vector<std::string> words;  // one, or two where the value stands apart
  std::string value;               // of Source, LinkInput: the file; of others: what follows the flag's name
};

enum class Task : std::uint8_t {
  PassThrough,  // nothing for us to do
  Compile,      // sources to objects
  Build,        // sources to a program
  Link,         // objects to a program
};

struct Invocation {
  std::vector<std::string> given;     // the command as it was given
  std::vector<std::string> analysed;  // likewise, with the words of response files in their place
  std::vector<std::string> compiler;  // with launchers before it: {"ccache", "gcc"}
  std::vector<Argument> arguments;
  Task task = Task::PassThrough;
  std::string output;  // of the whole call; empty where each source gets its own object

  std::vector<std::string> Files(ArgumentKind kind) const;
  // The object that a compilation of `source` writes.
  std::string ObjectOf(const std::string& source) const;
  // The dependency file that it writes for `source`, as far as the arguments tell; empty: none is asked for. It may
  // have one of several names where the compiler chooses it.
  std::vector<std::string> DepfilesOf(const std::string& source) const;
  // A command that compiles `source` to `object`, with the same flags, and writes no dependency file.
  std::vector<std::string> CompileWords(const std::string& source, std::string_view language, const std::string& object,
                                        std::span<const std::string> extra) const;
  // The command as it was given, with another file as its output.
  std::vector<std::string> WordsTo(const std::string& output_file) const;
  // A command that links: each source, object or library (also as "-lNAME") that `replace` knows gives way to another
  // file.
  template <typename Replace>
  std::vector<std::string> LinkWords(const Replace& replace, const std::string& output_file,
                                     std::span<const std::string> extra) const;
};

// Response files are read, since big programs are built that way.
Invocation Parse(const std::vector<std::string>& words);

// The words of a response file: blanks separate, quotes and backslashes protect.
std::vector<std::string> ResponseWords(std::string_view text);

template <typename Replace>
std::vector<std::string> Invocation::LinkWords(const Replace& replace, const std::string& output_file,
                                               std::span<const std::string> extra) const {
  std::vector<std::string> words = compiler;
  for (const Argument& argument : arguments) {
    if (argument.kind == ArgumentKind::Source || argument.kind == ArgumentKind::LinkInput) {
      words.push_back(replace(argument.value));
      continue;
    }
    const std::string library = "-l" + argument.value;
    if (argument.kind == ArgumentKind::Linking && argument.words.front().starts_with("-l") &&
        replace(library) != library) {
      words.push_back(replace(library));
      continue;
    }
    if (argument.kind == ArgumentKind::Linking || argument.kind == ArgumentKind::Other)
      words.insert(words.end(), argument.words.begin(), argument.words.end());
  }
  words.insert(words.end(), {"-o", output_file});
  words.insert(words.end(), extra.begin(), extra.end());
  return words;
}

}  // namespace detrain::driver::cc

#endif
