// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The words that the text form uses for enumerators. Printer and parser read the same tables.
#ifndef DETRAIN_ANALYZER_RIR_WORDS_H
#define DETRAIN_ANALYZER_RIR_WORDS_H

#include <cstddef>
#include <iterator>
#include <optional>
#include <string_view>

#include "analyzer/rir/rir.h"

namespace detrain::rir {

// Words<E>::texts[i] is the word of the enumerator with value i.
template <typename E>
struct Words;

template <>
struct Words<OpKind> {
  static constexpr std::string_view texts[] = {
      "none",
#define DETRAIN_OP(Name, Text) Text,
#include "analyzer/rir/op.def"
  };
};
template <>
struct Words<Opcode> {
  static constexpr std::string_view texts[] = {
#define DETRAIN_OPCODE(Name, Text, Arity) Text,
#include "analyzer/rir/opcode.def"
  };
};
template <>
struct Words<RegionKind> {
  static constexpr std::string_view texts[] = {"global", "file_static", "static", "local", "param", "hidden"};
  static_assert(std::size(texts) == static_cast<std::size_t>(RegionKind::Hidden) + 1);
};
template <>
struct Words<Space> {
  static constexpr std::string_view texts[] = {"host", "device", "managed", "file"};
  static_assert(std::size(texts) == static_cast<std::size_t>(Space::File) + 1);
};
template <>
struct Words<Source> {
  static constexpr std::string_view texts[] = {"file",    "directory", "arguments", "clock",      "pid",
                                               "entropy", "address",   "host",      "interactive"};
  static_assert(std::size(texts) == static_cast<std::size_t>(Source::Interactive) + 1);
};
template <>
struct Words<Sink> {
  static constexpr std::string_view texts[] = {"text", "file", "log", "external"};
  static_assert(std::size(texts) == static_cast<std::size_t>(Sink::External) + 1);
};
template <>
struct Words<LoopKind> {
  static constexpr std::string_view texts[] = {"test_first", "test_last", "once"};
  static_assert(std::size(texts) == static_cast<std::size_t>(LoopKind::Once) + 1);
};
template <>
struct Words<Schedule> {
  static constexpr std::string_view texts[] = {"none", "static", "dynamic"};
  static_assert(std::size(texts) == static_cast<std::size_t>(Schedule::Dynamic) + 1);
};
template <>
struct Words<ParKind> {
  static constexpr std::string_view texts[] = {"region", "loop",   "single",  "critical",
                                               "thread", "launch", "ordered", "task"};
  static_assert(std::size(texts) == static_cast<std::size_t>(ParKind::Task) + 1);
};
template <>
struct Words<SyncKind> {
  static constexpr std::string_view texts[] = {"barrier",  "lock",   "unlock", "flush",       "wait",         "enqueue",
                                               "enqueued", "record", "await",  "synchronize", "non_blocking", "bind"};
  static_assert(std::size(texts) == static_cast<std::size_t>(SyncKind::Bind) + 1);
};

template <typename E>
constexpr std::string_view Word(E value) {
  return Words<E>::texts[static_cast<std::size_t>(value)];
}

template <typename E>
constexpr std::optional<E> FindWord(std::string_view word) {
  for (std::size_t i = 0; i < std::size(Words<E>::texts); ++i)
    if (Words<E>::texts[i] == word)
      return static_cast<E>(i);
  return std::nullopt;
}

// Number of operands of an opcode, -1: any.
constexpr int Arity(Opcode opcode) {
  constexpr int arities[] = {
#define DETRAIN_OPCODE(Name, Text, Count) Count,
#include "analyzer/rir/opcode.def"
  };
  return arities[static_cast<std::size_t>(opcode)];
}

}  // namespace detrain::rir

#endif
