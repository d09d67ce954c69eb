// SPDX-License-Identifier: Apache-2.0
// flags: -lcuda
// __block_size__: which launches a kernel with it takes, how many threads run, and what is said of it.
#include "../driver/driver.h"

enum { kThreads, kGrid, kBlock = kGrid + 3, kLast = kBlock + 3, kSum, kCount };

// Each thread counts; thread 0 of block 0 says what it sees, the last thread of the last block that it is there.
__device__ void record(int *out) {
  atomicAdd(&out[kThreads], 1);
  const bool is_first = threadIdx.x + threadIdx.y + threadIdx.z + blockIdx.x + blockIdx.y + blockIdx.z == 0;
  if (is_first) {
    out[kGrid] = gridDim.x, out[kGrid + 1] = gridDim.y, out[kGrid + 2] = gridDim.z;
    out[kBlock] = blockDim.x, out[kBlock + 1] = blockDim.y, out[kBlock + 2] = blockDim.z;
  }
  if (threadIdx.x + 1 == blockDim.x && threadIdx.y + 1 == blockDim.y && threadIdx.z + 1 == blockDim.z &&
      blockIdx.x + 1 == gridDim.x && blockIdx.y + 1 == gridDim.y && blockIdx.z + 1 == gridDim.z)
    out[kLast] = 1;
}

__global__ void __block_size__((32, 1, 1)) line(int *out) { record(out); }
__block_size__((8, 4, 2)) __global__ void box(int *out) { record(out); }
__global__ void __block_size__((1, 1, 1)) alone(int *out) { record(out); }
__global__ void __block_size__((16, 1, 1), (1, 1, 1)) in_cluster_of_one(int *out) { record(out); }
__global__ void __block_size__((24, 1, 1)) declared(int *out);
__global__ void declared(int *out) { record(out); }
__global__ void plain(int *out) { record(out); }
template <int width>
__global__ void __block_size__((width, 2, 1)) sized(int *out) {
  record(out);
}
// Its sum needs all threads of a block at the barrier.
__global__ void __block_size__((64, 1, 1)) summing(int *out) {
  extern __shared__ int room[];
  record(out);
  room[threadIdx.x] = threadIdx.x;
  __syncthreads();
  atomicAdd(&out[kSum], room[blockDim.x - 1 - threadIdx.x]);
}

using Kernel = void (*)(int *);

static int *out;

static void show_run(const char *what, cudaError_t launched) {
  std::printf("%s: %s", what, name_of(launched));
  const cudaError_t last = cudaGetLastError();
  if (last != launched) std::printf(", last error %s", name_of(last));
  const cudaError_t ran = cudaDeviceSynchronize();
  if (ran != cudaSuccess) std::printf(", %s", name_of(ran));
  int values[kCount];
  MUST(cudaMemcpy(values, out, sizeof values, cudaMemcpyDeviceToHost));
  MUST(cudaMemset(out, 0, sizeof values));
  std::printf(":");
  for (int value : values) std::printf(" %d", value);
  std::printf("\n");
  std::fflush(stdout);
}

static void launch(const char *name, Kernel kernel, dim3 grid, dim3 block, std::size_t shared = 0) {
  char what[80];
  std::snprintf(what, sizeof what, "%s<<<(%u,%u,%u), (%u,%u,%u)>>>", name, grid.x, grid.y, grid.z, block.x, block.y,
                block.z);
  void *arguments[] = {&out};
  show_run(what, cudaLaunchKernel(reinterpret_cast<const void *>(kernel), grid, block, arguments, shared, nullptr));
}

static void launch_with(const char *what, Kernel kernel, dim3 grid, dim3 block, cudaLaunchAttribute attribute) {
  cudaLaunchConfig_t config = {};
  config.gridDim = grid;
  config.blockDim = block;
  config.attrs = &attribute;
  config.numAttrs = 1;
  show_run(what, cudaLaunchKernelEx(&config, kernel, out));
}

static void launches() {
  std::printf("launches\n");
  line<<<5>>>(out);
  show_run("line<<<5>>>", cudaGetLastError());
  line<<<5, 1>>>(out);
  show_run("line<<<5, 1>>>", cudaGetLastError());
  line<<<5, 32>>>(out);
  show_run("line<<<5, 32>>>", cudaGetLastError());
  line<<<dim3(3, 2, 2), dim3(1, 1, 1), 0, nullptr>>>(out);
  show_run("line<<<(3,2,2), 1, 0, 0>>>", cudaGetLastError());
  for (dim3 block : {dim3(1), dim3(32), dim3(16), dim3(33), dim3(64), dim3(32, 2), dim3(1, 32), dim3(2), dim3(1, 2), dim3(0), dim3(1025)})
    launch("line", line, 3, block);
  launch("line", line, 0, 1);
  launch("line", line, dim3(1, 65536), 1);
  for (dim3 block : {dim3(1), dim3(8, 4, 2), dim3(64), dim3(4, 8, 2), dim3(8, 4), dim3(8)})
    launch("box", box, dim3(2, 3), block);
  for (dim3 block : {dim3(1), dim3(2)}) launch("alone", alone, 4, block);
  for (dim3 block : {dim3(1), dim3(16), dim3(8)}) launch("in_cluster_of_one", in_cluster_of_one, 4, block);
  for (dim3 block : {dim3(1), dim3(24), dim3(8)}) launch("declared", declared, 2, block);
  for (dim3 block : {dim3(1), dim3(8, 2), dim3(16)}) launch("sized<8>", sized<8>, 2, block);
  for (dim3 block : {dim3(1), dim3(64)}) launch("summing", summing, 3, block, 64 * sizeof(int));
  launch("plain", plain, 3, 1);
}

static void other_doors() {
  std::printf("attributes of launches\n");
  cudaLaunchAttribute attribute = {};
  attribute.id = cudaLaunchAttributeCooperative;
  attribute.val.cooperative = 1;
  launch_with("cooperative, 1", line, 4, 1, attribute);
  launch_with("cooperative, 32", line, 4, 32, attribute);
  launch_with("cooperative, 16", line, 4, 16, attribute);
  attribute = {};
  attribute.id = cudaLaunchAttributeClusterDimension;
  attribute.val.clusterDim = {1, 1, 1};
  launch_with("clusters of one, 1", line, 4, 1, attribute);
  launch_with("clusters of one, 32", line, 4, 32, attribute);
  launch_with("clusters of one, plain", plain, 4, 2, attribute);

  std::printf("driver\n");
  cudaFunction_t function;
  MUST(cudaGetFuncBySymbol(&function, reinterpret_cast<const void *>(line)));
  void *arguments[] = {&out};
  for (unsigned width : {1u, 32u, 16u, 2u}) {
    SHOW(cuLaunchKernel(function, 3, 1, 1, width, 1, 1, 0, nullptr, arguments, nullptr));
    show_run("block", cudaSuccess);
  }
  for (CUfunction_attribute id : {CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK, CU_FUNC_ATTRIBUTE_CLUSTER_SIZE_MUST_BE_SET,
                                  CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_WIDTH, CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_HEIGHT,
                                  CU_FUNC_ATTRIBUTE_REQUIRED_CLUSTER_DEPTH}) {
    int value = -7;
    SHOW(cuFuncGetAttribute(&value, id, function));
    show_value("attribute", value);
  }
}

static void show_attributes(const char *name, Kernel kernel) {
  cudaFuncAttributes attributes = {};
  std::printf("%s\n", name);
  SHOW(cudaFuncGetAttributes(&attributes, reinterpret_cast<const void *>(kernel)));
  show_value("maxThreadsPerBlock", attributes.maxThreadsPerBlock);
  show_value("clusterDimMustBeSet", attributes.clusterDimMustBeSet);
  show_value("requiredClusterWidth", attributes.requiredClusterWidth);
  show_value("requiredClusterHeight", attributes.requiredClusterHeight);
  show_value("requiredClusterDepth", attributes.requiredClusterDepth);
  int blocks = -1, blocks_of_plain = -1, grid = -1, block = -1;
  for (int threads : {1, 16, 32, 64, 128}) {
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, threads, 0));
    MUST(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks_of_plain, plain, threads, 0));
    if (blocks == blocks_of_plain)
      std::printf("blocks of %d: as of a plain kernel\n", threads);
    else
      std::printf("blocks of %d: %d, of a plain kernel %d\n", threads, blocks, blocks_of_plain);
  }
  SHOW(cudaOccupancyMaxPotentialBlockSize(&grid, &block, kernel));
  show_value("block", block);
}

static void graphs() {
  std::printf("graphs\n");
  cudaGraph_t graph;
  MUST(cudaGraphCreate(&graph, 0));
  void *arguments[] = {&out};
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void *>(line);
  params.gridDim = 3;
  params.kernelParams = arguments;
  cudaGraphNode_t node = nullptr;
  for (unsigned width : {1u, 32u, 16u}) {
    params.blockDim = width;
    cudaGraphNode_t made = nullptr;
    show_value("width", width);
    if (SHOW(cudaGraphAddKernelNode(&made, graph, nullptr, 0, &params)) != cudaSuccess) continue;
    cudaKernelNodeParams kept = {};
    MUST(cudaGraphKernelNodeGetParams(made, &kept));
    show_value("block of the node", kept.blockDim.x);
    if (node != nullptr) MUST(cudaGraphDestroyNode(made));
    else node = made;
  }
  cudaGraphExec_t exec;
  SHOW(cudaGraphInstantiate(&exec, graph, 0));
  show_run("graph", cudaGraphLaunch(exec, nullptr));
  for (unsigned width : {32u, 16u, 1u}) {
    params.blockDim = width;
    show_value("width", width);
    SHOW(cudaGraphExecKernelNodeSetParams(exec, node, &params));
    show_run("graph", cudaGraphLaunch(exec, nullptr));
  }
  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  line<<<2, 1, 0, stream>>>(out);
  show_last_error("captured");
  cudaGraph_t captured;
  SHOW(cudaStreamEndCapture(stream, &captured));
  std::size_t count = 1;
  MUST(cudaGraphGetNodes(captured, &node, &count));
  cudaKernelNodeParams kept = {};
  SHOW(cudaGraphKernelNodeGetParams(node, &kept));
  show_value("block of the node", kept.blockDim.x);
  SHOW(cudaGraphInstantiate(&exec, captured, 0));
  show_run("graph", cudaGraphLaunch(exec, nullptr));
}

int main() {
  MUST(cudaMalloc(&out, kCount * sizeof(int)));
  MUST(cudaMemset(out, 0, kCount * sizeof(int)));
  launches();
  other_doors();
  show_attributes("line", line);
  show_attributes("box", box);
  graphs();
}
