// SPDX-License-Identifier: Apache-2.0
// A small program of which one request for memory or a thread is refused (refuse.cpp): every call must
// answer success or a documented error, and once requests are granted again, everything must work.
//
//   refused N    prints how many requests there were, and what the calls answered
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>

extern "C" {
__attribute__((weak)) void refuse_begin(unsigned long nth);
__attribute__((weak)) unsigned long refuse_end();
}

__device__ int total;
__global__ void add(int* data, int value) {
  data[threadIdx.x] += value;
  atomicAdd(&total, 1);
}

// Threads that need stacks of their own: they meet at a barrier inside a function that is not inlined.
__device__ __noinline__ void meet() { __syncthreads(); }
__global__ void exchange(int* data) {
  __shared__ int turned[64];
  turned[63 - threadIdx.x] = data[threadIdx.x];
  if (threadIdx.x % 2 == 0)
    meet();
  else
    meet();
  data[threadIdx.x] = turned[threadIdx.x];
}

__global__ void add_in_turn(int* data) {
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0) data[threadIdx.x] += 1;
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 1) data[threadIdx.x] -= 1;
}

__global__ void take_and_print(int* data) {
  int* const own = static_cast<int*>(malloc(sizeof(int)));
  if (own != nullptr) *own = data[threadIdx.x];
  if (threadIdx.x == 0) printf("a kernel %s\n", "prints");
  free(own);
}

namespace {

constexpr int kThreads = 64;
int pageable[kThreads];

struct Outcome {
  cudaError_t first = cudaSuccess;
  int line = 0;
  bool is_wrong = false;
};

bool is_documented(cudaError_t error) {
  switch (error) {
    case cudaErrorMemoryAllocation:
    case cudaErrorLaunchOutOfResources:  // of a kernel that could not run: the next one may
    case cudaErrorInitializationError:
    case cudaErrorNoDevice:
    case cudaErrorSharedObjectInitFailed:
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorInvalidResourceHandle:  // of what could not be created
    case cudaErrorInvalidValue:
      return true;
    default:
      return false;
  }
}

#define TRY(call)                                                \
  do {                                                           \
    const cudaError_t answer = (call);                           \
    if (answer != cudaSuccess && outcome.first == cudaSuccess) { \
      outcome.first = answer;                                    \
      outcome.line = __LINE__;                                   \
    }                                                            \
  } while (0)

void count_call(void* calls) { ++*static_cast<int*>(calls); }

// A kernel and a copy in memory of the graph's own, and a host function.
void run_graph(Outcome& outcome, cudaStream_t stream, int* pinned, int* calls) {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  int* own = nullptr;
  TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
  TRY(cudaMallocAsync(&own, kThreads * sizeof(int), stream));
  TRY(cudaMemsetAsync(own, 0, kThreads * sizeof(int), stream));
  if (own != nullptr) {
    add<<<2, kThreads, 0, stream>>>(own, 3);
    TRY(cudaGetLastError());
  }
  TRY(cudaMemcpyAsync(pinned, own, kThreads * sizeof(int), cudaMemcpyDeviceToHost, stream));
  TRY(cudaFreeAsync(own, stream));
  TRY(cudaLaunchHostFunc(stream, count_call, calls));
  TRY(cudaStreamEndCapture(stream, &graph));
  if (graph != nullptr) TRY(cudaGraphInstantiate(&exec, graph, 0));
  if (exec != nullptr) TRY(cudaGraphLaunch(exec, stream));
  if (exec != nullptr) TRY(cudaGraphLaunch(exec, stream));
  TRY(cudaStreamSynchronize(stream));
  if (exec != nullptr) TRY(cudaGraphExecDestroy(exec));
  if (graph != nullptr) TRY(cudaGraphDestroy(graph));
}

void run_special_kernels(Outcome& outcome, cudaStream_t stream, int* device) {
  exchange<<<1, kThreads, 0, stream>>>(device);
  TRY(cudaGetLastError());
  void* arguments[] = {&device};
  TRY(cudaLaunchCooperativeKernel(add_in_turn, 2, kThreads, arguments, 0, stream));
  take_and_print<<<1, kThreads, 0, stream>>>(device);
  TRY(cudaGetLastError());
}

void run_pool(Outcome& outcome, cudaStream_t stream) {
  cudaMemPool_t pool = nullptr;
  cudaMemPoolProps properties{};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  TRY(cudaMemPoolCreate(&pool, &properties));
  if (pool == nullptr) return;
  void *first = nullptr, *second = nullptr;
  TRY(cudaMallocFromPoolAsync(&first, 3000, pool, stream));
  TRY(cudaMallocFromPoolAsync(&second, 1000, pool, stream));
  if (first != nullptr) TRY(cudaFreeAsync(first, stream));
  if (second != nullptr) TRY(cudaFreeAsync(second, stream));
  TRY(cudaMemPoolDestroy(pool));
}

// Goes on after an error, as careless programs do.
Outcome run_all() {
  Outcome outcome;
  int *device = nullptr, *pinned = nullptr, *pooled = nullptr, *managed = nullptr;
  cudaStream_t first = nullptr, second = nullptr;
  cudaEvent_t event = nullptr;
  int calls = 0;
  for (int& value : pageable) value = 1;
  TRY(cudaMalloc(&device, kThreads * sizeof(int)));
  TRY(cudaMallocHost(&pinned, kThreads * sizeof(int)));
  TRY(cudaMallocManaged(&managed, kThreads * sizeof(int)));
  TRY(cudaStreamCreate(&first));
  TRY(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  TRY(cudaEventCreate(&event));
  TRY(cudaMemcpyAsync(device, pageable, kThreads * sizeof(int), cudaMemcpyHostToDevice, first));
  if (device != nullptr) {
    for (int i = 0; i < 100; ++i) {
      add<<<1, kThreads, 0, first>>>(device, 1);
      TRY(cudaGetLastError());
    }
  }
  if (device != nullptr) run_special_kernels(outcome, first, device);
  TRY(cudaEventRecord(event, first));
  TRY(cudaStreamWaitEvent(second, event, 0));
  TRY(cudaLaunchHostFunc(second, count_call, &calls));
  TRY(cudaMallocAsync(&pooled, 1 << 20, second));
  if (pooled != nullptr) TRY(cudaMemsetAsync(pooled, 1, 1 << 20, second));
  if (pooled != nullptr) TRY(cudaFreeAsync(pooled, second));
  if (pinned != nullptr && device != nullptr)
    TRY(cudaMemcpyAsync(pinned, device, kThreads * sizeof(int), cudaMemcpyDeviceToHost, first));
  TRY(cudaStreamSynchronize(second));
  TRY(cudaStreamSynchronize(first));
  const bool is_added = pinned != nullptr && pinned[0] == 101 && pinned[kThreads - 1] == 101;
  run_pool(outcome, second);
  if (pinned != nullptr && second != nullptr) run_graph(outcome, second, pinned, &calls);
  int ran = 0;
  TRY(cudaMemcpyFromSymbol(&ran, total, sizeof ran));
  ran = 0;
  TRY(cudaMemcpyToSymbol(total, &ran, sizeof ran));
  TRY(cudaDeviceSynchronize());
  if (outcome.first == cudaSuccess)
    outcome.is_wrong = calls != 3 || !is_added || pinned[0] != 6 || pinned[kThreads - 1] != 6;
  if (event != nullptr) TRY(cudaEventDestroy(event));
  if (second != nullptr) TRY(cudaStreamDestroy(second));
  if (first != nullptr) TRY(cudaStreamDestroy(first));
  TRY(cudaFree(managed));
  TRY(cudaFreeHost(pinned));
  TRY(cudaFree(device));
  cudaGetLastError();
  return outcome;
}

}  // namespace

int main(int argc, char** argv) {
  const unsigned long nth = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 0;
  if (refuse_begin != nullptr) refuse_begin(nth);
  const Outcome refused = run_all();
  const unsigned long requests = refuse_end != nullptr ? refuse_end() : 0;
  const Outcome after = run_all();
  std::printf("%lu requests; %s", requests, cudaGetErrorName(refused.first));
  if (refused.first != cudaSuccess) std::printf(" at line %d", refused.line);
  std::printf("; afterwards %s", cudaGetErrorName(after.first));
  if (after.first != cudaSuccess) std::printf(" at line %d", after.line);
  std::printf("\n");
  if (refused.is_wrong || after.is_wrong) std::printf("wrong results\n");
  const bool good = !refused.is_wrong && !after.is_wrong && after.first == cudaSuccess &&
                    (refused.first == cudaSuccess || is_documented(refused.first));
  return good ? 0 : 1;
}
