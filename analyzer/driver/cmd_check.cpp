// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <thread>

#include "analyzer/diag/funnel.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/gate/check_program.h"
#include "analyzer/driver/gate/gate.h"
#include "analyzer/driver/pipeline.h"

namespace detrain::driver {
namespace {

constexpr Syntax syntax = {"check", "FILE... [OPTIONS] [-- COMPILER FLAGS]",
                           "Finds what makes two runs differ, and says which saved state or output it reaches.",
                           gate::gate_options};

Result<gate::Checked> CheckProgram(const ProgramOptions& program, std::size_t jobs, diag::Funnel& funnel) {
  DETRAIN_TRY(const catalog::Catalog catalog, LoadCatalog(program.models));
  DETRAIN_TRY(const std::vector<load::Command> commands, CommandsOf(program, funnel));
  const cache::Store store = cache::Store::OfUser();
  cache::FileHashes hashes;
  const std::string models = cache::HashOfModels(program.models, hashes);
  return gate::CheckAll(commands, {catalog, models, store, hashes, {}, jobs});
}

Result<int> Run(const Arguments& arguments) {
  DETRAIN_TRY(const gate::Settings settings, gate::Settings::From(arguments));
  DETRAIN_TRY(const ProgramOptions program, ProgramOptions::From(arguments, "check"));
  DETRAIN_TRY(const std::int64_t jobs, arguments.Number("-j", std::thread::hardware_concurrency(), 1));
  diag::Funnel funnel(diag::StderrPrinter());
  DETRAIN_TRY(gate::Checked checked, CheckProgram(program, static_cast<std::size_t>(jobs), funnel));
  for (const Error& error : checked.errors)
    funnel.Fail(error);
  if (!checked.errors.empty())
    return funnel.ExitCode(std::nullopt);
  for (const diag::Diagnostic& remark : checked.remarks)
    funnel.Emit(remark);
  return gate::Deliver(std::move(checked.findings), checked.user_files, settings);
}

}  // namespace

int RunCheck(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
