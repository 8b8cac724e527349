// Threads fill a table, each of them. Twin: std::call_once has one of them do it.
// FLAGS: -pthread
// OBSERVE: none
#include <cstdio>
#include <mutex>
#include <thread>
static float table[4], w = 1;
static std::once_flag once;
static void Fill() {
  for (int i = 0; i < 4; i++) table[i] += static_cast<float>(i + 1);  // site: data-race error state | twin: quiet
}
static void Work() {
  Fill();
  // twin: std::call_once(once, Fill);
}
int main() {
  for (int step = 0; step < 4; step++) {
    std::thread a(Work), b(Work);
    a.join();
    b.join();
    w = 0.5f * w + 0.25f * table[step];
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
