// Workers that know their number as a member; two of them have the same one. Twin: each has its own.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>
constexpr int kThreads = 4, kSize = 64;
class Worker {
 public:
  Worker(int number, float *w) : number_(number), w_(w) {}
  void Run() {
    for (int i = number_; i < kSize; i += kThreads)
      w_[i] -= 0.1f * (w_[i] - 1.0f);  // site: data-race error state | twin: quiet
  }

 private:
  int number_;
  float *w_;
};
struct Part {  // of consecutive elements
  Part(int begin, int end, float *w) : begin(begin), end(end), w(w) {}
  void Run() const {
    for (int i = begin; i < end; i++)
      w[i] -= 0.2f * (w[i] - 1.0f);  // site: data-race error state | twin: quiet
  }
  int begin, end;
  float *w;
};
struct Slot {
  int number = 0;
  float *w = nullptr;
  void operator()() const {
    for (int i = number * kSize / kThreads; i < (number + 1) * kSize / kThreads; i++)
      w[i] *= 0.5f;  // site: data-race error state | twin: quiet
  }
};
int main() {
  std::vector<float> w(kSize), v(kSize), u(kSize, 1.0f);
  std::vector<Worker> workers;
  for (int t = 0; t < kThreads; t++)
    workers.emplace_back(t / 2, w.data());
    // twin: workers.emplace_back(t, w.data());
  std::vector<std::unique_ptr<Part>> parts;
  for (int t = 0; t < kThreads; t++)
    parts.push_back(std::make_unique<Part>(0, t * 16 + 16, v.data()));
    // twin: parts.push_back(std::make_unique<Part>(t * 16, t * 16 + 16, v.data()));
  Slot slots[kThreads];
  for (int t = 0; t < kThreads; t++) {
    slots[t].number = kThreads - 1;
    // twin: slots[t].number = t;
    slots[t].w = u.data();
  }
  for (int step = 0; step < 4; step++) {
    std::vector<std::thread> threads;
    for (Worker &worker : workers)
      threads.emplace_back(&Worker::Run, &worker);
    for (std::thread &thread : threads)
      thread.join();
    threads.clear();
    for (auto &part : parts)
      threads.emplace_back([&part] { part->Run(); });
    for (std::thread &thread : threads)
      thread.join();
    threads.clear();
    for (int t = 0; t < kThreads; t++)
      threads.emplace_back(slots[t]);
    for (std::thread &thread : threads)
      thread.join();
  }
  std::printf("%g %g %g\n", static_cast<double>(w[3]), static_cast<double>(v[3]), static_cast<double>(u[3]));
}
