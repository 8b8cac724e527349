// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/infer/link.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <ranges>
#include <set>
#include <string>
#include <utility>

#include "analyzer/rir/defaults.h"
#include "analyzer/rir/merge_types.h"
#include "analyzer/rir/remap.h"

namespace detrain::infer {
namespace {

using rir::FunctionId;
using rir::kNone;
using rir::RegionId;
using rir::RegionKind;

// A function or region before linking.
struct Origin {
  std::size_t unit = 0;
  std::uint32_t id = 0;
  bool operator==(const Origin&) const = default;
};

bool IsExternal(const rir::Function& function) {
  return !function.link_name.empty() && function.link_name.find("::") == std::string::npos;
}

bool IsShared(const rir::Region& region) {
  const bool has_linkage = region.kind == RegionKind::Global || region.kind == RegionKind::Hidden;
  return has_linkage && !region.link_name.empty();
}

// 0: only declared, 1: tentative, 2: with initialiser.
int Strength(const rir::Region& region) {
  if (!region.is_defined)
    return 0;
  return region.has_initializer ? 2 : 1;
}

class Linker {
 public:
  explicit Linker(std::vector<rir::Module> units) : units_(std::move(units)), remaps_(units_.size()) {}

  Result<rir::Module> Run() {
    MergeTables();
    DETRAIN_TRY_VOID(ChooseFunctions());
    DETRAIN_TRY_VOID(MergeRegions());
    MoveFunctions();
    for (std::size_t unit = 0; unit < units_.size(); ++unit)
      AppendInit(unit);
    CallExits();
    return std::move(out_);
  }

 private:
  void MergeTables();
  Result<void> ChooseFunctions();
  Result<void> ChooseDefinition(Origin& chosen, const Origin& other) const;
  bool IsSameInline(const Origin& a, const Origin& b) const;
  bool IsInlineVariable(const rir::Region& a, const rir::Region& b) const;
  bool IsMainFile(std::size_t unit, const std::string& file) const;
  Result<void> MergeRegions();
  Result<void> MergeRegion(const Origin& origin);
  Result<void> MergeShared(const Origin& origin);
  Result<void> MergeInto(rir::Region& old, rir::Region&& added) const;
  bool IsWhole(rir::TypeId id) const;
  std::optional<RegionId> TwinOfDropped(const Origin& origin, FunctionId owner) const;
  RegionId Add(rir::Region region, std::size_t unit);
  std::string UniqueLinkName(std::set<std::string>& taken, const std::string& name, std::size_t unit) const;
  void MoveFunctions();
  void AppendInit(std::size_t unit);
  void CallExits();

  const rir::Function& FunctionAt(const Origin& origin) const { return units_[origin.unit].functions[origin.id]; }
  Location PlaceOf(const std::vector<std::string>& files, const rir::Location& location) const {
    return location.file < files.size() ? Location{files[location.file], location.line, location.column} : Location{};
  }
  Location PlaceOf(const Origin& function) const {
    return PlaceOf(units_[function.unit].files, FunctionAt(function).declared);
  }

  std::vector<rir::Module> units_;
  std::vector<rir::Remap> remaps_;  // by unit
  rir::Module out_;
  std::vector<Origin> chosen_;       // by linked function: whose body it gets
  std::vector<bool> address_taken_;  // by linked function: in any unit
  std::map<std::pair<RegionKind, std::string>, RegionId> shared_;
  std::set<std::string> region_names_;    // link names in use
  std::set<std::string> function_names_;  // likewise
};

// The place of `texts` in `all`, which grows by those that it lacks.
std::vector<std::uint32_t> Intern(std::vector<std::string>& all, std::map<std::string, std::uint32_t>& ids,
                                  const std::vector<std::string>& texts) {
  std::vector<std::uint32_t> places;
  for (const std::string& text : texts) {
    const auto [place, is_new] = ids.try_emplace(text, static_cast<std::uint32_t>(all.size()));
    if (is_new)
      all.push_back(text);
    places.push_back(place->second);
  }
  return places;
}

void Linker::MergeTables() {
  rir::MergedTypes types = rir::MergeTypes(units_);
  out_.types = std::move(types.types);
  std::map<std::string, std::uint32_t> files;
  std::map<std::string, std::uint32_t> strings;
  for (std::size_t unit = 0; unit < units_.size(); ++unit) {
    remaps_[unit].types = std::move(types.ids[unit]);
    remaps_[unit].files = Intern(out_.files, files, units_[unit].files);
    remaps_[unit].strings = Intern(out_.strings, strings, units_[unit].strings);
    std::ranges::copy(units_[unit].sources, std::back_inserter(out_.sources));
  }
}

Result<void> Linker::ChooseFunctions() {
  std::map<std::string, FunctionId> external;
  for (std::size_t unit = 0; unit < units_.size(); ++unit)
    for (FunctionId id = 0; id < units_[unit].functions.size(); ++id) {
      const Origin origin{unit, id};
      const rir::Function& function = FunctionAt(origin);
      FunctionId linked = static_cast<FunctionId>(chosen_.size());
      if (IsExternal(function))
        linked = external.try_emplace(function.link_name, linked).first->second;
      remaps_[unit].functions.push_back(linked);
      if (linked == chosen_.size()) {
        chosen_.push_back(origin);
        address_taken_.push_back(function.is_address_taken);
        continue;
      }
      address_taken_[linked] = address_taken_[linked] || function.is_address_taken;
      DETRAIN_TRY_VOID(ChooseDefinition(chosen_[linked], origin));
    }
  return {};
}

Result<void> Linker::ChooseDefinition(Origin& chosen, const Origin& other) const {
  if (!FunctionAt(other).is_defined)
    return {};
  if (!FunctionAt(chosen).is_defined) {
    chosen = other;
    return {};
  }
  if ((FunctionAt(chosen).is_inline && FunctionAt(other).is_inline) || IsSameInline(chosen, other))
    return {};
  return Error{ErrorKind::Input,
               "function '" + FunctionAt(other).name + "' is defined twice, first at " + ToString(PlaceOf(chosen)),
               PlaceOf(other)};
}

// The same place of a file that is no unit's main file: an inline function of a header.
bool Linker::IsSameInline(const Origin& a, const Origin& b) const {
  const Location place = PlaceOf(a);
  return place.IsKnown() && place == PlaceOf(b) && !IsMainFile(a.unit, place.file) && !IsMainFile(b.unit, place.file);
}

// The same for variables of C++; their values are those of either unit.
bool Linker::IsInlineVariable(const rir::Region& a, const rir::Region& b) const {
  const Location place = PlaceOf(out_.files, a.declared);
  return place.IsKnown() && a.declared == b.declared &&
         std::ranges::none_of(std::views::iota(std::size_t{0}, units_.size()),
                              [&](std::size_t unit) { return IsMainFile(unit, place.file); });
}

bool Linker::IsMainFile(std::size_t unit, const std::string& file) const {
  return std::ranges::find(units_[unit].sources, file) != units_[unit].sources.end();
}

Result<void> Linker::MergeRegions() {
  for (std::size_t unit = 0; unit < units_.size(); ++unit)
    for (RegionId id = 0; id < units_[unit].regions.size(); ++id)
      DETRAIN_TRY_VOID(MergeRegion(Origin{unit, id}));
  return {};
}

// Puts the region, or what takes its place, into the table of its unit.
Result<void> Linker::MergeRegion(const Origin& origin) {
  const rir::Region& region = units_[origin.unit].regions[origin.id];
  if (IsShared(region))
    return MergeShared(origin);
  rir::Remap& remap = remaps_[origin.unit];
  rir::Region moved = region;
  Apply(remap, moved);
  if (moved.function != kNone && chosen_[moved.function] != Origin{origin.unit, region.function}) {
    // Its function was dropped for another unit's. Nothing that stays can mean its locals, but initialisers can mean
    // its statics.
    const std::optional<RegionId> twin = TwinOfDropped(origin, moved.function);
    if (twin || region.kind == RegionKind::Local || region.kind == RegionKind::Param) {
      remap.regions.push_back(twin.value_or(kNone));
      return {};
    }
  }
  remap.regions.push_back(Add(std::move(moved), origin.unit));
  return {};
}

// The static of the function that stayed that stands at the same place.
std::optional<RegionId> Linker::TwinOfDropped(const Origin& origin, FunctionId owner) const {
  const rir::Region& region = units_[origin.unit].regions[origin.id];
  if (region.kind != RegionKind::FunctionStatic)
    return std::nullopt;
  const Location place = PlaceOf(units_[origin.unit].files, region.declared);
  for (RegionId id = 0; id < out_.regions.size(); ++id) {
    const rir::Region& other = out_.regions[id];
    if (other.kind == region.kind && other.function == owner && other.name == region.name &&
        PlaceOf(out_.files, other.declared) == place)
      return id;
  }
  return std::nullopt;
}

Result<void> Linker::MergeShared(const Origin& origin) {
  rir::Remap& remap = remaps_[origin.unit];
  rir::Region moved = units_[origin.unit].regions[origin.id];
  Apply(remap, moved);
  moved.function = kNone;
  const auto [place, is_new] =
      shared_.try_emplace({moved.kind, moved.link_name}, static_cast<RegionId>(out_.regions.size()));
  remap.regions.push_back(place->second);
  if (!is_new)
    return MergeInto(out_.regions[place->second], std::move(moved));
  Add(std::move(moved), origin.unit);
  return {};
}

Result<void> Linker::MergeInto(rir::Region& old, rir::Region&& added) const {
  const auto fail = [&](const std::string& what) {
    return Error{ErrorKind::Input, "'" + added.name + "' " + what + ToString(PlaceOf(out_.files, old.declared)),
                 PlaceOf(out_.files, added.declared)};
  };
  if (!IsCompatible(out_.types, old.type, added.type))
    return fail("is declared with another type at ");
  if (old.kind == RegionKind::Global && Strength(old) == 2 && Strength(added) == 2 && !IsInlineVariable(old, added))
    return fail("is defined twice, first at ");
  rir::Region merged = Strength(added) > Strength(old) ? added : old;
  const rir::Region& other = Strength(added) > Strength(old) ? old : added;
  if (!IsWhole(merged.type))
    merged.type = other.type;
  merged.is_volatile |= other.is_volatile;
  merged.is_thread_local |= other.is_thread_local;
  merged.is_stream |= other.is_stream;
  merged.is_held |= other.is_held;
  merged.has_initializer |= other.has_initializer;
  old = std::move(merged);
  return {};
}

// Not the type of an array of unknown length, nor of a record or handle of unknown content.
bool Linker::IsWhole(rir::TypeId id) const {
  if (id == kNone)
    return false;
  const rir::Type& type = out_.types[id];
  return type.kind == rir::TypeKind::Array ? type.count && IsWhole(type.element) : !IsIncomplete(type);
}

RegionId Linker::Add(rir::Region region, std::size_t unit) {
  if (!IsShared(region))
    region.link_name = UniqueLinkName(region_names_, region.link_name, unit);
  out_.regions.push_back(std::move(region));
  return static_cast<RegionId>(out_.regions.size() - 1);
}

// `name`, or where that is taken the name with the unit's main file behind it, and a number where that is not enough.
std::string Linker::UniqueLinkName(std::set<std::string>& taken, const std::string& name, std::size_t unit) const {
  if (name.empty() || taken.insert(name).second)
    return name;
  const std::string base = name + "@" + (units_[unit].sources.empty() ? "" : units_[unit].sources.front());
  std::string unique = base;
  for (int number = 2; !taken.insert(unique).second; ++number)
    unique = base + "." + std::to_string(number);
  return unique;
}

bool IsOfSharing(const rir::Function& function) {
  return function.link_name.starts_with(rir::kBeginsSharing) || function.link_name.starts_with(rir::kEndsSharing);
}

void DefineAsNothing(rir::Function& function) {
  function.is_defined = true;
  function.body = 0;
  function.blocks.assign(1, {});
}

void Linker::MoveFunctions() {
  for (FunctionId linked = 0; linked < chosen_.size(); ++linked) {
    const Origin& origin = chosen_[linked];
    rir::Function& function = units_[origin.unit].functions[origin.id];
    Apply(remaps_[origin.unit], function);
    if (!function.is_defined && IsOfSharing(function))
      DefineAsNothing(function);
    function.is_address_taken = address_taken_[linked];
    function.link_name = UniqueLinkName(function_names_, function.link_name, origin.unit);
    out_.functions.push_back(std::move(function));
  }
}

// Renumbers `added` so that its blocks can follow those of `init`, where the body of the one becomes part of the
// other's.
void ShiftBehind(const rir::Function& init, rir::Function& added) {
  rir::Shift shift{init.value_count, init.loop_count, {}};
  auto next = static_cast<rir::BlockId>(init.blocks.size());
  for (rir::BlockId id = 0; id < added.blocks.size(); ++id)
    shift.blocks.push_back(id == added.body ? init.body : next++);
  for (rir::Block& block : added.blocks)
    for (rir::Op& op : block.ops)
      Apply(shift, op);
}

void Linker::AppendInit(std::size_t unit) {
  rir::Function& added = units_[unit].init;
  if (added.body == kNone)
    return;
  Apply(remaps_[unit], added);
  added.value_count = std::max(added.value_count, CountValues(added));
  added.loop_count = std::max(added.loop_count, CountLoops(added));
  rir::Function& init = out_.init;
  if (init.body == kNone) {
    init = std::move(added);
    return;
  }
  ShiftBehind(init, added);
  init.value_count += added.value_count;
  init.loop_count += added.loop_count;
  for (rir::BlockId id = 0; id < added.blocks.size(); ++id) {
    if (id == added.body)
      std::ranges::move(added.blocks[id].ops, std::back_inserter(init.blocks[init.body].ops));
    else
      init.blocks.push_back(std::move(added.blocks[id]));
  }
}

bool EndsFlow(const rir::Op& op) {
  return std::holds_alternative<rir::ReturnOp>(op.data) || std::holds_alternative<rir::StopOp>(op.data);
}

// Where control leaves the function: in front of each return, and behind a body that has none at its end.
void CallWhereItEnds(rir::Function& function, const std::vector<rir::Op>& calls) {
  if (std::vector<rir::Op>& body = function.blocks[function.body].ops; body.empty() || !EndsFlow(body.back()))
    std::ranges::copy(calls, std::back_inserter(body));
  for (rir::Block& block : function.blocks)
    for (std::size_t at = 0; at < block.ops.size(); ++at)
      if (std::holds_alternative<rir::ReturnOp>(block.ops[at].data)) {
        block.ops.insert(block.ops.begin() + static_cast<std::ptrdiff_t>(at), calls.begin(), calls.end());
        at += calls.size();
      }
}

// What the last unit's statics made goes first, as their constructors run in the order of the units.
void Linker::CallExits() {
  std::vector<rir::Op> calls;
  for (FunctionId id = static_cast<FunctionId>(out_.functions.size()); id-- > 0;)
    if (out_.functions[id].name == rir::kExit) {
      rir::Op call;
      call.data = rir::CallOp{rir::Operand::Function(id), {}, {}};
      call.location = out_.functions[id].declared;
      calls.push_back(std::move(call));
    }
  const auto main = std::ranges::find_if(out_.functions, [](const rir::Function& function) {
    return function.link_name == "main" && function.is_defined;
  });
  if (main != out_.functions.end() && !calls.empty())
    CallWhereItEnds(*main, calls);
}

}  // namespace

Result<rir::Module> Link(std::vector<rir::Module> units) {
  return Linker(std::move(units)).Run();
}

}  // namespace detrain::infer
