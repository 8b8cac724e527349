// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_module.h"

#include <iterator>
#include <limits>
#include <random>
#include <string>

#include "analyzer/rir/fields.h"
#include "analyzer/rir/types.h"
#include "analyzer/rir/words.h"

namespace detrain::rir {
namespace {

class Generator {
 public:
  explicit Generator(std::uint64_t seed) : random_(seed) {}

  Module Run() {
    Repeat(3, [&] { module_.sources.push_back(Name()); });
    Repeat(4, [&] { module_.files.push_back(Name()); });
    Repeat(4, [&] { module_.strings.push_back(Name()); });
    function_count_ = Below(4);
    region_count_ = Below(12);
    type_count_ = Below(14);
    for (std::uint32_t i = 0; i < type_count_; ++i)
      module_.types.push_back(RandomType());
    for (std::uint32_t i = 0; i < region_count_; ++i)
      module_.regions.push_back(RandomRegion());
    for (std::uint32_t i = 0; i < function_count_; ++i)
      module_.functions.push_back(RandomFunction());
    if (Chance(2))
      module_.init = RandomFunction();
    return module_;
  }

  // Visitor of Fields: fills an op.
  void Positional(Operand& operand) { operand = RandomOperand(); }
  void Trailing(Operand& operand) { Positional(operand); }
  void Optional(const char*, Operand& operand) { Positional(operand); }
  void List(std::vector<Operand>& operands) {
    Repeat(4, [&] { operands.push_back(RandomOperand()); });
  }
  void Group(const char*, std::vector<Operand>& operands) { List(operands); }
  void Targets(const char*, std::vector<InputTarget>& targets) {
    Repeat(3, [&] { targets.push_back({RandomOperand(), RandomOperand()}); });
  }
  void Reductions(const char*, std::vector<ParReduction>& reductions) {
    Repeat(3, [&] { reductions.push_back({RandomOperand(), Name()}); });
  }
  void Regions(const char*, std::vector<RegionId>& regions) {
    Repeat(3, [&] { regions.push_back(IdBelow(region_count_)); });
  }
  void Region(RegionId& region) { region = IdBelow(region_count_); }
  void Type(const char*, TypeId& type) { type = IdBelow(type_count_); }
  void Loop(LoopId& loop) { loop = IdBelow(4); }
  void Member(const char*, TypeId, std::uint32_t& member, bool) { member = Below(4); }
  void Flag(const char*, bool& value, bool) { value = Chance(2); }
  void Number(const char*, std::uint32_t& value, std::uint32_t) { value = Below(3); }
  void Bound(const char*, std::optional<std::uint64_t>& bound) {
    if (Chance(2))
      bound = Number64();
  }
  void Text(const char*, std::string& text) { text = Name(); }
  template <typename E>
  void Choice(const char*, E& value, E) {
    value = RandomEnum<E>();
  }
  void Place() {}
  void Block(const char*, BlockId& block) { block = IdBelow(block_count_); }

 private:
  std::uint32_t Below(std::uint32_t limit) { return static_cast<std::uint32_t>(random_() % limit); }
  bool Chance(std::uint32_t one_in) { return Below(one_in) == 0; }
  std::uint64_t Number64() { return Chance(4) ? random_() : Below(20); }
  template <typename F>
  void Repeat(std::uint32_t limit, F f) {
    for (std::uint32_t left = Below(limit); left > 0; --left)
      f();
  }
  template <typename E>
  E RandomEnum() {
    return static_cast<E>(Below(static_cast<std::uint32_t>(std::size(Words<E>::texts))));
  }
  // Mostly an id in range, sometimes kNone, seldom one that leads nowhere.
  std::uint32_t IdBelow(std::uint32_t count) {
    if (Chance(8))
      return kNone;
    return Below(count + (Chance(8) ? 3 : 0) + (count == 0 ? 1 : 0));
  }
  std::string Name() {
    static const char* const names[] = {
        "x",    "i",    "::rng",         "main.c::step", "libc::rand", "tmp.1",   "",  "i32",
        "size", "ptr",  "a b",           "a//b",         "/abs.c",     "sub/f.h", "0", "none",
        "null", "a\"b", "line\n\t\\end", "\x01\xff",     "a:b",        "block",   "@", "member"};
    return names[Below(static_cast<std::uint32_t>(std::size(names)))];
  }
  Location RandomLocation() {
    return Chance(3) ? Location{}
                     : Location{IdBelow(static_cast<std::uint32_t>(module_.files.size())), Below(90), Below(90)};
  }

  rir::Type RandomType();
  rir::Region RandomRegion();
  Operand RandomOperand();
  double RandomFloat();
  Op RandomOp();
  Function RandomFunction();

  std::mt19937_64 random_;
  Module module_;
  std::uint32_t type_count_ = 0;
  std::uint32_t region_count_ = 0;
  std::uint32_t function_count_ = 0;
  std::uint32_t block_count_ = 0;
};

rir::Type Generator::RandomType() {
  rir::Type type;
  if (Chance(2)) {
    static const char* const scalars[] = {"i8", "u8", "i32", "u64", "bool", "f32", "f64", "bf16"};
    return *FindScalar(scalars[Below(static_cast<std::uint32_t>(std::size(scalars)))]);
  }
  type.kind = static_cast<TypeKind>(Below(static_cast<std::uint32_t>(TypeKind::Handle) + 1));
  type.name = Name();
  type.element = IdBelow(type_count_);
  if (Chance(2))
    type.count = Number64();
  type.is_union = Chance(4);
  if (Chance(2)) {
    type = Implied(type);
  } else {
    type.size = Number64();
    type.align = Below(9);
    type.is_signed = Chance(2);
  }
  if (type.kind == TypeKind::Record || Chance(9))
    Repeat(4, [&] {
      type.fields.push_back(
          {Name(), Number64(), IdBelow(type_count_), Chance(3) ? Below(9) : 0, Chance(3) ? Below(9) : 0});
    });
  return type;
}

rir::Region Generator::RandomRegion() {
  rir::Region region;
  region.name = Name();
  region.link_name = Chance(2) ? region.name : Name();
  region.kind = RandomEnum<RegionKind>();
  region.type = IdBelow(type_count_);
  region.function = IdBelow(function_count_);
  region.declared = RandomLocation();
#define DETRAIN_REGION_FLAG(Member, Text, Default) region.Member = Chance(2);
#include "analyzer/rir/region_flag.def"
  return region;
}

double Generator::RandomFloat() {
  static const double numbers[] = {0.0,
                                   -0.0,
                                   0.1,
                                   -1.5,
                                   1e300,
                                   std::numeric_limits<double>::denorm_min(),
                                   std::numeric_limits<double>::max(),
                                   std::numeric_limits<double>::infinity(),
                                   -std::numeric_limits<double>::infinity()};
  return numbers[Below(static_cast<std::uint32_t>(std::size(numbers)))];
}

Operand Generator::RandomOperand() {
  switch (static_cast<OperandKind>(Below(static_cast<std::uint32_t>(OperandKind::String) + 1))) {
    case OperandKind::None:
      return {};
    case OperandKind::Value:
      return Operand::Value(IdBelow(9));
    case OperandKind::Int:
      return Operand::Int(static_cast<std::int64_t>(Chance(2) ? Number64() : 0 - Number64()));
    case OperandKind::Float:
      return Operand::Float(RandomFloat());
    case OperandKind::Null:
      return Operand::Null();
    case OperandKind::Region:
      return Operand::Region(IdBelow(region_count_));
    case OperandKind::Function:
      return Operand::Function(IdBelow(function_count_));
    case OperandKind::String:
      return Operand::String(IdBelow(static_cast<std::uint32_t>(module_.strings.size())));
  }
  return {};
}

Op Generator::RandomOp() {
  Op op;
  switch (static_cast<OpKind>(Below(static_cast<std::uint32_t>(std::size(Words<OpKind>::texts))))) {
    case OpKind::None:
      break;
#define DETRAIN_OP(Name, Text)   \
  case OpKind::Name:             \
    op.data.emplace<Name##Op>(); \
    break;
#include "analyzer/rir/op.def"
  }
  if (auto* compute = std::get_if<ComputeOp>(&op.data))
    compute->opcode = RandomEnum<Opcode>();
  OpFields(*this, op);
  op.result = IdBelow(9);
  op.type = IdBelow(type_count_);
  op.location = RandomLocation();
  return op;
}

Function Generator::RandomFunction() {
  Function function;
  function.name = Name();
  function.link_name = Chance(2) ? function.name : Name();
  function.result = IdBelow(type_count_);
  Repeat(4, [&] { function.params.push_back(IdBelow(region_count_)); });
  function.is_variadic = Chance(3);
  function.is_defined = Chance(2);
  function.is_address_taken = Chance(3);
  function.is_inline = Chance(3);
  function.is_library = Chance(3);
  function.declared = RandomLocation();
  block_count_ = Below(6);
  function.body = IdBelow(block_count_);
  for (std::uint32_t i = 0; i < block_count_; ++i) {
    function.blocks.emplace_back();
    Repeat(8, [&] { function.blocks.back().ops.push_back(RandomOp()); });
  }
  function.value_count = Below(9);
  function.loop_count = Below(9);
  return function;
}

}  // namespace

Module RandomModule(std::uint64_t seed) {
  return Generator(seed).Run();
}

}  // namespace detrain::rir
