// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which parts of an object the stores of a function may go to, told by types: a store of a `double` writes no pointer,
// and one to a member writes that member of such records (C11 6.5p7; type-based alias analysis, Diwan, McKinley and
// Moss 1998, with fields told apart).
#ifndef DETRAIN_ANALYZER_INFER_STORED_H
#define DETRAIN_ANALYZER_INFER_STORED_H

#include <cstdint>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "analyzer/rir/rir.h"

namespace detrain::infer {

// A run of bytes in an object, and what is there.
struct Part {
  std::uint64_t offset = 0, size = 0;
  rir::TypeId type = rir::kNone;
};

class Stored {
 public:
  // `module` outlives it.
  explicit Stored(const rir::Module& module) : module_(&module) {}

  // All but what tells an object's class: constructors write that, and a copy of bytes over it is undefined.
  void AddAnything() { is_anything_ = true; }
  void AddUnknown() { is_unknown_ = true; }
  void AddText() { is_text_ = true; }
  // Through a pointer to `type`. A byte is a part of anything, but for the characters of a text.
  void AddThrough(rir::TypeId type, bool is_text);
  void AddMember(rir::TypeId record, std::uint32_t member);

  // The parts of a `whole` (an object, or an element of it) that may be written; nullopt: any of its bytes.
  [[nodiscard]] std::optional<std::vector<Part>> PartsOf(rir::TypeId whole) const;

 private:
  using Member = std::pair<rir::TypeId, std::uint32_t>;
  // The records around a part, and where they begin.
  using Around = std::vector<std::pair<rir::TypeId, std::uint64_t>>;

  void Collect(rir::TypeId type, std::uint64_t offset, Around& around, std::vector<Part>& parts) const;
  [[nodiscard]] bool IsStored(rir::TypeId type, std::uint64_t offset, const Around& around) const;
  [[nodiscard]] static bool TellsClass(const rir::Field& field);
  [[nodiscard]] bool HasClass(rir::TypeId type) const;
  [[nodiscard]] bool ChangesClasses() const;
  [[nodiscard]] bool MayBe(rir::TypeId a, rir::TypeId b) const;
  [[nodiscard]] bool IsOfNumbers(rir::TypeId type) const;
  [[nodiscard]] bool IsByte(rir::TypeId type) const;
  [[nodiscard]] bool Contains(rir::TypeId whole, rir::TypeId record) const;
  [[nodiscard]] const rir::Type& TypeAt(rir::TypeId type) const { return module_->types[type]; }

  const rir::Module* module_;
  bool is_anything_ = false, is_unknown_ = false, is_text_ = false;
  std::set<rir::TypeId> through_;  // no records
  std::set<Member> members_;
};

}  // namespace detrain::infer

#endif
