// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Launches of kernels. A loop runs over the blocks, and in it one over the threads of each. Where the kernel numbers
// its threads over the whole grid one loop runs over them all, and a thread's block is its number divided by the
// block's size, so that blockIdx * blockDim + threadIdx is the loop's own number.
#include <clang/AST/Attr.h>
#include <clang/AST/ExprCXX.h>

#include <algorithm>
#include <string>

#include "analyzer/lift/body.h"
#include "analyzer/lift/cuda_facts.h"

namespace detrain::lift {

using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;
using rir::Opcode;
using rir::Operand;

namespace {

constexpr const char* letters[] = {"x", "y", "z"};
constexpr const char* kSharedBytes = "shared.bytes";  // of the launch that runs, for `extern __shared__`

bool IsOne(const Operand& size) {
  return size.kind == rir::OperandKind::Int && size.integer == 1;
}

// dim3(x, y, z), however it is written; null: a value that lies somewhere.
const clang::CXXConstructExpr* Made(const Expr* dim3) {
  dim3 = Bare(dim3);
  if (const auto* temporary = dyn_cast<clang::MaterializeTemporaryExpr>(dim3))
    return Made(temporary->getSubExpr());
  if (const auto* cast = dyn_cast<clang::CastExpr>(dim3); cast && cast->isPRValue() && cast->getSubExpr()->isPRValue())
    return Made(cast->getSubExpr());
  const auto* made = dyn_cast<clang::CXXConstructExpr>(dim3);
  if (made && made->getNumArgs() == 1 && made->getConstructor()->isCopyOrMoveConstructor())
    return Made(made->getArg(0));
  return made && made->getNumArgs() == 3 ? made : nullptr;
}

}  // namespace

Operand Body::CudaRegion(const std::string& name) {
  return Operand::Region(unit_.HiddenRegion("cuda::" + name, {}).region);
}

Body::Sizes Body::SizesOf(const Expr* dim3) {
  if (const auto* made = Made(dim3))
    return {Value(made->getArg(0)), Value(made->getArg(1)), Value(made->getArg(2))};
  return SizesAt(RecordAddress(dim3), dim3->getType());
}

Body::Sizes Body::SizesAt(Operand record, QualType dim3) {
  Sizes sizes;
  std::size_t next = 0;
  for (const clang::FieldDecl* field : dim3->getAsRecordDecl()->fields())
    if (next < sizes.size())
      sizes[next++] = Load(FieldAddress(record, field), field->getType());
  return sizes;
}

// A copy of it that no kernel changes.
Operand Body::Widened(Operand size) {
  return size.kind == rir::OperandKind::Int ? size : Compute(Opcode::Cast, {size}, Int(64));
}

void Body::ForThreads(const Grid& grid, std::size_t left, const std::function<void()>& body) {
  if (left == 0)
    return body();
  const std::size_t d = left - 1;
  const auto set = [&](const char* what, Operand number) {
    const QualType type = unit_.ast().UnsignedIntTy;
    const bool is_constant = number.kind == rir::OperandKind::Int;
    Store(CudaRegion(what + std::string(letters[d])),
          is_constant ? number : Compute(Opcode::Cast, {number}, unit_.TypeOf(type)), type);
  };
  const auto inner = [&](Operand block, Operand thread) {
    set("blockIdx.", block);
    set("threadIdx.", thread);
    ForThreads(grid, d, body);
  };
  if (IsOne(grid.blocks[d]) && IsOne(grid.threads[d]))
    return inner(Operand::Int(0), Operand::Int(0));
  const Operand size = Widened(grid.threads[d]);
  if (!grid.is_numbered[d]) {
    CountedLoop(Widened(grid.blocks[d]),
                [&](Operand block) { CountedLoop(size, [&](Operand thread) { inner(block, thread); }); });
    return;
  }
  CountedLoop(Compute(Opcode::Mul, {Widened(grid.blocks[d]), size}, Int(64)), [&](Operand index) {
    const Operand block = Compute(Opcode::Div, {index, size}, Int(64));
    inner(block, Compute(Opcode::Sub, {index, Compute(Opcode::Mul, {block, size}, Int(64))}, Int(64)));
  });
}

// What the threads of a block share begins as zeros: what a program reads there it has written. All blocks have the
// same memory here, one after the other.
std::vector<Operand> Body::ShareMemory(const std::vector<const clang::VarDecl*>& shared, Operand bytes) {
  std::vector<Operand> blocks;
  for (const clang::VarDecl* variable : shared) {
    const Operand region = Operand::Region(unit_.RegionOf(variable));
    if (!IsDynamicShared(variable)) {
      const auto size = static_cast<std::int64_t>(unit_.SizeOf(variable->getType()));
      Emit(rir::FillOp{region, Operand::Int(0), Operand::Int(size), "__shared__"});
      continue;
    }
    const QualType element = unit_.ast().getAsArrayType(variable->getType())->getElementType();
    const QualType pointer = unit_.ast().getPointerType(element);
    if (blocks.empty()) {
      rir::AllocOp op;
      op.space = rir::Space::Device;
      op.bytes = bytes;
      op.zeroed = true;
      op.can_fail = false;
      op.element = unit_.ElementOf(element);
      op.callee = "__shared__";
      blocks.push_back(EmitValue(op, unit_.TypeOf(pointer)));
    }
    Store(region, blocks.front(), pointer);
  }
  return blocks;
}

void Body::Threads(const Grid& grid, const std::function<void()>& thread) {
  const clang::SourceLocation place = place_;
  rir::ParOp par;
  par.kind = rir::ParKind::Launch;
  par.body = InBlock([&] { ForThreads(grid, grid.blocks.size(), thread); });
  place_ = place;
  Emit(std::move(par));
}

// Where threads wait for each other, one may read what another one overwrites only later. So a first round, of which
// any thread may be a part or not, comes before the one in which all are.
void Body::Run(const rir::CallOp& call, const Grid& grid, bool exchanges) {
  if (exchanges) {
    const std::string order = "launch." + std::to_string(temporaries_++);
    Threads(grid, [&] {
      std::vector<Operand> numbers;
      for (const char* letter : letters)
        for (const char* what : {"blockIdx.", "threadIdx."})
          numbers.push_back(Load(CudaRegion(what + std::string(letter)), unit_.ast().UnsignedIntTy));
      If(Math(order, std::move(numbers), Int()), [&] { Emit(call); });
    });
  }
  Threads(grid, [&] { Emit(call); });
}

// Memory changes as if each launch were done before the host goes on; what the stream's order leaves open is asked by
// who looks at Enqueue.
void Body::RunOn(Operand stream, const rir::CallOp& call, const Grid& grid, bool exchanges) {
  Emit(rir::SyncOp{rir::SyncKind::Enqueue, {}, stream});
  Run(call, grid, exchanges);
  Emit(rir::SyncOp{rir::SyncKind::Enqueued, {}, {}});
}

bool Body::IsInKernel() const {
  return function_ && (IsKernel(function_) ||
                       (function_->hasAttr<clang::CUDADeviceAttr>() && !function_->hasAttr<clang::CUDAHostAttr>()));
}

void Body::Launch(const clang::CUDAKernelCallExpr* launch) {
  Launched launched{launch->getDirectCallee(), {}, {}, {}, {}, {}};
  const clang::CallExpr* config = launch->getConfig();
  for (const Expr* argument : launch->arguments())
    launched.args.push_back(Argument(argument));
  if (!launched.kernel || IsInKernel()) {
    Opaque(launch, IsInKernel() ? "a launch by a kernel" : "a launch through a pointer", std::move(launched.args), {});
    return;
  }
  launched.blocks = SizesOf(config->getArg(0));
  launched.threads = SizesOf(config->getArg(1));
  launched.bytes = Value(config->getArg(2));
  launched.stream = Value(config->getArg(3));
  place_ = launch->getBeginLoc();
  Launch(std::move(launched));
}

void Body::Launch(Launched launched) {
  const clang::FunctionDecl* const kernel = launched.kernel;
  const rir::CallOp call{Operand::Function(unit_.FunctionOf(kernel)), std::move(launched.args), {}};
  const KernelFacts facts = FactsOf(kernel, unit_.ast());
  const Grid grid{launched.blocks, launched.threads, facts.is_numbered};
  const QualType type = unit_.ast().UnsignedIntTy;
  for (std::size_t d = 0; d < grid.blocks.size(); ++d) {
    Store(CudaRegion(std::string("gridDim.") + letters[d]), grid.blocks[d], type);
    Store(CudaRegion(std::string("blockDim.") + letters[d]), grid.threads[d], type);
  }
  if (facts.exchanges)
    Store(CudaRegion("exchange"), Operand::Int(0), LongType());
  if (kernel->getDefinition()) {
    const std::vector<Operand> blocks = ShareMemory(facts.shared, launched.bytes);
    RunOn(launched.stream, call, grid, facts.exchanges);
    Unshare(blocks);
    return;
  }
  Store(CudaRegion(kSharedBytes), launched.bytes, LongType());
  Emit(rir::CallOp{Operand::Function(unit_.SharingOf(kernel, rir::kBeginsSharing)), {}, {}});
  RunOn(launched.stream, call, grid, facts.exchanges);
  Emit(rir::CallOp{Operand::Function(unit_.SharingOf(kernel, rir::kEndsSharing)), {}, {}});
}

void Body::Unshare(const std::vector<Operand>& blocks) {
  for (const Operand memory : blocks)
    Emit(rir::FreeOp{memory, "__shared__"});
}

// What the kernel of another unit shares is known there alone. So the unit that defines the kernel has two functions
// for launches elsewhere, which call them before and behind the threads.
rir::FunctionId Unit::SharingOf(const clang::FunctionDecl* kernel, std::string_view which) {
  const std::string name = std::string(which) + module_.functions[FunctionOf(kernel)].link_name;
  const auto [place, is_new] = sharing_.try_emplace(name, static_cast<rir::FunctionId>(module_.functions.size()));
  if (!is_new)
    return place->second;
  rir::Function made;
  made.name = made.link_name = place->first;
  made.result = TypeOf(ast_.VoidTy);
  made.declared = At(kernel->getLocation());
  module_.functions.push_back(std::move(made));
  return place->second;
}

void Unit::LiftSharing(const clang::FunctionDecl* kernel) {
  const KernelFacts facts = FactsOf(kernel, ast_);
  if (facts.shared.empty() || !kernel->isExternallyVisible())
    return;
  for (const std::string_view which : {rir::kBeginsSharing, rir::kEndsSharing}) {
    const rir::FunctionId id = SharingOf(kernel, which);
    rir::Function declared = module_.functions[id];
    declared.is_inline = true;  // a kernel of a template may be in several units
    Body body(*this, kernel, id);
    module_.functions[id] = body.LiftSharing(std::move(declared), facts.shared, which == rir::kBeginsSharing);
  }
}

rir::Function Body::LiftSharing(rir::Function declared, const std::vector<const clang::VarDecl*>& shared, bool begins) {
  place_ = function_->getLocation();
  if (begins) {
    ShareMemory(shared, Load(CudaRegion(kSharedBytes), LongType()));
  } else if (const auto sized = std::ranges::find_if(shared, IsDynamicShared); sized != shared.end()) {
    const QualType element = unit_.ast().getAsArrayType((*sized)->getType())->getElementType();
    Unshare({Load(Operand::Region(unit_.RegionOf(*sized)), unit_.ast().getPointerType(element))});
  }
  return Define(std::move(declared));
}

std::optional<Operand> Body::CudaIndex(const clang::PseudoObjectExpr* expr) {
  const std::string name = LaunchIndex(expr);
  return name.empty() ? std::nullopt : std::optional(Load(CudaRegion(name), expr->getType()));
}

}  // namespace detrain::lift
