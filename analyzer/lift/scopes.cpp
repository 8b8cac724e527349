// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Destructors run where a scope ends: at its end, and before each jump out of it. Temporaries live until the end of the
// full expression that made them.
#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::QualType;
using rir::Operand;

void Body::EmitCleanups(std::size_t depth) {
  for (std::size_t i = cleanups_.size(); i > depth && !is_terminated_; --i) {
    const Cleanup cleanup = cleanups_[i - 1];
    if (cleanup.flag == rir::kNone) {
      cleanup.emit();
      continue;
    }
    const QualType flag = unit_.ast().IntTy;
    If(Load(Operand::Region(cleanup.flag), flag), [&] {
      cleanup.emit();
      Store(Operand::Region(cleanup.flag), Operand::Int(0), flag);
    });
  }
}

void Body::EndScope(std::size_t depth) {
  EmitCleanups(depth);
  if (cleanups_.size() > depth)
    cleanups_.resize(depth);
}

void Body::InScope(const std::function<void()>& body) {
  const std::size_t depth = cleanups_.size();
  body();
  EndScope(depth);
}

void Body::InFullExpression(const std::function<void()>& body) {
  const std::size_t outer = std::exchange(full_cleanups_, cleanups_.size());
  const rir::BlockId block = std::exchange(full_block_, block_);
  body();
  EndScope(full_cleanups_);
  full_cleanups_ = outer;
  full_block_ = block;
}

void Body::PushDestructor(Operand object, QualType type) {
  if (type.isDestructedType() == QualType::DK_cxx_destructor)
    cleanups_.push_back({[this, object, type] { Destroy(object, type); }, rir::kNone});
}

// `is_extended`: a reference keeps it alive until the scope ends.
void Body::PushTemporary(Operand object, QualType type, bool is_extended) {
  if (type.isDestructedType() != QualType::DK_cxx_destructor || !function_)
    return;
  Cleanup cleanup{[this, object, type] { Destroy(object, type); }, rir::kNone};
  if (block_ != full_block_) {
    const QualType flag = unit_.ast().IntTy;
    cleanup.flag =
        AddLocal(std::string(rir::kMadeFlag) + std::to_string(temporaries_++), flag, place_, rir::RegionKind::Local);
    rir::Op clear;
    clear.data = rir::StoreOp{Operand::Region(cleanup.flag), Operand::Int(0)};
    clear.type = unit_.TypeOf(flag);
    clear.location = unit_.At(place_);
    auto& ops = fn_.blocks[fn_.body].ops;
    ops.insert(ops.begin(), std::move(clear));
    Store(Operand::Region(cleanup.flag), Operand::Int(1), flag);
  }
  if (!is_extended) {
    cleanups_.push_back(std::move(cleanup));
    return;
  }
  cleanups_.insert(cleanups_.begin() + static_cast<std::ptrdiff_t>(full_cleanups_), std::move(cleanup));
  ++full_cleanups_;
}

}  // namespace detrain::lift
