// SPDX-License-Identifier: Apache-2.0
// Many host threads at the same objects: modules, contexts, streams, events, graphs, pools. A call may be refused where another
// thread has taken what it needs; nothing crashes, hangs or changes a result that was answered with success.
#include "attack.h"

static const char kPtx[] =
    ".version 7.5\n.target sm_75\n.address_size 64\n.visible .global .align 4 .u32 amount = 3;\n"
    ".visible .entry put(.param .u64 p)\n{\n.reg .b64 %a; .reg .b32 %v;\nld.param.u64 %a, [p];\n"
    "ld.global.u32 %v, [amount];\nst.global.u32 [%a], %v;\nret;\n}\n";

static void load_launch_unload() {
  CUmodule module = nullptr;
  if (cuModuleLoadData(&module, kPtx) != CUDA_SUCCESS) return;
  CUfunction function = nullptr;
  CUdeviceptr memory = 0;
  CUstream stream = nullptr;
  int value = 0;
  void* arguments[] = {&memory};
  const bool is_launched =
      cuModuleGetFunction(&function, module, "put") == CUDA_SUCCESS &&
      cuStreamCreate(&stream, 0) == CUDA_SUCCESS && cuMemAlloc(&memory, 4) == CUDA_SUCCESS &&
      cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, stream, arguments, nullptr) == CUDA_SUCCESS;
  if (is_launched && cuMemcpyDtoHAsync(&value, memory, 4, stream) == CUDA_SUCCESS &&
      cuStreamSynchronize(stream) == CUDA_SUCCESS)
    EXPECT(value == 3);
  if (stream != nullptr) (void)cuStreamDestroy(stream);
  (void)cuModuleUnload(module);
  (void)cuMemFree(memory);
}

static void use_context() {
  GOOD(cuInit(0));
  CUcontext context;
  GOOD(cuDevicePrimaryCtxRetain(&context, 0));
  GOOD(cuCtxSetCurrent(context));
}

ATTACK(modules_by_eight_threads) {
  in_threads(8, [](int) {
    use_context();
    for (int round = 0; round < 40; ++round) load_launch_unload();
  });
  return 0;
}

// The driver's own contexts: each thread ends its own, all at once.
ATTACK(contexts_by_eight_threads) {
  GOOD(cuInit(0));
  in_threads(8, [](int) {
    for (int round = 0; round < 10; ++round) {
      CUcontext context;
      GOOD(cuCtxCreate(&context, nullptr, 0, 0));
      load_launch_unload();
      GOOD(cuCtxDestroy(context));
    }
  });
  return 0;
}

// Streams and memory of a device that is reset all the time.
ATTACK(resets_under_load) {
  std::atomic<bool> is_over{false};
  std::thread resets([&] {
    for (int round = 0; round < 60; ++round) {
      (void)cudaDeviceReset();
      std::this_thread::sleep_for(std::chrono::milliseconds(round % 5));
    }
    is_over = true;
  });
  in_threads(7, [&](int index) {
    while (!is_over) {
      if (index % 3 == 0) {
        (void)cudaFree(nullptr);
        continue;
      }
      cudaStream_t stream = nullptr;
      int* values = nullptr;
      if (cudaStreamCreate(&stream) != cudaSuccess) continue;
      if (cudaMallocAsync(&values, 256, stream) == cudaSuccess) {
        add_to<<<1, 64, 0, stream>>>(values, 1);
        (void)cudaFreeAsync(values, stream);
      }
      (void)cudaStreamSynchronize(stream);
      (void)cudaStreamDestroy(stream);
      (void)cudaGetLastError();
    }
  });
  resets.join();
  (void)cudaGetLastError();
  GOOD(cudaDeviceReset());
  int* values = zeros();
  add_to<<<1, 64>>>(values, 5);
  GOOD(cudaDeviceSynchronize());
  EXPECT(values[63] == 5);
  return 0;
}

ATTACK(primary_contexts_released_under_load) {
  GOOD(cuInit(0));
  in_threads(8, [](int index) {
    for (int round = 0; round < 40; ++round) {
      CUcontext context;
      if (cuDevicePrimaryCtxRetain(&context, 0) != CUDA_SUCCESS) continue;
      (void)cuCtxSetCurrent(context);
      if (index % 2 == 0) load_launch_unload();
      (void)cuCtxSetCurrent(nullptr);
      (void)cuDevicePrimaryCtxRelease(0);
    }
  });
  return 0;
}

ATTACK(an_event_recorded_by_all) {
  cudaEvent_t event;
  GOOD(cudaEventCreate(&event));
  int* values = zeros();
  in_threads(8, [&](int index) {
    cudaStream_t stream;
    GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int round = 0; round < 400; ++round) {
      GOOD(cudaEventRecord(event, stream));
      GOOD(cudaStreamWaitEvent(stream, event));
      if (round % 16 == index) GOOD(cudaEventSynchronize(event));
      (void)cudaEventQuery(event);
    }
    GOOD(cudaStreamDestroy(stream));
  });
  GOOD(cudaEventDestroy(event));
  GOOD(cudaDeviceSynchronize());
  return values[0];
}

ATTACK(events_destroyed_while_awaited) {
  int *flag = zeros(), *done = zeros();
  cudaStream_t first, second;
  GOOD(cudaStreamCreateWithFlags(&first, cudaStreamNonBlocking));
  GOOD(cudaStreamCreateWithFlags(&second, cudaStreamNonBlocking));
  int* values = zeros();
  spin<<<1, 1, 0, first>>>(flag, done);
  for (int i = 0; i < 100; ++i) {
    cudaEvent_t event;
    GOOD(cudaEventCreate(&event));
    GOOD(cudaEventRecord(event, first));
    GOOD(cudaStreamWaitEvent(second, event));
    add_to<<<1, 64, 0, second>>>(values, 1);
    GOOD(cudaEventDestroy(event));
  }
  EXPECT(cudaStreamQuery(second) == cudaErrorNotReady);
  *static_cast<volatile int*>(flag) = 1;
  GOOD(cudaStreamSynchronize(second));
  EXPECT(values[0] == 100 && *done == 1);
  return 0;
}

ATTACK(streams_destroyed_with_work) {
  int* values = zeros();
  in_threads(8, [&](int index) {
    for (int round = 0; round < 200; ++round) {
      cudaStream_t stream;
      GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      for (int i = 0; i < 5; ++i) add_to<<<1, 1, 0, stream>>>(values + index * 64, 1);
      GOOD(cudaStreamDestroy(stream));
    }
  });
  GOOD(cudaDeviceSynchronize());
  for (int i = 0; i < 8; ++i) EXPECT(values[i * 64] <= 1000 && values[i * 64] > 0);
  return 0;
}

static cudaGraphExec_t made_graph(int* values, int nodes) {
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  GOOD(cudaGraphCreate(&graph, 0));
  int amount = 1;
  void* arguments[] = {&values, &amount};
  cudaKernelNodeParams params = {};
  params.func = reinterpret_cast<void*>(add_to);
  params.gridDim = dim3(1), params.blockDim = dim3(1);
  params.kernelParams = arguments;
  cudaGraphNode_t node, last = nullptr;
  for (int i = 0; i < nodes; ++i) {
    GOOD(cudaGraphAddKernelNode(&node, graph, &last, i != 0, &params));
    last = node;
  }
  GOOD(cudaGraphInstantiate(&exec, graph, 0));
  GOOD(cudaGraphDestroy(graph));
  return exec;
}

ATTACK(graphs_destroyed_while_running) {
  int* values = zeros();
  in_threads(8, [&](int index) {
    cudaStream_t stream;
    GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int round = 0; round < 60; ++round) {
      const cudaGraphExec_t exec = made_graph(values + index * 64, 10);
      GOOD(cudaGraphLaunch(exec, stream));
      GOOD(cudaGraphLaunch(exec, stream));
      GOOD(cudaGraphExecDestroy(exec));
    }
    GOOD(cudaStreamSynchronize(stream));
    EXPECT(values[index * 64] == 1200);
    GOOD(cudaStreamDestroy(stream));
  });
  return 0;
}

ATTACK(a_graph_launched_by_all) {
  int* values = zeros();
  const cudaGraphExec_t exec = made_graph(values, 3);
  in_threads(8, [&](int) {
    cudaStream_t stream;
    GOOD(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    for (int round = 0; round < 50; ++round) GOOD(cudaGraphLaunch(exec, stream));
    GOOD(cudaStreamSynchronize(stream));
  });
  EXPECT(values[0] == 8 * 50 * 3);  // launches of one exec follow each other
  GOOD(cudaGraphExecDestroy(exec));
  return 0;
}

ATTACK(no_memory_in_streams) {
  std::size_t free = 0, total = 0;
  GOOD(cudaMemGetInfo(&free, &total));
  cudaStream_t stream;
  GOOD(cudaStreamCreate(&stream));
  void* memory = nullptr;
  for (const std::size_t bytes : {total + 1, total * 2, std::size_t{1} << 50, ~std::size_t{0} >> 1,
                                  ~std::size_t{0} - 7, ~std::size_t{0}}) {
    EXPECT(cudaMallocAsync(&memory, bytes, stream) == cudaErrorMemoryAllocation);
    EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
    EXPECT(cudaMalloc(&memory, bytes) == cudaErrorMemoryAllocation);
    EXPECT(cudaGetLastError() == cudaErrorMemoryAllocation);
    EXPECT(cudaMallocManaged(&memory, bytes) != cudaSuccess);
    EXPECT(cudaMallocHost(&memory, bytes) != cudaSuccess);
    (void)cudaGetLastError();
  }
  // All of a pool, in pieces, by several threads; then it is given back.
  cudaMemPoolProps properties = {};
  properties.allocType = cudaMemAllocationTypePinned;
  properties.location.type = cudaMemLocationTypeDevice;
  properties.maxSize = std::size_t{64} << 20;
  cudaMemPool_t pool;
  GOOD(cudaMemPoolCreate(&pool, &properties));
  for (int round = 0; round < 3; ++round) {
    std::atomic<int> refused{0};
    in_threads(4, [&](int) {
      std::vector<void*> pieces;
      for (int i = 0; i < 100; ++i) {
        void* piece = nullptr;
        const cudaError_t result =
            cudaMallocFromPoolAsync(&piece, std::size_t{4} << 20, pool, stream);
        EXPECT(result == cudaSuccess || result == cudaErrorMemoryAllocation);
        if (result == cudaSuccess)
          pieces.push_back(piece);
        else
          ++refused;
      }
      for (void* const piece : pieces) GOOD(cudaFreeAsync(piece, stream));
    });
    GOOD(cudaStreamSynchronize(stream));
    (void)cudaGetLastError();
    EXPECT(refused > 0);
  }
  GOOD(cudaMemPoolDestroy(pool));
  return 0;
}
