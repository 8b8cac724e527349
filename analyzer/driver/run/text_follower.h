// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_DRIVER_RUN_TEXT_FOLLOWER_H
#define DETRAIN_ANALYZER_DRIVER_RUN_TEXT_FOLLOWER_H

#include <cstdint>
#include <string>
#include <utility>

namespace detrain::driver {

// A program under `detrain run` prints into a file that a restore can cut. What is new in it is shown here; after a
// restart, from where it was cut.
class TextFollower {
 public:
  explicit TextFollower(std::string path) : path_(std::move(path)) {}

  // Text of an earlier run is not shown again.
  void SkipWhatIsThere() { shown_ = Size(); }
  void Show();

 private:
  std::uintmax_t Size() const;

  std::string path_;
  std::uintmax_t shown_ = 0;
};

}  // namespace detrain::driver

#endif
