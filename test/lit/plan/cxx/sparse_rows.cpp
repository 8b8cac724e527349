// Rows of pairs, drawn at random: a loop over the pairs of one adds to the weights that they name, and is no step. Of
// two ways to train one alone runs, so that nothing of the other one comes behind the boundary: neither what it reads
// nor that it depends on the clock, by the seed in front of both.
// RUN: %detrain plan %s | FileCheck %s --check-prefix=BOTH
// BOTH: Loop 1 of 2, in branches of which one alone runs
// BOTH: sparse_rows.cpp:[[#@LINE+68]] in DrawPairs; it is the innermost loop
// BOTH: sparse_rows.cpp:[[#@LINE+59]] in Draw; it is the innermost loop
// RUN: for line in 66 74; do %detrain plan --step %s:$line %s | FileCheck %s || exit 1; done
// CHECK: bitwise
// CHECK-DAG: {{^  }}libc::rand {{.*}} stream{{$}}
// CHECK-DAG: {{^  }}i {{.*}} counter{{$}}
// CHECK-DAG: {{^  }}w->weights_ {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}w->norm_ {{.*}} carried{{$}}
// CHECK-NOT: written to a file
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iostream>
#include <sstream>
#include <string>
#include <vector>

struct Pair {
  int id;
  float value;
};

struct Row {
  std::vector<Pair> pairs;
  float y = 0;
  std::string Text() const {
    std::stringstream out;
    out << y << " " << pairs.size();
    return out.str();
  }
};

class Weights {
 public:
  explicit Weights(int n) : n_(n), weights_(new float[static_cast<unsigned>(n)]()) {}
  float Dot(const Row& x) const {
    float sum = 0;
    for (const Pair& pair : x.pairs)
      sum += weights_[pair.id] * pair.value;
    return sum;
  }
  void Add(const Row& x, float scale) {
    if (x.pairs.back().id >= n_) {
      std::cerr << x.Text() << std::endl;
      std::exit(1);
    }
    for (unsigned i = 0; i < x.pairs.size(); ++i)
      weights_[x.pairs[i].id] += scale * x.pairs[i].value;
    norm_ += scale * scale;
  }
  float norm() const { return norm_; }

 private:
  int n_;
  float norm_ = 0;
  float* weights_;
};

static void Draw(const std::vector<Row>& rows, Weights* w) {
  for (int i = 1; i <= 200; ++i) {
    const Row& x = rows[static_cast<unsigned>(rand()) % rows.size()];
    w->Add(x, 0.1f * (x.y - w->Dot(x)));
  }
}

static void DrawPairs(const std::vector<Row>& rows, Weights* w) {
  float lead = 0;
  for (int i = 1; i <= 200; ++i) {
    const Row& a = rows[static_cast<unsigned>(rand()) % rows.size()];
    const Row& b = rows[static_cast<unsigned>(rand()) % rows.size()];
    lead = 0.9f * lead + w->Dot(a) - w->Dot(b);
    w->Add(a, 0.1f - lead);
  }
}

int main(int argc, char** argv) {
  srand(static_cast<unsigned>(time(nullptr)));
  std::vector<Row> rows;
  for (int i = 0; i < 50; ++i) {
    Row row;
    row.y = i % 2 == 0 ? 1.0f : -1.0f;
    for (int k = 0; k <= i % 5; ++k)
      row.pairs.push_back({3 * k + i % 3, 0.5f});
    rows.push_back(row);
  }
  Weights* w = new Weights(argc > 2 ? atoi(argv[2]) : 20);
  if (argc > 1 && strcmp(argv[1], "pairs") == 0)
    DrawPairs(rows, w);
  else
    Draw(rows, w);
  std::printf("%f\n", w->norm() + w->Dot(rows[0]));
}
