// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "interpreter.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

namespace detrain::lift {

using rir::Opcode;
using rir::OperandKind;
using rir::TypeKind;

namespace {

char* Pointer(std::int64_t integer) {
  return reinterpret_cast<char*>(integer);
}
std::int64_t Integer(const void* pointer) {
  return reinterpret_cast<std::int64_t>(pointer);
}

std::int64_t Truncated(std::int64_t value, std::uint64_t bits, bool is_signed) {
  if (bits >= 64)
    return value;
  const std::uint64_t mask = (1ULL << bits) - 1;
  const std::uint64_t low = static_cast<std::uint64_t>(value) & mask;
  const bool is_negative = is_signed && (low >> (bits - 1)) != 0;
  return static_cast<std::int64_t>(is_negative ? low | ~mask : low);
}

}  // namespace

void Interpreter::Error(const std::string& what) {
  if (error_.empty())
    error_ = what;
  is_stopped_ = true;
}

char* Interpreter::Memory(std::uint64_t size, int fill) {
  memory_.push_back(std::make_unique<char[]>(size + 16));
  std::memset(memory_.back().get(), fill, size + 16);
  return memory_.back().get();
}

char* Interpreter::Region(Frame& frame, rir::RegionId region) {
  const bool is_local =
      module_.regions[region].kind == rir::RegionKind::Local || module_.regions[region].kind == rir::RegionKind::Param;
  auto& regions = is_local ? frame.locals : globals_;
  const auto [place, is_new] = regions.try_emplace(region, nullptr);
  if (is_new)
    place->second =
        Memory(std::max<std::uint64_t>(module_.types[module_.regions[region].type].size, 64), is_local ? 0xcd : 0);
  return place->second;
}

Interpreter::Value Interpreter::Get(Frame& frame, const rir::Operand& operand) {
  Value value;
  switch (operand.kind) {
    case OperandKind::Value:
      return frame.values[operand.id];
    case OperandKind::Int:
      value.integer = operand.integer;
      value.number = static_cast<double>(operand.integer);
      break;
    case OperandKind::Float:
      value.number = operand.number;
      break;
    case OperandKind::Region:
      value.integer = Integer(Region(frame, operand.id));
      break;
    case OperandKind::String:
      value.integer = Integer(module_.strings[operand.id].c_str());
      break;
    case OperandKind::Function:
      value.integer = Integer(&functions_[operand.id]);
      break;
    case OperandKind::None:
    case OperandKind::Null:
      break;
  }
  return value;
}

Interpreter::Value Interpreter::Load(const Value& address, rir::TypeId type) {
  const rir::Type& shape = module_.types[type];
  Value value;
  value.type = type;
  const char* from = Pointer(address.integer);
  if (!from) {
    Error("load through null");
    return value;
  }
  if (shape.kind == TypeKind::Float) {
    if (shape.size == 4) {
      float narrow = 0;
      std::memcpy(&narrow, from, 4);
      value.number = static_cast<double>(narrow);
    } else {
      std::memcpy(&value.number, from, 8);
    }
    return value;
  }
  std::memcpy(&value.integer, from, std::min<std::size_t>(shape.size, 8));
  if (address.bit_width)
    value.integer =
        Truncated(static_cast<std::int64_t>(static_cast<std::uint64_t>(value.integer) >> address.bit_offset),
                  address.bit_width, shape.is_signed);
  else
    value.integer = Truncated(value.integer, shape.size * 8, shape.is_signed);
  return value;
}

void Interpreter::Store(const Value& address, Value value, rir::TypeId type) {
  const rir::Type& shape = module_.types[type];
  char* to = Pointer(address.integer);
  if (!to)
    return Error("store through null");
  if (shape.kind == TypeKind::Float) {
    const auto narrow = static_cast<float>(value.number);
    std::memcpy(to, shape.size == 4 ? static_cast<const void*>(&narrow) : &value.number, shape.size == 4 ? 4 : 8);
    return;
  }
  if (address.bit_width) {
    std::uint64_t old = 0;
    std::memcpy(&old, to, shape.size);
    const std::uint64_t mask = ((1ULL << address.bit_width) - 1) << address.bit_offset;
    old = (old & ~mask) | ((static_cast<std::uint64_t>(value.integer) << address.bit_offset) & mask);
    std::memcpy(to, &old, shape.size);
    return;
  }
  std::memcpy(to, &value.integer, std::min<std::size_t>(shape.size, 8));
}

bool Interpreter::IsTrue(const Value& value) {
  return IsFloat(value.type) ? value.number != 0 : value.integer != 0;
}

Interpreter::Value Interpreter::Converted(const Value& value, rir::TypeId type) {
  Value result;
  result.type = type;
  const rir::Type& shape = module_.types[type];
  if (shape.kind == TypeKind::Float) {
    const bool is_unsigned = value.type != rir::kNone && !module_.types[value.type].is_signed;
    result.number = IsFloat(value.type) || value.type == rir::kNone ? value.number
                    : is_unsigned ? static_cast<double>(static_cast<std::uint64_t>(value.integer))
                                  : static_cast<double>(value.integer);
    if (shape.size == 4)
      result.number = static_cast<double>(static_cast<float>(result.number));
    return result;
  }
  const std::int64_t whole = !IsFloat(value.type) ? value.integer
                             : value.number >= 0x1p63
                                 ? static_cast<std::int64_t>(static_cast<std::uint64_t>(value.number))
                                 : static_cast<std::int64_t>(value.number);
  result.integer = Truncated(whole, shape.size * 8, shape.is_signed);
  return result;
}

Interpreter::Value Interpreter::Compare(Opcode opcode, const Value& a, const Value& b) {
  const auto decide = [&](auto x, auto y) {
    switch (opcode) {
      case Opcode::Eq:
        return x == y;
      case Opcode::Ne:
        return x != y;
      case Opcode::Lt:
        return x < y;
      case Opcode::Le:
        return x <= y;
      case Opcode::Gt:
        return x > y;
      default:
        return x >= y;
    }
  };
  Value result;
  const rir::TypeId type = a.type != rir::kNone ? a.type : b.type;
  const bool is_signed = type != rir::kNone && module_.types[type].is_signed;
  result.integer = IsFloat(type) ? decide(a.number, b.number)
                   : is_signed   ? decide(a.integer, b.integer)
                                 : decide(static_cast<std::uint64_t>(a.integer), static_cast<std::uint64_t>(b.integer));
  return result;
}

Interpreter::Value Interpreter::Arithmetic(Opcode opcode, const Value& a, const Value& b, rir::TypeId type) {
  Value result;
  result.type = type;
  if (IsFloat(type)) {
    result.number = opcode == Opcode::Add   ? a.number + b.number
                    : opcode == Opcode::Sub ? a.number - b.number
                    : opcode == Opcode::Mul ? a.number * b.number
                    : opcode == Opcode::Div ? a.number / b.number
                                            : -a.number;
    return Converted(result, type);
  }
  const bool is_signed = module_.types[type].is_signed;
  const auto x = static_cast<std::uint64_t>(a.integer);
  const auto y = static_cast<std::uint64_t>(b.integer);
  if ((opcode == Opcode::Div || opcode == Opcode::Rem) && y == 0) {
    Error("division by zero");
    return result;
  }
  std::uint64_t r = 0;
  switch (opcode) {
    case Opcode::Add:
      r = x + y;
      break;
    case Opcode::Sub:
      r = x - y;
      break;
    case Opcode::Mul:
      r = x * y;
      break;
    case Opcode::Div:
      r = is_signed ? static_cast<std::uint64_t>(a.integer / b.integer) : x / y;
      break;
    case Opcode::Rem:
      r = is_signed ? static_cast<std::uint64_t>(a.integer % b.integer) : x % y;
      break;
    case Opcode::Shl:
      r = x << y;
      break;
    case Opcode::Shr:
      r = is_signed ? static_cast<std::uint64_t>(a.integer >> b.integer) : x >> y;
      break;
    case Opcode::And:
      r = x & y;
      break;
    case Opcode::Or:
      r = x | y;
      break;
    case Opcode::Xor:
      r = x ^ y;
      break;
    case Opcode::Neg:
      r = 0 - x;
      break;
    default:
      r = ~x;
      break;
  }
  result.integer = Truncated(static_cast<std::int64_t>(r), module_.types[type].size * 8, is_signed);
  return result;
}

Interpreter::Value Interpreter::Math(const std::string& callee, const std::vector<Value>& args, rir::TypeId type) {
  Value result;
  const double x = args.empty() ? 0 : args[0].number;
  if (callee == "sqrtf" || callee == "sqrt")
    result.number = std::sqrt(x);
  else if (callee == "fabsf" || callee == "fabs")
    result.number = std::fabs(x);
  else if (callee == "powf" || callee == "pow")
    result.number = std::pow(x, args[1].number);
  else if (callee == "abs")
    result.integer = std::abs(args[0].integer);
  else
    Error("math of " + callee);
  result.type = type;
  return Converted(result, type);
}

Interpreter::Value Interpreter::Compute(Frame& frame, const rir::ComputeOp& op, rir::TypeId type) {
  std::vector<Value> args;
  for (const rir::Operand& arg : op.args)
    args.push_back(Get(frame, arg));
  Value result;
  result.type = type;
  switch (op.opcode) {
    case Opcode::Field: {
      const rir::Field& field = module_.types[op.pointee].fields[op.member];
      result.integer = args[0].integer + static_cast<std::int64_t>(field.offset);
      result.bit_offset = field.bit_offset;
      result.bit_width = field.bit_width;
      return result;
    }
    case Opcode::Index:
      result.integer = args[0].integer + args[1].integer * static_cast<std::int64_t>(module_.types[op.pointee].size);
      return result;
    case Opcode::PtrDiff:
      result.integer = (args[0].integer - args[1].integer) / static_cast<std::int64_t>(module_.types[op.pointee].size);
      return result;
    case Opcode::LNot:
      result.integer = !IsTrue(args[0]);
      return result;
    case Opcode::LAnd:
      result.integer = IsTrue(args[0]) && IsTrue(args[1]);
      return result;
    case Opcode::LOr:
      result.integer = IsTrue(args[0]) || IsTrue(args[1]);
      return result;
    case Opcode::Select:
      result = args[IsTrue(args[0]) ? 1 : 2];
      result.type = type;
      return result;
    case Opcode::Cast:
      return Converted(args[0], type);
    case Opcode::Math:
      return Math(op.callee, args, type);
    case Opcode::Eq:
    case Opcode::Ne:
    case Opcode::Lt:
    case Opcode::Le:
    case Opcode::Gt:
    case Opcode::Ge:
      result = Compare(op.opcode, args[0], args[1]);
      result.type = type;
      return result;
    default:
      return Arithmetic(op.opcode, args[0], args.size() > 1 ? args[1] : Value(), type);
  }
}

std::string Interpreter::Format(const char* format, const std::vector<Value>& args) {
  std::string text;
  std::size_t next = 0;
  for (const char* at = format; *at; ++at) {
    if (*at != '%' || at[1] == '%') {
      text += *at;
      at += *at == '%';
      continue;
    }
    std::string spec = "%";
    bool is_long = false;
    for (++at; !std::strchr("diuxXcsfgeE", *at); ++at)
      std::strchr("lhzj", *at) ? static_cast<void>(is_long |= *at != 'h') : static_cast<void>(spec += *at);
    const Value& arg = args.at(next++);
    char buffer[256];
    if (*at == 's')
      std::snprintf(buffer, sizeof buffer, (spec + "s").c_str(), Pointer(arg.integer));
    else if (std::strchr("fgeE", *at))
      std::snprintf(buffer, sizeof buffer, (spec + *at).c_str(), arg.number);
    else if (is_long)
      std::snprintf(buffer, sizeof buffer, (spec + "ll" + *at).c_str(), static_cast<long long>(arg.integer));
    else
      std::snprintf(buffer, sizeof buffer, (spec + *at).c_str(), static_cast<int>(arg.integer));
    text += buffer;
  }
  return text;
}

void Interpreter::Output(Frame& frame, const rir::OutputOp& op) {
  std::vector<Value> args;
  for (const rir::Operand& arg : op.args)
    args.push_back(Get(frame, arg));
  std::string text;
  if (op.format)
    text = Format(Pointer(Get(frame, op.format).integer), args);
  else if (op.callee == "puts")
    text = std::string(Pointer(args[0].integer)) + "\n";
  else if (op.callee == "putchar")
    text = static_cast<char>(args[0].integer);
  else
    Error("output by " + op.callee);
  if (op.target)
    std::strcpy(Pointer(Get(frame, op.target).integer), text.c_str());
  else
    output_ += text;
}

Interpreter::Flow Interpreter::Loop(Frame& frame, const rir::LoopOp& loop) {
  const auto test = [&] {
    if (loop.test == rir::kNone)
      return true;
    return Block(frame, loop.test) == Flow::Next && IsTrue(Get(frame, loop.condition));
  };
  bool goes_on = loop.kind != rir::LoopKind::TestFirst || test();
  while (goes_on && !is_stopped_) {
    if (++steps_ > 10'000'000)
      Error("endless loop");
    const Flow flow = Block(frame, loop.body);
    const bool is_mine = (flow == Flow::Break || flow == Flow::Continue) && frame.jump == loop.loop;
    if (flow != Flow::Next && !is_mine)
      return flow;
    if (is_mine && flow == Flow::Break)
      return Flow::Next;
    if (loop.kind == rir::LoopKind::Once)
      return Flow::Next;
    if (loop.step != rir::kNone)
      Block(frame, loop.step);
    goes_on = test();
  }
  return is_stopped_ ? Flow::Stop : Flow::Next;
}

Interpreter::Flow Interpreter::Execute(Frame& frame, const rir::Op& op) {
  Value result;
  result.type = op.type;
  Flow flow = Flow::Next;
  if (const auto* declare = std::get_if<rir::DeclareOp>(&op.data)) {
    std::memset(Region(frame, declare->region), 0xcd, module_.types[module_.regions[declare->region].type].size);
  } else if (const auto* load = std::get_if<rir::LoadOp>(&op.data)) {
    result = Load(Get(frame, load->address), op.type);
  } else if (const auto* store = std::get_if<rir::StoreOp>(&op.data)) {
    Store(Get(frame, store->address), Get(frame, store->value), op.type);
  } else if (const auto* compute = std::get_if<rir::ComputeOp>(&op.data)) {
    result = Compute(frame, *compute, op.type);
  } else if (const auto* call = std::get_if<rir::CallOp>(&op.data)) {
    std::vector<Value> args;
    for (const rir::Operand& arg : call->args)
      args.push_back(Get(frame, arg));
    const auto id = static_cast<std::size_t>(Pointer(Get(frame, call->callee).integer) - functions_.data());
    if (id >= functions_.size() || !module_.functions[id].is_defined)
      Error("call of what is not defined");
    else
      result = Call(module_.functions[id], args, call->into ? Pointer(Get(frame, call->into).integer) : nullptr);
  } else if (const auto* alloc = std::get_if<rir::AllocOp>(&op.data)) {
    const std::int64_t bytes = Get(frame, alloc->bytes).integer;
    char* block = Memory(static_cast<std::uint64_t>(bytes), alloc->zeroed ? 0 : 0xcd);
    if (alloc->old && Get(frame, alloc->old).integer)
      std::memcpy(block, Pointer(Get(frame, alloc->old).integer), static_cast<std::size_t>(bytes) / 2);
    result.integer = Integer(block);
  } else if (const auto* copy = std::get_if<rir::CopyOp>(&op.data)) {
    char* to = Pointer(Get(frame, copy->target).integer);
    const char* from = Pointer(Get(frame, copy->source).integer);
    if (copy->bytes)
      std::memmove(to, from, static_cast<std::size_t>(Get(frame, copy->bytes).integer));
    else
      std::strcpy(to, from);
  } else if (const auto* fill = std::get_if<rir::FillOp>(&op.data)) {
    std::memset(Pointer(Get(frame, fill->target).integer), static_cast<int>(Get(frame, fill->byte).integer),
                static_cast<std::size_t>(Get(frame, fill->bytes).integer));
  } else if (const auto* output = std::get_if<rir::OutputOp>(&op.data)) {
    Output(frame, *output);
  } else if (const auto* loop = std::get_if<rir::LoopOp>(&op.data)) {
    flow = Loop(frame, *loop);
  } else if (const auto* branch = std::get_if<rir::IfOp>(&op.data)) {
    const rir::BlockId block = IsTrue(Get(frame, branch->condition)) ? branch->then_block : branch->else_block;
    flow = block == rir::kNone ? Flow::Next : Block(frame, block);
  } else if (const auto* leave = std::get_if<rir::BreakOp>(&op.data)) {
    frame.jump = leave->loop;
    flow = Flow::Break;
  } else if (const auto* again = std::get_if<rir::ContinueOp>(&op.data)) {
    frame.jump = again->loop;
    flow = Flow::Continue;
  } else if (const auto* returned = std::get_if<rir::ReturnOp>(&op.data)) {
    frame.returned = Get(frame, returned->value);
    flow = Flow::Return;
  } else if (const auto* stop = std::get_if<rir::StopOp>(&op.data)) {
    exit_code_ = static_cast<int>(Get(frame, stop->code).integer);
    is_stopped_ = true;
  } else if (const auto* par = std::get_if<rir::ParOp>(&op.data)) {
    flow = Block(frame, par->body);
  } else if (const auto* atomic = std::get_if<rir::AtomicOp>(&op.data)) {
    const Value address = Get(frame, atomic->address);
    result = Load(address, op.type);
    const Opcode opcode = atomic->op == "+"   ? Opcode::Add
                          : atomic->op == "-" ? Opcode::Sub
                          : atomic->op == "*" ? Opcode::Mul
                                              : Opcode::Xor;
    const Value given = Get(frame, atomic->value);
    Store(address, atomic->op == "=" ? given : Arithmetic(opcode, result, given, op.type), op.type);
  } else if (!std::holds_alternative<rir::FreeOp>(op.data) && !std::holds_alternative<rir::SyncOp>(op.data)) {
    Error("op kind " + std::to_string(op.data.index()));
  }
  if (op.result != rir::kNone) {
    result.type = op.type;
    frame.values[op.result] = result;
  }
  return is_stopped_ ? Flow::Stop : flow;
}

Interpreter::Flow Interpreter::Block(Frame& frame, rir::BlockId block) {
  for (const rir::Op& op : frame.function->blocks[block].ops) {
    const Flow flow = Execute(frame, op);
    if (flow != Flow::Next)
      return flow;
  }
  return Flow::Next;
}

Interpreter::Value Interpreter::Call(const rir::Function& function, const std::vector<Value>& args, char* into) {
  Frame frame{&function, {}, std::vector<Value>(function.value_count), {}, rir::kNone};
  for (std::size_t i = 0; i < function.params.size() && i < args.size(); ++i) {
    const rir::TypeId type = module_.regions[function.params[i]].type;
    Value place;
    place.integer = Integer(Region(frame, function.params[i]));
    if (module_.types[type].kind == TypeKind::Record)
      std::memcpy(Pointer(place.integer), Pointer(args[i].integer), module_.types[type].size);
    else
      Store(place, args[i], type);
  }
  Block(frame, function.body);
  if (into && frame.returned.integer)
    std::memmove(into, Pointer(frame.returned.integer), module_.types[function.result].size);
  return frame.returned;
}

void Interpreter::Run() {
  Call(module_.init, {}, nullptr);
  for (const rir::Function& function : module_.functions)
    if (function.name == "main" && !is_stopped_) {
      const Value returned = Call(function, {}, nullptr);
      exit_code_ = is_stopped_ ? exit_code_ : static_cast<int>(returned.integer);
    }
}

}  // namespace detrain::lift
