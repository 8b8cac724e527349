// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Two elements of an array that threads of a block go to behind one test: `if (t < half) part[t] += part[t + half]`.
#ifndef DETRAIN_ANALYZER_RACES_PARTED_PLACES_H
#define DETRAIN_ANALYZER_RACES_PARTED_PLACES_H

#include <optional>
#include <vector>

#include "analyzer/races/address_sum.h"

namespace detrain::races {

class PartedPlaces {
 public:
  PartedPlaces(const flow::Flow& flow, OriginSearch& search, ThreadNumbers& numbers, AddressSums& sums)
      : flow_(flow), search_(search), numbers_(numbers), sums_(sums) {}

  // Whether no thread goes by `other` to what another one writes by `write`, in one round of all loops. True: the
  // thread's number is below a bound by which the two are at least apart, or the elements that are written are all
  // multiples of twice as much (`part[2 * k * t] += part[2 * k * t + k]`, `t % (2 * k) == 0`). False: all that is asked
  // of the thread's number is that the other element is one of the array's (`if (t >= k) sum[t] += sum[t - k]`).
  // Nothing: it is not known.
  std::optional<bool> AreParted(const flow::Access& write, const flow::Access& other);
  // Whether each thread has the elements of both for itself: `tile[y][4 * x]` and `tile[y][4 * x + 3]`. Taken for
  // granted is that no round of a loop leads to what another thread has in another one. `needed`: the numbers by which
  // threads differ.
  bool AreOwn(const flow::Access& write, const flow::Access& other, const Numbers& needed);
  // Whether both stand behind one test of the thread's number.
  bool ShareTest(const flow::Access& a, const flow::Access& b);

 private:
  struct Pair {
    Sum written, apart;  // in bytes: `apart` from the write's to the other one
    std::int64_t size = 0;
  };
  struct Bound {
    Sum low, high;  // low < high
  };
  struct Step {
    std::int64_t bytes = 0;  // from one thread to the next
    std::size_t number = 0;  // of the thread's
  };
  static std::optional<std::int64_t> NumberAlone(const Sum& sum);
  std::optional<std::vector<Step>> StepsOf(const Sum& written);
  [[nodiscard]] std::vector<ThreadTest> TestsAround(const flow::Access& access) const;
  void AddTestsBefore(flow::NodeId read, std::vector<ThreadTest>& tests) const;
  std::vector<ThreadTest> SharedTests(const flow::Access& a, const flow::Access& b);
  std::optional<Sum> OperandOf(flow::NodeId test, std::size_t operand);
  std::optional<Bound> BoundOf(const ThreadTest& test);
  std::optional<Sum> DivisorOf(const ThreadTest& test, Sum& divided);
  bool AreSteps(const Sum& written, const Sum& by) const;
  bool IsBelow(const ThreadTest& test, const Pair& pair);
  bool IsMultiple(const ThreadTest& test, const Pair& pair);
  bool IsRangeOnly(const ThreadTest& test, const Pair& pair);

  const flow::Flow& flow_;
  OriginSearch& search_;
  ThreadNumbers& numbers_;
  AddressSums& sums_;
};

}  // namespace detrain::races

#endif
