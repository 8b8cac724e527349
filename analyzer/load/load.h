// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Phase load: a compile command becomes a parsed translation unit. See docs/load.md.
#ifndef DETRAIN_ANALYZER_LOAD_LOAD_H
#define DETRAIN_ANALYZER_LOAD_LOAD_H

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "analyzer/base/location.h"
#include "analyzer/base/result.h"
#include "analyzer/diag/diagnostic.h"

namespace clang {
class ASTUnit;
class SourceLocation;
}  // namespace clang

namespace detrain::load {

class Names;

// A unit of CUDA is read as the host's compiler sees it, which shows the bodies of kernels too, or as the GPU's.
enum class View { Host, Device };

// What a unit of CUDA is compiled with.
struct Cuda {
  unsigned version = 0;              // 13000 for 13.0
  std::vector<std::string> inexact;  // flags that make arithmetic round otherwise: "-use_fast_math"
};

// How one source file is compiled.
struct Command {
  std::string directory;  // working directory of the compiler; empty: the current one
  std::string file;       // as the user named it; relative names are below `directory`
  std::vector<std::string>
      arguments;  // of gcc, clang, nvcc or a wrapper of them; may begin with its name and may name `file` again
  View view = View::Host;
};

// A directive that brought a user's file in. Both files are named as LoadedUnit::user_files() names them.
struct Include {
  std::string from;
  unsigned line = 0;
  std::string to;
};

// A parsed translation unit. The rewriter edits its text later, so the whole of Clang's unit stays alive.
class LoadedUnit {
 public:
  LoadedUnit(Command command, std::unique_ptr<clang::ASTUnit> ast, std::optional<Cuda> cuda = std::nullopt,
             std::vector<diag::Diagnostic> remarks = {});
  LoadedUnit(LoadedUnit&&) noexcept;
  LoadedUnit& operator=(LoadedUnit&&) noexcept;
  ~LoadedUnit();

  const Command& command() const { return command_; }
  clang::ASTUnit& ast() const { return *ast_; }
  bool IsCxx() const;
  const std::optional<Cuda>& cuda() const { return cuda_; }
  // What the user is to know though the unit could be read.
  const std::vector<diag::Diagnostic>& remarks() const { return remarks_; }
  void Remark(diag::Diagnostic remark) { remarks_.push_back(std::move(remark)); }
  // Whether a user's file asks for __CUDA_ARCH__, so that the two views differ.
  bool AsksForDevice() const;
  // It does, and this is the host's view, so that the device's is another one.
  bool LeavesDevice() const { return command_.view == View::Host && AsksForDevice(); }

  // Files whose text took part, each once, in the order in which they were entered. The main file is the first user
  // file.
  const std::vector<std::string>& user_files() const { return user_files_; }
  const std::vector<std::string>& system_headers() const { return system_headers_; }
  // In the order in which they were entered. A directive that a guard made empty is not among them.
  const std::vector<Include>& includes() const { return includes_; }

  // Where the user would look for `place`: macros are followed to the place that invoked them, `#line` is ignored. The
  // file has the name that user_files() has for it.
  Location LocationOf(clang::SourceLocation place) const;

 private:
  void ListFiles();

  Command command_;
  std::unique_ptr<clang::ASTUnit> ast_;
  std::unique_ptr<Names> names_;
  std::optional<Cuda> cuda_;
  std::vector<diag::Diagnostic> remarks_;
  std::vector<std::string> user_files_;
  std::vector<std::string> system_headers_;
  std::vector<Include> includes_;
};

// What an editor holds of a file that is not saved.
struct UnsavedFile {
  std::string path;  // absolute
  std::string text;
};

// Parses with Clang. The user's warnings are silenced. Error: the file is not there, or does not parse (its first
// error, with the place). Of the files in `unsaved` their texts are read, not what lies on the disk.
Result<LoadedUnit> Load(const Command& command, const std::vector<UnsavedFile>& unsaved = {});

// Whether Clang got this file's text from detrain: it lies on no disk.
bool IsEmbedded(const std::string& path);

// The commands for `files`: from `flags` alone, or from compile_commands.json in `build_dir` where that is not empty
// (`flags` are then added at the end; no files named: all of the database). Errors: no such file, no database, no
// command for a file. A database may hold several commands for one file; all of them are given.
Result<std::vector<Command>> Commands(const std::vector<std::string>& files, const std::string& build_dir,
                                      const std::vector<std::string>& flags);

}  // namespace detrain::load

#endif
