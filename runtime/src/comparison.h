// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What is not the same in the run that is resumed: each difference is said, and those that may change bits must be
// allowed by name.
#ifndef DETRAIN_RUNTIME_SRC_COMPARISON_H
#define DETRAIN_RUNTIME_SRC_COMPARISON_H

#include <string>
#include <utility>
#include <vector>

#include "json.h"

namespace detrain::runtime {

// True where the user accepts differences of this name (DETRAIN_ALLOW).
bool IsAllowed(const std::string& name);

class Comparison {
 public:
  // What is allowed is kept in `dir`/allowed.jsonl; empty: nowhere.
  explicit Comparison(std::string dir) : dir_(std::move(dir)) {}

  // A difference that changes no bits.
  void Show(const std::string& what, const std::string& was, const std::string& is);

  // One that may: refused where DETRAIN_ALLOW does not name it.
  void Require(const std::string& name, const std::string& what, const std::string& was, const std::string& is);

  // Says all of them; ends the process with code 2 where one is refused, which then comes first.
  void Judge();

 private:
  std::string dir_;
  std::vector<std::string> said_, refused_;  // lines
  std::string names_;                        // of those that are refused
  std::vector<Json> allowed_;
};

}  // namespace detrain::runtime

#endif
