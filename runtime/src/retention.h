// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Which steps of DIR stay (docs/run.md). Applied behind each save, by who wrote it: nobody else is at work in DIR then.
#ifndef DETRAIN_RUNTIME_SRC_RETENTION_H
#define DETRAIN_RUNTIME_SRC_RETENTION_H

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "store.h"

namespace detrain::runtime {

class Retention {
 public:
  // This step has been read back whole.
  void Trust(const Checkpoint& checkpoint);

  // Behind the save of step `newest`: removes what may go. A step counts as one that stays once all its bytes have been
  // read back and are those that were saved; one that is not good is said, and older ones stay in its place. False: the
  // newest one is not good.
  bool Apply(const std::string& dir, std::uint64_t newest);

 private:
  using Steps = std::set<std::uint64_t>;

  bool Find(const std::string& dir, std::uint64_t newest);
  Steps Wanted(const std::string& dir);
  std::vector<std::uint64_t> Best(const std::string& dir);
  bool AllGood(const std::string& dir, const Steps& wanted);
  bool Remove(const std::string& dir, const Steps& wanted);
  void Shrink(const std::string& dir, Steps kept);
  void SayOnce(const std::string& line);

  Steps steps_;                                            // committed and not known to be broken, the newest save last
  Steps good_, broken_;                                    // what has been read back
  KnownPlaces known_;                                      // what is good in the newest of them
  std::map<std::uint64_t, std::optional<double>> values_;  // of the metric, by step
  std::set<std::string> said_;
};

}  // namespace detrain::runtime

#endif
