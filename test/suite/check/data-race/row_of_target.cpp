// Threads add to an element of the gradient that a target chooses. Twin: in a row of their own.
// FLAGS: -fopenmp
// OBSERVE: none
#include <cstdio>
#include <vector>
struct Tensor {
  float *data;
  Tensor *grad;
};
static std::vector<float> memory(256);
static std::vector<Tensor> tensors;
static Tensor *Make(int &used, int size, bool has_grad) {
  Tensor *grad = has_grad ? Make(used, size, false) : nullptr;
  tensors.push_back({memory.data() + used, grad});
  used += size;
  return &tensors.back();
}
static void Backward(Tensor *loss, Tensor *probs, const int *targets, int rows, int width) {
#pragma omp parallel for
  for (int row = 0; row < rows; row++) {
    float *p = probs->data + row * width;
    float *d = probs->grad->data;
    // twin: float *d = probs->grad->data + row * width;
    float l = loss->grad->data[row];
    d[targets[row]] += -1.0f / p[targets[row]] * l;  // site: data-race error state | twin: quiet
  }
}
int main() {
  tensors.reserve(4);
  int used = 0;
  Tensor *loss = Make(used, 8, true), *probs = Make(used, 32, true);
  const int targets[8] = {0, 1, 2, 3, 0, 1, 2, 3};
  for (int i = 0; i < 32; i++) probs->data[i] = 1.0f + static_cast<float>(i) / 3;
  for (int i = 0; i < 8; i++) loss->grad->data[i] = 1.0f / static_cast<float>(i + 1);
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 32; i++) probs->grad->data[i] = 0;
    Backward(loss, probs, targets, 8, 4);
    for (int i = 0; i < 32; i++) probs->data[i] -= 0.01f * probs->grad->data[i];
  }
  std::printf("%.9g\n", static_cast<double>(probs->data[1]));
}
