// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <iterator>
#include <set>
#include <thread>

#include "analyzer/audit/audit.h"
#include "analyzer/diag/funnel.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/config/config.h"
#include "analyzer/driver/gate/check_program.h"
#include "analyzer/driver/gate/gate.h"
#include "analyzer/driver/gate/programs.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/program_choice.h"
#include "analyzer/infer/infer.h"
#include "analyzer/infer/link.h"
#include "analyzer/plan/make_plan.h"

namespace detrain::driver {
namespace {

constexpr auto options = [] {
  std::array<Option, 2 + std::size(gate::gate_options)> all;
  all[0] = {"--step", "FILE:LINE", "the step loop, where detrain should not choose it"};
  all[1] = {"--no-plan", "", "do without a plan, which takes its time: look at what the host's memory shows by itself"};
  std::copy(std::begin(gate::gate_options), std::end(gate::gate_options), all.begin() + 2);
  return all;
}();

constexpr Syntax syntax = {"audit", "FILE... [OPTIONS] [-- COMPILER FLAGS]",
                           "Compares what the program's own code saves and loads with what lives from step to step.",
                           options};

struct Asked {
  ProgramOptions program;
  bool wants_plan = true;
};

// The plan where one can be made: of what is too large for it, or is rewritten in parts, there is none.
Result<plan::CheckpointPlan> PlanFor(const rir::Module& linked, const Asked& asked) {
  const ProgramOptions& program = asked.program;
  if (!asked.wants_plan)
    return Error{ErrorKind::Coverage, "--no-plan", {}};
  DETRAIN_TRY(const infer::TypedModule typed, infer::Infer(linked, plan::AskedFor({program.step})));
  DETRAIN_TRY(plan::CheckpointPlan plan, plan::MakePlan(typed, plan::Options{program.step}));
  DETRAIN_TRY_VOID(ApplyNearestConfig(plan.step_loop.place.file, plan));
  return plan;
}

// What is said of a program besides its findings.
void Remark(const Location& place, const audit::Audited& audited, const std::optional<Error>& no_plan,
            diag::Funnel& funnel) {
  if (!audited.has_loop)
    return funnel.Emit(diag::Say<diag::Remark::AuditNoLoop>(place));
  if (no_plan)
    funnel.Emit(diag::Say<diag::Remark::AuditNoPlan>(no_plan->location, no_plan->message));
  if (audited.is_truncated)
    funnel.Emit(diag::Say<diag::Remark::AuditInPart>(place));
  if (!audited.has_save)
    funnel.Emit(diag::Say<diag::Remark::AuditNoSave>(place));
}

Result<std::vector<diag::Diagnostic>> AuditProgram(rir::Module linked, const Asked& asked, diag::Funnel& funnel) {
  const Location place{linked.sources.empty() ? std::string() : linked.sources.front(), 0, 0};
  const Result<plan::CheckpointPlan> plan = PlanFor(linked, asked);
  std::optional<Error> no_plan;
  if (!plan.Ok())
    no_plan = plan.error();
  // A mistake of the user's, in a `.detrain` or in --step, is none of the program.
  if (no_plan && (no_plan->kind == ErrorKind::Usage || asked.program.step))
    return *no_plan;
  audit::Audited audited = audit::Audit(linked, plan.Ok() ? &*plan : nullptr);
  Remark(place, audited, no_plan, funnel);
  return std::move(audited.findings);
}

struct Audits {
  std::vector<diag::Diagnostic> findings;
  std::vector<std::string> user_files;
};

std::vector<const rir::Module*> ModulesOf(const std::vector<gate::LiftedUnit>& units) {
  std::vector<const rir::Module*> modules;
  for (const gate::LiftedUnit& unit : units)
    modules.push_back(&unit.module);
  return modules;
}

Result<Audits> AuditAll(const std::vector<gate::LiftedUnit>& units, const Asked& asked, diag::Funnel& funnel) {
  std::set<std::string> files;
  for (const gate::LiftedUnit& unit : units)
    files.insert(unit.user_files.begin(), unit.user_files.end());
  Audits audits;
  for (const std::vector<std::size_t>& numbers : gate::ProgramsOf(ModulesOf(units))) {
    std::vector<rir::Module> parts;
    bool is_program = false;
    for (const std::size_t number : numbers) {
      parts.push_back(units[number].module);
      is_program = is_program || gate::DefinesMain(units[number].module);
    }
    if (!is_program && units.size() != numbers.size())
      continue;  // of a build folder: what no program needs
    DETRAIN_TRY(rir::Module linked, infer::Link(std::move(parts)));
    if (!is_program)
      return diag::Fail<diag::Failure::AuditNoMain>(Location{units[numbers.front()].main_file, 0, 0});
    DETRAIN_TRY(std::vector<diag::Diagnostic> found, AuditProgram(std::move(linked), asked, funnel));
    audits.findings.insert(audits.findings.end(), found.begin(), found.end());
  }
  audits.findings = gate::Merged(std::move(audits.findings));
  audits.user_files.assign(files.begin(), files.end());
  return audits;
}

Result<int> Run(const Arguments& arguments) {
  DETRAIN_TRY(gate::Settings settings, gate::Settings::From(arguments));
  settings.is_audit = true;
  DETRAIN_TRY(ProgramOptions asked, ProgramOptions::From(arguments, "audit"));
  DETRAIN_TRY(const ProgramOptions program, WithProgramNamed(std::move(asked)));
  DETRAIN_TRY(const std::int64_t jobs, arguments.Number("-j", std::thread::hardware_concurrency(), 1));
  diag::Funnel funnel(diag::StderrPrinter());
  DETRAIN_TRY(const catalog::Catalog catalog, LoadCatalog(program.models));
  DETRAIN_TRY(const std::vector<load::Command> commands, CommandsOf(program, funnel));
  const cache::Store store = cache::Store::OfUser();
  cache::FileHashes hashes;
  const std::string models = cache::HashOfModels(program.models, hashes);
  const gate::LiftContext context{catalog, models, store, hashes, {}, static_cast<std::size_t>(jobs)};
  gate::LiftedUnits lifted = gate::LiftAll(commands, context);
  gate::KeepUnits(lifted.units, context);
  for (const Error& error : lifted.errors)
    funnel.Fail(error);
  if (!lifted.errors.empty())
    return funnel.ExitCode(std::nullopt);
  // Of a folder, all programs are audited.
  if (!program.program.empty()) {
    DETRAIN_TRY(const std::vector<std::size_t> numbers, UnitsOfProgram(program, commands, ModulesOf(lifted.units)));
    lifted.units = Selected(std::move(lifted.units), numbers);
  }
  DETRAIN_TRY(Audits audits, AuditAll(lifted.units, {program, !arguments.Has("--no-plan")}, funnel));
  return gate::Deliver(std::move(audits.findings), audits.user_files, settings);
}

}  // namespace

int RunAudit(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
