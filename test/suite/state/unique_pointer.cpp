// What a unique_ptr leads to. Twin: the step clears it.
// STATE: carried w model->v | counter step
// TWIN: carried w | counter step | dead model->v
#include <cstdio>
#include <memory>
struct Model {
  float v[3] = {};
};
int main() {
  auto model = std::make_unique<Model>();
  float w[3] = {1, 2, 3};
  for (int step = 0; step < 8; step++) {
    for (int i = 0; i < 3; i++) model->v[i] *= 0.5f;
    // twin: for (int i = 0; i < 3; i++) model->v[i] = 0;
    for (int i = 0; i < 3; i++) model->v[i] += w[i];
    for (int i = 0; i < 3; i++) w[i] -= 0.1f * model->v[i];
  }
  std::printf("%f %f\n", w[0], w[2]);
}
