// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/verify.h"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <optional>
#include <utility>

#include "analyzer/rir/parse.h"
#include "analyzer/rir/types.h"
#include "analyzer/rir/verifier.h"
#include "analyzer/rir/words.h"

namespace detrain::rir {
namespace {

// Checks all that stands outside of bodies.
class DeclarationVerifier : public Verifier {
 public:
  using Verifier::Verifier;

  void Run() {
    for (TypeId id = 0; id < module_.types.size(); ++id)
      CheckType(id);
    CheckContainment();
    for (RegionId id = 0; id < module_.regions.size(); ++id)
      CheckRegion(id);
    for (FunctionId id = 0; id < module_.functions.size(); ++id)
      CheckFunction(id);
    if (!module_.init.params.empty() || !IsVoid(module_.init.result))
      Report(module_.init.declared, "init has parameters or a result");
  }

 private:
  void OfType(TypeId id, const std::string& what) { Report({}, "type " + names_.Type(id) + " " + what); }
  void OfRegion(RegionId id, const std::string& what) {
    Report(module_.regions[id].declared, "region " + names_.Region(id, module_.regions[id].function) + " " + what);
  }
  void OfFunction(FunctionId id, const std::string& what) {
    Report(module_.functions[id].declared, "function " + names_.Function(id) + " " + what);
  }

  void CheckType(TypeId id);
  void CheckFields(TypeId id);
  void CheckContainment();
  bool ContainsItself(TypeId id, std::vector<int>& progress);
  void CheckRegion(RegionId id);
  void CheckOwner(RegionId id);
  void CheckFunction(FunctionId id);
  void CheckParams(FunctionId id);

  std::map<std::pair<RegionKind, std::string>, RegionId> linked_regions_;
  std::map<std::string, FunctionId> linked_functions_;
};

void DeclarationVerifier::CheckType(TypeId id) {
  const Type& type = module_.types[id];
  if (!std::has_single_bit(type.align))
    OfType(id, "is aligned to " + std::to_string(type.align) + ", which is no power of 2");
  const bool has_element = type.kind == TypeKind::Pointer || type.kind == TypeKind::Array;
  if (type.element != kNone && !IsType(type.element))
    OfType(id, "has an element type that is not there");
  if (!has_element && type.element != kNone)
    OfType(id, "has an element type, though it is neither pointer nor array");
  if (type.kind == TypeKind::Array && IsVoid(type.element))
    OfType(id, "is an array of nothing");
  if (type.kind == TypeKind::Array && IsType(type.element) && type.count &&
      type.size != *type.count * module_.types[type.element].size)
    OfType(id, "has another size than its elements together");
  if (type.kind == TypeKind::Int || type.kind == TypeKind::Float) {
    const std::optional<Type> scalar = FindScalar(type.name);
    if (type.size == 0 || (scalar && *scalar != type))
      OfType(id, "is not what its name says");
  }
  CheckFields(id);
}

void DeclarationVerifier::CheckFields(TypeId id) {
  const Type& type = module_.types[id];
  if (type.kind != TypeKind::Record && !type.fields.empty())
    OfType(id, "has members, though it is no record");
  for (const Field& field : type.fields) {
    if (!IsType(field.type))
      OfType(id, "has a member '" + field.name + "' whose type is not there");
    else if (field.bit_width == 0 && field.offset + module_.types[field.type].size > type.size)
      OfType(id, "has a member '" + field.name + "' beyond its end");
  }
}

void DeclarationVerifier::CheckContainment() {
  std::vector<int> progress(module_.types.size(), 0);
  for (TypeId id = 0; id < module_.types.size(); ++id)
    if (ContainsItself(id, progress))
      OfType(id, "contains itself");
}

// Through members and elements; a pointer contains nothing. progress: 0 new, 1 open, 2 done.
bool DeclarationVerifier::ContainsItself(TypeId id, std::vector<int>& progress) {
  if (!IsType(id) || progress[id] == 2)
    return false;
  if (std::exchange(progress[id], 1) == 1)
    return true;
  const Type& type = module_.types[id];
  bool is_found = type.kind == TypeKind::Array && ContainsItself(type.element, progress);
  for (const Field& field : type.fields)
    is_found = ContainsItself(field.type, progress) || is_found;
  progress[id] = 2;
  return is_found;
}

void DeclarationVerifier::CheckRegion(RegionId id) {
  const rir::Region& region = module_.regions[id];
  if (region.name.empty())
    OfRegion(id, "has no name");
  if (!IsType(region.type))
    OfRegion(id, "has no type");
  if (!IsPlace(region.declared))
    OfRegion(id, "is declared in a file that is not there");
  CheckOwner(id);
  const bool is_shared = region.kind == RegionKind::Global || region.kind == RegionKind::Hidden;
  if (is_shared && region.link_name.empty())
    OfRegion(id, "has no link name");
  if (is_shared && !linked_regions_.try_emplace({region.kind, region.link_name}, id).second)
    OfRegion(id, "has the link name '" + region.link_name + "' of another one");
}

void DeclarationVerifier::CheckOwner(RegionId id) {
  const rir::Region& region = module_.regions[id];
  const bool has_function = region.function < module_.functions.size();
  if (!has_function && region.function != kNone)
    return OfRegion(id, "belongs to a function that is not there");
  switch (region.kind) {
    case RegionKind::Global:
    case RegionKind::FileStatic:
    case RegionKind::Hidden:
      if (has_function)
        OfRegion(id, "belongs to a function, though it is of kind " + std::string(Word(region.kind)));
      break;
    case RegionKind::Param: {
      const std::vector<RegionId> none;
      const auto& params = has_function ? module_.functions[region.function].params : none;
      if (std::ranges::find(params, id) == params.end())
        OfRegion(id, "is not among the parameters of its function");
      break;
    }
    case RegionKind::FunctionStatic:
      if (!has_function)
        OfRegion(id, "belongs to no function");
      break;
    case RegionKind::Local:  // without a function it is one of init
      break;
  }
}

void DeclarationVerifier::CheckFunction(FunctionId id) {
  const Function& function = module_.functions[id];
  if (function.name.empty())
    OfFunction(id, "has no name");
  if (function.link_name.empty())
    OfFunction(id, "has no link name");
  else if (!linked_functions_.try_emplace(function.link_name, id).second)
    OfFunction(id, "has the link name '" + function.link_name + "' of another one");
  if (function.result != kNone && !IsType(function.result))
    OfFunction(id, "has a result type that is not there");
  if (function.is_defined && function.body == kNone)
    OfFunction(id, "is defined but has no body");
  if (!function.is_defined && function.body != kNone)
    OfFunction(id, "has a body but is not defined");
  if (!IsPlace(function.declared))
    OfFunction(id, "is declared in a file that is not there");
  CheckParams(id);
}

void DeclarationVerifier::CheckParams(FunctionId id) {
  const std::vector<RegionId>& params = module_.functions[id].params;
  for (auto param = params.begin(); param != params.end(); ++param) {
    const bool is_there = *param < module_.regions.size();
    if (!is_there || module_.regions[*param].kind != RegionKind::Param || module_.regions[*param].function != id)
      OfFunction(id, "has a parameter that is not a param of its own");
    if (std::find(params.begin(), param, *param) != param)
      OfFunction(id, "has one parameter twice");
  }
}

}  // namespace

void Verifier::Report(const Location& location, std::string message) {
  detrain::Location place;
  if (location.file < module_.files.size())
    place = {module_.files[location.file], location.line, location.column};
  problems_.push_back({std::move(place), std::move(message)});
}

std::vector<Problem> Verify(const Module& module) {
  const Names names(module);
  DeclarationVerifier declarations(module, names);
  declarations.Run();
  std::vector<Problem> problems = declarations.TakeProblems();
  const auto check = [&](const Function& function, FunctionId id) {
    FunctionVerifier verifier(module, names, function, id);
    verifier.Run();
    std::ranges::move(verifier.TakeProblems(), std::back_inserter(problems));
  };
  for (FunctionId id = 0; id < module.functions.size(); ++id)
    check(module.functions[id], id);
  check(module.init, kNone);
  return problems;
}

Result<Module> ParseVerified(std::string_view text, const std::string& name) {
  DETRAIN_TRY(Module module, Parse(text, name));
  const std::vector<Problem> problems = Verify(module);
  if (problems.empty())
    return module;
  const Problem& first = problems.front();
  const std::string place = first.location.IsKnown() ? ToString(first.location) + ": " : "";
  const std::string count = problems.size() == 1
                                ? "a rule of RIR is broken: "
                                : std::to_string(problems.size()) + " rules of RIR are broken, first: ";
  return Error{ErrorKind::Input, count + place + first.message, {name, 0, 0}};
}

}  // namespace detrain::rir
