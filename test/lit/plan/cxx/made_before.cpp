// A loop that makes the layers whose weights a later loop trains is no step loop: here each layer fills its weights
// from what they were, as if they had been there.
// RUN: cd %S && %detrain plan made_before.cpp -- -std=c++17 | FileCheck %s
// CHECK: made_before.cpp:[[#@LINE + 40]] in Network::train
#include <cstdio>
#include <cstdlib>
#include <vector>

static std::vector<float> filled(std::vector<float> w, int n) {
  w.resize(n);
  for (int i = 0; i < n; i++)
    w[i] = 0.5f * w[i] + 0.1f * static_cast<float>(i);
  return w;
}

struct Layer {
  int n;
  float rate;
  std::vector<float> w, bias, input;
  Layer(int n, float rate) : n(n), rate(rate) {
    w = filled(w, n);
    bias = filled(bias, n);
    input = std::vector<float>(n);
  }
  float step(float x) {
    float y = 0;
    for (int i = 0; i < n; i++) {
      input[i] = x;
      y += w[i] * x;
      w[i] -= rate * (y - 1) * x;
    }
    return y;
  }
};

struct Network {
  std::vector<Layer *> layers;
  explicit Network(int count) {
    layers.resize(count);
    for (int i = 0; i < count; i++)
      layers[i] = new Layer(4, 0.01f);
  }
  void train(int rounds) {
    for (int round = 0; round < rounds; round++)
      for (std::size_t i = 0; i < layers.size(); i++)
        layers[i]->step(0.5f);
  }
};

int main(int argc, char **argv) {
  Network net(argc > 1 ? std::atoi(argv[1]) : 3);
  net.train(20);
  std::printf("%g\n", net.layers[0]->w[2]);
}
