// Shared memory behind one test of the thread's number: reductions that choose, tiles of four elements at once; and what a neighbour writes at the same time. Twins: what is read there nobody writes.
// OBSERVE: none
#include <cstdio>
#include <cuda_runtime.h>
__global__ void Halves(const float *x, float *out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int k = blockDim.x / 2; k > 0; k >>= 1) {
    if (t < k) s[t] = s[t] > s[t + k] ? s[t] : s[t + k];  // site: quiet
    __syncthreads();
  }
  for (int k = 128; k > 0; k /= 2) {
    if (t < k)
      if (s[t + k] > s[t]) s[t] = s[t + k];  // site: quiet
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}
__global__ void Steps(const float *x, float *out, int n) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int k = 1; k < 256; k *= 2) {
    if (t % (2 * k) == 0 && t + k < n && s[t + k] > s[t]) s[t] = s[t + k];  // site: quiet
    __syncthreads();
  }
  for (int k = 1; k < 256; k *= 2) {
    const int at = 2 * k * t;
    if (at < blockDim.x) s[at] = s[at] > s[at + k] ? s[at] : s[at + k];  // site: quiet
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}
__global__ void Odd(const float *x, float *out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int left = 200; left > 1;) {
    const int k = (left + 1) / 2;
    if (t < k && t + k < left) s[t] = s[t] > s[t + k] ? s[t] : s[t + k];  // site: quiet
    left = k;
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}
__global__ void Next(const float *x, float *out, int n) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  if (t < n - 1) s[t] += s[t + 1];  // site: data-race error state
  // twin: if (t < 128) s[t] += s[t + 128];  // site: quiet
  __syncthreads();
  out[t] = s[t];
}
__global__ void Chosen(const float *x, float *out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  if (t < 255) s[t] = s[t + 1] > s[t] ? s[t + 1] : s[t];  // site: data-race error state
  // twin: if (t < 128) s[t] = s[t + 128] > s[t] ? s[t + 128] : s[t];  // site: quiet
  __syncthreads();
  out[t] = s[t];
}
__global__ void Scan(const float *x, float *out) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int k = 1; k < 256; k *= 2) {
    if (t >= k) s[t] += s[t - k];  // site: data-race error state
    // twin: const float more = t >= k ? s[t - k] : 0; __syncthreads(); s[t] += more;  // site: quiet
    __syncthreads();
  }
  out[t] = s[t];
}
__global__ void Growing(const float *x, float *out, int n) {
  __shared__ float s[256];
  const int t = threadIdx.x;
  s[t] = x[t];
  __syncthreads();
  for (int k = 1; k < 256; k *= 2) {
    if (t + k < n) s[t] += s[t + k];  // site: data-race error state
    // twin: if (t % (2 * k) == 0 && t + k < n) s[t] += s[t + k];  // site: quiet
    __syncthreads();
  }
  if (t == 0) *out = s[0];
}
__global__ void Otherwise(const float *x, float *out) {
  if (threadIdx.x == 0)
    out[1] = x[0];
  else
    out[0] = x[threadIdx.x];  // site: data-race error state
    // twin: out[1 + threadIdx.x] = x[threadIdx.x];  // site: quiet
}
__global__ void Either(const float *x, float *out) {
  if (threadIdx.x == 0 || threadIdx.x == 1) out[0] = x[threadIdx.x];  // site: data-race error state
  // twin: if (threadIdx.x == 0) out[0] = x[threadIdx.x];  // site: quiet
}
__global__ void Fours(const float *x, float *out, int n) {
  __shared__ float s[16][64];
  const int a = threadIdx.x, b = threadIdx.y;
  for (int p = 0; p < n / 1024; p++) {
    if (b < n - 16 * p)
      *reinterpret_cast<float4 *>(&s[b][a * 4]) = *reinterpret_cast<const float4 *>(&x[(p * 16 + b) * 64 + a * 4]);  // site: quiet
    else {
      s[b][a * 4 + 0] = 0;
      s[b][a * 4 + 3] = 0;  // site: quiet
    }
    __syncthreads();
    for (int k = 0; k < 16; k++) out[b * 16 + a] += s[k][a * 4];
    __syncthreads();
  }
}
__global__ void Over(const float *x, float *out, int n) {
  __shared__ float s[16][64];
  const int a = threadIdx.x, b = threadIdx.y;
  if (b < n) s[b][a * 4] = x[b * 64 + a];  // site: data-race error state | twin: quiet
  else if (a < 15) s[b][a * 4 + 4] = 1;  // site: data-race error state
  // twin: else if (a < 15) s[b][a * 4 + 3] = 1;  // site: quiet
  __syncthreads();
  out[b * 16 + a] = s[b][a * 4];
}
int main() {
  const int n = 1024;
  float *x, *out, *w;
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&out, 2 * n * sizeof(float));
  cudaMallocManaged(&w, n * sizeof(float));
  for (int i = 0; i < n; i++) w[i] = 1.0f / static_cast<float>(i + 1);
  for (int step = 0; step < 4; step++) {
    for (int i = 0; i < n; i++) x[i] = w[i];
    for (int i = 0; i < 2 * n; i++) out[i] = 0;
    Halves<<<1, 256>>>(x, out);
    Steps<<<1, 256>>>(x, out + 1, 256);
    Odd<<<1, 256>>>(x, out + 2);
    Next<<<1, 256>>>(x, out + 256, 256);
    Chosen<<<1, 256>>>(x, out + 512);
    Scan<<<1, 256>>>(x, out + 768);
    Growing<<<1, 256>>>(x, out + 3, 256);
    Otherwise<<<1, 64>>>(x, out + 64);
    Either<<<1, 64>>>(x, out + 4);
    Fours<<<1, dim3(16, 16)>>>(x, out + 1024, n);
    Over<<<1, dim3(16, 16)>>>(x, out + 1536, n);
    cudaDeviceSynchronize();
    for (int i = 0; i < n; i++) w[i] += 0.1f * (out[i] + out[n + i]);
  }
  std::printf("%.9g\n", w[3]);
}
