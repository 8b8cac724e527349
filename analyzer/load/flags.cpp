// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/flags.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <cstddef>

namespace detrain::load {
namespace {

enum class Values { Alone, Next, Joined, Either };
enum class Action { Keep, Drop };

struct Flag {
  std::string_view spelling;
  Values values;
  Action action;
};

constexpr Flag flags[] = {
#define DETRAIN_FLAG(Spelling, Kind, What) {Spelling, Values::Kind, Action::What},
#include "analyzer/load/flags.def"
};

bool Fits(const Flag& flag, std::string_view argument) {
  const bool joins = flag.values == Values::Joined || flag.values == Values::Either;
  return joins ? argument.starts_with(flag.spelling) : argument == flag.spelling;
}

const Flag* Find(std::string_view argument) {
  const Flag* best = nullptr;
  for (const Flag& flag : flags)
    if (Fits(flag, argument) && (!best || flag.spelling.size() > best->spelling.size()))
      best = &flag;
  return best;
}

// How many arguments the flag takes up, itself included.
std::size_t Width(const Flag* flag, std::string_view argument) {
  if (!flag)
    return 1;
  const bool takes_next =
      flag->values == Values::Next || (flag->values == Values::Either && argument == flag->spelling);
  return takes_next ? 2 : 1;
}

// "x86_64-linux-gnu-gcc-12" -> "gcc".
std::string_view WithoutPathAndVersion(std::string_view name) {
  name = name.substr(name.find_last_of('/') + 1);
  while (!name.empty() &&
         (std::isdigit(static_cast<unsigned char>(name.back())) || name.back() == '.' || name.back() == '-'))
    name.remove_suffix(1);
  return name.substr(name.find_last_of('-') + 1);
}

}  // namespace

bool IsCompilerName(std::string_view argument) {
  static constexpr std::array<std::string_view, 11> names = {"cc",  "gcc",    "clang",  "c++",   "g++", "clang++",
                                                             "c99", "ccache", "distcc", "icecc", "nvcc"};
  if (argument.starts_with('-') || argument.empty())
    return false;
  const std::string_view name = WithoutPathAndVersion(argument);
  return std::ranges::find(names, name) != names.end() || argument == "c99" || argument == "c89";
}

std::size_t WidthOf(std::span<const std::string> arguments) {
  return std::min(Width(Find(arguments.front()), arguments.front()), arguments.size());
}

std::vector<std::string> ParsingFlags(std::span<const std::string> arguments) {
  std::size_t i = 0;
  while (i < arguments.size() && IsCompilerName(arguments[i]))
    ++i;
  std::vector<std::string> kept;
  while (i < arguments.size()) {
    const std::string& argument = arguments[i];
    const Flag* flag = Find(argument);
    const std::size_t end = std::min(i + Width(flag, argument), arguments.size());
    const bool is_input = !argument.starts_with('-') || argument == "-";
    if (!is_input && (!flag || flag->action == Action::Keep))
      kept.insert(kept.end(), arguments.begin() + static_cast<std::ptrdiff_t>(i),
                  arguments.begin() + static_cast<std::ptrdiff_t>(end));
    i = end;
  }
  return kept;
}

}  // namespace detrain::load
