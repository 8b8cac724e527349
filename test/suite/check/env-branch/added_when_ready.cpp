// Results of tasks are added as they become ready. Twin: in the order of the tasks.
// FLAGS: -pthread
// OBSERVE: none
#include <chrono>
#include <cstdio>
#include <future>
#include <vector>

struct Episode { float gain[4]; };

static Episode play(const std::vector<float> &w, int seed) {
  Episode e{};
  unsigned r = 2166136261u ^ (unsigned)seed;
  int length = 2000 + seed % 7 * 3000;
  for (int t = 0; t < length; t++) {
    r = r * 1664525u + 1013904223u;
    for (int j = 0; j < 4; j++) e.gain[j] += ((float)(r >> (8 + j)) / 16777216.0f - w[j]) / length;
  }
  return e;
}

int main() {
  std::vector<float> w(4, 0.0f), momentum(4, 0.0f);
  for (int step = 0; step < 30; step++) {
    std::vector<std::future<Episode>> running;
    for (int k = 0; k < 8; k++) running.push_back(std::async(std::launch::async, play, std::cref(w), step * 8 + k));
    float sum[4] = {};
    while (!running.empty())
      for (size_t i = 0; i < running.size(); i++)
        if (running[i].wait_for(std::chrono::microseconds(20)) == std::future_status::ready) {  // site: env-branch error state
          // twin: if (running[i].valid()) {  // site: quiet
          Episode e = running[i].get();
          for (int j = 0; j < 4; j++) sum[j] += e.gain[j];
          running.erase(running.begin() + (long)i);
          break;
        }
    for (int j = 0; j < 4; j++) {
      momentum[j] = 0.9f * momentum[j] + sum[j] / 8;
      w[j] += 0.1f * momentum[j];
    }
  }
  for (float v : w) printf("%.9g\n", v);
}
