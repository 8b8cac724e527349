// Graphs of cuDNN's frontend that a program builds at their first use and keeps: nothing is in them but what it has told
// them, so that a resumed run, which has none, builds its own. The plan says what it takes for granted then.
// REQUIRES: nvcc
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=0 | FileCheck %s --check-prefixes=KEPT,MAP
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=1 | FileCheck %s --check-prefixes=KEPT,MEMBER
// KEPT: modelled
// KEPT: Saved at each checkpoint: 4 entries
// KEPT-NOT: made again
// KEPT: Left out
// MAP: graph_of::kept std::map (made again), {{[0-9]+}} dead
// MAP-NEXT: a library's own; a resumed run, which has none, makes it here too
// MAP: Assumptions
// MAP: graph_of::kept ({{.*}}, catalog): a resumed run begins without
// MAP: under conditions that hang on it: kept_graphs.cu::workspace,
// MAP-NEXT: {{^ +}}kept_graphs.cu::workspace_size{{$}}
// MEMBER: layer.graph std::shared_ptr (made again), 16 dead
//
// Behind a pointer to one there would be nothing, nor in one that is built between two loops: a resumed run jumps over it.
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=2 | FileCheck %s --check-prefix=POINTER
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=9 | FileCheck %s --check-prefix=POINTER
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=10 | FileCheck %s --check-prefix=BETWEEN
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=11 | FileCheck %s --check-prefixes=POINTER,LEADS
// POINTER: not replayable
// LEADS: given leads to an object of a library
// BETWEEN: modelled
//
// In which order an attention's gradient is added up, and which plan is the faster one.
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=3 | FileCheck %s --check-prefix=ORDER
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=4 | FileCheck %s --check-prefixes=KEPT
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=5 | FileCheck %s --check-prefix=ORDER
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=6 | FileCheck %s --check-prefix=ORDER
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=7 | FileCheck %s --check-prefixes=KEPT
// ORDER: not replayable
// ORDER: state depends on the choice of a library
//
// A pack that the library's own objects are the keys of may lead anywhere.
// RUN: cd %S && %detrain plan kept_graphs.cu -- nvcc -I../Inputs/cudnn_frontend -DWAY=8 | FileCheck %s --check-prefix=ANYWHERE
// ANYWHERE: modelled
// ANYWHERE: writes all memory of the program, but no pointer
//
// RUN: %detrain cc --cuda=host -- nvcc -I%S/../Inputs/cudnn_frontend -DWAY=0 %s -o %t0 && %detrain verify --kill-at all --poison -- %t0
// RUN: %detrain cc --cuda=host -- nvcc -I%S/../Inputs/cudnn_frontend -DWAY=1 %s -o %t1 && %detrain verify --kill-at all --poison -- %t1
// RUN: %detrain cc --cuda=host -- nvcc -I%S/../Inputs/cudnn_frontend -DWAY=10 %s -o %t10 && %detrain verify --kill-at all --poison -- %t10
// RUN: %detrain cc --cuda=host -- nvcc -I%S/../Inputs/cudnn_frontend -DWAY=8 %s -o %t8 && %detrain verify --kill-at all --poison -- %t8
#include <cudnn_frontend.h>

#include <cstdio>
#include <cstdlib>
#include <map>

namespace fe = cudnn_frontend;
enum { kN = 32, kIn = 1, kOut = 2 };

static void* workspace = nullptr;
static std::int64_t workspace_size = 0;

static void check(const fe::error_object& e) {
  if (!e.is_good()) {
    printf("cuDNN: %s\n", e.err_msg.c_str());
    exit(1);
  }
}

static fe::graph::SDPA_backward_attributes attributes(bool keeps_order) {
  fe::graph::SDPA_backward_attributes made;
  made.set_deterministic_algorithm(keeps_order);
  return made;
}

static std::shared_ptr<fe::graph::Graph> build(int n) {
  auto graph = std::make_shared<fe::graph::Graph>();
  auto in = graph->tensor(fe::graph::Tensor_attributes().set_uid(kIn).set_dim({n}));
  auto out = graph->tensor(fe::graph::Tensor_attributes().set_uid(kOut).set_dim({n}));
#if WAY == 3
  auto options = fe::graph::SDPA_backward_attributes().set_causal_mask(true).set_deterministic_algorithm(false);
  auto [dq, dk, dv] = graph->sdpa_backward(in, out, in, options);
#elif WAY == 4
  auto options = fe::graph::SDPA_backward_attributes().set_deterministic_algorithm(true).set_causal_mask(true);
  auto [dq, dk, dv] = graph->sdpa_backward(in, out, in, options);
#elif WAY == 5
  auto [dq, dk, dv] = graph->sdpa_backward(in, out, in, attributes(true));  // not followed
#elif WAY == 7
  fe::graph::SDPA_backward_attributes options;
  options.set_causal_mask(true);
  options.set_deterministic_algorithm(n > 0);
  auto [dq, dk, dv] = graph->sdpa_backward(in, out, in, options);
#endif
  check(graph->validate());
  if (graph->get_workspace_size() > workspace_size) {
    if (workspace)
      cudaFree(workspace);
    workspace_size = graph->get_workspace_size();
    cudaMalloc(&workspace, workspace_size);
  }
  return graph;
}

static std::shared_ptr<fe::graph::Graph> graph_of(int n) {
  static std::map<int, std::shared_ptr<fe::graph::Graph>> kept;
  auto it = kept.find(n);
  if (it != kept.end())
    return it->second;
  auto graph = build(n);
  kept.insert({n, graph});
  return graph;
}

struct Layer {
  float *weights, *half;
  std::shared_ptr<fe::graph::Graph> graph;
};

__global__ void update(float* weights, const float* half) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < kN)
    weights[i] = weights[i] - 0.1f * half[i] + 0.25f;
}

#if WAY == 11
static void train(fe::graph::Graph& given, Layer& layer) {
  for (int step = 0; step < 3; ++step) {
    std::unordered_map<std::int64_t, void*> pack = {{kIn, layer.weights}, {kOut, layer.half}};
    check(given.execute(pack, workspace));
    update<<<1, kN>>>(layer.weights, layer.half);
  }
}

int main() {
  Layer layer{};
  cudaMalloc(&layer.weights, kN * sizeof(float));
  cudaMalloc(&layer.half, kN * sizeof(float));
  auto graph = build(kN);
  for (int epoch = 0; epoch < 2; ++epoch)
    train(*graph, layer);
  float first = 0;
  cudaMemcpy(&first, layer.weights, sizeof first, cudaMemcpyDeviceToHost);
  printf("%.9g\n", first);
}
#else
int main() {
  Layer layer{};
  fe::graph::Graph* behind = nullptr;
  cudaMalloc(&layer.weights, kN * sizeof(float));
  cudaMalloc(&layer.half, kN * sizeof(float));
#if WAY == 9
  for (int epoch = 0; epoch < 2; ++epoch) {
  auto graph = build(kN);
#elif WAY == 10
  for (int epoch = 0; epoch < 2; ++epoch) {
  std::shared_ptr<fe::graph::Graph> graph;
#endif
  for (int step = 0; step < 6; ++step) {
#if WAY == 9
#elif WAY == 10
    if (!graph)
      graph = build(kN);
#elif WAY == 1
    if (!layer.graph)
      layer.graph = build(kN);
    auto graph = layer.graph;
#elif WAY == 2
    if (!behind)
      behind = new fe::graph::Graph(*build(kN));
    auto* graph = behind;
#else
    auto graph = graph_of(kN);
#endif
#if WAY == 8
    static fe::graph::Tensor in, out;
    auto own = std::make_shared<fe::graph::Graph>();
    in = own->tensor(fe::graph::Tensor_attributes().set_dim({kN}));
    out = own->tensor(fe::graph::Tensor_attributes().set_dim({kN}));
    std::unordered_map<fe::graph::Tensor, void*> pack = {{in, layer.weights}, {out, layer.half}};
    check(own->execute(pack, workspace));
#elif WAY == 6
    std::unordered_map<std::int64_t, void*> pack = {{kIn, layer.weights}, {kOut, layer.half}};
    check(graph->autotune(pack, workspace));
#else
    std::unordered_map<std::int64_t, void*> pack = {{kIn, layer.weights}, {kOut, layer.half}};
    check(graph->execute(pack, workspace));
#endif
    update<<<1, kN>>>(layer.weights, layer.half);
    float first = 0;
    cudaMemcpy(&first, layer.weights, sizeof first, cudaMemcpyDeviceToHost);
    printf("step %d %.9g\n", step, first);
  }
#if WAY == 9 || WAY == 10
  }
#endif
  return 0;
}
#endif
