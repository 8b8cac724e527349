// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <llvm/ADT/SmallString.h>
#include <llvm/Support/Regex.h>
#include <llvm/Support/SourceMgr.h>
#include <llvm/Support/YAMLParser.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

#include "analyzer/diag/message.h"
#include "analyzer/driver/config/config.h"

namespace detrain::driver {
namespace {

namespace yaml = llvm::yaml;

// Keys of `.clang-tidy` that mean nothing here; a file may be shared with it.
constexpr std::array<std::string_view, 5> keys_of_others = {"FormatStyle", "User", "CheckOptions", "UseColor",
                                                            "SystemHeaders"};

class Reader {
 public:
  Reader(std::string_view text, const std::string& file) : file_(file), stream_(text, sources_) {
    config_.file = file;
    sources_.setDiagHandler(
        [](const llvm::SMDiagnostic& message, void* self) {
          static_cast<Reader*>(self)->Refuse(static_cast<std::uint32_t>(message.getLineNo()),
                                             "not YAML: " + message.getMessage().str());
        },
        this);
  }

  Result<Config> Read() {
    for (yaml::Document& document : stream_)
      if (yaml::Node* root = document.getRoot())
        Pairs(root, "the file", [this](const std::string& key, yaml::Node* value) { TopKey(key, value); });
    if (stream_.failed())
      Refuse(0, "not YAML");
    if (error_)
      return *std::move(error_);
    return std::move(config_);
  }

 private:
  // The first one counts.
  void Refuse(std::uint32_t line, const std::string& what) {
    if (!error_)
      error_ = diag::Fail<diag::Failure::BadConfig>(Location{file_, line, 0}, what);
  }
  void RefuseAt(yaml::Node* node, const std::string& what) { Refuse(LineOf(node), what); }

  // A node that LLVM puts in the place of what could not be read stands nowhere.
  std::uint32_t LineOf(yaml::Node* node) {
    const llvm::SMLoc start = node == nullptr ? llvm::SMLoc() : node->getSourceRange().Start;
    const unsigned buffer = start.isValid() ? sources_.FindBufferContainingLoc(start) : 0;
    return buffer == 0 ? 0 : sources_.getLineAndColumn(start, buffer).first;
  }

  std::string Text(yaml::Node* node) {
    auto* scalar = llvm::dyn_cast_or_null<yaml::ScalarNode>(node);
    llvm::SmallString<64> storage;
    if (scalar == nullptr)
      RefuseAt(node, "a text is expected here");
    return scalar == nullptr ? std::string() : scalar->getValue(storage).str();
  }

  void Pairs(yaml::Node* node, const std::string& what,
             const std::function<void(const std::string&, yaml::Node*)>& take) {
    if (llvm::isa_and_nonnull<yaml::NullNode>(node))
      return;
    auto* mapping = llvm::dyn_cast_or_null<yaml::MappingNode>(node);
    if (mapping == nullptr)
      return RefuseAt(node, what + " must hold keys, each with a colon behind it");
    for (yaml::KeyValueNode& pair : *mapping) {
      const std::string key = Text(pair.getKey());
      take(key, pair.getValue());
    }
  }

  void Items(yaml::Node* node, const std::string& what, const std::function<void(yaml::Node*)>& take) {
    auto* sequence = llvm::dyn_cast_or_null<yaml::SequenceNode>(node);
    if (sequence == nullptr)
      return RefuseAt(node, what + " must be a list");
    for (yaml::Node& item : *sequence)
      take(&item);
  }

  void TopKey(const std::string& key, yaml::Node* value) {
    if (key == "state")
      return Pairs(value, key, [this](const std::string& inner, yaml::Node* rules) { StateKey(inner, rules); });
    if (key == "Checks" || key == "WarningsAsErrors")
      return Patterns(value, key == "Checks" ? config_.checks : config_.warnings_as_errors);
    if (key == "HeaderFilterRegex" || key == "ExcludeHeaderFilterRegex")
      return Regex(value, key == "HeaderFilterRegex" ? config_.header_filter : config_.exclude_header_filter);
    if (std::find(keys_of_others.begin(), keys_of_others.end(), key) == keys_of_others.end())
      return RefuseAt(value, "unknown key '" + key + "'");
    if (value != nullptr)
      value->skip();
  }

  // A list, or a text with commas or new lines between the patterns.
  void Patterns(yaml::Node* value, std::vector<std::string>& patterns) {
    if (llvm::isa_and_nonnull<yaml::SequenceNode>(value))
      return Items(value, "this", [&](yaml::Node* item) { AddPatterns(Text(item), patterns); });
    if (!llvm::isa_and_nonnull<yaml::NullNode>(value))
      AddPatterns(BlockOrText(value), patterns);
  }

  static void AddPatterns(const std::string& text, std::vector<std::string>& patterns) {
    std::string pattern;
    for (const char byte : text + ",") {
      if (byte != ',' && byte != '\n') {
        pattern += byte == ' ' || byte == '\t' ? "" : std::string(1, byte);
        continue;
      }
      if (!pattern.empty())
        patterns.push_back(std::move(pattern));
      pattern.clear();
    }
  }

  std::string BlockOrText(yaml::Node* value) {
    auto* block = llvm::dyn_cast_or_null<yaml::BlockScalarNode>(value);
    return block != nullptr ? block->getValue().str() : Text(value);
  }

  void Regex(yaml::Node* value, std::string& regex) {
    regex = BlockOrText(value);
    std::string why;
    if (!llvm::Regex(regex).isValid(why))
      RefuseAt(value, "'" + regex + "' is no regular expression: " + why);
  }

  void StateKey(const std::string& key, yaml::Node* rules) {
    if (key == "save")
      return Items(rules, "state.save",
                   [this](yaml::Node* item) { config_.save.push_back({Text(item), "", LineOf(item)}); });
    if (key == "ignore")
      return Items(rules, "state.ignore", [this](yaml::Node* item) { Ignore(item); });
    RefuseAt(rules, "unknown key 'state." + key + "'; there are save and ignore");
  }

  void Ignore(yaml::Node* item) {
    StateRule rule{"", "", LineOf(item)};
    Pairs(item, "an item of state.ignore", [&](const std::string& key, yaml::Node* value) {
      if (key != "path" && key != "reason")
        return RefuseAt(value, "unknown key '" + key + "' in state.ignore; there are path and reason");
      (key == "path" ? rule.path : rule.reason) = Text(value);
    });
    if (rule.path.empty() || rule.reason.empty())
      Refuse(rule.line, "an item of state.ignore needs a path and a reason");
    config_.ignore.push_back(std::move(rule));
  }

  std::string file_;
  llvm::SourceMgr sources_;
  yaml::Stream stream_;
  Config config_;
  std::optional<Error> error_;
};

}  // namespace

Result<Config> ParseConfig(std::string_view text, const std::string& file) {
  return Reader(text, file).Read();
}

}  // namespace detrain::driver
