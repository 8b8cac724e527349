// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads rows from JSON. Every field is known or an error: a misspelt one would silently weaken a model.
#include <algorithm>
#include <nlohmann/json.hpp>

#include "analyzer/base/file.h"
#include "analyzer/catalog/catalog.h"
#include "analyzer/catalog/expression.h"
#include "analyzer/diag/message.h"

namespace detrain::catalog {
namespace {

using nlohmann::json;

constexpr std::string_view effect_names[] = {
#define DETRAIN_EFFECT(Name, Text) Text,
#include "analyzer/catalog/effect.def"
};
constexpr std::string_view role_names[] = {
#define DETRAIN_ROLE(Name, Text) Text,
#include "analyzer/catalog/effect.def"
};

// Whether an effect has a result, which later ones may name.
constexpr bool GivesValue(EffectKind kind) {
  switch (kind) {
    case EffectKind::Alloc:
    case EffectKind::Draw:
    case EffectKind::Open:
    case EffectKind::Close:
    case EffectKind::Seek:
    case EffectKind::Input:
    case EffectKind::Output:
    case EffectKind::Call:
    case EffectKind::Value:
    case EffectKind::Loop:  // its index
      return true;
    default:
      return false;
  }
}

// What the word of `source`, `sink`, `kind` or `space` may be.
constexpr std::string_view details[] = {
    "file",    "directory", "arguments", "clock",   "pid",   "entropy",     "host",         "interactive", "address",
    "text",    "log",       "external",  "barrier", "lock",  "unlock",      "flush",        "wait",        "device",
    "managed", "enqueue",   "enqueued",  "record",  "await", "synchronize", "non_blocking", "bind"};

template <typename Range>
std::optional<std::size_t> IndexOf(const Range& range, std::string_view word) {
  const auto found = std::ranges::find(range, word);
  if (found == std::end(range))
    return std::nullopt;
  return static_cast<std::size_t>(found - std::begin(range));
}

// Reads one row. The first problem is kept; reading goes on, so that no value is used uninitialised.
class RowReader {
 public:
  explicit RowReader(const json& source) : source_(source) {}

  Row Read() {
    if (!source_.is_object())
      Problem("a row is an object, not " + source_.dump());
    else
      ReadFields();
    if (row_.name.empty())
      Problem("a row without a name");
    return std::move(row_);
  }

  const std::string& problem() const { return problem_; }

 private:
  void Problem(const std::string& text) {
    if (problem_.empty())
      problem_ = text;
  }

  void ReadFields() {
    row_.name = Text(Field(source_, "name"));
    row_.note = Text(Field(source_, "note"));
    row_.of = Text(Field(source_, "of"));
    row_.is_pure = Flag(Field(source_, "pure"));
    for (const json& name : Items(Field(source_, "parameters")))
      row_.parameters.push_back(Text(name));
    for (const json& effect : Items(Field(source_, "effects")))
      row_.effects.push_back(ReadEffect(effect));
    if (source_.contains("result"))
      row_.result = ReadExpr(Field(source_, "result"));
    for (const auto& [field, value] : source_.items())
      if (!IndexOf(std::array<std::string_view, 7>{"name", "of", "note", "pure", "parameters", "effects", "result"},
                   field))
        Problem("unknown field '" + field + "'");
  }

  // A field that is missing is null, and reads as empty; one of another type is a problem.
  static const json& Field(const json& object, const char* name) {
    static const json none;
    return object.contains(name) ? object[name] : none;
  }
  std::string Text(const json& value) {
    if (value.is_string())
      return value.get<std::string>();
    if (!value.is_null())
      Problem("expected a string, not " + value.dump());
    return "";
  }
  bool Flag(const json& value) {
    if (!value.is_boolean() && !value.is_null())
      Problem("expected true or false, not " + value.dump());
    return value.is_boolean() && value.get<bool>();
  }
  // The list itself, or an empty one.
  const json& Items(const json& value) {
    static const json none = json::array();
    if (!value.is_array() && !value.is_null())
      Problem("expected a list, not " + value.dump());
    // NOLINTNEXTLINE(bugprone-return-const-ref-from-parameter): no caller passes a temporary
    return value.is_array() ? value : none;
  }

  Expr ReadExpr(const json& value) {
    if (value.is_number_integer()) {
      Expr expr;
      expr.kind = Expr::Kind::Number;
      expr.number = value.get<std::int64_t>();
      return expr;
    }
    if (!value.is_string()) {
      Problem("an expression is a string or a number, not " + value.dump());
      return {};
    }
    std::string problem;
    auto expr = ParseExpr(value.get<std::string>(), row_.parameters, known_, problem);
    if (!expr)
      Problem("in '" + value.get<std::string>() + "': " + problem);
    return expr.value_or(Expr{});
  }

  Target ReadTarget(const json& value) {
    if (!value.is_object())
      return {ReadExpr(value), std::nullopt};
    Target target;
    for (const auto& [field, operand] : value.items()) {
      if (field == "address")
        target.address = ReadExpr(operand);
      else if (field == "bytes")
        target.bytes = ReadExpr(operand);
      else
        Problem("unknown field '" + field + "' of a target");
    }
    return target;
  }

  Effect ReadEffect(const json& value) {
    Effect effect;
    if (!value.is_object()) {
      Problem("an effect is an object, not " + value.dump());
      return effect;
    }
    const std::string op = Text(Field(value, "op"));
    const auto kind = IndexOf(effect_names, op);
    if (!kind)
      Problem("unknown op '" + op + "'");
    effect.kind = static_cast<EffectKind>(kind.value_or(0));
    if (value.contains("index"))
      known_.push_back(Text(Field(value, "index")));
    for (const auto& [field, operand] : value.items())
      if (field != "op")
        ReadField(effect, field, operand);
    if (effect.as.empty())
      return effect;
    if (!GivesValue(effect.kind))
      Problem("'" + op + "' gives nothing that 'as' could name");
    known_.push_back(effect.as);
    return effect;
  }

  void ReadField(Effect& effect, const std::string& field, const json& value) {
    if (const auto role = IndexOf(role_names, field))
      effect.operands[*role] = ReadExpr(value);
    else if (field == "args")
      for (const json& arg : Items(value))
        effect.args.push_back(ReadExpr(arg));
    else if (field == "targets")
      for (const json& target : Items(value))
        effect.targets.push_back(ReadTarget(target));
    else if (field == "body")
      for (const json& inner : Items(value))
        effect.body.push_back(ReadEffect(inner));
    else if (field == "if")
      effect.condition = ReadExpr(value);
    else if (!ReadWord(effect, field, value) && !ReadFlag(effect, field, value))
      Problem("unknown field '" + field + "'");
  }

  bool ReadWord(Effect& effect, const std::string& field, const json& value) {
    if (field == "as" || field == "index") {
      effect.as = Text(value);
      return true;
    }
    if (field != "source" && field != "sink" && field != "kind" && field != "space")
      return false;
    effect.detail = Text(value);
    if (!IndexOf(details, effect.detail))
      Problem("unknown " + field + " '" + effect.detail + "'");
    return true;
  }

  bool ReadFlag(Effect& effect, const std::string& field, const json& value) {
    bool* flag = field == "zeroed"          ? &effect.zeroed
                 : field == "can_fail"      ? &effect.can_fail
                 : field == "on_stack"      ? &effect.on_stack
                 : field == "is_descriptor" ? &effect.is_descriptor
                 : field == "is_abort"      ? &effect.is_abort
                 : field == "is_recorded"   ? &effect.is_recorded
                                            : nullptr;
    if (flag)
      *flag = Flag(value);
    return flag != nullptr;
  }

  const json& source_;
  Row row_;
  std::vector<std::string> known_;
  std::string problem_;
};

std::string TextOr(const json& object, const char* name, const char* otherwise) {
  return object.contains(name) && object[name].is_string() ? object[name].get<std::string>() : otherwise;
}

bool FlagOf(const json& object, const char* name) {
  return object.contains(name) && object[name].is_boolean() && object[name].get<bool>();
}

Region ReadRegion(const json& value) {
  Region region;
  region.name = TextOr(value, "name", "");
  region.type = TextOr(value, "type", "i8[]");
  region.points_to = TextOr(value, "points_to", "");
  region.offset =
      value.contains("offset") && value["offset"].is_number_integer() ? value["offset"].get<std::int64_t>() : 0;
  region.is_stream = FlagOf(value, "stream");
  region.is_const = FlagOf(value, "const");
  region.is_of_thread = FlagOf(value, "of_thread");
  region.is_held = FlagOf(value, "held");
  return region;
}

// False: a field that is not known, or that is no list of texts.
bool ReadLibrary(const json& value, Library& library) {
  const std::pair<std::string_view, std::vector<std::string>*> fields[] = {
      {"namespaces", &library.namespaces}, {"transparent", &library.transparent},
      {"draws", &library.draws},           {"seeds", &library.seeds},
      {"updates", &library.updates},       {"changes", &library.changes},
      {"values", &library.values},         {"shares", &library.shares},
      {"reaches", &library.reaches},       {"ones", &library.ones},
      {"zeros", &library.zeros},           {"times", &library.times},
      {"unordered", &library.unordered},   {"orders", &library.orders},
      {"scratch", &library.scratch}};
  if (!value.is_object())
    return false;
  library.is_made_again = FlagOf(value, "made_again");
  for (const auto& [name, list] : value.items()) {
    if (name == "made_again" && list.is_boolean())
      continue;
    const auto* const field = std::ranges::find(fields, name, [](const auto& f) { return f.first; });
    if (field == std::end(fields) || !list.is_array())
      return false;
    for (const json& text : list)
      if (text.is_string())
        field->second->push_back(text.get<std::string>());
  }
  return true;
}

}  // namespace

Result<void> Catalog::Add(std::string_view text, const std::string& origin, bool is_user) {
  const json whole = json::parse(text, nullptr, false);
  if (!whole.is_object())
    return diag::Fail<diag::Failure::BadModel>({origin, 0, 0}, "not a JSON object with a list \"functions\"");
  if (const auto regions = whole.find("regions"); regions != whole.end())
    for (const json& value : *regions) {
      Region region = ReadRegion(value);
      regions_[region.name] = region;
    }
  if (const auto handles = whole.find("handles"); handles != whole.end())
    for (const auto& [type, name] : handles->items())
      handles_[type] = name.is_string() ? name.get<std::string>() : type;
  if (const auto objects = whole.find("objects"); objects != whole.end())
    for (const auto& [type, name] : objects->items())
      objects_[type] = name.is_string() ? name.get<std::string>() : type;
  if (const auto opaque = whole.find("opaque"); opaque != whole.end()) {
    Library library;
    library.name = TextOr(whole, "library", "");
    if (!ReadLibrary(*opaque, library))
      return diag::Fail<diag::Failure::BadModel>({origin, 0, 0}, "opaque: unknown field, or not lists of names");
    for (const std::string& space : library.namespaces)
      libraries_[space] = library;
  }
  if (const auto types = whole.find("members"); types != whole.end())
    for (const auto& [type, members] : types->items())
      for (const auto& [member, name] : members.items())
        members_[{type, member}] = name.is_string() ? name.get<std::string>() : member;
  const auto functions = whole.find("functions");
  if (functions == whole.end() || !functions->is_array())
    return diag::Fail<diag::Failure::BadModel>({origin, 0, 0}, "not a JSON object with a list \"functions\"");
  for (const json& value : *functions) {
    RowReader reader(value);
    Row row = reader.Read();
    if (!reader.problem().empty())
      return diag::Fail<diag::Failure::BadModel>({origin, 0, 0}, row.name + ": " + reader.problem());
    row.is_user = is_user;
    row.library = TextOr(whole, "library", "");
    row.is_cxx = FlagOf(whole, "overloads");
    const std::string key = row.of.empty() ? row.name : row.name + " of " + row.of;
    rows_[key] = std::move(row);
  }
  return {};
}

Result<void> Catalog::AddFile(const std::string& path) {
  DETRAIN_TRY(const std::string text, ReadFile(path));
  return Add(text, path, true);
}

}  // namespace detrain::catalog
