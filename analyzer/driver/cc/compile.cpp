// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/compile.h"

#include <filesystem>
#include <span>
#include <system_error>

#include "analyzer/diag/funnel.h"
#include "analyzer/driver/cc/nvcc_host.h"
#include "analyzer/driver/cc/unit_file.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/process.h"
#include "analyzer/load/nvcc.h"
#include "analyzer/rir/print.h"

namespace detrain::driver::cc {
namespace {

namespace fs = std::filesystem;

// What a later link must know of one unit. A unit that cannot be analysed is not an error yet: it may not be part of a
// program with a step loop.
Result<UnitFile> Describe(const Invocation& call, const std::string& source, const catalog::Catalog& catalog) {
  UnitFile file;
  file.command = CommandOf(call, source);
  file.depfiles = DepfilesOf(call, source);
  DETRAIN_TRY(file.object_hash, HashOfFile(call.ObjectOf(source)));
  const Result<load::LoadedUnit> unit = load::Load(file.command);
  if (!unit) {
    file.error = unit.error();
    return file;
  }
  diag::Funnel silent([](const diag::Diagnostic&) {});
  file.rir = rir::Print(LiftUnits(std::span(&*unit, 1), catalog, silent).front());
  DETRAIN_TRY(file.sources_hash, HashOfSources(*unit));
  return file;
}

Result<void> DescribeAll(const Invocation& call, const Settings& settings) {
  DETRAIN_TRY(const catalog::Catalog catalog, LoadCatalog(settings.models));
  std::error_code ignored;
  for (const std::string& source : call.Files(ArgumentKind::Source)) {
    if (!fs::is_regular_file(call.ObjectOf(source), ignored))
      continue;
    DETRAIN_TRY(const UnitFile file, Describe(call, source, catalog));
    DETRAIN_TRY_VOID(WriteUnitFile(call.ObjectOf(source), file));
  }
  return {};
}

Result<int> CompileAsGiven(const Invocation& call, const Settings& settings) {
  int code = 0;
  if (settings.rewrite.cuda != rewrite::Cuda::Host || !load::CallsNvcc(call.given)) {
    DETRAIN_TRY(const Outcome outcome, Run({.argv = call.given}));
    return outcome.ShellCode();
  }
  for (const std::string& source : call.Files(ArgumentKind::Source))
    if (code == 0) {
      DETRAIN_TRY(code, CompileForHost(call, source, call.ObjectOf(source), settings));
    }
  return code;
}

}  // namespace

load::Command CommandOf(const Invocation& call, const std::string& source) {
  return {fs::current_path().string(), source, call.analysed};
}

std::vector<std::string> DepfilesOf(const Invocation& call, const std::string& source) {
  std::vector<std::string> absolute;
  for (const std::string& file : call.DepfilesOf(source))
    absolute.push_back(fs::absolute(file).lexically_normal().string());
  return absolute;
}

Result<int> Compile(const Invocation& call, const Settings& settings) {
  const std::vector<std::string> sources = call.Files(ArgumentKind::Source);
  std::error_code ignored;
  for (const std::string& source : sources)
    fs::remove(UnitFileName(call.ObjectOf(source)), ignored);
  DETRAIN_TRY(const int code, CompileAsGiven(call, settings));
  if (code != 0)
    return code;
  const Result<void> described = DescribeAll(call, settings);
  if (described)
    return 0;
  for (const std::string& source : sources) {
    fs::remove(call.ObjectOf(source), ignored);
    fs::remove(UnitFileName(call.ObjectOf(source)), ignored);
  }
  return described.error();
}

}  // namespace detrain::driver::cc
