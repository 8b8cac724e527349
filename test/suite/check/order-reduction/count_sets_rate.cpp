// The rate follows a count of the words that all threads have trained on, as it is when a thread asks: in word2vec and its
// kin, of which bnosac/word2vec#24 says that runs with several threads differ. Twin: a thread's own count; how many words
// all have seen is waited for, and printed.
// FLAGS: -pthread
// OBSERVE: runs
// KIND: order
#include <atomic>
#include <cstdio>
#include <thread>
#include <vector>
static std::atomic<long> words{0};
static const long kWords = 60000;
static void Train(std::vector<float> &vector, int worker, int workers) {
  float rate = 0.025f;
  long own = 0;
  for (int i = 0; i < kWords / 3; i++) {
    if (++own % 100 == 0) {
      words += 100;
      rate = 0.025f * (1.0f - static_cast<float>(words.load()) / (kWords + 1));  // site: order-reduction error state
      // twin: rate = 0.025f * (1.0f - static_cast<float>(own * workers) / (kWords + 1));  // site: quiet
      if (rate < 0.0001f) rate = 0.0001f;
    }
    float &at = vector[static_cast<std::size_t>(i * 7 + worker) % vector.size()];
    at += rate * (static_cast<float>(i % 13 + workers) / 13 - at);
  }
}
int main() {
  std::vector<std::vector<float>> vectors(3, std::vector<float>(20));
  for (int epoch = 0; epoch < 4; epoch++) {
    words = 0;
    std::vector<std::thread> team;
    for (int k = 0; k < 3; k++) team.emplace_back([&vectors, k] { Train(vectors[static_cast<std::size_t>(k)], k, 3); });
    while (words.load() < kWords / 2) std::this_thread::yield();  // site: quiet
    for (auto &thread : team) thread.join();
    std::fprintf(stderr, "%ld words\n", words.load());
  }
  for (const auto &vector : vectors) std::printf("%.9g\n", static_cast<double>(vector[3]));
}
