// A chrono deadline ends the search, through a class and a bool. Twins: the duration is printed; a count decides.
// OBSERVE: runs
#include <chrono>
#include <cstdio>
class Deadline {
 public:
  bool IsOver() const { return std::chrono::steady_clock::now() - start_ > std::chrono::milliseconds(20); }

 private:
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};
int main() {
  Deadline deadline;
  double w = 1;
  int step = 0;
  for (; step < 100000000; step++) {
    w += 1e-9 * (3 - w);
    if (deadline.IsOver()) break;  // site: env-branch error state
    // twin: if (step > 20000 && (step & 1)) break;  // site: quiet
  }
  if (deadline.IsOver()) std::puts("late");  // site: quiet
  std::printf("%.17g\n", w);
}
