// What tells the class of an object inside a record is one member of it, in whichever record of a vector: the table of
// virtual functions is not what the record's other pointers lead to.
// RUN: cd %S && %detrain plan class_in_record.cpp | FileCheck %s
//
// CHECK: Guarantee
// CHECK-NEXT: bitwise
// CHECK-DAG: {{^  }}models[].second.rounds {{.*}} carried{{$}}
// CHECK-DAG: {{^  }}models[].second.w {{.*}} carried{{$}}
#include <cstdio>
#include <utility>
#include <vector>
struct Predictor {
  virtual double Predict(double x) const = 0;
};
struct Boost : Predictor {
  std::vector<double> rounds;
  double w;
  explicit Boost(int label) : w(label) {}
  void Next() {
    rounds.push_back(w);
    w /= 2;
  }
  double Predict(double x) const override { return rounds[0] * x; }
};
int main() {
  std::vector<std::pair<int, Boost>> models;
  for (int label = 0; label < 2; label++)
    models.emplace_back(label, Boost(label));
  for (int round = 0; round < 9; round++) {
    for (auto &model : models)
      model.second.Next();
    std::printf("%d %f\n", round, models[1].second.rounds[0]);
  }
}
