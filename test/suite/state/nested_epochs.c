// Batches within epochs: the boundary lies in the inner loop. Twin: the sum over an epoch is begun in each batch.
// STATE: carried w sum epoch batch | dead loss
// TWIN: carried w epoch batch | dead loss sum
#include <stdio.h>
int main(void) {
  float w[2] = {3, 4}, sum = 0, loss = 0;
  for (int epoch = 0; epoch < 3; epoch++) {
    sum = 0;
    for (int batch = 0; batch < 3; batch++) {
      loss = w[0] - w[1];
      w[0] -= 0.1f * loss;
      w[1] -= 0.2f * (w[1] - (float)batch);
      sum += loss;
      // twin: sum = loss;
      printf("%d %d: %f\n", epoch, batch, sum);
    }
  }
  printf("%f %f\n", w[0], w[1]);
}
