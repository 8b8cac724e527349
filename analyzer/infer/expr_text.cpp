// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions as people read them.
#include "analyzer/infer/expr.h"

namespace detrain::infer {

std::string ExprPool::TextOfAtom(AtomId a) const {
  const Atom& atom = atoms_[a];
  if (!atom.name.empty())
    return atom.name;
  static const char* const kNames[] = {"s",   "div", "ceildiv", "rem",    "max",   "ge0",  "eq0",
                                       "not", "and", "or",      "select", "shift", "bits", "mem"};
  std::string out = kNames[static_cast<int>(atom.op)];
  if (atom.op == AtomOp::Symbol)
    return out + std::to_string(a);
  out += '(';
  for (std::uint64_t d : atom.detail)
    out += "#" + std::to_string(d) + " ";
  for (std::size_t i = 0; i < atom.args.size(); ++i)
    out += (i ? ", " : "") + Text(atom.args[i]);
  return out + ")";
}

std::string ExprPool::Text(ExprId e) const {
  if (e == kNoExpr)
    return "?";
  if (Terms(e).empty())
    return "0";
  std::string out;
  for (const Term& t : Terms(e)) {
    const Monomial& m = MonomialOf(t);
    std::int64_t c = t.coefficient;
    if (!out.empty())
      out += c < 0 ? " - " : " + ";
    else if (c < 0)
      out += "-";
    std::int64_t size = c < 0 ? -c : c;
    if (m.atoms.empty() || size != 1)
      out += std::to_string(size) + (m.atoms.empty() ? "" : "*");
    for (std::size_t i = 0; i < m.atoms.size(); ++i)
      out += (i ? "*" : "") + TextOfAtom(m.atoms[i]);
  }
  return out;
}

}  // namespace detrain::infer
