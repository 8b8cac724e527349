// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <clang/AST/ASTContext.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Frontend/ASTUnit.h>
#include <llvm/Support/raw_ostream.h>

#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <string_view>
#include <utility>

#include "analyzer/diag/message.h"
#include "analyzer/driver/command.h"
#include "analyzer/driver/patch_text.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/print_cost.h"
#include "analyzer/driver/print_types.h"
#include "analyzer/driver/program_choice.h"
#include "analyzer/driver/terminal.h"
#include "analyzer/infer/link.h"
#include "analyzer/plan/print_html.h"
#include "analyzer/plan/print_json.h"
#include "analyzer/plan/print_text.h"
#include "analyzer/rir/print.h"

namespace detrain::driver {
namespace {

constexpr std::array<Option, 9> options = {{
    {"-p", "BUILD",
     "folder that holds compile_commands.json; then FILE may be one program of it, by its main file or name"},
    {"--step", "FILE:LINE", "the step loop, where detrain should not choose it"},
    {"--tier", "1|0", "0: save all state that is live, without following the program to what a step needs"},
    {"--format", "text|json|html",
     "a page, detrain-plan/1, or one file for a browser with the sources beside the plan"},
    {"--dump", "ast|rir|types|cost|plan|patch",
     "print the product of a phase instead; cost: what the phases went over, counted"},
    {"--cuda", "gpu|host", "where the kernels of a CUDA program will run, as cc and rewrite will be told"},
    {"--level", "save|deterministic", "what cc and rewrite will be told: some guarantees hang on it"},
    {"--from", "rir", "the FILEs are RIR text as --dump=rir prints it"},
    {"--model", "FILE", "describes functions that detrain does not know (docs/catalog.md); may be given again"},
}};

constexpr Syntax syntax = {"plan", "FILE... [OPTIONS] [-- COMPILER FLAGS]",
                           "Finds the step loop and the least state that a checkpoint at its top must hold.", options};

void Put(const std::string& text) {
  std::fputs(text.c_str(), stdout);
}

// What the user wrote, not what the system headers hold.
void DumpAst(const load::LoadedUnit& unit) {
  const clang::ASTContext& context = unit.ast().getASTContext();
  for (const clang::Decl* declaration : context.getTranslationUnitDecl()->decls())
    if (!context.getSourceManager().isInSystemHeader(declaration->getLocation()) && !declaration->isImplicit())
      declaration->dump(llvm::outs());
}

Result<LiftedProgram> LiftProgram(const ProgramOptions& program, diag::Funnel& funnel) {
  DETRAIN_TRY(const catalog::Catalog catalog, LoadCatalog(program.models));
  DETRAIN_TRY(const std::vector<load::Command> commands, CommandsOf(program, funnel));
  DETRAIN_TRY(LiftedProgram lifted, LiftInTurns(commands, catalog, funnel));
  DETRAIN_TRY(const std::vector<std::size_t> numbers, UnitsOfProgram(program, commands, PointersTo(lifted.modules)));
  return LiftedProgram{Selected(std::move(lifted.units), numbers), Selected(std::move(lifted.modules), numbers)};
}

// None of the units is known where RIR was read.
Result<LiftedProgram> ReadProgram(const ProgramOptions& program) {
  DETRAIN_TRY(std::vector<rir::Module> modules, ReadModules(program.files));
  return LiftedProgram{{}, std::move(modules)};
}

Result<int> DumpAst(const ProgramOptions& program, diag::Funnel& funnel) {
  DETRAIN_TRY(const std::vector<load::Command> commands, CommandsOf(program, funnel));
  DETRAIN_TRY(const std::vector<load::LoadedUnit> units, LoadUnits(commands));
  for (const load::LoadedUnit& unit : units)
    DumpAst(unit);
  llvm::outs().flush();
  if (const std::error_code error = llvm::outs().error()) {
    llvm::outs().clear_error();
    return diag::Fail<diag::Failure::CannotWrite>(Location{"standard output", 0, 0}, error.message());
  }
  return 0;
}

Result<int> DumpRir(std::vector<rir::Module> modules) {
  DETRAIN_TRY(const rir::Module linked, infer::Link(std::move(modules)));
  Put(rir::Print(linked));
  return 0;
}

Result<int> DumpTypes(std::vector<rir::Module> modules) {
  DETRAIN_TRY(const rir::Module linked, infer::Link(std::move(modules)));
  flow::Flow flow = flow::FlowOf(linked);
  const flow::State state = flow::StateOf(flow);
  Put(PrintTypes(flow, state, races::ThreadsOf(flow)));
  return 0;
}

// Of a program that has no plan, too: what it took to find that out.
Result<int> DumpCost(LiftedProgram program, plan::Options options) {
  DETRAIN_TRY(const rir::Module linked, infer::Link(program.modules));
  options.spending = std::make_shared<infer::Spending>();
  const Result<plan::CheckpointPlan> plan = PlanOf(std::move(program.modules), options, program.units);
  Put(PrintCost(flow::FlowOf(linked), *options.spending));
  if (!plan)
    return plan.error();
  return 0;
}

Result<int> DumpPatch(const ProgramOptions& program, const rewrite::Options& how, diag::Funnel& funnel) {
  DETRAIN_TRY(const AnalysedProgram analysed, Analyse(program, how, funnel));
  DETRAIN_TRY(const std::vector<RewrittenFile> files, Rewritten(analysed));
  Put(UnifiedDiff(files));
  return 0;
}

// The program's files that the plan speaks of, as they were parsed.
std::vector<plan::SourceFile> SourcesOf(const plan::CheckpointPlan& plan, const std::vector<load::LoadedUnit>& units) {
  std::map<std::string, std::string> texts;
  std::vector<std::string> known;
  for (const load::LoadedUnit& unit : units) {
    const clang::SourceManager& sources = unit.ast().getSourceManager();
    known.insert(known.end(), unit.user_files().begin(), unit.user_files().end());
    for (unsigned i = 0; i < sources.local_sloc_entry_size(); ++i)
      if (const clang::SrcMgr::SLocEntry& entry = sources.getLocalSLocEntry(i); entry.isFile()) {
        const auto start = clang::SourceLocation::getFromRawEncoding(entry.getOffset());
        texts.try_emplace(unit.LocationOf(start).file, sources.getBufferData(sources.getFileID(start)).str());
      }
  }
  std::vector<plan::SourceFile> shown;
  for (const std::string& file : plan::FilesOf(plan, known))
    shown.push_back({file, texts[file]});
  return shown;
}

// With the sources beside the plan, so that all units are kept.
Result<int> PrintHtml(const ProgramOptions& program, const rewrite::Options& how, diag::Funnel& funnel) {
  DETRAIN_TRY(const AnalysedProgram analysed, Analyse(program, how, funnel));
  Put(plan::PrintHtml(analysed.plan, SourcesOf(analysed.plan, analysed.units)));
  return 0;
}

Result<int> Run(const Arguments& arguments) {
  constexpr std::array<std::string_view, 3> formats = {"text", "json", "html"};
  constexpr std::array<std::string_view, 7> dumps = {"", "ast", "rir", "types", "cost", "plan", "patch"};
  constexpr std::array<std::string_view, 2> origins = {"", "rir"};
  DETRAIN_TRY(const std::string format, arguments.Choice("--format", formats));
  DETRAIN_TRY(const std::string dump, arguments.Choice("--dump", dumps));
  DETRAIN_TRY(const std::string from, arguments.Choice("--from", origins));
  DETRAIN_TRY(const rewrite::Options how, RewriteOptionsFrom(arguments));
  DETRAIN_TRY(ProgramOptions asked, ProgramOptions::From(arguments, "plan"));
  DETRAIN_TRY(const ProgramOptions program, WithProgramNamed(std::move(asked)));
  diag::Funnel funnel(diag::StderrPrinter());
  if (dump == "patch")
    return DumpPatch(program, how, funnel);
  if (dump == "ast")
    return DumpAst(program, funnel);
  if (format == "html" && from != "rir" && dump.empty())
    return PrintHtml(program, how, funnel);
  DETRAIN_TRY(LiftedProgram lifted, from == "rir" ? ReadProgram(program) : LiftProgram(program, funnel));
  if (dump == "rir")
    return DumpRir(std::move(lifted.modules));
  if (dump == "types")
    return DumpTypes(std::move(lifted.modules));
  DETRAIN_TRY(const catalog::Catalog catalog, LoadCatalog(program.models));
  const plan::Options to_plan{.step = program.step,
                              .unordered = UnorderedIn(lifted.units, how),
                              .follows = program.follows,
                              .placed = PlacedBy(catalog, how)};
  if (dump == "cost")
    return DumpCost(std::move(lifted), to_plan);
  DETRAIN_TRY(const plan::CheckpointPlan plan, PlanOf(std::move(lifted.modules), to_plan, lifted.units));
  if (format == "json" || dump == "plan")
    Put(plan::PrintJson(plan));
  else if (format == "html")
    Put(plan::PrintHtml(plan, SourcesOf(plan, {})));
  else
    Put(plan::PrintText(plan, {WantsColor(stdout), Width(stdout)}));
  return 0;
}

}  // namespace

int RunPlan(int argc, char** argv) {
  return RunCommand(syntax, argc, argv, Run);
}

}  // namespace detrain::driver
