// Keys that a sum by key, or `unique`, leaves choose elements. Twins: sums of integers, keys that were sorted before.
// OBSERVE: none
#include <cstdio>
#include <cuda_runtime.h>
#include <thrust/device_vector.h>
#include <thrust/reduce.h>
#include <thrust/sort.h>
#include <thrust/unique.h>
#include <vector>
using Number = float;
// twin: using Number = int;
__global__ void Ordered(float *w, const int *key, const Number *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[key[i]] -= 1e-4f * static_cast<float>(sum[i]);  // site: quiet
}
__global__ void Sorted(float *w, const int *key, const int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[key[i]] -= 1e-4f * static_cast<float>(sum[i]);  // site: data-race error state | twin: quiet
}
__global__ void Decay(float *w, const int *seen, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[seen[i]] *= 0.99f;  // site: data-race error state | twin: quiet
}
__global__ void Repeated(float *w, const int *word, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) w[word[i]] += 0.5f;  // site: data-race error state
  // twin: if (i < n) atomicExch(w + word[i], 0.5f);  // site: quiet
}
int main() {
  const int tokens = 1 << 12, words = 64;
  std::vector<int> in_order(tokens), as_read(tokens);
  for (int i = 0; i < tokens; i++) in_order[i] = (int)((long)i * words / tokens);
  for (int i = 0; i < tokens; i++) as_read[i] = i * 29 % words;
  thrust::device_vector<int> ordered(in_order), word(as_read), seen(as_read), raw(as_read);
  thrust::device_vector<int> key(words), found(tokens), counts(tokens), ones(tokens, 1);
  thrust::device_vector<Number> error(tokens, static_cast<Number>(3)), sum(words);
  thrust::device_vector<float> w(words, 0.5f);
  thrust::sort(raw.begin(), raw.end());
  // twin: thrust::sort(word.begin(), word.end());
  if (tokens < words) return 1;
  // twin: thrust::sort(seen.begin(), seen.end());
  const int distinct = (int)(thrust::unique(seen.begin(), seen.end()) - seen.begin());
  for (int step = 0; step < 4; step++) {
    auto end = thrust::reduce_by_key(ordered.begin(), ordered.end(), error.begin(), key.begin(), sum.begin());  // site: nondet-library error state | twin: quiet
    Ordered<<<1, 64>>>(w.data().get(), key.data().get(), sum.data().get(), (int)(end.first - key.begin()));
    auto all = thrust::reduce_by_key(word.begin(), word.end(), ones.begin(), found.begin(), counts.begin());
    Sorted<<<16, 256>>>(w.data().get(), found.data().get(), counts.data().get(), (int)(all.first - found.begin()));
    Decay<<<16, 256>>>(w.data().get(), seen.data().get(), distinct);
    Repeated<<<16, 256>>>(w.data().get(), raw.data().get(), tokens);
    cudaDeviceSynchronize();
  }
  for (int i = 0; i < 8; i++) printf("%.9g\n", (float)w[i]);
}
