// The loop around is made of goto, in C++: what stands in front of its label is no part of it, and runs again in a
// resumed run, whose blocks it makes.
// RUN: rm -rf %t && mkdir %t && cp %s %t/again.cpp && cd %t
// RUN: %detrain cc --step again.cpp:17 -- g++ -O1 again.cpp -o again
// RUN: %detrain verify --kill-at all --poison -- ./again | FileCheck %s
// CHECK: 7 boundaries
#include <cstdio>
#include <memory>
#include <vector>

struct Model {
  std::vector<float> w;
};

static float Epoch(Model& model, float g) {
  float sum = 0;
  for (std::size_t k = 0; k < model.w.size(); k++) {
    model.w[k] = 0.75f * model.w[k] + g;
    sum += model.w[k];
  }
  return 0.25f * sum;
}

static void Make(Model& model) { model.w.assign(3, 0.5f); }

int main() {
  std::unique_ptr<Model> model = std::make_unique<Model>();
  float g = 0.5f;
  Make(*model);
  int epoch = 0;
again:
  g *= 0.5f;
  std::printf("epoch %d\n", epoch);
  g += Epoch(*model, g);
  if (++epoch < 2)
    goto again;
  std::printf("%a %a\n", static_cast<double>(g), static_cast<double>(model->w[2]));
}
