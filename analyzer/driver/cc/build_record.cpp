// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/driver/cc/build_record.h"

#include <clang/Basic/LangOptions.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ObjCopy/ConfigManager.h>
#include <llvm/ObjCopy/ObjCopy.h>
#include <llvm/Object/Binary.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/MemoryBuffer.h>
#include <llvm/Support/raw_ostream.h>
#include <unistd.h>

#include <algorithm>
#include <map>
#include <set>
#include <system_error>
#include <utility>

#include "analyzer/base/file.h"
#include "analyzer/diag/message.h"
#include "analyzer/driver/pipeline.h"
#include "analyzer/driver/process.h"
#include "analyzer/driver/step_folder.h"

namespace detrain::driver::cc {
namespace {

namespace fs = std::filesystem;
using diag::Failure;

constexpr const char* kSection = ".detrain.build";
constexpr std::size_t kMostOfDiff = 1 << 20;

// Standard output; nothing where the tool is not there or fails. It says nothing to the user.
std::string Ask(const std::vector<std::string>& words) {
  const fs::path path = fs::temp_directory_path() / ("detrain_ask_" + std::to_string(getpid()));
  std::error_code ignored;
  fs::remove(path, ignored);
  const Result<Outcome> outcome = Run({.argv = words, .stdout_path = path.string(), .stderr_path = "/dev/null"});
  const Result<std::string> text = ReadFile(path.string());
  fs::remove(path, ignored);
  return outcome && outcome->Succeeded() && text ? *text : "";
}

std::string FirstLine(const std::string& text) {
  return text.substr(0, text.find('\n'));
}

// Each file once, absolute.
std::map<std::string, bool> SourcesOf(const std::vector<load::LoadedUnit>& loaded) {
  std::map<std::string, bool> files;  // whether it is C++
  for (const load::LoadedUnit& unit : loaded)
    for (const std::string& file : unit.user_files())
      if (!load::IsEmbedded(file))
        files[PathOf(unit.command(), file).lexically_normal().string()] |= unit.IsCxx();
  return files;
}

// Where folders of headers lie does not matter: what was found there is among the sources.
bool IsSearchPath(const std::string& word) {
  return word.starts_with("-I") || word.starts_with("-iquote") || word.starts_with("-isystem") ||
         word.starts_with("-idirafter") || word == "--include-path";
}

OrderedJson FlagsOf(const Invocation& call, std::initializer_list<ArgumentKind> kinds) {
  OrderedJson flags = OrderedJson::array();
  for (const Argument& argument : call.arguments)
    if (std::ranges::find(kinds, argument.kind) != kinds.end() && !IsSearchPath(argument.words.front()))
      for (const std::string& word : argument.words)
        flags.push_back(word);
  return flags;
}

// The revision of the repository that holds `folder`, and what the files among ours say besides; null: there is none.
OrderedJson GitOf(const std::string& folder, const std::map<std::string, bool>& sources) {
  const std::vector<std::string> git = {"git", "--no-optional-locks", "-C", folder};
  const auto ask = [&](std::vector<std::string> words, const std::vector<std::string>& files) {
    words.insert(words.begin(), git.begin(), git.end());
    words.insert(words.end(), files.begin(), files.end());
    return Ask(words);
  };
  const std::string answer = ask({"rev-parse", "--show-toplevel", "HEAD"}, {});
  const std::size_t end = answer.find('\n');
  if (end == std::string::npos)
    return nullptr;
  const std::string top = answer.substr(0, end);
  std::vector<std::string> ours;
  for (const auto& [file, is_cxx] : sources)
    if (file.starts_with(top + "/"))
      ours.push_back(file);
  OrderedJson json = {{"revision", FirstLine(answer.substr(end + 1))}};
  const std::string status = ours.empty() ? "" : ask({"status", "--porcelain", "--ignored", "--"}, ours);
  json["dirty"] = !status.empty();
  if (!status.empty()) {
    const std::string diff = ask({"diff", "HEAD", "--no-color", "--no-ext-diff", "--"}, ours);
    json["status"] = status;
    json["diff"] = diff.substr(0, kMostOfDiff);
    json["diff_hash"] = HashText(diff);
  }
  return json;
}

Error NotWritten(const fs::path& program, std::string why) {
  return diag::Fail<Failure::CannotWrite>(Location{program.string(), 0, 0}, std::move(why));
}

}  // namespace

std::string HashOfTokens(std::string_view text, bool is_cxx) {
  const std::string copy(text);  // with a zero behind it
  clang::LangOptions options;
  options.CPlusPlus = is_cxx;
  options.CPlusPlus11 = is_cxx;
  options.LineComment = true;
  clang::Lexer lexer(clang::SourceLocation(), options, copy.data(), copy.data(), copy.data() + copy.size());
  std::string tokens;
  for (bool is_last = false; !is_last;) {
    clang::Token token;
    is_last = lexer.LexFromRawLexer(token);
    // A directive ends with its line, and a macro's name with a blank.
    tokens += token.isAtStartOfLine() ? "\n" : token.hasLeadingSpace() ? " " : "";
    tokens.append(lexer.getBufferLocation() - token.getLength(), token.getLength());
  }
  return HashText(tokens);
}

OrderedJson BuildRecord(const std::vector<ProgramUnit>& units, const std::vector<load::LoadedUnit>& loaded,
                        const Invocation& link, const std::vector<std::string>& options) {
  OrderedJson record = {{"schema", "detrain-build/1"}, {"detrain", DETRAIN_VERSION}};
  const std::map<std::string, bool> sources = SourcesOf(loaded);
  const load::LoadedUnit& first = loaded.front();
  const fs::path folder = PathOf(first.command(), first.user_files().front()).lexically_normal().parent_path();
  record["folder"] = folder.string();
  record["sources"] = OrderedJson::array();
  for (const auto& [file, is_cxx] : sources) {
    const Result<std::string> text = ReadFile(file);
    record["sources"].push_back({{"path", fs::path(file).lexically_relative(folder).string()},
                                 {"hash", text ? HashText(*text) : ""},
                                 {"tokens", text ? HashOfTokens(*text, is_cxx) : ""}});
  }
  std::set<std::string> compilers;
  record["units"] = OrderedJson::array();
  for (const ProgramUnit& unit : units) {
    const Invocation call = Parse(unit.command.arguments);
    const std::string compiler = call.compiler.empty() ? "" : call.compiler.back();
    compilers.insert(compiler);
    record["units"].push_back({{"file", PathOf(unit.command, unit.command.file).lexically_relative(folder).string()},
                               {"compiler", compiler},
                               {"flags", FlagsOf(call, {ArgumentKind::Language, ArgumentKind::Other})}});
  }
  record["compilers"] = OrderedJson::object();
  for (const std::string& compiler : compilers)
    if (!compiler.empty())
      record["compilers"][compiler] = FirstLine(Ask({compiler, "--version"}));
  record["link"] = FlagsOf(link, {ArgumentKind::Linking, ArgumentKind::Other});
  record["options"] = options;
  record["git"] = GitOf(folder.string(), sources);
  return record;
}

Result<void> Embed(const OrderedJson& record, const fs::path& program) {
  const std::string text = record.dump(-1, ' ', false, OrderedJson::error_handler_t::replace);
  const std::string input = program.string();
  const std::string output = input + ".recorded";
  llvm::objcopy::ConfigManager config;
  config.Common.InputFilename = input;
  config.Common.OutputFilename = output;
  config.Common.AddSection.emplace_back(kSection, llvm::MemoryBuffer::getMemBufferCopy(text));
  auto binary = llvm::object::createBinary(input);
  if (!binary)
    return NotWritten(program, llvm::toString(binary.takeError()));
  std::error_code error;
  {
    llvm::raw_fd_ostream out(output, error);
    if (error)
      return NotWritten(output, error.message());
    if (llvm::Error failed = llvm::objcopy::executeObjcopyOnBinary(config, *binary->getBinary(), out))
      return NotWritten(program, llvm::toString(std::move(failed)));
    out.close();
    error = out.error();
    out.clear_error();
  }
  if (!error)
    fs::permissions(output, fs::status(input).permissions(), error);
  if (!error)
    fs::rename(output, input, error);
  if (error)
    return NotWritten(program, error.message());
  return {};
}

}  // namespace detrain::driver::cc
