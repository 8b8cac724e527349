// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// A symbol of a state replaced by what it is known to be.
#include <algorithm>

#include "analyzer/infer/engine.h"

namespace detrain::infer {

void Engine::Substitute(Value& value, AtomId atom, ExprId by) {
  const auto in = [&](ExprId& e) {
    if (e != kNoExpr)
      e = pool.Replace(e, atom, by);
  };
  in(value.number);
  for (Alternative& a : value.alternatives) {
    in(a.target.offset);
    in(a.target.low);
    in(a.target.high);
    for (ExprId& g : a.guards)
      in(g);
    std::erase(a.guards, pool.One());
    std::sort(a.guards.begin(), a.guards.end());
  }
  std::erase_if(value.alternatives, [&](const Alternative& a) {
    return std::find(a.guards.begin(), a.guards.end(), pool.Zero()) != a.guards.end();
  });
}

void Engine::Substitute(State& state, AtomId atom, ExprId by) {
  const auto mentions = [&](const Alternative& a) {
    return (!a.is_null && pool.Mentions(a.target.offset, atom)) ||
           std::any_of(a.guards.begin(), a.guards.end(), [&](ExprId g) { return pool.Mentions(g, atom); });
  };
  state.facts.Substitute(pool, atom, by);
  for (const auto& [id, contents] : state.memory) {
    const bool touched = std::any_of(contents->cells.begin(), contents->cells.end(), [&](const Cell& c) {
      return pool.Mentions(c.offset, atom) || (c.value.number != kNoExpr && pool.Mentions(c.value.number, atom)) ||
             std::any_of(c.value.alternatives.begin(), c.value.alternatives.end(), mentions);
    });
    if (!touched)
      continue;
    for (Cell& c : state.Change(id).cells) {
      c.offset = pool.Replace(c.offset, atom, by);
      Substitute(c.value, atom, by);
    }
  }
}

}  // namespace detrain::infer
