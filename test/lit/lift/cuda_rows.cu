// Every row of CUDA's libraries is found: none of these calls is left to linking.
// REQUIRES: nvcc
// RUN: %detrain plan --dump=rir %s > %t 2> %t.notes && FileCheck %s < %t && not grep -E "extern func|opaque" %t
// RUN: count 0 < %t.notes
// RUN: %python %S/Inputs/rows_called.py %source_root/analyzer/catalog/data %s cuda cublas curand nvtx
#include <cuda.h>
#include <cuda_profiler_api.h>
#include <cublasLt.h>
#include <cublas_v2.h>
#include <curand.h>
#include <curand_kernel.h>
#include <nvtx3/nvToolsExt.h>
#include <nvtx3/nvToolsExtCudaRt.h>

__constant__ float table[16];

// CHECK: func $several
// CHECK-COUNT-16: draw
__global__ void several(curandStatePhilox4_32_10_t* state, curandDiscreteDistribution_t table, unsigned* n, float* x,
                        double* y) {
  const uint4 bits = curand4(state), choices = curand_discrete4(state, table), counts = curand_poisson4(state, 3);
  const float4 uniform = curand_uniform4(state), normal = curand_normal4(state);
  const double4 uniforms = curand_uniform4_double(state), normals = curand_normal4_double(state);
  const float2 two = curand_normal2(state), log_two = curand_log_normal2(state, 0, 1);
  const double2 pair = curand_uniform2_double(state), twice = curand_normal2_double(state);
  const float4 log = curand_log_normal4(state, 0, 1);
  const double2 log_pair = curand_log_normal2_double(state, 0, 1);
  const double4 logs = curand_log_normal4_double(state, 0, 1);
  n[0] = bits.x + choices.y + counts.z + curand_poisson(state, 3) + curand_discrete(state, table);
  x[0] = uniform.x + normal.y + two.x + log_two.y + log.z;
  y[0] = uniforms.x + normals.y + pair.x + twice.y + log_pair.x + logs.w;
}

// What a state's numbers are from now on follows from those before.
// CHECK: func $skipped
// CHECK-COUNT-3: seed
__global__ void skipped(curandStateMRG32k3a* state) {
  skipahead(5, state);
  skipahead_subsequence(5, state);
  skipahead_sequence(5, state);
}

// MTGP32's tables stay where they are: only numbers are drawn anew.
// CHECK: func $block
// CHECK-COUNT-12: draw
// CHECK-NOT: ptr<mtgp32_kernel_params
// CHECK: func $vectors
__global__ void block(curandStateMtgp32* state, curandDiscreteDistribution_t table, double* out) {
  out[0] = curand(state) + curand_uniform(state) + curand_uniform_double(state) + curand_normal(state) +
           curand_normal_double(state) + curand_log_normal(state, 0, 1) + curand_log_normal_double(state, 0, 1) +
           curand_poisson(state, 3) + curand_discrete(state, table) + curand_mtgp32_specific(state, 1, 2) +
           curand_mtgp32_single(state) + curand_mtgp32_single_specific(state, 1, 2);
}

// CHECK-COUNT-4: seed
// CHECK-COUNT-4: draw
__global__ void vectors(curandStateSobol32* a, curandStateSobol64* b, curandStateScrambledSobol32* c,
                        curandStateScrambledSobol64* d, unsigned* v, unsigned long long* w, double* out) {
  curand_init(v, 5U, a);
  curand_init(w, 5ULL, b);
  curand_init(v, 1U, 5U, c);
  curand_init(w, 1ULL, 5ULL, d);
  out[0] = curand_uniform(a) + curand_uniform(b) + curand_normal(c) + curand_normal(d);
}

// CHECK: func $device
// CHECK: seed
// CHECK-COUNT-7: draw
__global__ void device(curandState* state, double* out) {
  curand_init(1, threadIdx.x, 0, state);
  out[0] = curand(state) + curand_uniform(state) + curand_uniform_double(state) + curand_normal(state) +
           curand_normal_double(state) + curand_log_normal(state, 0, 1) + curand_log_normal_double(state, 0, 1);
  // CHECK: stop 134 abort
  if (out == nullptr)
    __assertfail("text", "file", 1, "function", 1);
}

// CHECK: func $driver
void driver(int* number, char* name, size_t* bytes, const char** text) {
  cuInit(0);
  cuCtxSynchronize();
  // CHECK-COUNT-6: input arguments
  cuDriverGetVersion(number);
  cuDeviceGetCount(number);
  cuDeviceGet(number, 0);
  cuDeviceGetName(name, 64, *number);
  cuDeviceTotalMem(bytes, *number);
  cuDeviceGetAttribute(number, CU_DEVICE_ATTRIBUTE_WARP_SIZE, *number);
  cuGetErrorString(CUDA_SUCCESS, text);
  cuGetErrorName(CUDA_SUCCESS, text);
}

// CHECK: func $memory
void memory(float* p, void** q, size_t n, cudaStream_t stream) {
  // CHECK: alloc space device {{.*}} by cudaMalloc
  cudaMalloc(&p, n);
  cudaMalloc(q, n);
  // CHECK: input arguments
  // CHECK: alloc space device {{.*}} by cudaMallocPitch
  cudaMallocPitch(&p, &n, n, 16);
  // CHECK: alloc space managed {{.*}} by cudaMallocManaged
  cudaMallocManaged(&p, n);
  cudaMallocAsync(&p, n, stream);
  cudaMallocHost(&p, n);
  cudaHostAlloc(&p, n, 0);
  cudaMemcpy(p, *q, n, cudaMemcpyDefault);
  cudaMemcpyAsync(p, *q, n, cudaMemcpyDefault, stream);
  cudaMemcpyPeer(p, 0, *q, 1, n);
  cudaMemcpyPeerAsync(p, 0, *q, 1, n, stream);
  cudaMemcpy2D(p, 8, *q, 8, 4, n, cudaMemcpyDefault);
  cudaMemcpy2DAsync(p, 8, *q, 8, 4, n, cudaMemcpyDefault, stream);
  cudaMemset(p, 0, n);
  cudaMemset2D(p, 8, 0, 4, n);
  cudaMemset2DAsync(p, 8, 0, 4, n, stream);
  cudaMemsetAsync(p, 0, n, stream);
  // CHECK: copy @{{.*}}table{{.*}} by cudaMemcpyToSymbol
  cudaMemcpyToSymbol(table, p, 64);
  cudaMemcpyToSymbolAsync(table, p, 64, 0, cudaMemcpyDefault, stream);
  cudaMemcpyFromSymbol(p, table, 64);
  cudaMemcpyFromSymbolAsync(p, table, 64, 0, cudaMemcpyDefault, stream);
  cudaHostRegister(p, n, 0);
  cudaHostUnregister(p);
  cudaMemAdvise(p, n, cudaMemAdviseSetReadMostly, 0);
  cudaMemPrefetchAsync(p, n, 0);
  cudaFree(p);
  cudaFreeHost(p);
  cudaFreeAsync(p, stream);
}

void order(cudaStream_t stream, cudaEvent_t event, float* milliseconds) {
  cudaStreamCreate(&stream);
  cudaStreamCreateWithFlags(&stream, 0);
  cudaStreamCreateWithPriority(&stream, 0, 0);
  cudaEventCreate(&event);
  cudaEventCreateWithFlags(&event, 0);
  cudaEventRecord(event, stream);
  cudaEventRecordWithFlags(event, stream, 0);
  cudaStreamWaitEvent(stream, event, 0);
  cudaEventSynchronize(event);
  cudaStreamSynchronize(stream);
  cudaDeviceSynchronize();
  cudaEventElapsedTime(milliseconds, event, event);
  if (cudaEventQuery(event) != cudaStreamQuery(stream))
    cudaDeviceReset();
  cudaEventDestroy(event);
  cudaStreamDestroy(stream);
}

const char* machine(int* n, cudaDeviceProp* properties, size_t* bytes) {
  cudaGetDevice(n);
  cudaSetDevice(0);
  cudaSetDeviceFlags(0);
  cudaGetDeviceCount(n);
  cudaGetDeviceProperties(properties, 0);
  cudaDeviceGetAttribute(n, cudaDevAttrMaxThreadsPerBlock, 0);
  cudaRuntimeGetVersion(n);
  cudaDriverGetVersion(n);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(n, device, 32, 0);
  cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(n, device, 32, 0, 0);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, device);
  cudaDeviceGetStreamPriorityRange(n, n);
  cudaMemGetInfo(bytes, bytes);
  cudaFuncSetAttribute(device, cudaFuncAttributeMaxDynamicSharedMemorySize, 1);
  cudaFuncSetCacheConfig(device, cudaFuncCachePreferL1);
  cudaDeviceSetLimit(cudaLimitStackSize, 1);
  cudaDeviceSetCacheConfig(cudaFuncCachePreferL1);
  cudaCtxResetPersistingL2Cache();
  cudaProfilerStart();
  cudaProfilerStop();
  if (cudaPeekAtLastError() != cudaSuccess)
    return cudaGetErrorName(cudaGetLastError());
  return cudaGetErrorString(cudaGetLastError());
}

// CHECK: func $products
void products(cublasHandle_t handle, cublasLtHandle_t light, float* x, double* y, cudaStream_t stream) {
  cublasCreate(&handle);
  cublasLtCreate(&light);
  cublasSetStream(handle, stream);
  cublasSetMathMode(handle, CUBLAS_DEFAULT_MATH);
  cublasSetWorkspace(handle, x, 1);
  cublasSetPointerMode(handle, CUBLAS_POINTER_MODE_HOST);
  cublasSetAtomicsMode(handle, CUBLAS_ATOMICS_NOT_ALLOWED);
  // CHECK: fill {{.*}} by cublasSgemm_v2
  cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, x, x, 2, x, 2, x, x, 2);
  cublasDgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, y, y, 2, y, 2, y, y, 2);
  // CHECK: fill {{.*}} by cublasSgemmStridedBatched
  cublasSgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, x, x, 2, 4, x, 2, 4, x, x, 2, 4, 3);
  cublasDgemmStridedBatched(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, y, y, 2, 4, y, 2, 4, y, y, 2, 4, 3);
  cublasSgemv(handle, CUBLAS_OP_N, 2, 2, x, x, 2, x, 1, x, x, 1);
  cublasDgemv(handle, CUBLAS_OP_N, 2, 2, y, y, 2, y, 1, y, y, 1);
  cublasSsymv(handle, CUBLAS_FILL_MODE_UPPER, 2, x, x, 2, x, 1, x, x, 1);
  cublasDsymv(handle, CUBLAS_FILL_MODE_UPPER, 2, y, y, 2, y, 1, y, y, 1);
  cublasSaxpy(handle, 2, x, x, 1, x, 1);
  cublasDaxpy(handle, 2, y, y, 1, y, 1);
  cublasSscal(handle, 2, x, x, 1);
  cublasDscal(handle, 2, y, y, 1);
  cublasScopy(handle, 2, x, 1, x, 1);
  cublasSdot(handle, 2, x, 1, x, 1, x);
  cublasSnrm2(handle, 2, x, 1, x);
  cublasSasum(handle, 2, x, 1, x);
  cublasSger(handle, 2, 2, x, x, 1, x, 1, x, 2);
  cublasSgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, x, x, 2, x, x, 2, x, 2);
  cublasSdgmm(handle, CUBLAS_SIDE_LEFT, 2, 2, x, 2, x, 1, x, 2);
  cublasDcopy(handle, 2, y, 1, y, 1);
  cublasDdot(handle, 2, y, 1, y, 1, y);
  cublasDnrm2(handle, 2, y, 1, y);
  cublasDasum(handle, 2, y, 1, y);
  cublasDger(handle, 2, 2, y, y, 1, y, 1, y, 2);
  cublasDgeam(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, y, y, 2, y, y, 2, y, 2);
  cublasDdgmm(handle, CUBLAS_SIDE_LEFT, 2, 2, y, 2, y, 1, y, 2);
  int place = 0;
  cublasIsamax(handle, 2, x, 1, &place);
  cublasIdamax(handle, 2, y, 1, &place);
  cublasIsamin(handle, 2, x, 1, &place);
  cublasIdamin(handle, 2, y, 1, &place);
  cublasSetVector(2, 4, x, 1, x, 1);
  cublasGetVector(2, 4, x, 1, x, 1);
  cublasSetMatrix(2, 2, 4, x, 2, x, 2);
  cublasGetMatrix(2, 2, 4, x, 2, x, 2);
  // CHECK: fill {{.*}} by cublasGemmEx
  cublasGemmEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, x, x, CUDA_R_32F, 2, x, CUDA_R_32F, 2, x, x, CUDA_R_32F, 2,
               CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cublasGemmStridedBatchedEx(handle, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, x, x, CUDA_R_32F, 2, 4, x, CUDA_R_32F, 2, 4, x,
                             x, CUDA_R_32F, 2, 4, 3, CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT);
  cublasGetVersion(handle, &place);
  cublasGetStatusString(CUBLAS_STATUS_SUCCESS);
  cublasGetStatusName(CUBLAS_STATUS_SUCCESS);
  cublasLtGetStatusString(CUBLAS_STATUS_SUCCESS);
  cublasLtGetStatusName(CUBLAS_STATUS_SUCCESS);
  cublasLtDestroy(light);
  cublasDestroy(handle);
}

// CHECK: func $numbers
// CHECK: seed %[[G:[0-9]+]]
// CHECK: draw
void numbers(curandGenerator_t generator, unsigned* n, unsigned long long* l, float* x, double* y) {
  curandCreateGenerator(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandCreateGeneratorHost(&generator, CURAND_RNG_PSEUDO_DEFAULT);
  curandSetPseudoRandomGeneratorSeed(generator, 1);
  curandGenerateSeeds(generator);
  curandSetStream(generator, nullptr);
  curandSetGeneratorOffset(generator, 1);
  curandSetGeneratorOrdering(generator, CURAND_ORDERING_PSEUDO_BEST);
  curandGenerate(generator, n, 2);
  curandGenerateLongLong(generator, l, 2);
  curandGenerateUniform(generator, x, 2);
  curandGenerateUniformDouble(generator, y, 2);
  curandGenerateNormal(generator, x, 2, 0, 1);
  curandGenerateNormalDouble(generator, y, 2, 0, 1);
  curandGenerateLogNormal(generator, x, 2, 0, 1);
  curandGenerateLogNormalDouble(generator, y, 2, 0, 1);
  curandGeneratePoisson(generator, n, 2, 3);
  curandGenerateBinomial(generator, n, 2, 3, 0.5);
  curandSetQuasiRandomGeneratorDimensions(generator, 2);
  curandDiscreteDistribution_t table;
  curandCreatePoissonDistribution(3, &table);
  curandDestroyDistribution(table);
  int version = 0;
  curandGetVersion(&version);
  curandGetProperty(MAJOR_VERSION, &version);
  curandDirectionVectors32_t* vectors32;
  curandDirectionVectors64_t* vectors64;
  curandGetDirectionVectors32(&vectors32, CURAND_DIRECTION_VECTORS_32_JOEKUO6);
  curandGetDirectionVectors64(&vectors64, CURAND_DIRECTION_VECTORS_64_JOEKUO6);
  curandGetScrambleConstants32(&n);
  curandGetScrambleConstants64(&l);
  curandDestroyGenerator(generator);
}

// NVTX is text of its headers, which asks the loader for a profiler: what it draws and marks is none of the program's.
// CHECK: func $ranges
// CHECK-NOT: call
// CHECK: func $domains
// CHECK-NOT: call
void ranges(const nvtxEventAttributes_t* attributes, const char* text, cudaStream_t stream, cudaEvent_t event) {
  nvtxInitialize(nullptr);
  nvtxMarkEx(attributes);
  nvtxMarkA(text);
  nvtxMarkW(L"wide");
  nvtxRangeEnd(nvtxRangeStartEx(attributes));
  nvtxRangeEnd(nvtxRangeStartA(text));
  nvtxRangeEnd(nvtxRangeStartW(L"wide"));
  nvtxRangePushEx(attributes);
  nvtxRangePushA(text);
  nvtxRangePushW(L"wide");
  nvtxRangePop();
  nvtxNameCategoryA(1, text);
  nvtxNameOsThreadA(1, text);
  nvtxNameCudaDeviceA(0, text);
  nvtxNameCudaStreamA(stream, text);
  nvtxNameCudaEventA(event, text);
}

void domains(const nvtxEventAttributes_t* attributes, const char* text) {
  const nvtxDomainHandle_t domain = nvtxDomainCreateA(text);
  nvtxDomainRegisterStringA(domain, text);
  nvtxDomainNameCategoryA(domain, 1, text);
  nvtxDomainMarkEx(domain, attributes);
  nvtxDomainRangeEnd(domain, nvtxDomainRangeStartEx(domain, attributes));
  nvtxDomainRangePushEx(domain, attributes);
  nvtxDomainRangePop(domain);
  nvtxDomainDestroy(domain);
}
