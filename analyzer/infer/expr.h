// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Symbolic integers. An expression is a polynomial with 64-bit coefficients over atoms; an atom is a symbol (an unknown
// size, a loop's iteration number) or an uninterpreted application (floor division, a comparison, what memory held).
// Expressions are interned: equal polynomials have equal ids, so symbolic equality of extents costs one comparison.
//
// Assumed, and stated in docs/soundness.md: integers that are used as sizes and offsets do not wrap around.
#ifndef DETRAIN_ANALYZER_INFER_EXPR_H
#define DETRAIN_ANALYZER_INFER_EXPR_H

#include <array>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "analyzer/base/arena.h"
#include "analyzer/infer/chunked.h"
#include "analyzer/infer/id_table.h"

namespace detrain::infer {

using ExprId = std::uint32_t;
using AtomId = std::uint32_t;
inline constexpr std::uint32_t kNoExpr = 0xffffffffU;

enum class AtomOp : std::uint8_t {
  Symbol,   // unknown, named by its number
  Div,      // floor(a / b), b > 0 assumed where the result is used as an index
  CeilDiv,  // ceil(a / b)
  Rem,      // a - b * (a / b), as C has it
  Max,
  Ge0,  // 1 where a >= 0, else 0
  Eq0,  // 1 where a == 0, else 0
  Not,  // 1 - a for a truth value
  And,  // of two truth values
  Or,
  Select,  // a != 0 ? b : c
  Shift,   // left shift by a symbolic amount
  Bits,    // any other operation: detail tells which
  Memory,  // what an object holds: detail = object, version; args = offset
};

// The spans of this file lie in the pool and stay good while it lives.
using AtomList = std::span<const AtomId>;

struct Monomial {
  AtomList atoms;  // sorted, repeated for powers
};

struct Term {
  std::uint32_t monomial = 0;
  std::int64_t coefficient = 0;
  auto operator<=>(const Term&) const = default;
};

// A bound of an atom: multiple * atom >= expr (lower) or <= expr (upper); multiple > 0.
struct Bound {
  std::int64_t multiple = 1;
  ExprId expr = kNoExpr;
  ExprId symbolic_multiple = kNoExpr;  // instead of `multiple` where the divisor is symbolic
};

struct Atom {
  AtomOp op = AtomOp::Symbol;
  std::span<const ExprId> args;
  std::vector<std::uint64_t> detail;
  std::string name;  // for people
  std::vector<Bound> lower, upper;
  bool is_iteration = false;  // the iteration number of a loop
};

class PremisesTable;

class ExprPool {
 public:
  ExprPool();

  ExprId Constant(std::int64_t value);
  ExprId Fresh(std::string name);
  ExprId Apply(AtomOp op, std::span<const ExprId> args, std::span<const std::uint64_t> detail = {},
               std::string_view name = {});
  ExprId Apply(AtomOp op, std::initializer_list<ExprId> args, std::initializer_list<std::uint64_t> detail = {}) {
    return Apply(op, std::span(args.begin(), args.size()), std::span(detail.begin(), detail.size()));
  }
  [[nodiscard]] ExprId OfAtom(AtomId atom) const;

  ExprId Add(ExprId a, ExprId b) { return AddScaled(a, b, 1); }
  ExprId Sub(ExprId a, ExprId b) { return AddScaled(a, b, -1); }
  ExprId AddScaled(ExprId a, ExprId b, std::int64_t factor);
  ExprId Mul(ExprId a, ExprId b);
  ExprId Scale(ExprId a, std::int64_t factor);
  // `is_unsigned`: a is not below zero, whatever its parts are.
  ExprId Div(ExprId a, ExprId b, bool is_unsigned = false);
  ExprId CeilDiv(ExprId a, ExprId b);
  ExprId Rem(ExprId a, ExprId b, bool is_unsigned);
  ExprId Max(ExprId a, ExprId b);
  // Truth values.
  ExprId Ge0(ExprId a);
  ExprId Eq0(ExprId a);
  ExprId Not(ExprId a);
  ExprId And(ExprId a, ExprId b);
  ExprId Or(ExprId a, ExprId b);
  ExprId Select(ExprId condition, ExprId then_value, ExprId else_value);

  [[nodiscard]] std::optional<std::int64_t> AsConstant(ExprId e) const {
    return exprs_[e].top_atoms == kNoAtoms ? std::optional(exprs_[e].constant) : std::nullopt;
  }
  [[nodiscard]] bool IsZero(ExprId e) const { return e == zero_; }
  // The atom that `e` consists of, if it is just one.
  [[nodiscard]] std::optional<AtomId> AsAtom(ExprId e) const {
    return exprs_[e].atom == kNoExpr ? std::nullopt : std::optional(exprs_[e].atom);
  }
  // e == slope * atom + rest, with no `atom` in either; nullopt where e is not linear in it.
  struct Linear {
    ExprId slope, rest;
  };
  std::optional<Linear> LinearIn(ExprId e, AtomId atom);
  // The same, but applications count as numbers, even where `atom` is among their arguments: enough to bound `e` by a
  // bound of `atom`, not to replace it.
  std::optional<Linear> OpenlyLinearIn(ExprId e, AtomId atom);
  // a / b where b divides a without remainder as polynomials, b a single term.
  std::optional<ExprId> DivideExactly(ExprId a, ExprId b);
  // a == quotient * b + remainder, quotient collecting the terms of a that b (a single term) divides.
  struct Quotient {
    ExprId quotient, remainder;
  };
  std::optional<Quotient> DivideTerms(ExprId a, ExprId b);

  // `e`, with b * (a / b) + a % b in it made a.
  ExprId Recombined(ExprId e);
  // Whether its parts say so: sums and products of numbers that are never below zero.
  [[nodiscard]] bool IsNeverNegative(ExprId e) const;

  [[nodiscard]] bool Mentions(ExprId e, AtomId atom) const;  // also inside applications
  ExprId Replace(ExprId e, AtomId atom, ExprId by);
  ExprId Replace(ExprId e, const std::unordered_map<AtomId, ExprId>& by);
  // Highest atom number mentioned at top level, and all top-level atoms.
  [[nodiscard]] AtomList TopAtoms(ExprId e) const { return lists_[exprs_[e].top_atoms]; }
  [[nodiscard]] AtomList AllAtoms(ExprId e) const { return lists_[exprs_[e].all_atoms]; }

  // Expressions of one shape differ by a constant only.
  [[nodiscard]] std::uint64_t ShapeOf(ExprId e) const { return exprs_[e].shape; }  // a hash
  [[nodiscard]] bool HaveSameShape(ExprId a, ExprId b) const;
  [[nodiscard]] std::int64_t ConstantIn(ExprId e) const { return exprs_[e].constant; }

  [[nodiscard]] std::span<const Term> Terms(ExprId e) const { return {exprs_[e].terms, exprs_[e].term_count}; }
  [[nodiscard]] const Monomial& MonomialOf(const Term& t) const { return monomials_[t.monomial]; }
  [[nodiscard]] const Atom& At(AtomId atom) const { return atoms_[atom]; }
  Atom& Mutable(AtomId atom) { return atoms_[atom]; }
  [[nodiscard]] std::size_t AtomCount() const { return atoms_.size(); }
  [[nodiscard]] std::string Text(ExprId e) const;

  void SetLower(AtomId a, ExprId e) { AddBound(a, atoms_[a].lower, {1, e, kNoExpr}); }
  void SetUpper(AtomId a, ExprId e) { AddBound(a, atoms_[a].upper, {1, e, kNoExpr}); }

  // Changes when an atom that may have been reasoned about gets another axiom.
  [[nodiscard]] std::uint64_t Revision() const { return revision_; }
  PremisesTable& KnownPremises();

  ExprId Zero() const { return zero_; }
  ExprId One() const { return one_; }

 private:
  using ListId = std::uint32_t;
  static constexpr ListId kNoAtoms = 0;  // of the empty list, which comes first
  // There are millions of these.
  struct Expr {
    const Term* terms = nullptr;  // sorted by monomial
    std::uint32_t term_count = 0;
    AtomId atom = kNoExpr;                              // that it consists of, if it is just one
    ListId top_atoms = kNoAtoms, all_atoms = kNoAtoms;  // sorted; `all`: with those inside applications
    std::uint64_t shape = 0;                            // hash of all terms but the constant
    std::int64_t constant = 0;
  };
  ExprId Intern(std::span<const Term> terms);
  std::uint32_t InternMonomial(AtomList atoms);
  ListId InternList(AtomList atoms);
  [[nodiscard]] bool NamesTooMany(std::span<const ExprId> exprs);
  ExprId NewAtom(Atom atom);
  std::uint32_t MonomialProduct(std::uint32_t a, std::uint32_t b);
  // Sorts by monomial, adds up and interns; the terms are spent.
  ExprId FromTerms(std::vector<Term>& terms);
  ExprId Tightened(ExprId a);
  std::optional<Linear> ComputeLinear(ExprId e, AtomId atom, bool openly);
  std::optional<Linear> Remembered(Memo<Linear>& memo, ExprId e, AtomId atom, bool openly);
  ExprId Overflow() { return Fresh("overflow"); }
  ExprId ReplaceIn(AtomId atom, const std::unordered_map<AtomId, ExprId>& by);
  [[nodiscard]] std::string TextOfAtom(AtomId a) const;
  void CollectAtoms(Expr& e);
  void AddAxioms(AtomId atom);
  void AddBound(AtomId a, std::vector<Bound>& list, Bound b) {
    list.push_back(b);
    revision_ += a + 1 < atoms_.size() ? 1 : 0;
  }

  Arena arena_;             // of all lists
  std::deque<Atom> atoms_;  // a deque: references stay good while the pool grows
  std::vector<ExprId> atom_exprs_;
  std::vector<Monomial> monomials_;
  Chunked<AtomList> lists_;  // of atoms, each once
  Chunked<Expr> exprs_;
  std::array<ExprId, 512> small_constants_;
  std::vector<Term> terms_, more_terms_;      // scratch
  std::vector<AtomId> atom_list_, all_list_;  // scratch
  IdTable monomial_ids_, list_ids_, expr_ids_, application_ids_;
  Memo<std::uint32_t> monomial_products_;  // of two monomials
  Memo<ExprId> products_;                  // of two expressions
  Memo<Linear> linear_;                    // of expression and atom; slope kNoExpr: not linear
  Memo<Linear> openly_linear_;
  std::shared_ptr<PremisesTable> premises_;
  std::uint64_t revision_ = 0;
  ExprId zero_ = 0, one_ = 0;
};

}  // namespace detrain::infer

#endif
