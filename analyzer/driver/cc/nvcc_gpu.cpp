// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/nvcc_gpu.h"

#include <algorithm>
#include <array>
#include <span>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/diag/message.h"
#include "analyzer/driver/cc/run_tool.h"
#include "analyzer/driver/locate.h"
#include "analyzer/load/flags.h"
#include "analyzer/load/nvcc.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::driver::cc {
namespace {

namespace fs = std::filesystem;

template <std::size_t N>
using Names = std::array<std::string_view, N>;

constexpr Names<10> linking = {"--library",
                               "--library-path",
                               "--linker-options",
                               "--shared",
                               "--cudart",
                               "--cudadevrt",
                               "--no-device-link",
                               "--host-linker-script",
                               "--objdir-as-tempdir",
                               "--augment-host-linker-script"};
constexpr Names<6> depfile = {"--generate-dependencies-with-compile",
                              "--generate-nonsystem-dependencies-with-compile",
                              "--dependency-output",
                              "--generate-dependency-targets",
                              "--dependency-target-name",
                              "--output-directory"};
constexpr Names<19> no_program = {"--cuda",
                                  "--cubin",
                                  "--fatbin",
                                  "--ptx",
                                  "--optix-ir",
                                  "--ltoir",
                                  "--preprocess",
                                  "--generate-dependencies",
                                  "--generate-nonsystem-dependencies",
                                  "--device-link",
                                  "--device-w",
                                  "--lib",
                                  "--run",
                                  "--dryrun",
                                  "--clean-targets",
                                  "--help",
                                  "--version",
                                  "--list-gpu-code",
                                  "--list-gpu-arch"};
constexpr Names<6> source_suffixes = {".cu", ".c", ".cc", ".cpp", ".cxx", ".C"};

template <std::size_t N>
bool IsOneOf(std::string_view word, const Names<N>& names) {
  return std::ranges::find(names, word) != names.end();
}

bool IsSource(std::string_view file) {
  return std::ranges::any_of(source_suffixes, [&](std::string_view suffix) { return file.ends_with(suffix); });
}

class Reader {
 public:
  explicit Reader(Invocation call) : call_(std::move(call)) {}

  Invocation Read() {
    std::span<const std::string> words(call_.analysed);
    for (bool is_nvcc = false; !is_nvcc; words = words.subspan(1)) {
      is_nvcc = words.size() == 1 || !load::IsCompilerName(words[1]);
      call_.compiler.push_back(words.front());
    }
    while (!words.empty())
      words = words.subspan(Take(words));
    Classify();
    return std::move(call_);
  }

 private:
  std::size_t Take(std::span<const std::string> words) {
    if (const auto found = load::FindNvccOption(words)) {
      TakeOption(*found, words.first(found->width));
      return found->width;
    }
    const std::string& word = words.front();
    if (!word.starts_with('-')) {
      const bool is_source = language_.empty() ? IsSource(word) : true;
      Add(is_source ? ArgumentKind::Source : ArgumentKind::LinkInput, {word}, word);
      return 1;
    }
    const std::size_t width = std::min(load::WidthOf(words), words.size());
    Add(ArgumentKind::Other, {words.begin(), words.begin() + static_cast<std::ptrdiff_t>(width)}, "");
    return width;
  }

  void TakeOption(const load::NvccFound& found, std::span<const std::string> words) {
    const std::string_view name = found.option->long_name;
    const std::string brief(found.option->short_name);
    std::vector<std::string> as_given(words.begin(), words.end());
    stops_ = stops_ || IsOneOf(name, no_program);
    if (name == "--output-file") {
      call_.output = found.value;
      return Add(ArgumentKind::Output, std::move(as_given), found.value);
    }
    if (name == "--compile" || name == "--device-c") {
      compiles_ = true;
      if (name == "--device-c")
        Add(ArgumentKind::Other, {"-rdc=true"}, "");
      return Add(ArgumentKind::Mode, {"-c"}, "");
    }
    if (name == "--x") {
      language_ = found.value == "none" ? "" : found.value;
      return Add(ArgumentKind::Language, std::move(as_given), found.value);
    }
    if (name == "--library")
      return AddLibraries(found.value);
    if (IsOneOf(name, depfile))
      return Add(ArgumentKind::Depfile, found.value.empty() ? std::vector{brief} : std::vector{brief, found.value},
                 found.value);
    makes_library_ = makes_library_ || name == "--shared";
    Add(IsOneOf(name, linking) ? ArgumentKind::Linking : ArgumentKind::Other, std::move(as_given), found.value);
  }

  // Each as "-lNAME", which is how one of them is replaced.
  void AddLibraries(const std::string& names) {
    for (const std::string& name : load::NvccList(names))
      Add(ArgumentKind::Linking, {"-l" + name}, name);
  }

  void Add(ArgumentKind kind, std::vector<std::string> words, std::string value) {
    call_.arguments.push_back({kind, std::move(words), std::move(value)});
  }

  void Classify() {
    const bool has_sources = !call_.Files(ArgumentKind::Source).empty();
    const bool has_inputs = has_sources || !call_.Files(ArgumentKind::LinkInput).empty();
    if (stops_ || !has_inputs || (compiles_ && !has_sources) || (!compiles_ && makes_library_))
      return;
    call_.task = compiles_ ? Task::Compile : has_sources ? Task::Build : Task::Link;
    if (call_.output.empty() && !compiles_)
      call_.output = "a.out";
  }

  Invocation call_;
  std::string language_;
  bool compiles_ = false, stops_ = false, makes_library_ = false;
};

}  // namespace

bool IsForGpu(const std::vector<std::string>& words, const Settings& settings) {
  return settings.rewrite.cuda == rewrite::Cuda::Gpu && load::CallsNvcc(words);
}

Invocation ParseNvcc(const std::vector<std::string>& words) {
  const Invocation expanded = Parse(words);  // response files
  Invocation call;
  call.given = expanded.given;
  call.analysed = expanded.analysed;
  return Reader(std::move(call)).Read();
}

std::vector<std::string> GpuFlags(const std::string& beside) {
  return {"-w", "-Xcompiler", "-iquote," + beside};
}

Result<std::vector<std::string>> KeepFlags(const fs::path& folder) {
  const fs::path kept = folder / "nvcc";
  std::error_code error;
  fs::create_directories(kept, error);
  if (error)
    return diag::Fail<diag::Failure::CannotWrite>(Location{kept.string(), 0, 0}, error.message());
  return std::vector<std::string>{"-keep", "-keep-dir", kept.string()};
}

namespace {

// Options that the runtime's unit takes too: those of the link for its compiler, of the program's kernels for its GPUs.
constexpr Names<2> of_compiler = {"--compiler-bindir", "--allow-unsupported-compiler"};
constexpr Names<3> of_gpus = {"--gpu-architecture", "--gpu-code", "--generate-code"};

template <std::size_t N>
void Take(const Invocation& call, const Names<N>& names, std::vector<std::string>& words) {
  for (const Argument& argument : call.arguments) {
    const auto found = load::FindNvccOption(argument.words);
    if (found && std::ranges::find(names, found->option->long_name) != names.end())
      words.insert(words.end(), argument.words.begin(), argument.words.end());
  }
}

}  // namespace

Result<std::string> BuildGpuRuntime(const Invocation& link, const Invocation& kernels, const fs::path& folder) {
  DETRAIN_TRY(const std::string include, RuntimeInclude());
  DETRAIN_TRY(const std::vector<std::string> keep, KeepFlags(folder));
  std::vector<std::string> words = link.compiler;
  words.insert(words.end(), keep.begin(), keep.end());
  Take(link, of_compiler, words);
  Take(kernels, of_gpus, words);
  const std::string object = (folder / "gpu.o").string();
  words.insert(words.end(), {"-O2", "-std=c++17", "-I", include, "-c",
                             (fs::path(include) / "detrain" / "gpu" / "gpu.cu").string(), "-o", object});
  DETRAIN_TRY_VOID(RunTool(words, "", folder / "log"));
  return object;
}

}  // namespace detrain::driver::cc
