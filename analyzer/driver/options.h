// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The command line of one subcommand: what it takes, parsed, and its help.
#ifndef DETRAIN_ANALYZER_DRIVER_OPTIONS_H
#define DETRAIN_ANALYZER_DRIVER_OPTIONS_H

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "analyzer/base/result.h"

namespace detrain::driver {

struct Option {
  std::string_view name;  // "--step", "-p"
  std::string_view meta;  // what its value is called; empty: takes none
  std::string_view help;
};

struct Syntax {
  std::string_view command;  // "plan"
  std::string_view usage;    // "FILE... [-p BUILD] ..."
  std::string_view about;    // one sentence
  std::span<const Option> options;
};

class Arguments {
 public:
  // `--name VALUE`, `--name=VALUE` and `-pVALUE` are the same. What follows `--` is kept apart. Errors: usage.
  static Result<Arguments> Parse(const Syntax& syntax, int argc, char** argv);

  bool wants_help() const { return wants_help_; }
  bool Has(std::string_view name) const { return values_.contains(name); }
  // The last value given.
  std::optional<std::string> Value(std::string_view name) const;
  // All values given, in order.
  std::vector<std::string> Values(std::string_view name) const;
  std::string ValueOr(std::string_view name, std::string_view fallback) const;
  // A whole number that is at least `least`. Error: something else was given.
  Result<std::int64_t> Number(std::string_view name, std::int64_t fallback, std::int64_t least) const;
  // One of `allowed`; the first of them where the option is not given.
  Result<std::string> Choice(std::string_view name, std::span<const std::string_view> allowed) const;

  const std::vector<std::string>& positional() const { return positional_; }
  bool has_rest() const { return has_rest_; }
  const std::vector<std::string>& rest() const { return rest_; }

 private:
  Result<int> TakeOption(const Syntax& syntax, int argc, char** argv, int at);

  bool wants_help_ = false;
  bool has_rest_ = false;
  std::map<std::string, std::vector<std::string>, std::less<>> values_;
  std::vector<std::string> positional_;
  std::vector<std::string> rest_;
};

// A whole number without sign, nothing behind it.
std::optional<std::int64_t> ParseNumber(std::string_view text);
std::vector<std::string> Split(std::string_view text, char separator);

// With blanks behind it, up to `width`.
std::string Padded(std::string text, std::size_t width);

std::string Help(const Syntax& syntax);

// Parses, prints the help where asked for, calls `run`, and says why it failed. The whole body of a subcommand.
int RunCommand(const Syntax& syntax, int argc, char** argv, Result<int> (*run)(const Arguments&));

// Prints the error's one line to stderr; its exit code.
int Report(const Error& error);

}  // namespace detrain::driver

#endif
