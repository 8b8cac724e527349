// A rate that all threads of a call lower; the function that does so recurs, and is called for the rates of two calls.
// Twin: each thread has a copy.
// FLAGS: -pthread
// OBSERVE: runs
#include <cstdio>
#include <thread>
#include <vector>
static void Work(const std::vector<float> &data, float *sum, float *rate, int from, int to) {
  if (to - from > 8) {
    const int middle = (from + to) / 2;
    Work(data, sum, rate, from, middle);
    Work(data, sum, rate, middle, to);
    return;
  }
  for (int i = from; i < to; i++) *sum += data[static_cast<std::size_t>(i)];
  *rate *= 0.99f;  // site: data-race error state | twin: quiet
}
static float Train(const std::vector<float> &data, float start) {
  float rate = start, sums[4] = {0, 0, 0, 0};
  const int part = static_cast<int>(data.size()) / 4;
  std::vector<std::thread> threads;
  for (int t = 0; t < 4; t++)
    threads.emplace_back([&data, &sums, &rate, part, t] { Work(data, &sums[t], &rate, t * part, (t + 1) * part); });  // site: quiet
  // twin: threads.emplace_back([&data, &sums, rate, part, t]() mutable { Work(data, &sums[t], &rate, t * part, (t + 1) * part); });
  for (std::thread &thread : threads) thread.join();
  return rate * (sums[0] + sums[1] + sums[2] + sums[3]);
}
int main() {
  const std::vector<float> data(40000, 0.5f), rest(400, 0.25f);
  float w = 0;
  for (int step = 0; step < 5; step++) {
    w += Train(data, 0.1f);
    w -= Train(rest, 0.2f);
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
