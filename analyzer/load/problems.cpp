// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/problems.h"

#include <clang/AST/DeclBase.h>
#include <clang/Basic/DiagnosticAST.h>
#include <clang/Basic/DiagnosticDriver.h>
#include <clang/Basic/DiagnosticSema.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "analyzer/diag/message.h"

namespace detrain::load {
namespace {

bool IsAboutAFlag(unsigned id) {
  using namespace clang::diag;
  return id == err_drv_unknown_argument || id == err_drv_unknown_argument_with_suggestion ||
         id == err_drv_unsupported_opt || id == err_drv_unsupported_opt_with_suggestion ||
         id == err_drv_unsupported_opt_for_target || id == err_drv_unsupported_option_argument ||
         id == err_drv_invalid_value;
}

// Rules that Clang's CUDA has and nvcc's has not, or not so.
bool IsClangsOwn(const Problem& problem) {
  using namespace clang::diag;
  constexpr std::array<unsigned, 10> ids = {err_ref_bad_target,         err_ref_bad_target_global_initializer,
                                            err_shared_var_init,        err_dynamic_var_init,
                                            err_cuda_device_exceptions, err_cuda_ovl_target,
                                            err_cuda_extern_shared,     err_asm_invalid_escape,
                                            err_typename_missing,       err_typename_missing_template};
  return problem.in_system || problem.lacks_target || std::ranges::find(ids, problem.id) != ids.end();
}

// Whether a template names a member that it has not got. No instantiation has it either, so that GCC and nvcc, which
// look for members when somebody instantiates it, say nothing as long as nobody does.
bool IsUnmade(const clang::Diagnostic& info) {
  const unsigned id = info.getID();
  if (id != clang::diag::err_no_member && id != clang::diag::err_no_member_suggest)
    return false;
  constexpr unsigned whose = 1;  // argument of both messages
  return info.getArgKind(whose) == clang::DiagnosticsEngine::ak_declcontext &&
         reinterpret_cast<const clang::DeclContext*>(info.getRawArg(whose))->isDependentContext();
}

// What GCC and nvcc take in C++: void* + 1 (with a warning), values for an array whose size is a variable.
bool IsOfGnu(unsigned id) {
  return id == clang::diag::err_variable_object_no_init || id == clang::diag::err_typecheck_pointer_arith_void_type ||
         id == clang::diag::err_typecheck_pointer_arith_function_type;
}

// Names whose meaning CUDA 13 changed, or that it took away.
constexpr std::array<std::string_view, 18> broken_names = {"cudaMemAdvise",
                                                           "cudaMemPrefetchAsync",
                                                           "cudaGraphAddDependencies",
                                                           "cudaGraphRemoveDependencies",
                                                           "cudaGraphGetEdges",
                                                           "cudaGraphNodeGetDependencies",
                                                           "cudaGraphNodeGetDependentNodes",
                                                           "cudaStreamGetCaptureInfo",
                                                           "cudaStreamUpdateCaptureDependencies",
                                                           "cudaLaunchCooperativeKernelMultiDevice",
                                                           "clockRate",
                                                           "memoryClockRate",
                                                           "computeMode",
                                                           "deviceOverlap",
                                                           "kernelExecTimeoutEnabled",
                                                           "maxTexture1DLinear",
                                                           "singleToDoublePrecisionPerfRatio",
                                                           "cooperativeMultiDeviceLaunch"};

bool IsBreakOfCuda(const Problem& problem, const Cuda& cuda) {
  const llvm::StringRef text(problem.message);
  return cuda.version >= 13000 && std::ranges::any_of(broken_names, [&](std::string_view name) {
           const std::size_t at = text.find(name);
           return at != llvm::StringRef::npos && text.take_front(at).ends_with("'") &&
                  text.substr(at + name.size()).starts_with("'");
         });
}

bool IsOfTheUser(const Problem& problem, const std::optional<Cuda>& cuda) {
  if (problem.is_unmade || IsOfGnu(problem.id))
    return false;
  return !cuda || problem.is_fatal || (!IsBreakOfCuda(problem, *cuda) && !IsClangsOwn(problem));
}

}  // namespace

const Problem* Problems::OfTheUser(const std::optional<Cuda>& cuda) const {
  const auto found = std::ranges::find_if(all, [&](const Problem& problem) { return IsOfTheUser(problem, cuda); });
  return found == all.end() ? nullptr : &*found;
}

std::set<ConstexprPlace> Problems::NotConstant() const {
  std::set<ConstexprPlace> places;
  for (const Problem& problem : all)
    if (problem.not_constant)
      places.insert(*problem.not_constant);
  return places;
}

std::vector<diag::Diagnostic> Problems::Remarks(const std::optional<Cuda>& cuda) const {
  std::vector<diag::Diagnostic> remarks;
  for (const Problem& problem : all)
    if (cuda && IsBreakOfCuda(problem, *cuda))
      remarks.push_back(
          diag::Say<diag::Remark::CudaBreak>(problem.location, std::to_string(cuda->version / 1000), problem.message));
    else if (!IsOfTheUser(problem, cuda))
      remarks.push_back(diag::Say<diag::Remark::OnlyClangRejects>(problem.location, problem.message));
  return remarks;
}

void ProblemConsumer::HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  // Notes follow their error, and overloads are Clang's to reject by where they may run.
  if (info.getID() == clang::diag::note_ovl_candidate_bad_target && !problems_->all.empty())
    problems_->all.back().lacks_target = true;
  if (level < clang::DiagnosticsEngine::Error)
    return;
  if (IsAboutAFlag(info.getID()) && info.getArgKind(0) == clang::DiagnosticsEngine::ak_std_string)
    problems_->unknown_flags.push_back(info.getArgStdStr(0));
  llvm::SmallString<128> text;
  info.FormatDiagnostic(text);
  Problem problem{std::string(text), {}, info.getID(), level == clang::DiagnosticsEngine::Fatal};
  problem.is_unmade = IsUnmade(info);
  problem.not_constant = ConstexprOf(info);
  if (info.hasSourceManager() && info.getLocation().isValid()) {
    problem.location = names_.LocationOf(info.getSourceManager(), info.getLocation());
    problem.in_system = info.getSourceManager().isInSystemHeader(info.getLocation());
  }
  problems_->all.push_back(std::move(problem));
}

}  // namespace detrain::load
