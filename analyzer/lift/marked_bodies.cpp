// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Functions of the texts in analyzer/load/data that say how threads run them: [[clang::annotate("detrain::loop")]].
#include <clang/AST/Attr.h>

#include <array>

#include "analyzer/lift/body.h"

namespace detrain::lift {

namespace {

using rir::ParKind;

constexpr std::array<std::pair<std::string_view, ParKind>, 5> kMarks = {{
    {"detrain::loop", ParKind::Loop},         // threads share the rounds of its one loop
    {"detrain::region", ParKind::Region},     // of functions marked `part`, each is run by one of its threads
    {"detrain::part", ParKind::Single},       // beside the other parts
    {"detrain::in_turn", ParKind::Critical},  // one thread at a time
    {"detrain::in_order", ParKind::Ordered},  // one thread at a time, in the order of the rounds
}};

std::optional<ParKind> MarkOf(const clang::FunctionDecl& function) {
  for (const auto* mark : function.specific_attrs<clang::AnnotateAttr>())
    for (const auto& [name, kind] : kMarks)
      if (mark->getAnnotation() == llvm::StringRef(name))
        return kind;
  return std::nullopt;
}

}  // namespace

void Body::MarkedBody(ParKind kind, const clang::CompoundStmt* body) {
  const auto* loop =
      kind == ParKind::Loop && body->size() == 1 ? llvm::dyn_cast<clang::ForStmt>(body->body_front()) : nullptr;
  rir::ParOp par;
  par.kind = kind;
  par.body = InBlock([&] { loop ? ForLoop(loop, rir::Schedule::Dynamic, 1) : Statement(body); });
  place_ = body->getBeginLoc();
  Emit(std::move(par));
  if (kind == ParKind::Single)  // the others do not wait for the thread that runs it
    Emit(rir::SyncOp{rir::SyncKind::Flush, {}, {}});
}

void Body::MarkedBody() {
  const auto* body = llvm::dyn_cast_or_null<clang::CompoundStmt>(function_->getBody());
  const std::optional<ParKind> mark = body ? MarkOf(*function_) : std::nullopt;
  mark ? MarkedBody(*mark, body) : Statement(function_->getBody());
}

}  // namespace detrain::lift
