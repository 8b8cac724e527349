// A kernel that takes apart the number of its pack of four: by the width, then by a length that is rounded up to tiles.
// The tokens that it reads are the part that was copied for this call, also where that is less than the whole.
// REQUIRES: nvcc
// RUN: %detrain plan %s | FileCheck %s
// RUN: %detrain plan %s -- nvcc -DSHORT | FileCheck %s --check-prefix=SHORT
// CHECK: Saved at each checkpoint: 2 entries
// CHECK: Left out
// CHECK-DAG: net.tokens {{.*}} dead
// CHECK-DAG: net.out {{.*}} dead
// One that is not copied is read as well:
// SHORT: Saved at each checkpoint: 3 entries
// SHORT: net.tokens {{.*}} carried
// SHORT: Left out
#include <cstdio>
#include <cstdlib>
#include <cstring>

template <class T>
struct alignas(16) Pack {
  static constexpr size_t size = sizeof(int4) / sizeof(T);
  T values[size];
  __device__ explicit Pack(int4 bits) { memcpy(values, &bits, sizeof(bits)); }
  __device__ T& operator[](int i) { return values[i]; }
  __device__ int4 bits() const {
    int4 out;
    memcpy(&out, values, sizeof(out));
    return out;
  }
};
template <class T>
__device__ Pack<T> fetch(const T* at) {
  return Pack<T>{__ldcs(reinterpret_cast<const int4*>(at))};
}
template <class T>
__device__ void put(T* at, const Pack<T>& pack) {
  __stcs(reinterpret_cast<int4*>(at), pack.bits());
}

__global__ void embed(float* out, const int* tokens, const float* rows, int batch, int length, int width) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * (int)Pack<float>::size;
  if (first >= batch * length * width)
    return;
  int token = first / width, b = token / length, t = token % length, c = first % width;
  Pack<float> pack = fetch(rows + tokens[b * length + t] * width + c);
  for (int k = 0; k < (int)Pack<float>::size; k++)
    pack[k] *= 2;
  put(out + b * length * width + t * width + c, pack);
}

__global__ void update(float* w, const float* a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] -= 0.1f * a[i];
}

struct Net {
  int width;
  size_t batch, length;
  int* tokens;
  float *out, *w;
};

void forward(Net* net, const int* tokens, size_t batch, size_t length) {
  if (batch > net->batch || length > net->length)
    exit(1);
#ifdef SHORT
  cudaMemcpy(net->tokens, tokens, (batch * length - 1) * sizeof(int), cudaMemcpyHostToDevice);
#else
  cudaMemcpy(net->tokens, tokens, batch * length * sizeof(int), cudaMemcpyHostToDevice);
#endif
  int all = batch * length * net->width;
  embed<<<(all + 1023) / 1024, 256>>>(net->out, net->tokens, net->w, batch, length, net->width);
}

int main(int argc, char** argv) {
  Net net;
  int batch = atoi(argv[1]), length = atoi(argv[2]), shown_every = atoi(argv[3]);
  FILE* file = fopen("width", "rb");
  if (fread(&net.width, sizeof(int), 1, file) != 1)
    return 1;
  net.batch = batch;
  net.length = length;
  size_t all = (size_t)batch * length * net.width;
  if (all < 1)
    return 1;
  cudaMalloc(&net.tokens, batch * length * sizeof(int));
  cudaMalloc(&net.out, all * sizeof(float));
  cudaMalloc(&net.w, all * sizeof(float));
  cudaMemset(net.w, 1, all * sizeof(float));
  int* tokens = (int*)malloc(batch * length * sizeof(int));
  int tile = length < 256 ? length : 256;
  for (int step = 0; step < 10; step++) {
    for (int i = 0; i < batch * length; i++)
      tokens[i] = i;
    if (step % shown_every == 0)
      for (int t = 1; t < length; t++)
        forward(&net, tokens, 1, (t + tile - 1) / tile * tile);
    forward(&net, tokens, batch, length);
    update<<<(all + 255) / 256, 256>>>(net.w, net.out, all);
    float shown;
    cudaMemcpy(&shown, net.w, sizeof(float), cudaMemcpyDeviceToHost);
    printf("%f\n", shown);
  }
}
