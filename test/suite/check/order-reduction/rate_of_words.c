// The rate falls with the words that all threads have counted so far, by atomic additions, as in word2vec's trainers.
// Twin: with those that come before in the text.
// FLAGS: -fopenmp
// OBSERVE: none
#include <stdio.h>
enum { kSentences = 1000, kEpochs = 5 };
static float w[kSentences];
int main(void) {
  long words = 0;
  for (int epoch = 0; epoch < kEpochs; epoch++) {
#pragma omp parallel for
    for (int i = 0; i < kSentences; i++) {
      long seen;
#pragma omp atomic read
      // twin:
      seen = words;  // site: order-reduction error state
      // twin: seen = 10L * (epoch * kSentences + i);  // site: quiet
      float rate = 0.05f * (1.0f - (float)seen / (10.0f * kSentences * kEpochs));
      w[i] += rate * (1.0f - w[i]);
#pragma omp atomic
      words += 10;
    }
  }
  printf("%.9g %ld\n", (double)w[3], words);
  return 0;
}
