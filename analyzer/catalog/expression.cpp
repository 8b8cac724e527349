// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/catalog/expression.h"

#include <algorithm>
#include <cctype>
#include <charconv>

namespace detrain::catalog {
namespace {

using Kind = Expr::Kind;

bool IsNamePart(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

Expr Node(Kind kind, std::vector<Expr> args) {
  Expr expr;
  expr.kind = kind;
  expr.args = std::move(args);
  return expr;
}

// A recursive descent over the text. The first problem stays; what is returned after it is of no use.
class Reader {
 public:
  Reader(std::string_view text, std::span<const std::string> parameters, std::span<const std::string> known)
      : text_(text), parameters_(parameters), known_(known) {}

  std::optional<Expr> Whole(std::string& problem) {
    Expr expr = Ternary();
    if (problem_.empty() && !AtEnd())
      problem_ = "unexpected '" + std::string(text_.substr(at_)) + "'";
    problem = problem_;
    return problem_.empty() ? std::optional(std::move(expr)) : std::nullopt;
  }

 private:
  void Space() {
    while (at_ < text_.size() && text_[at_] == ' ')
      ++at_;
  }
  bool AtEnd() {
    Space();
    return at_ == text_.size();
  }
  bool Take(std::string_view token) {
    Space();
    if (!text_.substr(at_).starts_with(token))
      return false;
    at_ += token.size();
    return true;
  }
  void Want(std::string_view token) {
    if (!Take(token) && problem_.empty())
      problem_ = "expected '" + std::string(token) + "'";
  }

  Expr Ternary() {
    Expr condition = Comparison();
    if (!Take("?"))
      return condition;
    Expr then = Ternary();
    Want(":");
    Expr other = Ternary();
    return Node(Kind::Select, {std::move(condition), std::move(then), std::move(other)});
  }

  struct Operator {
    std::string_view token;
    Kind kind;
  };

  Expr Chain(std::span<const Operator> operators, Expr (Reader::*next)()) {
    Expr left = (this->*next)();
    while (problem_.empty()) {
      const auto found = std::ranges::find_if(operators, [&](const Operator& o) { return Take(o.token); });
      if (found == operators.end())
        break;
      left = Node(found->kind, {std::move(left), (this->*next)()});
    }
    return left;
  }
  Expr Comparison() {
    static constexpr Operator operators[] = {{"==", Kind::Eq}, {"!=", Kind::Ne}, {"<", Kind::Lt}, {">", Kind::Gt}};
    return Chain(operators, &Reader::Sum);
  }
  Expr Sum() {
    static constexpr Operator operators[] = {{"+", Kind::Add}, {"-", Kind::Sub}};
    return Chain(operators, &Reader::Product);
  }
  Expr Product() {
    static constexpr Operator operators[] = {{"*", Kind::Mul}, {"/", Kind::Div}, {"%", Kind::Rem}};
    return Chain(operators, &Reader::Unary);
  }

  Expr Unary() {
    if (Take("*"))
      return Node(Kind::Deref, {Unary()});
    if (Take("&"))
      return Address();
    if (const std::string type = PointerCast(); !type.empty()) {
      Expr cast = Node(Kind::Cast, {Unary()});
      cast.text = type;
      return cast;
    }
    return Postfix();
  }

  // "(u32*)": the type; empty, and nothing taken, where there is no such.
  std::string PointerCast() {
    Space();
    constexpr std::string_view kTypePart = "abcdefghijklmnopqrstuvwxyz0123456789<>";
    const std::size_t end = text_.find_first_not_of(kTypePart, at_ + 1);
    if (at_ >= text_.size() || text_[at_] != '(' || end == std::string_view::npos || end == at_ + 1 ||
        !text_.substr(end).starts_with("*)"))
      return {};
    const std::string type(text_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 2;
    return type;
  }

  Expr Address() {
    Space();
    const std::size_t start = at_;
    const std::string name = Word();
    if (Take("::")) {
      Expr region;
      region.kind = Kind::Region;
      region.text = name + "::" + Word();
      return region;
    }
    at_ = start;
    Expr place = Unary();
    const bool is_place = place.kind == Kind::Deref || place.kind == Kind::Member || place.kind == Kind::Element;
    if (!is_place && problem_.empty())
      problem_ = "'&' needs a place in memory";
    return Node(Kind::AddressOf, {std::move(place)});
  }

  Expr Postfix() {
    Expr expr = Primary();
    while (problem_.empty()) {
      if (Take("->")) {
        expr = Node(Kind::Member, {std::move(expr)});
        expr.text = Word();
      } else if (Take("[")) {
        expr = Node(Kind::Element, {std::move(expr), Ternary()});
        Want("]");
      } else {
        break;
      }
    }
    return expr;
  }

  Expr Primary() {
    Space();
    if (Take("...")) {
      return Node(Kind::Rest, {});
    }
    if (Take("(")) {
      Expr inner = Ternary();
      Want(")");
      return inner;
    }
    if (at_ < text_.size() && std::isdigit(static_cast<unsigned char>(text_[at_])))
      return Number();
    const std::string word = Word();
    if (word == "sizeof" || word == "is_float")
      return OfPointee(word == "sizeof" ? Kind::SizeOf : Kind::IsFloat);
    if (word == "is_constant") {
      Want("(");
      Expr inner = Ternary();
      Want(")");
      return Node(Kind::IsConstant, {std::move(inner)});
    }
    return Named(word);
  }

  Expr Number() {
    Expr expr = Node(Kind::Number, {});
    const auto [end, error] = std::from_chars(text_.data() + at_, text_.data() + text_.size(), expr.number);
    if (error != std::errc())
      problem_ = "number out of range";
    at_ = static_cast<std::size_t>(end - text_.data());
    return expr;
  }

  Expr OfPointee(Kind kind) {
    Want("(");
    Want("*");
    Expr pointer = Postfix();
    Want(")");
    return Node(kind, {std::move(pointer)});
  }

  Expr Named(const std::string& word) {
    if (word == "null" || word == "any")
      return Node(word == "null" ? Kind::Null : Kind::Any, {});
    const auto parameter = std::ranges::find(parameters_, word);
    Expr expr;
    if (parameter != parameters_.end()) {
      expr.kind = Kind::Parameter;
      expr.index = static_cast<std::uint32_t>(parameter - parameters_.begin());
      return expr;
    }
    if (std::ranges::find(known_, word) == known_.end() && problem_.empty())
      problem_ = word.empty() ? "an operand is missing" : "'" + word + "' is neither a parameter nor an earlier result";
    expr.kind = Kind::Name;
    expr.text = word;
    return expr;
  }

  std::string Word() {
    Space();
    const std::size_t start = at_;
    while (at_ < text_.size() && IsNamePart(text_[at_]))
      ++at_;
    return std::string(text_.substr(start, at_ - start));
  }

  std::string_view text_;
  std::span<const std::string> parameters_;
  std::span<const std::string> known_;
  std::size_t at_ = 0;
  std::string problem_;
};

}  // namespace

std::optional<Expr> ParseExpr(std::string_view text, std::span<const std::string> parameters,
                              std::span<const std::string> known, std::string& problem) {
  return Reader(text, parameters, known).Whole(problem);
}

}  // namespace detrain::catalog
