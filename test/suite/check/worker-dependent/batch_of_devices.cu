// The number of devices sets how many rows a step takes, and so how many steps there are and what is averaged. Twin: it
// says only which device does which rows of a step whose size is fixed.
// OBSERVE: none
// KIND: machines
#include <cstdio>
#include <cuda_runtime.h>
#include <vector>
static const int kRows = 960;
__global__ void Errors(const float *x, float w, float *error, int rows) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < rows) error[i] = x[i] * (w * x[i] - 0.5f);
}
int main() {
  int devices = 0;
  cudaGetDeviceCount(&devices);  // site: worker-dependent error state | twin: quiet
  if (devices < 1) return 1;
  const int batch = 96 * devices;
  // twin: const int batch = 96;
  std::vector<float> x(kRows), error(kRows);
  for (int i = 0; i < kRows; i++) x[i] = static_cast<float>(i * 11 % 47) / 47;
  float w = 0;
  for (int first = 0; first + batch <= kRows; first += batch) {
    for (int d = 0; d < devices; d++) {
      cudaSetDevice(d);
      const int from = batch * d / devices, to = batch * (d + 1) / devices;
      float *part, *out;
      cudaMalloc(&part, (to - from) * sizeof(float));
      cudaMalloc(&out, (to - from) * sizeof(float));
      cudaMemcpy(part, x.data() + first + from, (to - from) * sizeof(float), cudaMemcpyHostToDevice);
      Errors<<<(to - from + 63) / 64, 64>>>(part, w, out, to - from);
      cudaMemcpy(error.data() + from, out, (to - from) * sizeof(float), cudaMemcpyDeviceToHost);
      cudaFree(part);
      cudaFree(out);
    }
    float sum = 0;
    for (int i = 0; i < batch; i++) sum += error[i];
    w -= 0.1f * sum / static_cast<float>(batch);
  }
  std::printf("%.9g\n", w);
}
