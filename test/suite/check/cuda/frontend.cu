// cuDNN's frontend: attention's gradient in any order, the plan that is the fastest just now. Twins: told, not measured.
// FLAGS: -I{lit}/plan/Inputs/cudnn_frontend
// OBSERVE: none
#include <cudnn_frontend.h>
#include <cstdio>
namespace fe = cudnn_frontend;
static std::shared_ptr<fe::graph::Graph> Build(int n) {
  auto graph = std::make_shared<fe::graph::Graph>();
  auto in = graph->tensor(fe::graph::Tensor_attributes().set_uid(1).set_dim({n}));
  auto out = graph->tensor(fe::graph::Tensor_attributes().set_uid(2).set_dim({n}));
  auto options = fe::graph::SDPA_backward_attributes().set_causal_mask(true);  // site: quiet
  // twin: auto options = fe::graph::SDPA_backward_attributes().set_deterministic_algorithm(true).set_causal_mask(true);
  auto [dq, dk, dv] = graph->sdpa_backward(in, out, in, options);  // site: nondet-library error state | twin: quiet
  if (!graph->validate().is_good())
    return nullptr;
  return graph;
}
__global__ void Update(float *w, const float *half, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    w[i] -= 0.1f * half[i];
}
int main() {
  float *w, *half, first = 0;
  void *workspace;
  cudaMalloc(&w, 64 * sizeof(float));
  cudaMalloc(&half, 64 * sizeof(float));
  cudaMemset(w, 0, 64 * sizeof(float));
  auto graph = Build(64);
  cudaMalloc(&workspace, graph->get_workspace_size());
  for (int step = 0; step < 4; step++) {
    std::unordered_map<std::int64_t, void *> pack = {{1, w}, {2, half}};
    if (!graph->autotune(pack, workspace).is_good())  // site: nondet-library error state
    // twin: if (!graph->execute(pack, workspace).is_good())  // site: quiet
      return 1;
    Update<<<1, 64>>>(w, half, 64);
    cudaMemcpy(&first, w, sizeof first, cudaMemcpyDeviceToHost);
  }
  std::printf("%.9g\n", first);
}
