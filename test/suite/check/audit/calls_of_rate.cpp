// The schedule counts its calls in a mutable member; what is saved is another count, which nothing counts up.
// Twin: the one that is counted is saved.
// KIND: audit
#include <fstream>
#include <iostream>
#include <memory>
class Schedule {
 public:
  double Rate() const { return 0.5 / (1 + 0.1 * (double)calls_++); }
  long updates() const { return updates_; }
  // twin: long updates() const { return calls_; }
  void Continue(long updates) { updates_ = calls_ = updates; }

 private:
  mutable long calls_ = 0;  // site: missing-state error state @1 | twin: quiet
  long updates_ = 0;
};
struct Trainer {
  std::unique_ptr<Schedule> schedule = std::make_unique<Schedule>();  // site: missing-state error state @1 | twin: quiet
  double w[3] = {1, -1, 2};
  int step = 0;
};
static void Save(const Trainer &t, std::ostream &&out) {  // site: missing-state error state @1 | twin: quiet
  const long updates = t.schedule->updates();
  out.write(reinterpret_cast<const char *>(&t.step), sizeof t.step);
  out.write(reinterpret_cast<const char *>(t.w), sizeof t.w);
  out.write(reinterpret_cast<const char *>(&updates), sizeof updates);
}
static bool Load(Trainer &t, std::istream &&in) {  // site: missing-state error state @1 | twin: quiet
  long updates = 0;
  in.read(reinterpret_cast<char *>(&t.step), sizeof t.step);
  in.read(reinterpret_cast<char *>(t.w), sizeof t.w);
  in.read(reinterpret_cast<char *>(&updates), sizeof updates);
  t.schedule->Continue(updates);
  return !in.fail();
}
int main(int argc, char **argv) {
  Trainer t;  // site: missing-state error state @1 | twin: quiet
  if (argc > 1 && !Load(t, std::ifstream(argv[1], std::ios::binary))) return 1;  // site: missing-state error state @1 | twin: quiet
  for (; t.step < 24;) {
    const double rate = t.schedule->Rate();
    for (int i = 0; i < 3; i++) t.w[i] -= rate * (t.w[i] - i);
    t.step++;
    if (t.step % 6 == 0) Save(t, std::ofstream("t.bin", std::ios::binary));  // site: missing-state error state @1 | twin: quiet
  }
  std::cout << t.w[0] << '\n';
}
