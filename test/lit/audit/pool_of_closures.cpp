// A pool takes closures from a queue, whose threads start before the step loop: the audit comes to an end (1: it takes
// the queue for state, which is empty where a step ends).
// RUN: sh -c '"$@"; echo "exit code $?"' audit %detrain audit %s -- -std=c++17 2>&1 | FileCheck %s
// CHECK: exit code {{[01]$}}
#include <condition_variable>
#include <cstdio>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>
#include <vector>
class Pool {
 public:
  explicit Pool(int n) {
    for (int i = 0; i < n; i++) threads_.emplace_back([this] { Run(); });
  }
  ~Pool() {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      ends_ = true;
    }
    more_.notify_all();
    for (auto &thread : threads_) thread.join();
  }
  void Put(std::function<void()> job) {
    {
      std::lock_guard<std::mutex> lock(mutex_);
      jobs_.push(std::move(job));
      ++open_;
    }
    more_.notify_one();
  }
  void Wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    none_.wait(lock, [this] { return open_ == 0; });
  }

 private:
  void Run() {
    for (;;) {
      std::function<void()> job;
      {
        std::unique_lock<std::mutex> lock(mutex_);
        more_.wait(lock, [this] { return ends_ || !jobs_.empty(); });
        if (jobs_.empty()) return;
        job = std::move(jobs_.front());
        jobs_.pop();
      }
      job();
      std::lock_guard<std::mutex> lock(mutex_);
      if (--open_ == 0) none_.notify_all();
    }
  }
  std::mutex mutex_;
  std::condition_variable more_, none_;
  std::queue<std::function<void()>> jobs_;
  std::vector<std::thread> threads_;
  int open_ = 0;
  bool ends_ = false;
};
struct Model {
  int step;
  float w[4], v[4];
};
static void Save(const Model &m) {
  FILE *f = fopen("model.bin", "wb");
  if (!f) return;
  fwrite(&m.step, sizeof m.step, 1, f);
  fwrite(m.w, sizeof m.w, 1, f);
  fwrite(m.v, sizeof m.v, 1, f);
  fclose(f);
}
static bool Load(Model *m) {
  FILE *f = fopen("model.bin", "rb");
  bool ok = f && fread(&m->step, sizeof m->step, 1, f) == 1 && fread(m->w, sizeof m->w, 1, f) == 1;
  ok = ok && fread(m->v, sizeof m->v, 1, f) == 1;
  if (f) fclose(f);
  return ok;
}
int main() {
  Model m{};
  if (!Load(&m)) m = Model{};
  Pool pool(3);
  for (; m.step < 20; m.step++) {
    for (int k = 0; k < 4; k++)
      pool.Put([&m, k] {
        m.v[k] = 0.9f * m.v[k] - 0.1f * (m.w[k] - static_cast<float>(k));
        m.w[k] += m.v[k];
      });
    pool.Wait();
  }
  Save(m);
  printf("%.9g\n", static_cast<double>(m.w[1]));
}
