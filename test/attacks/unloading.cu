// SPDX-License-Identifier: Apache-2.0
// Libraries with kernels that are closed, with work in flight too; objects whose constructors and destructors call CUDA.
#include <dlfcn.h>

#include "attack.h"

struct Global {
  int* values;
  Global() : values(zeros()) {
    add_to<<<1, 64>>>(values, 2);
    GOOD(cudaDeviceSynchronize());
    EXPECT(values[5] == 2);
  }
  ~Global() {
    add_to<<<1, 64>>>(values, 2);
    GOOD(cudaDeviceSynchronize());
    EXPECT(values[5] >= 4);
    GOOD(cudaFree(values));
  }
};

ATTACK(static_objects) {
  static Global global;
  add_to<<<1, 64>>>(global.values, 1);
  return 0;
}

using Start = int (*)(int* values, int rounds);

ATTACK(libraries_are_closed) {
  for (int round = 0; round < 20; ++round) {
    void* const library = dlopen("./libplugin.so", RTLD_NOW | RTLD_LOCAL);
    EXPECT(library != nullptr);
    int* values = zeros();
    GOOD(reinterpret_cast<Start>(dlsym(library, "start"))(values, 1));
    GOOD(cudaDeviceSynchronize());
    EXPECT(values[0] == 1 + 40);
    GOOD(dlclose(library));
  }
  return 0;
}

ATTACK(libraries_are_closed_with_work_in_flight) {
  for (int round = 0; round < 20; ++round) {
    void* const library = dlopen("./libplugin.so", RTLD_NOW | RTLD_LOCAL);
    EXPECT(library != nullptr);
    int* values = zeros();
    GOOD(reinterpret_cast<Start>(dlsym(library, "start"))(values, 50));
    GOOD(dlclose(library));
    const cudaError_t ended = cudaDeviceSynchronize();
    EXPECT(ended == cudaSuccess && values[0] == 50 * 41);
    GOOD(cudaFree(values));
  }
  return 0;
}

// An executable graph keeps the handles of kernels that are no longer there.
ATTACK(a_graph_outlives_its_library) {
  void* const library = dlopen("./libplugin.so", RTLD_NOW | RTLD_LOCAL);
  EXPECT(library != nullptr);
  int* values = zeros();
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t exec;
  GOOD(cudaStreamCreate(&stream));
  GOOD(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  GOOD(reinterpret_cast<int (*)(int*, cudaStream_t)>(dlsym(library, "enqueue"))(values, stream));
  GOOD(cudaStreamEndCapture(stream, &graph));
  GOOD(cudaGraphInstantiate(&exec, graph, 0));
  GOOD(cudaGraphLaunch(exec, stream));
  GOOD(cudaStreamSynchronize(stream));
  EXPECT(values[0] == 41);
  GOOD(dlclose(library));
  const cudaError_t launched = cudaGraphLaunch(exec, stream), ended = cudaStreamSynchronize(stream);
  EXPECT(launched != cudaSuccess || ended != cudaSuccess || values[0] == 82);
  (void)cudaGraphExecDestroy(exec);
  (void)cudaGraphDestroy(graph);
  return 0;
}

ATTACK(libraries_by_many_threads) {
  in_threads(6, [](int) {
    for (int round = 0; round < 20; ++round) {
      void* const library = dlopen("./libplugin.so", RTLD_NOW | RTLD_LOCAL);
      EXPECT(library != nullptr);
      int* values = zeros();
      cudaStream_t stream;
      GOOD(cudaStreamCreate(&stream));
      GOOD(
          reinterpret_cast<int (*)(int*, cudaStream_t)>(dlsym(library, "enqueue"))(values, stream));
      GOOD(cudaStreamSynchronize(stream));
      EXPECT(values[0] == 41);
      GOOD(cudaStreamDestroy(stream));
      GOOD(dlclose(library));
    }
  });
  return 0;
}
