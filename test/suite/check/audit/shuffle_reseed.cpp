// After a load the data reader shuffles as in the first epoch, as reported in LBANN/lbann#219: its generator is seeded by
// the load and not saved. Twin: the generator is saved and loaded.
// KIND: audit
#include <fstream>
#include <iostream>
#include <random>
#include <utility>
#include <vector>
class Reader {
 public:
  explicit Reader(unsigned seed) : seed_(seed), generator_(seed), order_(16) {}
  void Shuffle() {
    for (int i = 0; i < 16; i++) order_[i] = i;
    for (int i = 15; i > 0; i--) std::swap(order_[i], order_[generator_() % (i + 1)]);
  }
  int Row(int i) const { return order_[i]; }
  void Save(std::ostream &out) const {  // site: missing-state error state @1 | twin: quiet
    out << seed_ << ' ';
    // twin: out << seed_ << ' ' << generator_ << ' ';
  }
  void Load(std::istream &in) {  // site: missing-state error state @1 | twin: quiet
    in >> seed_;
    generator_.seed(seed_);
    // twin: in >> generator_;
  }

 private:
  unsigned seed_;
  std::minstd_rand generator_;  // site: missing-state error state @1 | twin: quiet
  std::vector<int> order_;
};
static double w = 1;
static int epoch;
static void Save(const Reader &reader) {  // site: missing-state error state @1 | twin: quiet
  std::ofstream out("run.txt");
  out.precision(17);
  out << epoch << ' ' << w << ' ';
  reader.Save(out);  // site: missing-state error state @1 | twin: quiet
}
static bool Load(Reader &reader, const char *name) {  // site: missing-state error state @1 | twin: quiet
  std::ifstream in(name);
  in >> epoch >> w;
  reader.Load(in);  // site: missing-state error state @1 | twin: quiet
  return !in.fail();
}
int main(int argc, char **argv) {
  Reader reader(5);  // site: missing-state error state @1 | twin: quiet
  if (argc > 1 && !Load(reader, argv[1])) return 1;  // site: missing-state error state @1 | twin: quiet
  while (epoch < 6) {
    reader.Shuffle();
    for (int i = 0; i < 16; i++) w -= 0.05 * (w - reader.Row(i));
    epoch++;
    Save(reader);  // site: missing-state error state @1 | twin: quiet
  }
  std::cout << w << '\n';
}
