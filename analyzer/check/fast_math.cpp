// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// detrain-fast-math: flags and pragmas that let the compiler reorder or contract arithmetic.
#include <algorithm>
#include <array>
#include <cctype>
#include <optional>
#include <string_view>

#include "analyzer/check/rules.h"
#include "analyzer/diag/message.h"

namespace detrain::check {

namespace {

using diag::Certainty;
using diag::Reach;

constexpr std::array<std::string_view, 9> kFlags = {"-ffast-math",
                                                    "-Ofast",
                                                    "-funsafe-math-optimizations",
                                                    "-fassociative-math",
                                                    "-freciprocal-math",
                                                    "-ffp-contract=fast",
                                                    "--use_fast_math",
                                                    "-use_fast_math",
                                                    "-ffp-model=fast"};
constexpr std::array<std::string_view, 5> kOff = {"-fno-fast-math", "-fno-unsafe-math-optimizations",
                                                  "-fno-associative-math", "-fno-reciprocal-math", "-ffp-contract=off"};

constexpr std::array<std::string_view, 2> kOfMachine = {"-march=", "-mcpu="};

// `-march=native` fuses products and sums where the machine that builds can, unless contraction is off.
std::optional<std::string_view> NativeIn(const Build& build) {
  std::optional<std::string_view> found;
  bool contracts = true;
  for (const std::string_view argument : build.arguments) {
    if (argument.starts_with("-ffp-contract="))
      contracts = !argument.ends_with("=off");
    else if (std::ranges::any_of(kOfMachine, [&](std::string_view flag) { return argument.starts_with(flag); }))
      found = argument.ends_with("=native") ? std::optional(argument) : std::nullopt;
  }
  return contracts ? found : std::nullopt;
}

// The last word counts, as with the compiler.
std::optional<std::string_view> FlagIn(const Build& build) {
  std::optional<std::string_view> found;
  for (const std::string& argument : build.arguments) {
    if (std::ranges::find(kFlags, argument) != kFlags.end())
      found = argument;
    else if (std::ranges::find(kOff, argument) != kOff.end())
      found.reset();
  }
  return found ? found : NativeIn(build);
}

bool IsRounded(const rir::Module& module, const rir::Op& op) {
  const auto* compute = std::get_if<rir::ComputeOp>(&op.data);
  return compute != nullptr && compute->opcode <= rir::Opcode::Div && op.type != rir::kNone &&
         module.types[op.type].kind == rir::TypeKind::Float;
}

bool HasArithmetic(const rir::Module& module, const std::string& file) {
  return std::ranges::any_of(module.functions, [&](const rir::Function& function) {
    const rir::FileId at = function.declared.file;
    return at != rir::kNone && module.files[at] == file &&
           std::ranges::any_of(function.blocks, [&](const rir::Block& block) {
             return std::ranges::any_of(block.ops, [&](const rir::Op& op) { return IsRounded(module, op); });
           });
  });
}

void Report(const Context& context, Location location, std::string_view what, Findings& out) {
  const bool rounds = HasArithmetic(context.module, location.file);
  const std::string clause = rounds ? diag::Say<diag::Remark::MayReachState>({}, "the arithmetic of this file").message
                                    : diag::Say<diag::Remark::ReachesNothing>({}).message;
  out.push_back(diag::Find<diag::Finding::FastMath>(std::move(location), rounds ? Reach::State : Reach::None,
                                                    Certainty::Maybe, std::string(what), clause));
}

// The directive without its spaces, so that its spelling does not matter.
std::string Squeezed(std::string_view line) {
  std::string out;
  for (const char c : line)
    if (std::isspace(static_cast<unsigned char>(c)) == 0)
      out += c;
  return out;
}

std::optional<std::string_view> DirectiveIn(std::string_view line) {
  struct Directive {
    std::string_view text, name;
  };
  static constexpr std::array<Directive, 7> kDirectives = {{
      {"#pragmaSTDCFP_CONTRACTON", "#pragma STDC FP_CONTRACT ON"},
      {"#pragmaclangfpcontract(fast)", "#pragma clang fp contract(fast)"},
      {"#pragmaclangfpreassociate(on)", "#pragma clang fp reassociate(on)"},
      {"#pragmaclangfpreciprocal(on)", "#pragma clang fp reciprocal(on)"},
      {"#pragmaGCCoptimize(\"fast-math\")", "#pragma GCC optimize(\"fast-math\")"},
      {"#pragmaGCCoptimize(\"Ofast\")", "#pragma GCC optimize(\"Ofast\")"},
      {"#pragmafloat_control(precise,off", "#pragma float_control(precise, off)"},
  }};
  if (line.find("optimize") == std::string_view::npos && line.find("pragma") == std::string_view::npos)
    return std::nullopt;
  const std::string squeezed = Squeezed(line);
  for (const Directive& directive : kDirectives)
    if (squeezed.starts_with(directive.text))
      return directive.name;
  for (const std::string_view attribute :
       {"optimize(\"fast-math\")", "optimize(\"Ofast\")", "optimize(\"-ffast-math\")"})
    if (squeezed.find("__attribute__((" + std::string(attribute)) != std::string::npos)
      return attribute;
  return std::nullopt;
}

void Scan(const Context& context, const SourceText& source, Findings& out) {
  unsigned number = 0;
  for (std::string_view rest = source.text; !rest.empty();) {
    const std::size_t end = rest.find('\n');
    const std::string_view line = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    ++number;
    if (const auto what = DirectiveIn(line)) {
      const auto column = static_cast<unsigned>(line.find_first_not_of(" \t")) + 1;
      Report(context, Location{source.file, number, column}, *what, out);
    }
  }
}

}  // namespace

void FastMath(const Context& context, Findings& out) {
  for (const Build& build : context.options.builds)
    if (const auto flag = FlagIn(build))
      Report(context, Location{build.file, 1, 1}, *flag, out);
  for (const SourceText& source : context.options.sources)
    Scan(context, source, out);
}

}  // namespace detrain::check
