// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/print.h"

#include <algorithm>
#include <vector>

#include "analyzer/base/text.h"
#include "analyzer/rir/defaults.h"
#include "analyzer/rir/names.h"
#include "analyzer/rir/print_op.h"
#include "analyzer/rir/text.h"
#include "analyzer/rir/types.h"
#include "analyzer/rir/words.h"

namespace detrain::rir {
namespace {

class ModulePrinter {
 public:
  explicit ModulePrinter(const Module& module)
      : module_(module), names_(module), by_scope_(module.functions.size() + 1) {
    for (RegionId id = 0; id < module.regions.size(); ++id)
      Owned(names_.ScopeOf(module.regions[id])).push_back(id);
  }

  std::string Run() {
    Strings("source", module_.sources);
    Strings("file", module_.files);
    Strings("string", module_.strings);
    for (TypeId id = 0; id < module_.types.size(); ++id)
      DeclareType(id);
    for (const RegionId id : Owned(kNone))
      out_ += DeclareRegion(id, 0) + "\n";
    for (FunctionId id = 0; id < module_.functions.size(); ++id)
      DeclareFunction(module_.functions[id], id);
    if (module_.init != Function{})
      DeclareFunction(module_.init, kNone);
    return std::move(out_);
  }

 private:
  std::vector<RegionId>& Owned(FunctionId scope) { return by_scope_[scope == kNone ? by_scope_.size() - 1 : scope]; }

  void Strings(const char* keyword, const std::vector<std::string>& texts) {
    for (const std::string& text : texts)
      out_ += std::string(keyword) + " " + Quote(text) + "\n";
  }

  void DeclareType(TypeId id);
  void DeclareField(const Field& field);
  std::string DeclareRegion(RegionId id, FileId default_file);
  std::string RegionRest(RegionId id, FileId default_file);
  bool IsInlineParam(const Function& function, FunctionId scope, std::size_t position) const;
  std::string Params(const Function& function, FunctionId scope);
  void DeclareFunction(const Function& function, FunctionId scope);
  void Body(const Function& function, FunctionId scope, const std::vector<RegionId>& locals);

  const Module& module_;
  Names names_;
  std::vector<std::vector<RegionId>> by_scope_;  // ids by the function they are declared in; the last: outside
  RegionId next_region_ = 0;
  std::string out_;
};

void ModulePrinter::DeclareType(TypeId id) {
  const Type& type = module_.types[id];
  const Type implied = Implied(type);
  // The size of an array is given even where it is 0, because the parser computes one that is not.
  const bool is_array = type.kind == TypeKind::Array;
  out_ += "type " + names_.TypeHead(id);
  if (type.size != implied.size || is_array)
    out_ += " size " + std::to_string(type.size);
  if (type.align != implied.align || is_array)
    out_ += " align " + std::to_string(type.align);
  if (type.is_signed != implied.is_signed)
    out_ += type.is_signed ? " signed" : " unsigned";
  if (type.is_union != implied.is_union)
    out_ += " union";
  if (type.name != implied.name)
    out_ += " name " + Quote(type.name);
  if (type.element != implied.element)
    out_ += " element " + names_.Type(type.element);
  if (type.count != implied.count)
    out_ += " count " + std::to_string(*type.count);
  if (!type.fields.empty()) {
    out_ += " {\n";
    for (const Field& field : type.fields)
      DeclareField(field);
    out_ += "}";
  }
  out_ += "\n";
}

void ModulePrinter::DeclareField(const Field& field) {
  out_ += "  " + NameText(field.name) + ": " + names_.Type(field.type) + " at " + std::to_string(field.offset);
  if (field.bit_offset != 0 || field.bit_width != 0)
    out_ += " bits " + std::to_string(field.bit_offset) + ":" + std::to_string(field.bit_width);
  out_ += "\n";
}

std::string ModulePrinter::DeclareRegion(RegionId id, FileId default_file) {
  return std::string(Word(module_.regions[id].kind)) + " " + RegionRest(id, default_file);
}

// What follows the kind of a region in its declaration.
std::string ModulePrinter::RegionRest(RegionId id, FileId default_file) {
  const Region& region = module_.regions[id];
  std::string text = "@" + (region.name.empty() ? "" : NameText(region.name));
  if (id != next_region_ || !names_.IsUnique(id))
    text += "#" + std::to_string(id);
  next_region_ = id + 1;
  if (region.type != kNone)
    text += ": " + names_.Type(region.type);
  if (region.link_name != DefaultLinkName(region))
    text += " link " + Quote(region.link_name);
  if (region.function != names_.ScopeOf(region))
    text += " owner " + std::to_string(region.function);
#define DETRAIN_REGION_FLAG(Member, Text, Default) text += region.Member != (Default) ? " " Text : "";
#include "analyzer/rir/region_flag.def"
  return text + names_.Location(region.declared, default_file);
}

// Declared between the parentheses, rather than in the braces and only named there.
bool ModulePrinter::IsInlineParam(const Function& function, FunctionId scope, std::size_t position) const {
  const RegionId id = function.params[position];
  if (scope == kNone || id >= module_.regions.size())
    return false;
  const Region& region = module_.regions[id];
  const auto first = std::find(function.params.begin(), function.params.end(), id);
  return region.kind == RegionKind::Param && region.function == scope &&
         first == function.params.begin() + static_cast<std::ptrdiff_t>(position);
}

std::string ModulePrinter::Params(const Function& function, FunctionId scope) {
  std::vector<std::string> items;
  for (std::size_t i = 0; i < function.params.size(); ++i) {
    const RegionId id = function.params[i];
    const bool is_inline = IsInlineParam(function, scope, i);
    items.push_back(is_inline ? "param " + RegionRest(id, DefaultFile(function)) : names_.Region(id, scope));
  }
  if (function.is_variadic)
    items.emplace_back("...");
  return "(" + Join(items, ", ") + ")";
}

void ModulePrinter::DeclareFunction(const Function& function, FunctionId scope) {
  const bool is_init = scope == kNone;
  std::vector<RegionId> locals = is_init ? std::vector<RegionId>() : Owned(scope);
  for (std::size_t i = 0; i < function.params.size(); ++i)
    if (IsInlineParam(function, scope, i))
      std::erase(locals, function.params[i]);
  out_ += std::string("\n") + (function.is_defined ? "" : "extern ") + (is_init ? "init" : "func");
  if (!is_init || !function.name.empty())
    out_ += " $" + (function.name.empty() ? "" : NameText(function.name));
  if (!is_init && !names_.IsUniqueFunction(scope))
    out_ += "#" + std::to_string(scope);
  if (!is_init || !function.params.empty() || function.is_variadic)
    out_ += Params(function, scope);
  if (function.result != kNone)
    out_ += " -> " + names_.Type(function.result);
  if (function.link_name != function.name)
    out_ += " link " + Quote(function.link_name);
  if (function.is_address_taken)
    out_ += " address_taken";
  if (function.is_inline)
    out_ += " inline";
  if (function.is_library)
    out_ += " library";
  if (function.value_count != CountValues(function))
    out_ += " values " + std::to_string(function.value_count);
  if (function.loop_count != CountLoops(function))
    out_ += " loops " + std::to_string(function.loop_count);
  out_ += names_.Location(function.declared, 0);
  Body(function, scope, locals);
  out_ += "\n";
}

void ModulePrinter::Body(const Function& function, FunctionId scope, const std::vector<RegionId>& locals) {
  const bool has_body = function.body < function.blocks.size();
  if (function.body == kNone && function.blocks.empty() && locals.empty())
    return;
  OpPrinter ops(module_, names_, function, scope, out_);
  if (has_body)
    out_ += ops.OpenBlock(function.body);
  else
    out_ += " no_body ^" + NumberText(function.body) + " {\n";
  for (const RegionId id : locals)
    out_ += "  " + DeclareRegion(id, DefaultFile(function)) + "\n";
  if (has_body)
    ops.Ops(function.body);
  for (BlockId id = 0; id < function.blocks.size(); ++id)
    if (!ops.IsPrinted(id)) {
      out_ += "  block";
      ops.BlockAt(id);
      out_ += "\n";
    }
  out_ += "}";
}

}  // namespace

std::string Print(const Module& module) {
  return ModulePrinter(module).Run();
}

std::string PrintOp(const Module& module, FunctionId function, const Op& op) {
  const Names names(module);
  std::string out;
  OpPrinter printer(module, names, function == kNone ? module.init : module.functions[function], function, out);
  printer.SetIndent(0);
  printer.OneOp(op);
  return out;
}

std::string PrintType(const Module& module, TypeId type) {
  return Names(module).Type(type);
}

}  // namespace detrain::rir
