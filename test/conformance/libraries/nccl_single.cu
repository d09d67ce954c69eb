// SPDX-License-Identifier: Apache-2.0
// flags: -lnccl
// NCCL with one rank: what each collective leaves in its buffers, of each type and operation, in graphs and in groups.
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_fp8.h>
#include <nccl.h>

static constexpr int kCount = 8;
static ncclComm_t comm;
static cudaStream_t stream;
static void* send;
static void* recv;

static void show(const char* what, ncclResult_t result, int bytes) {
  std::vector<unsigned char> values(kCount * 8);
  const cudaError_t error = cudaStreamSynchronize(stream);
  cudaMemcpy(values.data(), recv, values.size(), cudaMemcpyDeviceToHost);
  std::printf("%s %d %s:", what, result, cudaGetErrorName(error));
  for (int i = 0; i < kCount; ++i) {
    std::printf(" ");
    for (int b = bytes - 1; b >= 0; --b) std::printf("%02x", values[i * bytes + b]);
  }
  std::printf("\n");
}

template <class T>
static void of_type(const char* name, ncclDataType_t type) {
  static const char* const ops[] = {"sum", "prod", "max", "min", "avg"};
  std::vector<T> values(kCount);
  for (int i = 0; i < kCount; ++i) values[i] = static_cast<T>(static_cast<float>(i * 3 + 1) * (i % 2 == 0 ? 0.5F : 1.0F));
  cudaMemcpy(send, values.data(), kCount * sizeof(T), cudaMemcpyHostToDevice);
  std::printf("%s\n", name);
  const int bytes = sizeof(T);
  for (int op = ncclSum; op <= ncclAvg; ++op) {
    cudaMemset(recv, 0x55, kCount * 8);
    cudaDeviceSynchronize();
    show(ops[op], ncclAllReduce(send, recv, kCount, type, static_cast<ncclRedOp_t>(op), comm, stream), bytes);
  }
  const T factor = static_cast<T>(3.0F);
  T* on_device = nullptr;
  cudaMalloc(&on_device, sizeof(T));
  cudaMemcpy(on_device, &factor, sizeof(T), cudaMemcpyHostToDevice);
  for (const bool is_on_device : {false, true}) {
    ncclRedOp_t scaled = ncclSum;
    T immediate = factor;
    ncclRedOpCreatePreMulSum(&scaled, is_on_device ? on_device : &immediate, type,
                             is_on_device ? ncclScalarDevice : ncclScalarHostImmediate, comm);
    cudaMemset(recv, 0x55, kCount * 8);
    cudaDeviceSynchronize();
    show(is_on_device ? "scaled by device" : "scaled", ncclAllReduce(send, recv, kCount, type, scaled, comm, stream), bytes);
    show("reduce scaled", ncclReduce(send, recv, kCount, type, scaled, 0, comm, stream), bytes);
    show("scatter scaled", ncclReduceScatter(send, recv, kCount, type, scaled, comm, stream), bytes);
    ncclRedOpDestroy(scaled, comm);
  }
  cudaFree(on_device);
}

static void moves() {
  const auto clear = [] {
    cudaMemset(recv, 0, kCount * 8);
    cudaDeviceSynchronize();
  };
  clear();
  show("broadcast", ncclBroadcast(send, recv, kCount, ncclFloat, 0, comm, stream), 4);
  clear();
  show("all gather", ncclAllGather(send, recv, 3, ncclFloat, comm, stream), 4);
  clear();
  show("reduce scatter", ncclReduceScatter(send, recv, 5, ncclFloat, ncclSum, comm, stream), 4);
  clear();
  show("reduce", ncclReduce(send, recv, 2, ncclFloat, ncclMax, 0, comm, stream), 4);
  clear();
  show("bytes", ncclAllReduce(static_cast<char*>(send) + 1, static_cast<char*>(recv) + 3, 7, ncclInt8, ncclSum, comm, stream), 4);
  clear();
  ncclGroupStart();
  ncclSend(send, kCount, ncclFloat, 0, comm, stream);
  ncclRecv(recv, kCount, ncclFloat, 0, comm, stream);
  show("to itself", ncclGroupEnd(), 4);
  show("in place", ncclAllReduce(recv, recv, kCount, ncclFloat, ncclSum, comm, stream), 4);
}

__global__ void add_one(float* values) { values[threadIdx.x] += 1; }

static void graphs() {
  cudaGraph_t graph = nullptr;
  cudaGraphExec_t exec = nullptr;
  cudaMemset(send, 0, kCount * 8);
  cudaMemset(recv, 0, kCount * 8);
  cudaDeviceSynchronize();
  std::printf("%s\n", cudaGetErrorName(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal)));
  add_one<<<1, kCount, 0, stream>>>(static_cast<float*>(send));
  std::printf("%d\n", ncclAllReduce(send, recv, kCount, ncclFloat, ncclSum, comm, stream));
  add_one<<<1, kCount, 0, stream>>>(static_cast<float*>(recv));
  std::printf("%s\n", cudaGetErrorName(cudaStreamEndCapture(stream, &graph)));
  std::printf("%s\n", cudaGetErrorName(cudaGraphInstantiate(&exec, graph, 0)));
  for (int i = 0; i < 3; ++i) std::printf("%s\n", cudaGetErrorName(cudaGraphLaunch(exec, stream)));
  show("three times", ncclSuccess, 4);
  cudaGraphExecDestroy(exec);
  cudaGraphDestroy(graph);
}

int main() {
  cudaMalloc(&send, kCount * 8);
  cudaMalloc(&recv, kCount * 8);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  std::printf("%d\n", ncclCommInitAll(&comm, 1, nullptr));
  of_type<std::int8_t>("int8", ncclInt8);
  of_type<std::uint8_t>("uint8", ncclUint8);
  of_type<std::int32_t>("int32", ncclInt32);
  of_type<std::uint32_t>("uint32", ncclUint32);
  of_type<std::int64_t>("int64", ncclInt64);
  of_type<std::uint64_t>("uint64", ncclUint64);
  of_type<__half>("float16", ncclFloat16);
  of_type<__nv_bfloat16>("bfloat16", ncclBfloat16);
  of_type<double>("float64", ncclFloat64);
  of_type<__nv_fp8_e4m3>("float8e4m3", ncclFloat8e4m3);
  of_type<__nv_fp8_e5m2>("float8e5m2", ncclFloat8e5m2);
  of_type<float>("float32", ncclFloat32);
  moves();
  graphs();
  std::printf("%d\n", ncclCommDestroy(comm));
  return 0;
}
