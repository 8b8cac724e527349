// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/invocation.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <filesystem>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/load/flags.h"

namespace detrain::driver::cc {
namespace {

namespace fs = std::filesystem;

enum class Values { Alone, Next, Joined, Either };

struct Flag {
  std::string_view spelling;
  Values values;
};

// The flags that the analysis knows also tell which of them take the next argument.
constexpr Flag flags[] = {
#define DETRAIN_FLAG(Spelling, Kind, What) {Spelling, Values::Kind},
#include "analyzer/load/flags.def"
    {"-B", Values::Either},       {"-wrapper", Values::Next},     {"-e", Values::Next},
    {"-imultilib", Values::Next}, {"-ivfsoverlay", Values::Next}, {"-A", Values::Either},
};

constexpr std::array<std::string_view, 15> linking = {"-l", "-L",      "-Wl,",      "-Xlinker",  "-T",
                                                      "-u", "-z",      "-shared",   "-static",   "-rdynamic",
                                                      "-s", "-no-pie", "-fuse-ld=", "-nostdlib", "-pie"};
constexpr std::array<std::string_view, 9> depfile = {"-MD", "-MMD", "-MP", "-MG", "-MF", "-MT", "-MQ", "-MJ", "-Wp,-M"};
// With these the compiler answers a question or stops before there is an object.
constexpr std::array<std::string_view, 12> no_object = {
    "-E",        "-M",           "-MM",          "-S",     "-fsyntax-only", "-###",
    "--version", "-dumpversion", "-dumpmachine", "--help", "--analyze",     "-r"};

constexpr std::array<std::string_view, 7> source_suffixes = {".c", ".cc", ".cpp", ".cxx", ".c++", ".cp", ".C"};

const Flag* Find(std::string_view word) {
  const Flag* best = nullptr;
  for (const Flag& flag : flags) {
    const bool joins = flag.values == Values::Joined || flag.values == Values::Either;
    const bool fits = joins ? word.starts_with(flag.spelling) : word == flag.spelling;
    if (fits && (!best || flag.spelling.size() > best->spelling.size()))
      best = &flag;
  }
  return best;
}

template <std::size_t N>
bool IsOneOf(std::string_view word, const std::array<std::string_view, N>& names) {
  return std::find(names.begin(), names.end(), word) != names.end();
}

// What compilers take for C or C++ by its name.
bool IsSource(std::string_view file) {
  return std::ranges::any_of(source_suffixes, [&](std::string_view suffix) { return file.ends_with(suffix); });
}

bool IsAnalysed(std::string_view language) {
  return language == "c" || language == "c++";
}

ArgumentKind KindOf(std::string_view spelling, std::string_view word) {
  if (spelling == "-o")
    return ArgumentKind::Output;
  if (word == "-c")
    return ArgumentKind::Mode;
  if (spelling == "-x")
    return ArgumentKind::Language;
  if (IsOneOf(spelling, depfile))
    return ArgumentKind::Depfile;
  return IsOneOf(spelling, linking) || IsOneOf(word, linking) ? ArgumentKind::Linking : ArgumentKind::Other;
}

Argument TakeFlag(const std::vector<std::string>& words, std::size_t& at) {
  const std::string& word = words[at++];
  const Flag* flag = Find(word);
  const std::string_view spelling = flag ? flag->spelling : std::string_view(word);
  Argument argument{KindOf(spelling, word), {word}, word.substr(std::min(spelling.size(), word.size()))};
  const bool takes_next =
      flag && (flag->values == Values::Next || (flag->values == Values::Either && word == spelling));
  if (takes_next && at < words.size()) {
    argument.value = words[at];
    argument.words.push_back(words[at++]);
  }
  return argument;
}

// Inputs that follow `-x c` are C whatever they are called; likewise C++.
Argument TakeInput(const std::string& word, std::string_view language) {
  const bool is_source = IsAnalysed(language) || (language.empty() && IsSource(word));
  return {is_source ? ArgumentKind::Source : ArgumentKind::LinkInput, {word}, word};
}

bool HasFlag(const Invocation& call, std::string_view word) {
  return std::any_of(call.arguments.begin(), call.arguments.end(),
                     [&](const Argument& argument) { return argument.words.front() == word; });
}

bool StopsBeforeObject(const Invocation& call) {
  return std::any_of(call.arguments.begin(), call.arguments.end(), [](const Argument& argument) {
    const std::string& word = argument.words.front();
    return word == "-" || IsOneOf(word, no_object) || word.starts_with("-print-") || word.starts_with("--print-");
  });
}

bool OtherLanguage(const Invocation& call) {
  return std::any_of(call.arguments.begin(), call.arguments.end(), [](const Argument& argument) {
    return argument.kind == ArgumentKind::Language && !IsAnalysed(argument.value) && argument.value != "none";
  });
}

Task TaskOf(const Invocation& call) {
  if (StopsBeforeObject(call) || OtherLanguage(call))
    return Task::PassThrough;
  const bool has_sources = !call.Files(ArgumentKind::Source).empty();
  if (HasFlag(call, "-c"))
    return has_sources ? Task::Compile : Task::PassThrough;
  if (HasFlag(call, "-shared"))
    return Task::PassThrough;
  if (has_sources)
    return Task::Build;
  return call.Files(ArgumentKind::LinkInput).empty() ? Task::PassThrough : Task::Link;
}

bool IsResponse(const std::string& word) {
  return word.size() > 1 && word.front() == '@';
}

// Response files within response files too; a missing one stays a word, as the compiler takes it.
void Expand(const std::string& word, int depth, std::vector<std::string>& words) {
  const Result<std::string> text =
      IsResponse(word) && depth < 8 ? ReadFile(word.substr(1)) : Result<std::string>(std::string());
  if (!IsResponse(word) || depth >= 8 || !text) {
    words.push_back(word);
    return;
  }
  for (const std::string& inner : ResponseWords(*text))
    Expand(inner, depth + 1, words);
}

Invocation ParseExpanded(const std::vector<std::string>& words) {
  Invocation call;
  std::size_t at = 0;
  do
    call.compiler.push_back(words[at++]);
  while (at < words.size() && load::IsCompilerName(words[at]) && load::IsCompilerName(words[at - 1]));
  std::string language;
  while (at < words.size()) {
    if (!words[at].starts_with('-') || words[at] == "-") {
      call.arguments.push_back(TakeInput(words[at++], language));
      continue;
    }
    call.arguments.push_back(TakeFlag(words, at));
    const Argument& flag = call.arguments.back();
    if (flag.kind == ArgumentKind::Language)
      language = flag.value == "none" ? "" : flag.value;
    if (flag.kind == ArgumentKind::Output)
      call.output = flag.value;
  }
  call.task = TaskOf(call);
  if (call.output.empty() && (call.task == Task::Build || call.task == Task::Link))
    call.output = "a.out";
  return call;
}

}  // namespace

std::vector<std::string> ResponseWords(std::string_view text) {
  std::vector<std::string> words;
  std::string word;
  bool is_open = false;
  char quote = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (quote == 0 && std::isspace(static_cast<unsigned char>(c)) != 0) {
      if (is_open)
        words.push_back(std::exchange(word, {}));
      is_open = false;
      continue;
    }
    is_open = true;
    if (c == '\\' && quote != '\'' && i + 1 < text.size())
      word += text[++i];
    else if (c == quote)
      quote = 0;
    else if (quote == 0 && (c == '"' || c == '\''))
      quote = c;
    else
      word += c;
  }
  if (is_open)
    words.push_back(word);
  return words;
}

Invocation Parse(const std::vector<std::string>& words) {
  std::vector<std::string> expanded;
  for (const std::string& word : words)
    Expand(word, 0, expanded);
  Invocation call = ParseExpanded(expanded);
  call.given = words;
  call.analysed = expanded;
  return call;
}

std::vector<std::string> Invocation::Files(ArgumentKind kind) const {
  std::vector<std::string> files;
  for (const Argument& argument : arguments)
    if (argument.kind == kind)
      files.push_back(argument.value);
  return files;
}

std::string Invocation::ObjectOf(const std::string& source) const {
  if (!output.empty())
    return output;
  return fs::path(source).filename().replace_extension(".o").string();
}

std::vector<std::string> Invocation::DepfilesOf(const std::string& source) const {
  bool is_wanted = false;
  std::string named;
  for (const Argument& argument : arguments) {
    const std::string& word = argument.words.front();
    is_wanted =
        is_wanted || word == "-MD" || word == "-MMD" || word.starts_with("-Wp,-MD,") || word.starts_with("-Wp,-MMD,");
    if (word.starts_with("-MF"))
      named = argument.value;
    if (word.starts_with("-Wp,-M"))
      named = word.substr(word.rfind(',') + 1);
  }
  if (!is_wanted)
    return {};
  if (!named.empty())
    return {named};
  const std::string stem = fs::path(source).stem().string();
  if (output.empty())
    return {stem + ".d"};
  // gcc 11 and later, then older ones and clang.
  const fs::path of_output = fs::path(output);
  return task == Task::Build ? std::vector<std::string>{output + "-" + stem + ".d", stem + ".d",
                                                        fs::path(of_output).replace_extension(".d")}
                             : std::vector<std::string>{fs::path(of_output).replace_extension(".d")};
}

std::vector<std::string> Invocation::WordsTo(const std::string& output_file) const {
  std::vector<std::string> words = compiler;
  for (const Argument& argument : arguments)
    if (argument.kind != ArgumentKind::Output)
      words.insert(words.end(), argument.words.begin(), argument.words.end());
  words.insert(words.end(), {"-o", output_file});
  return words;
}

std::vector<std::string> Invocation::CompileWords(const std::string& source, std::string_view language,
                                                  const std::string& object, std::span<const std::string> extra) const {
  std::vector<std::string> words = compiler;
  words.insert(words.end(), extra.begin(), extra.end());
  for (const Argument& argument : arguments)
    if (argument.kind == ArgumentKind::Other)
      words.insert(words.end(), argument.words.begin(), argument.words.end());
  words.insert(words.end(), {"-c", "-x", std::string(language), source, "-o", object});
  return words;
}

}  // namespace detrain::driver::cc
