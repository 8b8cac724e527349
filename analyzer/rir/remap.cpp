// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/remap.h"

#include "analyzer/base/check.h"
#include "analyzer/rir/fields.h"

namespace detrain::rir {
namespace {

void Replace(const std::vector<std::uint32_t>& table, std::uint32_t& id) {
  if (id == kNone)
    return;
  Check(id < table.size(), "id out of range in a module that is being remapped");
  id = table[id];
}

// The fields that are ids. Operands are reached by ForEachOperand.
struct IdFields : IgnoreFields {
  explicit IdFields(const Remap& the_remap) : remap(the_remap) {}
  const Remap& remap;
  void Region(RegionId& region) { Replace(remap.regions, region); }
  void Regions(const char*, std::vector<RegionId>& regions) {
    for (RegionId& region : regions)
      Region(region);
  }
  void Type(const char*, TypeId& type) { Replace(remap.types, type); }
};

void Replace(const Remap& remap, Operand& operand) {
  if (operand.kind == OperandKind::Region)
    Replace(remap.regions, operand.id);
  else if (operand.kind == OperandKind::Function)
    Replace(remap.functions, operand.id);
  else if (operand.kind == OperandKind::String)
    Replace(remap.strings, operand.id);
}

void Apply(const Remap& remap, Op& op) {
  Replace(remap.types, op.type);
  Replace(remap.files, op.location.file);
  IdFields fields(remap);
  OpFields(fields, op);
  ForEachOperand(op, [&](Operand& operand) { Replace(remap, operand); });
}

struct LoopFields : IgnoreFields {
  explicit LoopFields(std::uint32_t the_shift) : shift(the_shift) {}
  std::uint32_t shift;
  void Loop(LoopId& loop) const { loop += loop == kNone ? 0 : shift; }
};

}  // namespace

void Apply(const Remap& remap, Type& type) {
  Replace(remap.types, type.element);
  for (Field& field : type.fields)
    Replace(remap.types, field.type);
}

void Apply(const Remap& remap, Region& region) {
  Replace(remap.types, region.type);
  Replace(remap.functions, region.function);
  Replace(remap.files, region.declared.file);
}

void Apply(const Remap& remap, Function& function) {
  Replace(remap.types, function.result);
  Replace(remap.files, function.declared.file);
  for (RegionId& param : function.params)
    Replace(remap.regions, param);
  for (Block& block : function.blocks)
    for (Op& op : block.ops)
      Apply(remap, op);
}

void Apply(const Shift& shift, Op& op) {
  op.result += op.result == kNone ? 0 : shift.values;
  LoopFields loops(shift.loops);
  OpFields(loops, op);
  ForEachBlock(op, [&](BlockId& block) { Replace(shift.blocks, block); });
  ForEachOperand(op, [&](Operand& operand) {
    if (operand.kind == OperandKind::Value && operand.id != kNone)
      operand.id += shift.values;
  });
}

}  // namespace detrain::rir
