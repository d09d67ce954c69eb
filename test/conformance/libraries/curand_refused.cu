// SPDX-License-Identifier: Apache-2.0
// flags: -lcurand
// What cuRAND answers to arguments that are wrong, and about itself.
#include <curand.h>

#include "../gate.h"

void show_status(const char *what, curandStatus_t status) {
  std::printf("%s: %d\n", what, status);
  std::fflush(stdout);
}
#define STATUS(...) show_status(#__VA_ARGS__, (__VA_ARGS__))

int main() {
  prepare_gates();
  int version = 0, property = 0;
  STATUS(curandGetVersion(&version));
  show_truth("version 10.4", version / 100 == 104);
  STATUS(curandGetProperty(MAJOR_VERSION, &property));
  show_value("major", property);
  STATUS(curandGetProperty(static_cast<libraryPropertyType>(9), &property));
  curandGenerator_t none = nullptr, xorwow;
  STATUS(curandCreateGenerator(&none, static_cast<curandRngType_t>(7)));
  STATUS(curandDestroyGenerator(nullptr));
  STATUS(curandCreateGenerator(&xorwow, CURAND_RNG_PSEUDO_DEFAULT));
  DeviceArray<unsigned> out(4096);
  auto *floats = reinterpret_cast<float *>(out.get());
  auto *doubles = reinterpret_cast<double *>(out.get());
  auto *longs = reinterpret_cast<unsigned long long *>(out.get());
  STATUS(curandSetPseudoRandomGeneratorSeed(nullptr, 1));
  STATUS(curandSetGeneratorOffset(nullptr, 1));
  STATUS(curandSetQuasiRandomGeneratorDimensions(xorwow, 2));
  STATUS(curandSetGeneratorOrdering(xorwow, CURAND_ORDERING_QUASI_DEFAULT));
  STATUS(curandSetGeneratorOrdering(xorwow, static_cast<curandOrdering_t>(7)));
  STATUS(curandGenerate(nullptr, out, 16));
  STATUS(curandGenerate(xorwow, out, 0));
  STATUS(curandGenerate(xorwow, out, 3));
  STATUS(curandGenerateLongLong(xorwow, longs, 4));
  STATUS(curandGenerateUniform(xorwow, floats, 7));
  STATUS(curandGenerateUniformDouble(xorwow, doubles, 7));
  STATUS(curandGenerateNormal(xorwow, floats, 7, 0, 1));
  STATUS(curandGenerateNormal(xorwow, floats, 8, 0, 1));
  STATUS(curandGenerateNormal(xorwow, floats, 8, 0, -1));
  STATUS(curandGenerateNormalDouble(xorwow, doubles, 7, 0, 1));
  STATUS(curandGenerateLogNormal(xorwow, floats, 7, 0, 1));
  STATUS(curandGenerateLogNormalDouble(xorwow, doubles, 7, 0, 1));
  STATUS(curandGenerateSeeds(xorwow));
  STATUS(curandGenerateSeeds(nullptr));
  MUST(cudaDeviceSynchronize());

  cudaStream_t stream;
  MUST(cudaStreamCreate(&stream));
  STATUS(curandSetStream(xorwow, stream));
  STATUS(curandSetStream(nullptr, stream));
  MUST(cudaDeviceSynchronize());
  const auto as_error = [](curandStatus_t status) { return status == CURAND_STATUS_SUCCESS ? cudaSuccess : cudaErrorUnknown; };
  show_while_busy("generate", stream, [&] { return as_error(curandGenerate(xorwow, out, 64)); });
  curandGenerator_t host;
  STATUS(curandCreateGeneratorHost(&host, CURAND_RNG_PSEUDO_XORWOW));
  STATUS(curandSetStream(host, stream));
  std::vector<unsigned> values(64);
  show_while_busy("generate on the host", stream, [&] { return as_error(curandGenerate(host, values.data(), 64)); });

  cudaGraph_t graph;
  cudaGraphExec_t exec;
  MUST(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  STATUS(curandGenerate(xorwow, out, 64));
  SHOW(cudaStreamEndCapture(stream, &graph));
  if (graph != nullptr) {
    MUST(cudaGraphInstantiate(&exec, graph, 0));
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    const auto once = out.read();
    MUST(cudaGraphLaunch(exec, stream));
    MUST(cudaStreamSynchronize(stream));
    show_truth("a graph goes on in the sequence", out.read() != once);
  }
  STATUS(curandDestroyGenerator(xorwow));
  STATUS(curandDestroyGenerator(host));
  show_last_error("at the end");
}
