// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Runs a module, so that tests can compare what lift made of a program with the program itself. Memory is the test's
// own: a pointer of the program is a pointer here. Only what the test programs need is there; anything else is an
// error, never a guess.
#ifndef DETRAIN_TEST_UNIT_LIFT_INTERPRETER_H
#define DETRAIN_TEST_UNIT_LIFT_INTERPRETER_H

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::lift {

class Interpreter {
 public:
  explicit Interpreter(const rir::Module& module) : module_(module), functions_(module.functions.size()) {}

  // Runs init and main.
  void Run();

  const std::string& output() const { return output_; }
  int exit_code() const { return exit_code_; }
  const std::string& error() const { return error_; }  // empty: everything was understood

 private:
  struct Value {
    std::int64_t integer = 0;  // pointers too
    double number = 0;
    rir::TypeId type = rir::kNone;
    std::uint32_t bit_offset = 0, bit_width = 0;  // address of a bit-field
  };
  enum class Flow : std::uint8_t { Next, Break, Continue, Return, Stop };
  struct Frame {
    const rir::Function* function;
    std::map<rir::RegionId, char*> locals;
    std::vector<Value> values;
    Value returned;
    rir::LoopId jump = rir::kNone;
  };

  Value Call(const rir::Function& function, const std::vector<Value>& args, char* into);
  Flow Block(Frame& frame, rir::BlockId block);
  Flow Execute(Frame& frame, const rir::Op& op);
  Flow Loop(Frame& frame, const rir::LoopOp& loop);
  Value Compute(Frame& frame, const rir::ComputeOp& op, rir::TypeId type);
  Value Arithmetic(rir::Opcode opcode, const Value& a, const Value& b, rir::TypeId type);
  Value Compare(rir::Opcode opcode, const Value& a, const Value& b);
  Value Math(const std::string& callee, const std::vector<Value>& args, rir::TypeId type);
  void Output(Frame& frame, const rir::OutputOp& op);
  std::string Format(const char* format, const std::vector<Value>& args);

  Value Get(Frame& frame, const rir::Operand& operand);
  Value Load(const Value& address, rir::TypeId type);
  void Store(const Value& address, Value value, rir::TypeId type);
  Value Converted(const Value& value, rir::TypeId type);
  char* Region(Frame& frame, rir::RegionId region);
  char* Memory(std::uint64_t size, int fill);
  bool IsTrue(const Value& value);
  bool IsFloat(rir::TypeId type) const {
    return type != rir::kNone && module_.types[type].kind == rir::TypeKind::Float;
  }
  void Error(const std::string& what);

  const rir::Module& module_;
  std::vector<char> functions_;  // its elements' addresses stand for functions
  std::map<rir::RegionId, char*> globals_;
  std::vector<std::unique_ptr<char[]>> memory_;
  std::string output_;
  std::string error_;
  int exit_code_ = 0;
  bool is_stopped_ = false;
  long steps_ = 0;
};

}  // namespace detrain::lift

#endif
