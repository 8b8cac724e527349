// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rewrite/shard_sums.h"

#include <clang/AST/DeclOpenMP.h>
#include <clang/AST/OpenMPClause.h>
#include <clang/Basic/SourceManager.h>

#include <algorithm>

namespace detrain::rewrite {

using namespace clang;

bool IsFloat(QualType type) {
  type = type.getNonReferenceType();
  return type->isDependentType() || type->isFloatingType();
}

const VarDecl* VariableOf(const Expr* e) {
  const auto* reference = dyn_cast<DeclRefExpr>(e->IgnoreParenImpCasts());
  return reference != nullptr ? dyn_cast<VarDecl>(reference->getDecl()) : nullptr;
}

namespace {

// The array or the section that a clause names; nullptr: a number.
const Expr* ArrayOf(const Expr* item) {
  item = item->IgnoreParenImpCasts();
  const bool is_array = isa<ArraySectionExpr>(item) || item->getType().getNonReferenceType()->isArrayType();
  return is_array ? item : nullptr;
}

QualType ElementOf(const Expr* array, const ASTContext& context) {
  const auto* section = dyn_cast<ArraySectionExpr>(array);
  const QualType type = section != nullptr ? ArraySectionExpr::getBaseOriginalType(section) : array->getType();
  const QualType element = context.getBaseElementType(type.getNonReferenceType());
  return element->isPointerType() ? element->getPointeeType() : element;
}

bool ReducesFloats(const Expr* item, const ASTContext& context) {
  const Expr* array = ArrayOf(item);
  return IsFloat(array != nullptr ? ElementOf(array, context) : item->getType());
}

// Whether the body uses a name only as what it is, so that a local of the same name can take its place: an array by its
// address, a member without `this`.
class Uses {
 public:
  Uses(const ShardText& text, const VarDecl& variable, bool is_array)
      : text_(text), variable_(variable), is_array_(is_array) {}

  bool Fit(const Stmt* stmt, const Stmt* parent) const {
    if (stmt == nullptr)
      return true;
    if (const auto* use = dyn_cast<DeclRefExpr>(stmt); use != nullptr && use->getDecl() == &variable_)
      return IsPlain(*use, parent);
    return std::ranges::all_of(stmt->children(), [&](const Stmt* child) { return Fit(child, stmt); });
  }

 private:
  bool IsPlain(const DeclRefExpr& use, const Stmt* parent) const {
    if (isa<OMPCapturedExprDecl>(variable_) && IsReached(use.getBeginLoc()))
      return false;
    const auto* cast = dyn_cast_or_null<ImplicitCastExpr>(parent);
    return !is_array_ || (cast != nullptr &&
                          (cast->getCastKind() == CK_ArrayToPointerDecay || cast->getCastKind() == CK_LValueToRValue));
  }

  // `this->total`: Clang's node of a reduced member begins behind the arrow.
  bool IsReached(SourceLocation at) const {
    const SourceManager& sources = text_.unit().sources();
    const auto [file, offset] = sources.getDecomposedSpellingLoc(at);
    const llvm::StringRef before = sources.getBufferData(file).take_front(offset).rtrim();
    return before.ends_with("->") || before.ends_with(".");
  }

  const ShardText& text_;
  const VarDecl& variable_;
  bool is_array_;
};

class Reader {
 public:
  Reader(const ShardText& text, const Stmt& body, Clauses& out) : text_(text), body_(body), out_(out) {}

  // False: it adds floating-point numbers that cannot be cut.
  bool Take(const OMPReductionClause& clause) {
    std::string name = clause.getNameInfo().getAsString();
    const std::string op = name.starts_with("operator") ? name.substr(8) : name;
    std::string rest;
    for (const Expr* item : clause.varlist()) {
      const bool is_float = ReducesFloats(item, text_.unit().context());
      if (is_float && (op == "+" || op == "-" || op == "*")) {
        if (!TakeSum(item, op == "*" ? "*" : "+"))
          return false;
        continue;
      }
      if (is_float && op != "max" && op != "min")
        return false;
      const std::string written = text_.TextOf(item);
      if (written.empty())
        return false;
      rest += (rest.empty() ? "" : ", ") + written;
    }
    const bool is_whole = std::ranges::none_of(
        clause.varlist(), [&](const Expr* item) { return ReducesFloats(item, text_.unit().context()); });
    if (is_whole)
      rest = text_.Text(clause.getBeginLoc(), clause.getEndLoc());
    else if (!rest.empty())
      rest = "reduction(" + op + " : " + rest + ")";
    if (!rest.empty())
      out_.kept.append(" ").append(rest);
    return is_whole || clause.getModifier() == OMPC_REDUCTION_unknown;
  }

 private:
  bool TakeSum(const Expr* item, const std::string& op) {
    const Expr* array = ArrayOf(item);
    const auto* section = dyn_cast_or_null<ArraySectionExpr>(array);
    const VarDecl* variable = VariableOf(section != nullptr ? section->getBase() : item);
    if (variable == nullptr || !Uses(text_, *variable, array != nullptr).Fit(&body_, nullptr))
      return false;
    Sum sum{variable->getNameAsString(), op, "", ""};
    if (array != nullptr && (op != "+" || !TakeArray(*array, section, *variable, sum)))
      return false;
    out_.sums.push_back(std::move(sum));
    return true;
  }

  bool TakeArray(const Expr& array, const ArraySectionExpr* section, const VarDecl& variable, Sum& sum) const {
    const ASTContext& context = text_.unit().context();
    const QualType element = ElementOf(&array, context).getCanonicalType().getUnqualifiedType();
    if (element != context.FloatTy && element != context.DoubleTy)
      return false;
    sum.element = element == context.FloatTy ? "float" : "double";
    const QualType type = variable.getType().getNonReferenceType();
    const bool is_sized = type->isArrayType();
    if (section == nullptr || (section->getLength() == nullptr && is_sized))
      sum.length = "sizeof(" + sum.name + ") / sizeof(" + sum.element + ")";
    else
      sum.length = text_.TextOf(section->getLength());
    return !sum.length.empty() && (section == nullptr || IsFromStart(*section, type));
  }

  // `w[:n]`, of an array or a pointer of one dimension.
  bool IsFromStart(const ArraySectionExpr& section, QualType type) const {
    const Expr* lower = section.getLowerBound();
    const auto start = lower != nullptr ? lower->getIntegerConstantExpr(text_.unit().context()) : std::nullopt;
    const QualType inner =
        type->isArrayType() ? text_.unit().context().getAsArrayType(type)->getElementType() : type->getPointeeType();
    return (lower == nullptr || (start && start->isZero())) && section.getStride() == nullptr &&
           inner->isFloatingType();
  }

  const ShardText& text_;
  const Stmt& body_;
  Clauses& out_;
};

}  // namespace

std::optional<Clauses> ReadClauses(const ShardText& text, const OMPExecutableDirective& directive, const Stmt& body,
                                   bool drops_team) {
  Clauses out;
  Reader reader(text, body, out);
  for (const OMPClause* clause : directive.clauses()) {
    if (clause->isImplicit() || isa<OMPScheduleClause, OMPCollapseClause>(clause) ||
        (drops_team && isa<OMPNumThreadsClause, OMPIfClause>(clause)))
      continue;
    if (isa<OMPOrderedClause, OMPLinearClause, OMPLastprivateClause, OMPNowaitClause>(clause))
      return std::nullopt;
    if (const auto* reduction = dyn_cast<OMPReductionClause>(clause)) {
      if (!reader.Take(*reduction))
        return std::nullopt;
      continue;
    }
    out.must_share |= isa<OMPDefaultClause>(clause);
    const std::string written = text.Text(clause->getBeginLoc(), clause->getEndLoc());
    if (written.empty())
      return std::nullopt;
    out.kept.append(" ").append(written);
  }
  return out;
}

std::string Shares(const Clauses& clauses, bool has_additions) {
  if (!clauses.must_share)
    return "";
  std::string names = has_additions ? ", detrain_adds" : "";
  for (const Sum& sum : clauses.sums) {
    names += ", detrain_parts_" + sum.name;
    if (!sum.element.empty())
      names += ", detrain_length_" + sum.name;
  }
  return names.empty() ? "" : " shared(" + names.substr(2) + ")";
}

std::string ShardStarts(const std::vector<Sum>& sums) {
  std::string text;
  for (const Sum& sum : sums)
    text += sum.element.empty() ? "DETRAIN_PART(" + sum.name + ", " + (sum.op == "*" ? "1" : "0") + "); "
                                : "DETRAIN_ARRAY_PART(" + sum.name + "); ";
  return text;
}

std::string ShardEnds(const std::vector<Sum>& sums) {
  std::string text;
  for (const Sum& sum : sums)
    if (sum.element.empty())
      text += " DETRAIN_KEEP_PART(" + sum.name + ");";
  return text;
}

std::string MergeOf(const Sum& sum, const std::string& count) {
  return " DETRAIN_MERGE_PARTS(" + count + ", " + sum.name + ", " + sum.op + ");";
}

}  // namespace detrain::rewrite
