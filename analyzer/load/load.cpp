// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/load.h"

#include <clang/Basic/FileManager.h>
#include <clang/Driver/CreateInvocationFromArgs.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Serialization/PCHContainerOperations.h>

#include <algorithm>
#include <cstddef>
#include <set>

#include "analyzer/diag/message.h"
#include "analyzer/load/clang_flags.h"
#include "analyzer/load/clang_version.h"
#include "analyzer/load/files.h"
#include "analyzer/load/literal_types.h"
#include "analyzer/load/nvcc_verdict.h"
#include "analyzer/load/problems.h"

namespace detrain::load {
namespace {

// Headers that are installed below /usr are a library's, by whatever flag its folder comes: MPI's compilers name theirs
// with -I. A folder that is given both ways counts as a system's.
std::vector<std::string> InstalledFolders(const std::vector<std::string>& flags) {
  std::vector<std::string> all;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const bool is_apart = flags[i] == "-I" && i + 1 < flags.size();
    const std::string folder = is_apart ? flags[i + 1] : flags[i].starts_with("-I") ? flags[i].substr(2) : "";
    if (folder.starts_with("/usr/"))
      all.insert(all.end(), {"-isystem", folder});
  }
  return all;
}

std::vector<std::string> CompilerArguments(const Command& command, const std::vector<std::string>& flags) {
  std::vector<std::string> all = {"clang", "-fsyntax-only", "-resource-dir", DETRAIN_CLANG_RESOURCE_DIR};
  all.insert(all.end(), flags.begin(), flags.end());
  // GCC 12 takes old C and C++ with a warning or without one; what the user's compiler accepts must parse here too.
  for (const char* old :
       {"implicit-function-declaration", "implicit-int", "int-conversion", "incompatible-function-pointer-types",
        "incompatible-pointer-types", "return-mismatch", "missing-template-arg-list-after-template-kw", "register",
        "c++11-narrowing", "c++11-narrowing-const-reference", "reserved-user-defined-literal"})
    all.push_back(std::string("-Wno-error=") + old);
  // Functions of GCC that Clang has by another name.
  for (const char* renamed :
       {"__builtin_ia32_rolqi=__builtin_rotateleft8", "__builtin_ia32_rolhi=__builtin_rotateleft16",
        "__builtin_ia32_rorqi=__builtin_rotateright8", "__builtin_ia32_rorhi=__builtin_rotateright16"})
    all.push_back(std::string("-D") + renamed);
  // Fortified headers would hide the library's functions behind inline wrappers.
  all.insert(all.end(), {"-U_FORTIFY_SOURCE", "-isystem", kLibraryTexts});
  const std::vector<std::string> installed = InstalledFolders(flags);
  all.insert(all.end(), installed.begin(), installed.end());
  all.insert(all.end(), {"-w", "-Qunused-arguments", "--", command.file});
  return all;
}

struct Parser {
  const Command& command;
  FileSystem files;
  std::shared_ptr<Problems> problems = std::make_shared<Problems>();
  std::shared_ptr<clang::DiagnosticOptions> options = std::make_shared<clang::DiagnosticOptions>();
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
      clang::CompilerInstance::createDiagnostics(*files, *options, new ProblemConsumer(problems, command));

  std::shared_ptr<clang::CompilerInvocation> Invocation(const std::vector<std::string>& flags) {
    const std::vector<std::string> arguments = CompilerArguments(command, flags);
    std::vector<const char*> pointers;
    for (const std::string& argument : arguments)
      pointers.push_back(argument.c_str());
    return clang::createInvocation(pointers, {.Diags = diagnostics, .VFS = files});
  }

  std::unique_ptr<clang::ASTUnit> Parse(std::shared_ptr<clang::CompilerInvocation> invocation) {
    auto manager = llvm::makeIntrusiveRefCnt<clang::FileManager>(clang::FileSystemOptions(), files);
    return clang::ASTUnit::LoadFromCompilerInvocation(
        std::move(invocation), std::make_shared<clang::PCHContainerOperations>(), options, diagnostics, manager);
  }
};

// Drops the flags that the driver refused. False: none of them is there, so dropping is no help.
bool DropUnknown(const Problems& problems, std::vector<std::string>& flags) {
  return std::erase_if(flags, [&](const std::string& flag) {
           return std::ranges::any_of(problems.unknown_flags, [&](const std::string& unknown) {
             return flag == unknown || (!unknown.empty() && flag.ends_with("=" + unknown));
           });
         }) > 0;
}

Error ParseError(const Command& command, const Problem* problem) {
  const bool is_placed = problem && problem->location.IsKnown();
  return diag::Fail<diag::Failure::ParseFailed>(is_placed ? problem->location : Location{command.file, 0, 0},
                                                problem ? problem->message : "Clang made no syntax tree");
}

struct Attempt {
  Result<LoadedUnit> unit;
  bool leaves_device = false;  // it failed, and the device's view is another text
};

Attempt LoadFrom(const FileSystem& files, const Command& command, ClangFlags wanted) {
  std::set<ConstexprPlace> inlined;
  while (true) {
    Parser parser{command, inlined.empty() ? files : WithInline(files, inlined)};
    auto invocation = parser.Invocation(wanted.flags);
    const Problems& problems = *parser.problems;
    if (problems.all.empty() && invocation) {
      auto ast = parser.Parse(std::move(invocation));
      const Problem* problem = problems.OfTheUser(wanted.cuda);
      if (const std::size_t before = inlined.size(); problem && problem->not_constant) {
        inlined.merge(problems.NotConstant());
        if (inlined.size() > before)
          continue;
      }
      if (!ast)
        return {ParseError(command, problem)};
      LoadedUnit unit(command, std::move(ast), wanted.cuda, problems.Remarks(wanted.cuda));
      if (problem)
        return {ParseError(command, problem), unit.LeavesDevice()};
      return {std::move(unit)};
    }
    if (!DropUnknown(problems, wanted.flags))
      return {ParseError(command, problems.all.empty() ? nullptr : &problems.all.front())};
  }
}

// nvcc compiles what kernels do for the device alone, so it may name what is there only where __CUDA_ARCH__ is defined;
// Clang reads kernels for the host too. Where that is all that is wrong, the device's text is the program.
Result<LoadedUnit> LoadForDevice(Command command, const std::vector<UnsavedFile>& unsaved, const Error& host) {
  command.view = View::Device;
  DETRAIN_TRY(LoadedUnit unit, Load(command, unsaved));
  unit.Remark(diag::Say<diag::Remark::OnlyDeviceReads>(host.location, host.message));
  return unit;
}

// Clang's error, and whose it is.
Error WithVerdict(const Error& clang, Verdict nvcc) {
  if (nvcc == Verdict::Takes)
    return diag::Fail<diag::Failure::OnlyNvccTakes>(clang.location, clang.message);
  if (nvcc == Verdict::Unknown)
    return diag::Fail<diag::Failure::OnlyClangAsked>(clang.location, clang.message);
  return clang;
}

}  // namespace

bool IsEmbedded(const std::string& path) {
  return path.starts_with(kLibraryTexts) || path.starts_with(kCudaFolder);
}

Result<LoadedUnit> Load(const Command& command, const std::vector<UnsavedFile>& unsaved) {
  DETRAIN_TRY(const ClangFlags wanted, FlagsFor(command));
  const bool is_cuda = wanted.cuda.has_value();
  const FileSystem files = FilesSeenFrom(command.directory, wanted.toolkit, Thrust::Own, unsaved);
  const auto status = files->status(command.file);
  if (!status || status->isDirectory())
    return diag::Fail<diag::Failure::NoSuchFile>({}, command.file);
  Attempt attempt = LoadFrom(files, command, wanted);
  if (attempt.unit || !is_cuda)
    return std::move(attempt.unit);
  attempt = LoadFrom(FilesSeenFrom(command.directory, wanted.toolkit, Thrust::Toolkit, unsaved), command, wanted);
  if (attempt.unit)
    return std::move(attempt.unit);
  if (attempt.leaves_device)
    if (auto device = LoadForDevice(command, unsaved, attempt.unit.error()))
      return device;
  // What an editor holds is on no disk, so nvcc cannot be asked about it.
  if (unsaved.empty() && command.view == View::Host)
    return WithVerdict(attempt.unit.error(), AskNvcc(command));
  return std::move(attempt.unit);
}

}  // namespace detrain::load
