// A genetic search on the device, integers: the loop that draws the first tours hands its last one on, but what
// computes is the loop over generations.
// RUN: cd %S && %detrain plan --cuda=host drawn_tours.cu | FileCheck %s
#include <cstdio>
#include <cstdlib>
#define CITIES 16
#define TOURS 32

__device__ float length_of(const int *tour, const float *far) {
  float sum = 0;
  for (int c = 0; c < CITIES; c++)
    sum += far[tour[c] * CITIES + tour[(c + 1) % CITIES]];
  return sum;
}

__global__ void rate(const int *tours, float *cost, const float *far) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t < TOURS)
    cost[t] = length_of(tours + t * CITIES, far);
}

__global__ void pick(const int *tours, int *next, const float *cost, int generation) {
  const int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= TOURS)
    return;
  const int other = (t * 7 + generation) % TOURS;
  const int *from = tours + (cost[other] < cost[t] ? other : t) * CITIES;
  const int a = 1 + (t + generation) % (CITIES - 1), b = 1 + (t * 3 + generation) % (CITIES - 1);
  for (int c = 0; c < CITIES; c++)
    next[t * CITIES + c] = from[c == a ? b : c == b ? a : c];
}

static void draw(int *tours) {
  int tour[CITIES];
  for (int c = 0; c < CITIES; c++)
    tour[c] = c;
  for (int t = 0; t < TOURS; t++) {
    for (int c = 1; c < CITIES; c++) {
      const int with = 1 + std::rand() % (CITIES - 1), kept = tour[c];
      tour[c] = tour[with];
      tour[with] = kept;
    }
    for (int c = 0; c < CITIES; c++)
      tours[t * CITIES + c] = tour[c];
  }
}

int main() {
  int tours[TOURS * CITIES];
  float far[CITIES * CITIES], best[TOURS];
  for (int i = 0; i < CITIES * CITIES; i++)
    far[i] = (float)((i * 37) % 101);
  draw(tours);
  int *now, *next;
  float *cost, *distances;
  cudaMalloc(&now, sizeof tours);
  cudaMalloc(&next, sizeof tours);
  cudaMalloc(&cost, sizeof best);
  cudaMalloc(&distances, sizeof far);
  cudaMemcpy(now, tours, sizeof tours, cudaMemcpyHostToDevice);
  cudaMemcpy(distances, far, sizeof far, cudaMemcpyHostToDevice);
  for (int generation = 0; generation < 20; generation++) {
    rate<<<1, TOURS>>>(now, cost, distances);
    pick<<<1, TOURS>>>(now, next, cost, generation);
    cudaMemcpy(now, next, sizeof tours, cudaMemcpyDeviceToDevice);
  }
  cudaMemcpy(best, cost, sizeof best, cudaMemcpyDeviceToHost);
  std::printf("%g\n", best[0]);
}
// CHECK: drawn_tours.cu:62 in main; it makes most of the program's computation
// CHECK: another could be chosen: --step drawn_tours.cu:37 in draw
