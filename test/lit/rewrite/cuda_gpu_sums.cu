// Sums on a GPU: each launch of a kernel that sums is announced and finished behind, on its stream; barriers finish
// those in shared memory, of the types that are summed there. What cannot be followed stays, and says why.
// REQUIRES: nvcc
// RUN: %detrain rewrite --diff %s 2>%t.notes >%t.diff && FileCheck %s <%t.diff && FileCheck %s --check-prefix=NOTES <%t.notes
// Nothing else is touched: one barrier, three launches.
// RUN: grep -c '^-  __syncthreads();' %t.diff | grep -qx 1 && grep -c '^+.*SumsBegin.*SumsEnd' %t.diff | grep -qx 3
// RUN: rm -rf %t.dir && mkdir %t.dir && cd %t.dir && %detrain cc -- nvcc -arch=sm_80 %s -o train 2>err && FileCheck %s --check-prefix=NOTES <err
#include <cooperative_groups.h>

__device__ void accumulate(float* to, float x) {
  atomicAdd(to, x);
  // CHECK: {{^\+}}  detrain_sum(to, x);
}
template <int kStride>
__global__ void scatter(float* out, const float* in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    accumulate(&out[i % kStride], in[i]);
}
__device__ void meet() {
  __syncthreads();
  // CHECK: {{^\+}}  detrain_syncthreads<double, float>();
}
__global__ void in_blocks(float* out, const float* in, int n) {
  __shared__ float one;
  __shared__ double two[8];
  if (threadIdx.x < 8)
    two[threadIdx.x] = one = 0;
  meet();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    atomicAdd(&one, in[i]);
    atomicAdd(&two[i % 8], in[i]);
  }
  meet();
  if (threadIdx.x == 0)
    atomicAdd(out, one + static_cast<float>(two[3]));
}
// Its barriers are nothing to those above.
__global__ void other(float* out) {
  __syncthreads();
  out[threadIdx.x] *= 0.5f;
}
__global__ void by_groups(float* out, const float* in) {
  __shared__ float sum;
  sum = 0;
  cooperative_groups::this_thread_block().sync();
  // NOTES-DAG: cuda_gpu_sums.cu:[[#@LINE+1]]:3: note: a resumed run may differ: this float atomicAdd stays, and its sum hangs on the order of threads: 'by_groups' has another barrier than __syncthreads
  atomicAdd(&sum, in[threadIdx.x]);
  cooperative_groups::this_thread_block().sync();
  out[blockIdx.x] = sum;
}
__global__ void by_pointer(float* out) {
  // NOTES-DAG: cuda_gpu_sums.cu:[[#@LINE+1]]:3: note: {{.*}}: where 'by_pointer' is launched is not in the text
  atomicAdd(out, 1.0f / static_cast<float>(threadIdx.x + 1));
}
struct Adder {
  float* to;
  __device__ void add(float x) const {
    atomicAdd(to, x);
    // CHECK: {{^\+}}    detrain_sum(to, x);
  }
};
__global__ void by_method(Adder adder) {
  adder.add(0.1f);
}
__global__ void around(float* out) {
  // NOTES-DAG: cuda_gpu_sums.cu:[[#@LINE+1]]:3: note: {{.*}}: nothing can be added around the launch of 'around' in line [[#@LINE+17]]
  atomicAdd(out, 0.1f);
}

cudaStream_t next(cudaStream_t* streams) {
  static int turn = 0;
  return streams[turn++ % 2];
}

int main() {
  float *out, *in;
  cudaStream_t streams[2];
  cudaMalloc(&out, 4000);
  cudaMalloc(&in, 4000);
  for (cudaStream_t& stream : streams)
    cudaStreamCreate(&stream);
  for (int step = 0; step < 3; step++) {
    around<<<1, 32, 0, next(streams)>>>(out);
    if (step > 0)
      scatter<7><<<4, 256, 0, streams[1]>>>(out, in, 1000);
    // CHECK: {{^\+}}      detrain::SumsBegin(streams[1]), scatter<7><<<4, 256, 0, streams[1]>>>(out, in, 1000), detrain::SumsEnd(streams[1]);
    in_blocks<<<4, 256>>>(out, in, 1000);
    // CHECK: {{^\+}}    detrain::SumsBegin(), in_blocks<<<4, 256>>>(out, in, 1000), detrain::SumsEnd();
    other<<<1, 32>>>(out);
    by_groups<<<4, 32>>>(out, in);
    void* arguments[] = {&out};
    cudaLaunchKernel(by_pointer, dim3(1), dim3(32), arguments, 0, nullptr);
    by_method<<<1, 32>>>({out});
    // CHECK: {{^\+}}    detrain::SumsBegin(), by_method<<<1, 32>>>({out}), detrain::SumsEnd();
  }
}
// CHECK: #include <detrain/gpu/sums.h>
