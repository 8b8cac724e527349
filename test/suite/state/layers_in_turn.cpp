// One loop updates a layer in each iteration: the step is the loop around it. Twin: only the bias is trained.
// STATE: carried net[].w net[].b | counter step
// TWIN: carried net[].b | invariant net[].w | counter step
#include <cstdio>
#include <vector>
struct Layer {
  std::vector<float> w = std::vector<float>(4, 0.5f), b = std::vector<float>(4);
};
int main() {
  std::vector<Layer> net(3);
  for (int step = 0; step < 8; step++) {
    float x = 1;
    for (Layer& layer : net)
      for (int i = 0; i < 4; i++) x = 0.5f * x + layer.w[i] + layer.b[i];
    for (Layer& layer : net) {
      for (float& b : layer.b) b -= 0.1f * x;
      for (float& w : layer.w) w -= 0.1f * x;
      // twin:
    }
  }
  std::printf("%f %f\n", net[0].b[1], net[2].w[3]);
}
