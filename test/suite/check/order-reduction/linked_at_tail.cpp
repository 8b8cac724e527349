// Readers put what they have parsed behind the last element of one list, which an epoch goes through. Twin: a list for each
// reader, and these are gone through in turn.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>
static const int kReaders = 3, kRows = 90;
struct Row {
  Row *next = nullptr;
  float x = 0;
};
struct List {
  Row *first = nullptr, *last = nullptr;
};
static List lists[kReaders];
static std::mutex mutex;
static float Parse(int i) {
  float x = 0;
  for (int k = 0; k < 20000 * (1 + i % 4); k++) x += static_cast<float>(i % 17) / 17 / static_cast<float>(k + 1);
  return x;
}
static void Read(int me) {
  for (int i = me; i < kRows; i += kReaders) {
    Row *row = new Row;
    row->x = Parse(i);
    std::lock_guard<std::mutex> lock(mutex);
    List &list = lists[0];
    // twin: List &list = lists[me];
    if (list.last == nullptr) list.first = row;
    else list.last->next = row;
    list.last = row;  // site: order-reduction error state | twin: quiet
  }
}
int main() {
  float w = 0;
  for (int epoch = 0; epoch < 8; epoch++) {
    std::vector<std::thread> readers;
    for (int k = 0; k < kReaders; k++) readers.emplace_back(Read, k);
    for (auto &reader : readers) reader.join();
    for (List &list : lists) {
      while (Row *row = list.first) {
        w += 0.05f * (row->x - w);
        list.first = row->next;
        delete row;
      }
      list.last = nullptr;
    }
  }
  std::printf("%.9g\n", static_cast<double>(w));
}
