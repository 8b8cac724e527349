// What the heap holds is called as in the plan, by the pointers that lead there. The biases of the nodes are trained, and
// the save writes those of the layer, from which they were copied.
// What a library keeps for itself (errno) is no state.
// RUN: %detrain audit %s -- -std=c++17 | FileCheck %s --implicit-check-not="save 'libc"
// CHECK: warning: 'Save' does not save '{{.*}}nodes{{..}}.bias'
// CHECK: warning: 'Save' does not save {{.*}}'step'
#include <cerrno>
#include <cstdio>

struct Node {
  float *weights;
  float bias;
};

struct Layer {
  Node *nodes;
  float *weights, *biases;
  int size;
  explicit Layer(int n) : size(n) {
    weights = new float[n * n];
    biases = new float[n];
    nodes = new Node[n];
    for (int i = 0; i < n * n; i++) weights[i] = 0.01f * i;
    for (int i = 0; i < n; i++) biases[i] = 0;
    for (int i = 0; i < n; i++) {
      nodes[i].weights = weights + i * n;
      nodes[i].bias = biases[i];
    }
  }
  void Train(float x) {
    for (int i = 0; i < size; i++) {
      float y = nodes[i].bias;
      for (int j = 0; j < size; j++) y += nodes[i].weights[j] * x;
      for (int j = 0; j < size; j++) nodes[i].weights[j] -= 0.01f * y;
      nodes[i].bias -= 0.01f * y;
    }
  }
};

struct Net {
  Layer **layers;
  int count;
  Net(int n, int size) : count(n) {
    layers = new Layer *[n];
    for (int i = 0; i < n; i++) layers[i] = new Layer(size);
  }
};

static void Save(Net *net, const char *path) {
  FILE *file = std::fopen(path, "wb");
  if (!file) {
    if (errno == ENOENT) std::perror(path);
    return;
  }
  for (int i = 0; i < net->count; i++) {
    std::fwrite(net->layers[i]->weights, sizeof(float), net->layers[i]->size * net->layers[i]->size, file);
    std::fwrite(net->layers[i]->biases, sizeof(float), net->layers[i]->size, file);
  }
  std::fclose(file);
}

int main() {
  Net *net = new Net(2, 4);
  for (int step = 0; step < 100; step++) {
    for (int i = 0; i < net->count; i++) net->layers[i]->Train(0.1f * step);
    Save(net, "net.bin");
  }
  std::printf("%f\n", net->layers[0]->nodes[0].bias);
}
