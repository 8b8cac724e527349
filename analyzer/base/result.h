// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Errors as values. A function that can fail through the user's fault or the machine's returns
// Result<T>; one that fails only through a bug in detrain uses Check (check.h).
#ifndef DETRAIN_ANALYZER_BASE_RESULT_H
#define DETRAIN_ANALYZER_BASE_RESULT_H

#include <string>
#include <utility>
#include <variant>

#include "analyzer/base/check.h"
#include "analyzer/base/location.h"

namespace detrain {

// Whose fault, which is also which exit code (fixed for all commands).
enum class ErrorKind {
  Usage = 2,     // bad usage or configuration; a checkpoint that is not this program's
  Input = 3,     // a file did not parse or cannot be had; a tool failed; no good checkpoint
  Coverage = 4,  // the analysis could not cover what was asked
};

constexpr int ExitCode(ErrorKind kind) {
  return static_cast<int>(kind);
}

// One line for the user, without "error:" and without the place, which has its own field.
struct Error {
  ErrorKind kind;
  std::string message;
  Location location;
};

// A T or the Error that stands in its place. Made from either by implicit conversion. Taking the
// value of an error is a bug and aborts.
template <typename T>
class [[nodiscard]] Result {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): `return value;` is the point of the type.
  Result(T value) : state_(std::in_place_index<0>, std::move(value)) {}
  // NOLINTNEXTLINE(google-explicit-constructor): likewise `return Error{...};`.
  Result(Error error) : state_(std::in_place_index<1>, std::move(error)) {}

  bool Ok() const { return state_.index() == 0; }
  explicit operator bool() const { return Ok(); }

  T& operator*() & { return Value(); }
  const T& operator*() const& { return Value(); }
  T&& operator*() && { return std::move(Value()); }
  T* operator->() { return &Value(); }
  const T* operator->() const { return &Value(); }

  const Error& error() const& { return FailedState(); }
  Error&& error() && { return std::move(const_cast<Error&>(FailedState())); }

 private:
  T& Value() { return const_cast<T&>(std::as_const(*this).Value()); }
  const T& Value() const {
    Check(Ok(), "value of a failed Result");
    return *std::get_if<0>(&state_);
  }
  const Error& FailedState() const {
    Check(!Ok(), "error of a good Result");
    return *std::get_if<1>(&state_);
  }

  std::variant<T, Error> state_;
};

// Success without a product: `return {};`.
template <>
class [[nodiscard]] Result<void> : public Result<std::monostate> {
 public:
  Result() : Result<std::monostate>(std::monostate{}) {}
  // NOLINTNEXTLINE(google-explicit-constructor)
  Result(Error error) : Result<std::monostate>(std::move(error)) {}
};

}  // namespace detrain

#define DETRAIN_CONCAT_(a, b) a##b
#define DETRAIN_CONCAT(a, b) DETRAIN_CONCAT_(a, b)

// DETRAIN_TRY(auto unit, Load(file)): declares `unit` from a good result, returns the Error of
// a failed one from the enclosing function.
#define DETRAIN_TRY(declaration, expression) \
  DETRAIN_TRY_(declaration, expression, DETRAIN_CONCAT(detrain_result_, __LINE__))
#define DETRAIN_TRY_(declaration, expression, result) \
  auto result = (expression);                         \
  if (!(result).Ok())                                 \
    return std::move(result).error();                 \
  declaration = *std::move(result)

// DETRAIN_TRY_VOID(Save(file)): the same for a Result<void>, or a product that is not wanted.
#define DETRAIN_TRY_VOID(expression)            \
  do {                                          \
    auto detrain_result = (expression);         \
    if (!detrain_result.Ok())                   \
      return std::move(detrain_result).error(); \
  } while (false)

#endif
