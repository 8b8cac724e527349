// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/options.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <utility>

#include "analyzer/diag/funnel.h"
#include "analyzer/diag/message.h"

namespace detrain::driver {
namespace {

using diag::Failure;

struct Spelled {
  const Option* option = nullptr;
  std::optional<std::string> value;  // given in the same argument
};

// The option that `argument` spells: "--name", "--name=VALUE", "-p" or "-pVALUE".
Spelled Find(const Syntax& syntax, std::string_view argument) {
  const std::size_t equals = argument.find('=');
  for (const Option& option : syntax.options) {
    if (argument == option.name)
      return {&option, std::nullopt};
    const bool is_long = option.name.starts_with("--");
    if (is_long && equals != std::string_view::npos && argument.substr(0, equals) == option.name)
      return {&option, std::string(argument.substr(equals + 1))};
    if (!is_long && !option.meta.empty() && !argument.starts_with("--") && argument.starts_with(option.name))
      return {&option, std::string(argument.substr(option.name.size()))};
  }
  return {};
}

Error Usage(const Syntax& syntax, std::string_view what) {
  return diag::Fail<Failure::BadUsage>({}, syntax.command, what);
}

}  // namespace

Result<int> Arguments::TakeOption(const Syntax& syntax, int argc, char** argv, int at) {
  const Spelled spelled = Find(syntax, argv[at]);
  if (!spelled.option)
    return Usage(syntax, "unknown option '" + std::string(argv[at]) + "'");
  const std::string name(spelled.option->name);
  if (spelled.option->meta.empty()) {
    if (spelled.value)
      return Usage(syntax, name + " takes no value");
    values_[name].emplace_back();
    return at + 1;
  }
  if (spelled.value) {
    values_[name].push_back(*spelled.value);
    return at + 1;
  }
  if (at + 1 >= argc || std::string_view(argv[at + 1]) == "--")
    return Usage(syntax, name + " needs a value: " + name + " " + std::string(spelled.option->meta));
  values_[name].emplace_back(argv[at + 1]);
  return at + 2;
}

Result<Arguments> Arguments::Parse(const Syntax& syntax, int argc, char** argv) {
  Arguments parsed;
  for (int at = 0; at < argc;) {
    const std::string_view argument = argv[at];
    if (argument == "--") {
      parsed.has_rest_ = true;
      parsed.rest_.assign(argv + at + 1, argv + argc);
      break;
    }
    if (argument == "--help" || argument == "-h") {
      parsed.wants_help_ = true;
      ++at;
    } else if (argument.size() > 1 && argument[0] == '-') {
      DETRAIN_TRY(at, parsed.TakeOption(syntax, argc, argv, at));
    } else {
      parsed.positional_.emplace_back(argument);
      ++at;
    }
  }
  return parsed;
}

std::optional<std::string> Arguments::Value(std::string_view name) const {
  const auto found = values_.find(name);
  if (found == values_.end())
    return std::nullopt;
  return found->second.back();
}

std::vector<std::string> Arguments::Values(std::string_view name) const {
  const auto found = values_.find(name);
  return found == values_.end() ? std::vector<std::string>() : found->second;
}

std::string Arguments::ValueOr(std::string_view name, std::string_view fallback) const {
  return Value(name).value_or(std::string(fallback));
}

Result<std::int64_t> Arguments::Number(std::string_view name, std::int64_t fallback, std::int64_t least) const {
  const std::optional<std::string> text = Value(name);
  if (!text)
    return fallback;
  const std::optional<std::int64_t> number = ParseNumber(*text);
  if (!number || *number < least)
    return diag::Fail<Failure::BadNumber>({}, name, std::to_string(least), *text);
  return *number;
}

Result<std::string> Arguments::Choice(std::string_view name, std::span<const std::string_view> allowed) const {
  const std::string text = ValueOr(name, allowed.front());
  if (std::find(allowed.begin(), allowed.end(), text) != allowed.end())
    return text;
  std::string list;
  for (const std::string_view word : allowed)
    list.append(list.empty() ? "" : ", ").append(word);
  return diag::Fail<Failure::BadChoice>({}, name, list, text);
}

std::optional<std::int64_t> ParseNumber(std::string_view text) {
  std::int64_t number = 0;
  const auto [end, failed] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (failed != std::errc() || end != text.data() + text.size() || number < 0)
    return std::nullopt;
  return number;
}

std::vector<std::string> Split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos)
      return parts;
    text.remove_prefix(end + 1);
  }
}

std::string Padded(std::string text, std::size_t width) {
  while (text.size() < width)
    text += ' ';
  return text;
}

std::string Help(const Syntax& syntax) {
  std::string text = "usage: detrain ";
  text.append(syntax.command).append(" ").append(syntax.usage).append("\n\n").append(syntax.about).append("\n\n");
  for (const Option& option : syntax.options) {
    std::string head = "  ";
    head.append(option.name).append(option.meta.empty() ? "" : " ").append(option.meta).append(" ");
    text.append(Padded(std::move(head), 26)).append(option.help).append("\n");
  }
  return text;
}

int Report(const Error& error) {
  diag::Funnel funnel(diag::StderrPrinter());
  funnel.Fail(error);
  return funnel.ExitCode(std::nullopt);
}

int RunCommand(const Syntax& syntax, int argc, char** argv, Result<int> (*run)(const Arguments&)) {
  const Result<Arguments> arguments = Arguments::Parse(syntax, argc, argv);
  if (!arguments)
    return Report(arguments.error());
  if (arguments->wants_help()) {
    std::fputs(Help(syntax).c_str(), stdout);
    return 0;
  }
  const Result<int> code = run(*arguments);
  return code ? *code : Report(code.error());
}

}  // namespace detrain::driver
