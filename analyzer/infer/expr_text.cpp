// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Expressions as people read them, and their values in small models.
#include <algorithm>
#include <cmath>

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
  if (exprs_[e].empty())
    return "0";
  std::string out;
  for (const Term& t : exprs_[e]) {
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

double ExprPool::SampleAtom(AtomId atom, int model) {
  const Atom& info = atoms_[atom];
  std::vector<double> args;
  args.reserve(info.args.size());
  for (ExprId a : info.args)
    args.push_back(Sample(a, model));
  switch (info.op) {
    case AtomOp::Symbol:
      if (!info.is_iteration)
        return model < 3 ? 64 : model == 3 ? 4096 : 33 + static_cast<double>(atom * 2654435761U % 64);
      return model == 2 ? std::max(0.0, 9.0 - static_cast<double>(atom % 9)) : model % 2;
    case AtomOp::Div:
      return args[1] == 0 ? 0 : std::floor(args[0] / args[1]);
    case AtomOp::CeilDiv:
      return args[1] == 0 ? 0 : std::ceil(args[0] / args[1]);
    case AtomOp::Rem:
      return args[1] == 0 ? 0 : std::fmod(args[0], args[1]);
    case AtomOp::Max:
      return std::max(args[0], args[1]);
    case AtomOp::Ge0:
      return args[0] >= 0 ? 1 : 0;
    case AtomOp::Eq0:
      return args[0] == 0 ? 1 : 0;
    case AtomOp::Not:
      return 1 - args[0];
    case AtomOp::And:
      return args[0] * args[1];
    case AtomOp::Or:
      return std::max(args[0], args[1]);
    case AtomOp::Select:
      return args[0] != 0 ? args[1] : args[2];
    case AtomOp::Memory:
      return 64;
    default:
      return 3;
  }
}

double ExprPool::Sample(ExprId e, int model) {
  auto& known = samples_[model];
  if (known.size() <= e)
    known.resize(exprs_.size(), std::nan(""));
  if (!std::isnan(known[e]))
    return known[e];
  double sum = 0;
  for (const Term& t : exprs_[e]) {
    auto product = static_cast<double>(t.coefficient);
    for (AtomId a : monomials_[t.monomial].atoms)
      product *= SampleAtom(a, model);
    sum += product;
  }
  return samples_[model][e] = sum;
}

}  // namespace detrain::infer
