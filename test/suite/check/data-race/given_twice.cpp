// Numbers that a loop gives to workers, each to two of them. Twin: one to each.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <thread>
#include <vector>
constexpr int kThreads = 4, kSize = 64;
struct Worker {
  Worker(int number, float *w) : number(number), w(w) {}
  void Run() const {
    for (int i = number; i < kSize; i += kThreads)
      w[i] -= 0.1f * (w[i] - 1.0f);  // site: data-race error state | twin: quiet
  }
  int number;
  float *w;
};
struct Job {
  int number;
  float *w;
  void Run() const {
    for (int i = number; i < kSize; i += 2 * kThreads)
      w[i] *= 0.75f;  // site: data-race error state | twin: quiet
  }
};
struct Slice {
  int number;
  float *w;
  void Run() const {
    for (int i = number; i < kSize; i += kThreads)
      w[i] *= 0.5f;  // site: data-race error state | twin: quiet
  }
};
int main() {
  std::vector<float> w(kSize), v(kSize, 1.0f), u(kSize, 1.0f);
  std::vector<Worker *> workers;
  for (int t = 0; t < kThreads; t++) {
    workers.push_back(new Worker(t, w.data()));
    workers.push_back(new Worker(t, w.data()));
    // twin:
  }
  Job jobs[2 * kThreads];
  for (int t = 0; t < kThreads; t++)
    for (int half = 0; half < 2; half++)
      jobs[2 * t + half] = {t, v.data()};
      // twin: jobs[2 * t + half] = {2 * t + half, v.data()};
  std::vector<Slice> slices;
  for (int round = 0; round < 2; round++)
    for (int t = 0; t < kThreads; t++)
      slices.push_back({round, u.data()});
      // twin: if (round == 0) slices.push_back({t, u.data()});
  for (int step = 0; step < 4; step++) {
    std::vector<std::thread> threads;
    for (Worker *worker : workers)
      threads.emplace_back(&Worker::Run, worker);
    for (std::thread &thread : threads)
      thread.join();
    threads.clear();
    for (Job &job : jobs)
      threads.emplace_back([&job] { job.Run(); });
    for (std::thread &thread : threads)
      thread.join();
    threads.clear();
    for (const Slice &slice : slices)
      threads.emplace_back([&slice] { slice.Run(); });
    for (std::thread &thread : threads)
      thread.join();
  }
  std::printf("%g %g %g\n", static_cast<double>(w[3]), static_cast<double>(v[3]), static_cast<double>(u[3]));
  for (Worker *worker : workers)
    delete worker;
}
