// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Three passes over the items at the top of the text, so that everything can be used before it is declared: first
// types, files and strings, then regions and the heads of functions, then the bodies.
#include "analyzer/rir/parse.h"

#include <map>
#include <utility>
#include <vector>

#include "analyzer/rir/cursor.h"
#include "analyzer/rir/defaults.h"
#include "analyzer/rir/op_parser.h"
#include "analyzer/rir/scope.h"
#include "analyzer/rir/words.h"

namespace detrain::rir {
namespace {

// An item at the top: the tokens from `begin` up to `end`.
struct Item {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// A parameter is declared between the parentheses, or refers to a region that may be declared behind them.
struct Param {
  RegionId region = kNone;
  std::size_t reference = 0;  // token
};

struct Head {
  Item item;
  FunctionId id = kNone;
  std::vector<Param> params;
  std::size_t body = 0;   // the token where the ops begin; 0: no braces
  BlockId label = kNone;  // "^3 {"
  bool has_body = true;
  bool has_values = false;
  bool has_loops = false;
};

class ModuleParser {
 public:
  ModuleParser(std::string_view text, std::string name) : cursor_(text, std::move(name)), names_(cursor_, module_) {}

  Result<Module> Run() {
    const std::vector<Item> items = Split();
    ForEach(items, [&](const Item& item) { Table(item); });
    names_.types().ResolveDeclarations();
    ForEach(items, [&](const Item& item) { Declaration(item); });
    CollectRegions();
    for (const Head& head : heads_)
      Body(head);
    names_.types().LayOutTypes();
    if (cursor_.error())
      return *cursor_.error();
    return std::move(module_);
  }

 private:
  std::vector<Item> Split();
  template <typename F>
  void ForEach(const std::vector<Item>& items, F parse) {
    for (const Item& item : items) {
      cursor_.MoveTo(item.begin, item.end);
      parse(item);
    }
  }
  void ExpectEnd() {
    if (!cursor_.AtEnd())
      cursor_.FailExpected("the end of the line");
  }

  void Table(const Item& item);
  void Declaration(const Item& item);
  bool IsAtRegion() const { return FindWord<RegionKind>(cursor_.Current().text) && cursor_.Ahead(1).Is("@"); }
  // Reads from the kind on; returns the id. Locations without a file are put down in `without_file`, if that is given.
  RegionId DeclareRegion(FunctionId function, FileId default_file, std::vector<RegionId>* without_file = nullptr);
  void RegionFlags(Region& region);
  void CollectRegions();
  void DeclareFunction(const Item& item);
  std::string FunctionName(FunctionId id, bool is_init);
  void Params(Function& function, Head& head, std::vector<RegionId>& without_file);
  void Attributes(Function& function, Head& head);
  void Locals(const Function& function, Head& head);
  void Body(const Head& head);

  Module module_;
  Cursor cursor_;
  Scope names_;
  std::map<RegionId, Region> regions_;
  RegionId next_region_ = 0;
  std::vector<Head> heads_;
  bool has_init_ = false;
};

// Items begin where a line begins outside braces and parentheses.
std::vector<Item> ModuleParser::Split() {
  std::vector<Item> items;
  std::size_t depth = 0;
  while (!cursor_.AtEnd()) {
    const Token& token = cursor_.Current();
    if (depth == 0 && (token.begins_line || items.empty()))
      items.push_back({cursor_.Position(), 0});
    if (token.Is("{") || token.Is("("))
      ++depth;
    else if ((token.Is("}") || token.Is(")")) && depth > 0)
      --depth;
    cursor_.Take();
    items.back().end = cursor_.Position();
  }
  return items;
}

void ModuleParser::Table(const Item&) {
  if (cursor_.AcceptWord("type")) {
    names_.types().Declaration();
  } else if (cursor_.AcceptWord("source")) {
    module_.sources.push_back(cursor_.ExpectString());
  } else if (cursor_.AcceptWord("file")) {
    module_.files.push_back(cursor_.ExpectString());
    names_.AddFile(static_cast<FileId>(module_.files.size() - 1));
  } else if (cursor_.AcceptWord("string")) {
    module_.strings.push_back(cursor_.ExpectString());
    names_.AddString(static_cast<StringId>(module_.strings.size() - 1));
  } else {
    return;
  }
  ExpectEnd();
}

void ModuleParser::Declaration(const Item& item) {
  const Token& first = cursor_.Current();
  for (const char* word : {"type", "source", "file", "string"})
    if (first.IsWord(word))
      return;
  if (first.IsWord("func") || first.IsWord("init") || first.IsWord("extern"))
    return DeclareFunction(item);
  if (!IsAtRegion())
    return cursor_.FailExpected("a declaration");
  DeclareRegion(kNone, 0);
  ExpectEnd();
}

RegionId ModuleParser::DeclareRegion(FunctionId function, FileId default_file, std::vector<RegionId>* without_file) {
  Region region;
  region.kind = FindWord<RegionKind>(cursor_.Take().text).value_or(RegionKind::Local);
  region.function = function;
  cursor_.Expect("@");
  const Token place = cursor_.Current();
  if (place.kind == TokenKind::Name || place.kind == TokenKind::String)
    region.name = cursor_.Take().text;
  const RegionId id = cursor_.Accept("#") ? cursor_.ExpectId() : next_region_;
  next_region_ = id + 1;
  if (cursor_.Accept(":"))
    region.type = names_.types().Parse();
  region.link_name = cursor_.AcceptWord("link") ? cursor_.ExpectString() : DefaultLinkName(region);
  if (cursor_.AcceptWord("owner"))
    region.function = cursor_.ExpectId();
  RegionFlags(region);
  if (without_file && cursor_.Current().Is("!") && cursor_.Ahead(1).kind == TokenKind::Number)
    without_file->push_back(id);
  region.declared = names_.Location(default_file);
  const Region for_names = [&] {
    Region copy = region;
    copy.function = function;
    return copy;
  }();
  names_.AddRegion(id, for_names);
  if (!regions_.emplace(id, std::move(region)).second)
    cursor_.FailAt(place, "region " + std::to_string(id) + " is there already");
  return id;
}

void ModuleParser::RegionFlags(Region& region) {
#define DETRAIN_REGION_FLAG(Member, Text, Default) region.Member = cursor_.AcceptWord(Text) != (Default);
#include "analyzer/rir/region_flag.def"
}

void ModuleParser::CollectRegions() {
  for (auto& [id, region] : regions_) {
    if (id != module_.regions.size())
      cursor_.Fail("region " + std::to_string(module_.regions.size()) + " is missing");
    module_.regions.push_back(std::move(region));
  }
}

void ModuleParser::DeclareFunction(const Item& item) {
  const bool is_defined = !cursor_.AcceptWord("extern");
  const bool is_init = cursor_.AcceptWord("init");
  if (!is_init && !cursor_.AcceptWord("func"))
    cursor_.FailExpected("'func' or 'init'");
  if (is_init && std::exchange(has_init_, true))
    cursor_.Fail("a module has one init");
  Head head;
  head.item = item;
  head.id = is_init ? kNone : static_cast<FunctionId>(module_.functions.size());
  if (!is_init)
    module_.functions.emplace_back();
  Function& function = is_init ? module_.init : module_.functions.back();
  function.is_defined = is_defined;
  function.name = FunctionName(head.id, is_init);
  if (!is_init)
    names_.AddFunction(head.id);
  std::vector<RegionId> without_file;
  if (!is_init || cursor_.Current().Is("("))
    Params(function, head, without_file);
  Attributes(function, head);
  for (const RegionId id : without_file)
    regions_[id].declared.file = DefaultFile(function);
  Locals(function, head);
  heads_.push_back(std::move(head));
}

std::string ModuleParser::FunctionName(FunctionId id, bool is_init) {
  const Token place = cursor_.Current();
  if (is_init && !place.Is("$"))
    return "";
  cursor_.Expect("$");
  std::string name;
  if (cursor_.Current().kind == TokenKind::Name || cursor_.Current().kind == TokenKind::String)
    name = cursor_.Take().text;
  if (cursor_.Accept("#") && cursor_.ExpectId() != id)
    cursor_.FailAt(place, "this is function " + std::to_string(id));
  return name;
}

void ModuleParser::Params(Function& function, Head& head, std::vector<RegionId>& without_file) {
  cursor_.Expect("(");
  while (!cursor_.AtEnd() && !cursor_.Current().Is(")")) {
    if (cursor_.AcceptWord("...")) {
      function.is_variadic = true;
      break;
    }
    Param param;
    if (IsAtRegion()) {
      param.region = DeclareRegion(head.id, 0, &without_file);
    } else {
      param.reference = cursor_.Position();
      while (!cursor_.AtEnd() && !cursor_.Current().Is(",") && !cursor_.Current().Is(")"))
        cursor_.Take();
    }
    head.params.push_back(param);
    if (!cursor_.Accept(","))
      break;
  }
  cursor_.Expect(")");
}

void ModuleParser::Attributes(Function& function, Head& head) {
  if (cursor_.Accept("->"))
    function.result = names_.types().Parse();
  function.link_name = cursor_.AcceptWord("link") ? cursor_.ExpectString() : function.name;
  function.is_address_taken = cursor_.AcceptWord("address_taken");
  function.is_inline = cursor_.AcceptWord("inline");
  function.is_library = cursor_.AcceptWord("library");
  head.has_values = cursor_.AcceptWord("values");
  if (head.has_values)
    function.value_count = cursor_.ExpectNumber32();
  head.has_loops = cursor_.AcceptWord("loops");
  if (head.has_loops)
    function.loop_count = cursor_.ExpectNumber32();
  function.declared = names_.Location(0);
  head.has_body = !cursor_.AcceptWord("no_body");
  if (cursor_.Accept("^"))
    head.label = cursor_.ExpectId();
  if (!head.has_body)
    function.body = head.label;
}

void ModuleParser::Locals(const Function& function, Head& head) {
  if (cursor_.AtEnd())
    return;
  cursor_.Expect("{");
  while (IsAtRegion())
    DeclareRegion(head.id, DefaultFile(function));
  head.body = cursor_.Position();
}

void ModuleParser::Body(const Head& head) {
  Function& function = head.id == kNone ? module_.init : module_.functions[head.id];
  for (const Param& param : head.params) {
    if (param.reference != 0)
      cursor_.MoveTo(param.reference, head.item.end);
    function.params.push_back(param.reference != 0 ? names_.Region(head.id) : param.region);
  }
  if (head.body == 0 || cursor_.error())
    return;
  OpParser ops(cursor_, names_, module_, head.id, DefaultFile(function));
  cursor_.MoveTo(head.body, head.item.end);
  if (head.has_body) {
    function.body = ops.StartBody(head.label);
    ops.Ops(function.body);
  }
  while (cursor_.AcceptWord("block"))
    ops.BlockAt();
  cursor_.Expect("}");
  ExpectEnd();
  function.blocks = ops.TakeBlocks();
  if (!head.has_values)
    function.value_count = CountValues(function);
  if (!head.has_loops)
    function.loop_count = CountLoops(function);
}

}  // namespace

Result<Module> Parse(std::string_view text, std::string name) {
  return ModuleParser(text, std::move(name)).Run();
}

}  // namespace detrain::rir
