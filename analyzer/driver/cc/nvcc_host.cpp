// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/nvcc_host.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <string_view>
#include <system_error>
#include <utility>

#include "analyzer/driver/cc/compile.h"
#include "analyzer/driver/cc/nvcc_gpu.h"
#include "analyzer/driver/cc/shadow.h"
#include "analyzer/driver/locate.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/process.h"
#include "analyzer/load/flags.h"
#include "analyzer/load/nvcc.h"
#include "analyzer/rewrite/rewrite.h"

namespace detrain::driver::cc {
namespace {

namespace fs = std::filesystem;
using Action = load::NvccOption::Action;

// The host backend is these, or a program that needs more does not link, which says so.
constexpr std::array<std::string_view, 13> stood_in_for = {
    "cudart",        "cudart_static", "cuda",      "cublas",     "cublas_static", "cublasLt", "curand",
    "curand_static", "cudnn",         "cudadevrt", "nvToolsExt", "nvtx3interop",  "culibos"};

constexpr std::array<std::string_view, 6> too_old = {"c++98", "c++03", "c++11", "c++14", "gnu++11", "gnu++14"};

// Of nvcc's own options, those that the host's compiler has by the same name and that nvcc's table drops, as they do
// not matter to what is parsed.
constexpr std::array<std::string_view, 14> kept = {"--compile",
                                                   "--debug",
                                                   "--shared",
                                                   "--disable-warnings",
                                                   "--generate-dependencies-with-compile",
                                                   "--generate-nonsystem-dependencies-with-compile",
                                                   "--generate-dependency-targets",
                                                   "--preprocess",
                                                   "--generate-dependencies",
                                                   "--generate-nonsystem-dependencies",
                                                   "--profile",
                                                   "--version",
                                                   "--verbose",
                                                   "--m64"};
// Likewise with a value.
constexpr std::array<std::string_view, 5> kept_with_value = {"--output-file", "--library-path", "--dependency-output",
                                                             "--dependency-target-name", "--x"};

template <std::size_t N>
bool IsOneOf(std::string_view word, const std::array<std::string_view, N>& names) {
  return std::ranges::find(names, word) != names.end();
}

bool IsCudaFile(std::string_view file) {
  return file.ends_with(".cu") || file.ends_with(".cuh");
}

class HostCommand {
 public:
  std::vector<std::string> Of(std::span<const std::string> words) {
    for (; words.size() > 1 && load::IsCompilerName(words[1]); words = words.subspan(1))
      words_.push_back(words.front());  // a launcher
    words = words.subspan(1);
    const std::size_t compiler = words_.size();
    words_.emplace_back("g++");
    while (!words.empty())
      words = words.subspan(Take(words));
    if (!compiler_.empty())
      words_[compiler] = compiler_;
    return std::move(words_);
  }

 private:
  // How many words it was.
  std::size_t Take(std::span<const std::string> words) {
    const auto found = load::FindNvccOption(words);
    if (found) {
      TakeOption(*found);
      return found->width;
    }
    if (!words.front().starts_with('-')) {
      TakeInput(words.front());
      return 1;
    }
    const std::size_t width = load::WidthOf(words);
    words_.insert(words_.end(), words.begin(), words.begin() + static_cast<std::ptrdiff_t>(width));
    return width;
  }

  void TakeInput(const std::string& file) {
    const bool is_cuda = language_.empty() ? IsCudaFile(file) : language_ == "cu";
    if (is_cuda)
      words_.insert(words_.end(), {"-x", "c++", file, "-x", "none"});
    else
      words_.push_back(file);
  }

  void TakeOption(const load::NvccFound& found) {
    const load::NvccOption& option = *found.option;
    const std::string_view name = option.long_name;
    const std::string spelling(option.spelling);
    if (name == "--x")
      return TakeLanguage(found.value);
    if (name == "--compiler-bindir")
      compiler_ = fs::is_directory(found.value) ? found.value + "/g++" : found.value;
    else if (name == "--std")
      words_.push_back("-std=" + (IsOneOf(found.value, too_old) ? "c++17" : found.value));
    else if (name == "--library")
      TakeLibraries(found.value);
    else if (name == "--linker-options")
      Each(found.value, "-Xlinker");
    else if (name == "--device-c")
      words_.emplace_back("-c");
    else if (IsOneOf(name, kept))
      words_.emplace_back(option.short_name);
    else if (IsOneOf(name, kept_with_value))
      words_.insert(words_.end(), {std::string(option.short_name), found.value});
    else
      TakeByAction(option.action, spelling, found.value);
  }

  void TakeByAction(Action action, const std::string& spelling, const std::string& value) {
    switch (action) {
      case Action::Pass:
        return words_.push_back(spelling);
      case Action::PassJoined:
        return words_.push_back(spelling + value);
      case Action::PassList:
      case Action::PassFolders:
        return Each(value, spelling);
      case Action::Host:
        return TakeHostList(value);
      case Action::DefaultStream:
        if (value == "per-thread")
          words_.push_back(spelling);
        return;
      default:
        return;  // for the GPU
    }
  }

  void TakeLanguage(const std::string& value) {
    language_ = value == "none" ? "" : value;
    if (language_ != "cu")
      words_.insert(words_.end(), {"-x", value});
  }

  void TakeHostList(const std::string& value) {
    for (const std::string& item : load::NvccList(value))
      for (std::string& word : ResponseWords(item))
        words_.push_back(std::move(word));
  }

  void TakeLibraries(const std::string& value) {
    for (const std::string& name : load::NvccList(value))
      if (!IsOneOf(name, stood_in_for))
        words_.push_back("-l" + name);
  }

  void Each(const std::string& value, const std::string& spelling) {
    for (const std::string& item : load::NvccList(value))
      words_.insert(words_.end(), {spelling, item});
  }

  std::vector<std::string> words_;
  std::string compiler_, language_;
};

// Its own copy of the source, gone when the object is there.
Result<std::string> WriteTranslation(const load::LoadedUnit& unit, const fs::path& folder) {
  const load::LoadedUnit* const pointer = &unit;
  DETRAIN_TRY(const rewrite::Patch patch, rewrite::TranslateForHost(std::span(&pointer, 1)));
  return WriteShadow(unit, patch, folder);
}

// What the compilation of a copy would call the copy's: the preprocessor is asked about the source itself.
Result<int> WriteDepfile(const Invocation& call, const std::string& source, const std::string& object,
                         const std::vector<std::string>& extra) {
  const std::vector<std::string> depfiles = call.DepfilesOf(source);
  if (depfiles.empty())
    return 0;
  std::vector<std::string> words = call.compiler;
  words.insert(words.end(), extra.begin(), extra.end());
  std::vector<std::string> how = {"-M"}, targets = {"-MT", object};
  for (const Argument& argument : call.arguments) {
    const std::string& word = argument.words.front();
    if (argument.kind == ArgumentKind::Other)
      words.insert(words.end(), argument.words.begin(), argument.words.end());
    if (word == "-MMD")
      how.front() = "-MM";
    if (word == "-MP")
      how.push_back(word);
    if (word.starts_with("-MT") || word.starts_with("-MQ"))
      targets = argument.words;
  }
  words.insert(words.end(), how.begin(), how.end());
  words.insert(words.end(), targets.begin(), targets.end());
  words.insert(words.end(), {"-MF", depfiles.front(), "-x", "c++", source});
  DETRAIN_TRY(const Outcome outcome, Run({.argv = words}));
  return outcome.ShellCode();
}

}  // namespace

std::vector<std::string> HostWords(std::span<const std::string> words) {
  return HostCommand().Of(words);
}

Invocation ParseFor(const std::vector<std::string>& words, const Settings& settings) {
  if (IsForGpu(words, settings))
    return ParseNvcc(words);
  if (!load::CallsNvcc(words))
    return Parse(words);
  Invocation call = Parse(HostWords(Parse(words).analysed));
  call.given = call.analysed = words;
  return call;
}

Result<std::vector<std::string>> HostHeaders(const Settings& settings) {
  if (settings.rewrite.cuda != rewrite::Cuda::Host)
    return std::vector<std::string>{};
  DETRAIN_TRY(const std::string include, RuntimeInclude());
  return std::vector<std::string>{"-I", include + "/cudahost"};
}

Result<std::vector<std::string>> HostLibraries(const Settings& settings) {
  if (settings.rewrite.cuda != rewrite::Cuda::Host)
    return std::vector<std::string>{};
  DETRAIN_TRY(const std::string archive, HostBackendArchive());
  return std::vector<std::string>{archive, "-lboost_context", "-lpthread", "-ldl"};
}

std::vector<std::string> HostLink(std::vector<std::string> words, const Settings& settings) {
  if (settings.rewrite.cuda == rewrite::Cuda::Host)
    std::erase(words, "-fsanitize=thread");
  return words;
}

Result<int> CompileForHost(const Invocation& call, const std::string& source, const std::string& object,
                           const Settings& settings) {
  const load::Command command = CommandOf(call, source);
  DETRAIN_TRY(const load::LoadedUnit unit, load::Load(command));
  const fs::path folder = fs::absolute(object + ".host");
  DETRAIN_TRY(const std::string shadow, WriteTranslation(unit, folder));
  DETRAIN_TRY(std::vector<std::string> extra, HostHeaders(settings));
  if (unit.cuda())
    extra.insert(extra.end(), {"-include", "cuda_runtime.h"});
  extra.insert(extra.end(), {"-iquote", PathOf(command, command.file).parent_path().string()});
  DETRAIN_TRY(const Outcome outcome,
              Run({.argv = call.CompileWords(shadow, unit.IsCxx() ? "c++" : "c", object, extra)}));
  std::error_code ignored;
  fs::remove_all(folder, ignored);
  if (!outcome.Succeeded())
    return outcome.ShellCode();
  return WriteDepfile(call, source, object, extra);
}

Result<int> BuildForHost(const Invocation& call, const std::string& output, const Settings& settings) {
  std::map<std::string, std::string> objects;
  const fs::path folder = call.output + ".host";
  std::error_code error;
  fs::create_directories(folder, error);
  int code = 0;
  for (const std::string& source : call.Files(ArgumentKind::Source)) {
    objects[source] = (folder / (std::to_string(objects.size()) + ".o")).string();
    DETRAIN_TRY(code, CompileForHost(call, source, objects[source], settings));
    if (code != 0)
      break;
  }
  if (code == 0) {
    DETRAIN_TRY(const std::vector<std::string> libraries, HostLibraries(settings));
    const auto replace = [&](const std::string& word) {
      const auto found = objects.find(word);
      return found == objects.end() ? word : found->second;
    };
    DETRAIN_TRY(const Outcome outcome, Run({.argv = HostLink(call.LinkWords(replace, output, libraries), settings)}));
    code = outcome.ShellCode();
  }
  fs::remove_all(folder, error);
  return code;
}

}  // namespace detrain::driver::cc
