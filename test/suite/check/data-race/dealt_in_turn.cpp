// Items know the number of the thread that takes them. Three numbers, and twice as many threads as pools, do not fit the
// threads. Twin: as many numbers as threads, dealt out in the turn in which the threads take the items.
// FLAGS: -pthread
// OBSERVE: none
#include <cstddef>
#include <cstdio>
#include <thread>
#include <vector>
struct Item {
  explicit Item(float x) : x_(x) {}
  void set_worker(int worker) { worker_ = worker; }
  int worker() const { return worker_; }
  float x() const { return x_; }

 private:
  int worker_ = 0;
  float x_;
};
struct Pool {
  explicit Pool(std::size_t workers) : sums(workers), steps(workers) {}
  void Add(const Item &item) {
    sums[item.worker()] += item.x();  // site: data-race error state | twin: quiet
  }
  void Step(const Item *item) {
    steps[item->worker()] += 0.5f * item->x();  // site: data-race error state | twin: quiet
  }
  std::vector<float> sums, steps;
};
struct Adder {
  void Run() {
    for (std::size_t i = start; i < size; i += threads)
      pool->Add(*items[i]);
  }
  Item **items;
  Pool *pool;
  std::size_t start, size, threads;
};
struct Stepper {
  void Run() {
    for (std::size_t i = start; i < size; i += count)
      pool->Step(items[i]);
  }
  Item **items;
  Pool *pool;
  std::size_t start, size, count;
};
float Train(std::size_t threads) {
  std::vector<Item *> items, others;
  Pool pool(threads);
  std::size_t count = 0;
  for (int i = 0; i < 64; i++) {
    Item *item = new Item(0.1f * static_cast<float>(i));
    items.push_back(item);
    item->set_worker(static_cast<int>(count % 3));
    // twin: item->set_worker(static_cast<int>(count % threads));
    Item *other = new Item(0.2f * static_cast<float>(i));
    others.push_back(other);
    other->set_worker(static_cast<int>(count % threads));
    ++count;
  }
  std::vector<Adder> adders(threads);
  for (std::size_t t = 0; t < threads; t++)
    adders[t] = {&items[0], &pool, t, items.size(), threads};
  std::vector<Stepper> steppers(2 * threads);
  for (std::size_t t = 0; t < 2 * threads; t++)
    // twin: for (std::size_t t = 0; t < threads; t++)
    steppers[t] = {&others[0], &pool, t, others.size(), threads};
  for (int step = 0; step < 4; step++) {
    std::vector<std::thread> running;
    for (Adder &adder : adders)
      running.emplace_back(&Adder::Run, &adder);
    for (std::thread &thread : running)
      thread.join();
    running.clear();
    for (Stepper &stepper : steppers)
      running.emplace_back(&Stepper::Run, &stepper);
    for (std::thread &thread : running)
      thread.join();
  }
  const float sum = pool.sums[0] + pool.steps[0];
  for (const Item *item : items)
    delete item;
  for (const Item *item : others)
    delete item;
  return sum;
}
int main() { std::printf("%g\n", static_cast<double>(Train(4))); }
