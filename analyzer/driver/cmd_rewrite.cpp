// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cstdio>
#include <filesystem>
#include <optional>
#include <string_view>
#include <system_error>
#include <utility>
#include <vector>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/patch_text.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/program_choice.h"

namespace detrain::driver {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

constexpr std::array<Option, 12> options = {{
    {"-p", "BUILD",
     "folder that holds compile_commands.json; then FILE may be one program of it, by its main file or name"},
    {"--step", "FILE:LINE", "the step loop, where detrain should not choose it"},
    {"--tier", "1|0", "0: save all state that is live, without following the program to what a step needs"},
    {"-o", "DIR", "where the rewritten sources go"},
    {"--diff", "", "print the changes; alone, nothing is written"},
    {"--cuda", "gpu|host", "where the kernels of a CUDA program run"},
    {"--in-place", "", "write over the program's own files"},
    {"--level", "save|deterministic", "save: bind, save, restore and trace only"},
    {"--shards", "V", "virtual shards of data-parallel loops (8)"},
    {"--in-order", "all|FILE:LINE,..", "parallel regions of OpenMP that get one thread, as their threads conflict"},
    {"--clock", "recorded|virtual", "virtual: clocks count readings, and tell every run the same"},
    {"--model", "FILE", "describes functions that detrain does not know (docs/catalog.md); may be given again"},
}};

constexpr Syntax syntax = {"rewrite", "FILE... -o DIR [OPTIONS] [-- COMPILER FLAGS]",
                           "Writes the program's sources so that they save, restore and replay.", options};

// The last folder in which both lie.
fs::path Above(const fs::path& a, const fs::path& b) {
  fs::path common;
  for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end() && *x == *y; ++x, ++y)
    common /= *x;
  return common;
}

fs::path FolderOf(const RewrittenFile& file) {
  return fs::absolute(file.name).lexically_normal().parent_path();
}

// The folder that DIR stands for: the working directory, or, where a source lies outside of it (`../util/log.h`), the
// last one in which all of them lie, so that each finds the others as before.
fs::path RootOf(const std::vector<RewrittenFile>& files) {
  const fs::path here = fs::current_path();
  std::optional<fs::path> all;
  bool are_inside = true;
  for (const RewrittenFile& file : files) {
    const fs::path folder = FolderOf(file);
    are_inside = are_inside && Above(folder, here) == here;
    all = all ? Above(*all, folder) : folder;
  }
  return are_inside || !all ? here : *all;
}

Result<void> Write(const fs::path& path, const std::string& text) {
  std::error_code error;
  if (path.has_parent_path())
    fs::create_directories(path.parent_path(), error);
  if (error)
    return diag::Fail<Failure::CannotWrite>(Location{path.string(), 0, 0}, error.message());
  return WriteFileAtomically(path.string(), text);
}

struct Draft {
  fs::path target;
  std::string text;
};

// All or nothing: when a file fails, those before it become what they were.
Result<void> WriteAll(const std::vector<Draft>& drafts) {
  std::vector<std::pair<fs::path, std::optional<std::string>>> before;
  for (const Draft& draft : drafts) {
    std::error_code ignored;
    const Result<std::string> old = ReadFile(draft.target.string());
    Result<void> result = Write(draft.target, draft.text);
    if (result) {
      before.emplace_back(draft.target, old ? std::optional(*old) : std::nullopt);
      continue;
    }
    for (const auto& [path, text] : before)
      if (!text)
        fs::remove(path, ignored);
      else
        (void)WriteFileAtomically(path.string(), *text);
    return result;
  }
  return {};
}

std::vector<Draft> DraftsBelow(const std::string& directory, const std::vector<RewrittenFile>& files) {
  const fs::path root = RootOf(files);
  std::vector<Draft> drafts;
  for (const RewrittenFile& file : files) {
    const fs::path place = (FolderOf(file) / fs::path(file.name).filename()).lexically_relative(root);
    drafts.push_back({fs::path(directory) / place, file.after});
  }
  return drafts;
}

std::vector<Draft> DraftsInPlace(const std::vector<RewrittenFile>& files) {
  std::vector<Draft> drafts;
  for (const RewrittenFile& file : files)
    if (file.before != file.after)
      drafts.push_back({file.path.empty() ? fs::path(file.name) : fs::path(file.path), file.after});
  return drafts;
}

// A second run changes nothing, and needs no plan.
Result<AnalysedProgram> AnalyseOnce(const ProgramOptions& program, const rewrite::Options& how, diag::Funnel& funnel) {
  DETRAIN_TRY(const std::vector<load::Command> commands, CommandsOf(program, funnel));
  for (const load::Command& command : commands) {
    DETRAIN_TRY(const bool is_rewritten, IsRewritten(command));
    if (!is_rewritten)
      continue;
    DETRAIN_TRY(std::vector<load::LoadedUnit> units, LoadUnits(commands));
    return AnalysedProgram{std::move(units), {}, nullptr};
  }
  return Analyse(program, how, funnel);
}

Result<int> Run(const Arguments& arguments) {
  DETRAIN_TRY(ProgramOptions asked, ProgramOptions::From(arguments, "rewrite"));
  DETRAIN_TRY(const ProgramOptions program, WithProgramNamed(std::move(asked)));
  const auto directory = arguments.Value("-o");
  const bool in_place = arguments.Has("--in-place");
  if (directory ? in_place : !in_place && !arguments.Has("--diff"))
    return diag::Fail<Failure::BadUsage>({}, "rewrite", "give -o DIR, or --in-place, or --diff");
  DETRAIN_TRY(const rewrite::Options how, RewriteOptionsFrom(arguments));
  diag::Funnel funnel(diag::StderrPrinter());
  DETRAIN_TRY(const AnalysedProgram analysed, AnalyseOnce(program, how, funnel));
  DETRAIN_TRY(const std::vector<RewrittenFile> files, Rewritten(analysed));
  if (arguments.Has("--diff"))
    std::fputs(UnifiedDiff(files).c_str(), stdout);
  if (directory)
    DETRAIN_TRY_VOID(WriteAll(DraftsBelow(*directory, files)));
  if (in_place)
    DETRAIN_TRY_VOID(WriteAll(DraftsInPlace(files)));
  return 0;
}

}  // namespace

int RunRewrite(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
