// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/load/load.h"

#include <clang/Basic/DiagnosticDriver.h>
#include <clang/Basic/FileManager.h>
#include <clang/Driver/CreateInvocationFromArgs.h>
#include <clang/Frontend/ASTUnit.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Serialization/PCHContainerOperations.h>
#include <llvm/Support/Path.h>
#include <llvm/Support/VirtualFileSystem.h>

#include <algorithm>
#include <optional>

#include "analyzer/diag/message.h"
#include "analyzer/load/clang_version.h"
#include "analyzer/load/embedded.h"
#include "analyzer/load/flags.h"
#include "analyzer/load/names.h"

namespace detrain::load {
namespace {

// The first error, and the flags that the driver does not know.
struct Errors {
  std::optional<std::string> message;
  Location location;
  std::vector<std::string> unknown_flags;
};

bool IsAboutAFlag(unsigned id) {
  using namespace clang::diag;
  return id == err_drv_unknown_argument || id == err_drv_unknown_argument_with_suggestion ||
         id == err_drv_unsupported_opt || id == err_drv_unsupported_opt_with_suggestion ||
         id == err_drv_unsupported_opt_for_target || id == err_drv_unsupported_option_argument ||
         id == err_drv_invalid_value;
}

class Consumer : public clang::DiagnosticConsumer {
 public:
  Consumer(std::shared_ptr<Errors> errors, const Command& command) : errors_(std::move(errors)), names_(command) {}

  void HandleDiagnostic(clang::DiagnosticsEngine::Level level, const clang::Diagnostic& info) override {
    DiagnosticConsumer::HandleDiagnostic(level, info);
    if (level < clang::DiagnosticsEngine::Error)
      return;
    if (IsAboutAFlag(info.getID()) && info.getArgKind(0) == clang::DiagnosticsEngine::ak_std_string)
      errors_->unknown_flags.push_back(info.getArgStdStr(0));
    if (!errors_->message)
      Remember(info);
  }

 private:
  void Remember(const clang::Diagnostic& info) {
    llvm::SmallString<128> text;
    info.FormatDiagnostic(text);
    errors_->message = std::string(text);
    if (info.hasSourceManager() && info.getLocation().isValid())
      errors_->location = names_.LocationOf(info.getSourceManager(), info.getLocation());
  }

  std::shared_ptr<Errors> errors_;
  Names names_;
};

constexpr const char* kLibraryTexts = "/detrain/libstdc++";

std::vector<std::string> CompilerArguments(const Command& command, const std::vector<std::string>& flags) {
  std::vector<std::string> all = {"clang", "-fsyntax-only", "-resource-dir", DETRAIN_CLANG_RESOURCE_DIR};
  all.insert(all.end(), flags.begin(), flags.end());
  // GCC 12 takes old C with a warning; what the user's compiler accepts must parse here too.
  for (const char* old : {"implicit-function-declaration", "implicit-int", "int-conversion",
                          "incompatible-function-pointer-types", "incompatible-pointer-types", "return-mismatch"})
    all.push_back(std::string("-Wno-error=") + old);
  // Fortified headers would hide the library's functions behind inline wrappers.
  all.insert(all.end(),
             {"-U_FORTIFY_SOURCE", "-isystem", kLibraryTexts, "-w", "-Qunused-arguments", "--", command.file});
  return all;
}

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

struct Parser {
  const Command& command;
  FileSystem files;
  std::shared_ptr<Errors> errors = std::make_shared<Errors>();
  std::shared_ptr<clang::DiagnosticOptions> options = std::make_shared<clang::DiagnosticOptions>();
  llvm::IntrusiveRefCntPtr<clang::DiagnosticsEngine> diagnostics =
      clang::CompilerInstance::createDiagnostics(*files, *options, new Consumer(errors, command));

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

FileSystem FilesSeenFrom(const std::string& directory) {
  FileSystem disk = llvm::vfs::createPhysicalFileSystem();
  if (!directory.empty())
    static_cast<void>(disk->setCurrentWorkingDirectory(directory));  // the file is then not found, which is said
  auto texts = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const EmbeddedFile& file : EmbeddedFiles()) {
    const std::string header(file.name.substr(0, file.name.rfind('.')));
    const bool is_public = header.starts_with("std.");  // <condition_variable>; others are in <bits/...>
    std::string path = kLibraryTexts;
    path.append(is_public ? "/" : "/bits/").append(header, is_public ? 4 : 0).append(is_public ? "" : ".h");
    texts->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(file.text));
  }
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::OverlayFileSystem>(disk);
  files->pushOverlay(texts);
  return files;
}

// Drops the flags that the driver refused. False: none of them is there, so dropping is no help.
bool DropUnknown(const Errors& errors, std::vector<std::string>& flags) {
  return std::erase_if(flags, [&](const std::string& flag) {
           return std::ranges::any_of(errors.unknown_flags, [&](const std::string& unknown) {
             return flag == unknown || (!unknown.empty() && flag.ends_with("=" + unknown));
           });
         }) > 0;
}

Error ParseError(const Command& command, const Errors& errors) {
  const std::string message = errors.message.value_or("Clang made no syntax tree");
  const Location place = errors.location.IsKnown() ? errors.location : Location{command.file, 0, 0};
  return diag::Fail<diag::Failure::ParseFailed>(place, message);
}

}  // namespace

Result<LoadedUnit> Load(const Command& command) {
  const FileSystem files = FilesSeenFrom(command.directory);
  const auto status = files->status(command.file);
  if (!status || status->isDirectory())
    return diag::Fail<diag::Failure::NoSuchFile>({}, command.file);
  std::vector<std::string> flags = ParsingFlags(command.arguments);
  while (true) {
    Parser parser{command, files};
    auto invocation = parser.Invocation(flags);
    if (!parser.errors->message && invocation) {
      auto ast = parser.Parse(std::move(invocation));
      if (ast && !parser.errors->message)
        return LoadedUnit(command, std::move(ast));
      return ParseError(command, *parser.errors);
    }
    if (!DropUnknown(*parser.errors, flags))
      return ParseError(command, *parser.errors);
  }
}

}  // namespace detrain::load
