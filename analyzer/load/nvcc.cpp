// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/nvcc.h"

#include <algorithm>
#include <cctype>
#include <cstddef>

#include "analyzer/load/flags.h"

namespace detrain::load {
namespace {

using Values = NvccOption::Values;
using Action = NvccOption::Action;

constexpr NvccOption options[] = {
#define DETRAIN_NVCC_OPTION(Long, Short, Kind, What, Spelling) {Long, Short, Values::Kind, Action::What, Spelling},
#include "analyzer/load/nvcc.def"
};

using Found = NvccFound;

std::vector<std::string> Words(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : text) {
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
      words.back() += c;
    else if (!words.back().empty())
      words.emplace_back();
  }
  std::erase(words, "");
  return words;
}

bool TakesNext(const NvccOption& option) {
  return option.values != Values::Alone;
}

std::optional<Found> Exactly(const std::string& argument, std::span<const std::string> rest) {
  for (const NvccOption& option : options)
    if (argument == option.long_name || argument == option.short_name) {
      const bool next = TakesNext(option) && !rest.empty();
      return Found{&option, next ? rest.front() : "", next ? 2U : 1U};
    }
  return std::nullopt;
}

std::optional<Found> WithEquals(std::string_view argument) {
  const std::size_t equals = argument.find('=');
  const std::string_view name = argument.substr(0, equals);
  for (const NvccOption& option : options)
    if (equals != std::string_view::npos && TakesNext(option) &&
        (name == option.long_name || name == option.short_name))
      return Found{&option, std::string(argument.substr(equals + 1))};
  return std::nullopt;
}

std::optional<Found> Joined(std::string_view argument) {
  for (const NvccOption& option : options)
    if (option.values == Values::Joined && argument.starts_with(option.short_name))
      return Found{&option, std::string(argument.substr(option.short_name.size()))};
  return std::nullopt;
}

// "sm_90a", "compute_80", "arch=compute_80,code=[sm_80,sm_86]".
void AddArchitectures(std::string_view value, std::vector<unsigned>& found) {
  const std::size_t code = value.find("code=");
  value = value.substr(0, code);
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] != '_')
      continue;
    unsigned number = 0;
    for (std::size_t j = i + 1; j < value.size() && std::isdigit(static_cast<unsigned char>(value[j])) != 0; ++j)
      number = number * 10 + static_cast<unsigned>(value[j] - '0');
    if (number != 0 && std::ranges::find(found, number) == found.end())
      found.push_back(number);
  }
  std::ranges::sort(found);
}

class Translation {
 public:
  explicit Translation(const OptionsReader& read) : read_(read) {}

  void Add(std::span<const std::string> arguments) {
    for (std::size_t i = 0; i < arguments.size();) {
      const auto found = FindNvccOption(arguments.subspan(i));
      if (!found) {
        i += AddHost(arguments.subspan(i));
        continue;
      }
      Apply(*found, arguments[i]);
      i += found->width;
    }
  }

  NvccFlags Done() && { return std::move(flags_); }

 private:
  // An option that nvcc does not know, with the next argument if that is its value.
  std::size_t AddHost(std::span<const std::string> arguments) {
    const std::size_t width = WidthOf(arguments);
    const auto kept = ParsingFlags(arguments.subspan(0, width));
    flags_.flags.insert(flags_.flags.end(), kept.begin(), kept.end());
    return width;
  }

  void Pass(std::string_view spelling, const std::string& value) {
    flags_.flags.emplace_back(spelling);
    flags_.flags.push_back(value);
  }

  void Apply(const Found& found, const std::string& argument) {
    const std::string spelling(found.option->spelling);
    switch (found.option->action) {
      case Action::Drop:
      case Action::Product:
        return;
      case Action::Pass:
        return flags_.flags.push_back(spelling);
      case Action::PassJoined:
        return flags_.flags.push_back(spelling + found.value);
      case Action::PassList:
        for (const std::string& item : NvccList(found.value))
          Pass(spelling, item);
        return;
      case Action::PassFolders:
        for (const std::string& item : NvccList(found.value))
          flags_.folders.insert(flags_.folders.end(), {spelling, item});
        return;
      case Action::Language:
        flags_.language = found.value;
        return;
      case Action::Host:
        return AddHostList(found.value);
      case Action::Architecture:
        return AddArchitectures(found.value, flags_.architectures);
      case Action::Relocatable:
        return AddIf(found.value == "true", spelling);
      case Action::DefaultStream:
        return AddIf(found.value == "per-thread", spelling);
      case Action::OptionsFile:
        return AddFiles(found.value);
      case Action::Inexact:
        return Record(true, argument);
      case Action::InexactIfTrue:
        return Record(found.value == "true", argument);
      case Action::InexactIfFalse:
        return Record(found.value == "false", argument);
    }
  }

  void AddIf(bool condition, const std::string& flag) {
    if (condition)
      flags_.flags.push_back(flag);
  }
  void Record(bool is_inexact, const std::string& argument) {
    if (is_inexact)
      flags_.inexact.push_back(argument);
  }
  void AddHostList(const std::string& value) {
    std::vector<std::string> words;
    for (const std::string& item : NvccList(value))
      for (std::string& word : Words(item))
        words.push_back(std::move(word));
    const auto kept = ParsingFlags(words);
    flags_.flags.insert(flags_.flags.end(), kept.begin(), kept.end());
    for (const std::string& word : words)
      Record(word == "-ffast-math" || word == "-Ofast", word);
  }
  void AddFiles(const std::string& value) {
    for (const std::string& file : NvccList(value))
      if (const auto text = read_ ? read_(file) : std::nullopt)
        Add(Words(*text));
  }

  const OptionsReader& read_;
  NvccFlags flags_;
};

}  // namespace

std::span<const NvccOption> NvccOptions() {
  return options;
}

// -DA=1 is -D joined, -std=c++17 has an equals sign.
std::optional<NvccFound> FindNvccOption(std::span<const std::string> arguments) {
  const std::string& argument = arguments.front();
  if (auto found = Exactly(argument, arguments.subspan(1)))
    return found;
  if (auto found = WithEquals(argument))
    return found;
  // The host compiler's, though they begin like a joined one of nvcc's.
  for (const std::string_view hosts : {"-march", "-mtune", "-mcpu", "-mavx", "-msse", "-mfma", "-mf16c", "-Ofast"})
    if (argument.starts_with(hosts))
      return std::nullopt;
  return Joined(argument);
}

std::vector<std::string> NvccList(std::string_view value) {
  std::vector<std::string> items(1);
  for (std::size_t i = 0; i < value.size(); ++i) {
    if (value[i] == '\\' && i + 1 < value.size() && value[i + 1] == ',')
      items.back() += value[++i];
    else if (value[i] == ',')
      items.emplace_back();
    else
      items.back() += value[i];
  }
  std::erase(items, "");
  return items;
}

NvccFlags TranslateNvcc(std::span<const std::string> arguments, const OptionsReader& read) {
  Translation translation(read);
  translation.Add(arguments);
  return std::move(translation).Done();
}

bool CallsNvcc(std::span<const std::string> arguments, std::string* path) {
  std::size_t names = 0;
  while (names < arguments.size() && IsCompilerName(arguments[names]))
    ++names;
  if (names == 0)
    return false;
  const std::string& last = arguments[names - 1];
  if (path)
    *path = last;
  return last.substr(last.find_last_of('/') + 1).starts_with("nvcc");
}

}  // namespace detrain::load
