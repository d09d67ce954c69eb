// SPDX-License-Identifier: Apache-2.0
// flags: -lcurand
// cuRAND: sequences and refusals.
#include "../cases.h"
#include "../gate.h"

#include <curand.h>
#include <curand_kernel.h>
#include <cmath>
#include <string>

void need(const char *what, curandStatus_t status) {
  if (status == CURAND_STATUS_SUCCESS) return;
  std::printf("%s: %d\n", what, status);
}

#define NEED(...) need(#__VA_ARGS__, (__VA_ARGS__))

template <class T>
unsigned long long hash(const std::vector<T> &values) {
  unsigned long long h = 1469598103934665603ull;
  const auto *bytes = reinterpret_cast<const unsigned char *>(values.data());
  for (std::size_t i = 0; i < values.size() * sizeof(T); ++i) h = (h ^ bytes[i]) * 1099511628211ull;
  return h;
}

template <class T>
void bits(const std::string &what, const std::vector<T> &values) {
  std::printf("%s: %016llx", what.c_str(), hash(values));
  for (std::size_t i = 0; i < values.size() && i < 6; ++i) {
    unsigned long long word = 0;
    std::memcpy(&word, &values[i], sizeof(T));
    std::printf(" %llx", word);
  }
  std::printf("\n");
}

template <class T>
void steps(const std::string &what, const std::vector<T> &values) {
  std::printf("%s:", what.c_str());
  // Far apart, so that all places of a thread are seen.
  for (std::size_t i = 0; i < values.size(); i += 1 + i / 3) std::printf(" %d", static_cast<int>(std::floor(values[i] * 500 + 0.31)));
  std::printf("\n");
}

struct Generator {
  curandGenerator_t handle = nullptr;
  bool host;
  std::string name;
  Generator(curandRngType_t type, bool on_host) : host(on_host), name(std::to_string(type) + (on_host ? " host " : " ")) {
    NEED(host ? curandCreateGeneratorHost(&handle, type) : curandCreateGenerator(&handle, type));
  }
  ~Generator() { curandDestroyGenerator(handle); }
  template <class T, class Call>
  std::vector<T> get(std::size_t count, Call call) {
    std::vector<T> values(count);
    if (host) {
      NEED(call(handle, values.data(), count));
      return values;
    }
    DeviceArray<T> device(count);
    NEED(call(handle, device.get(), count));
    return device.read();
  }
  std::vector<unsigned> integers(std::size_t count) { return get<unsigned>(count, curandGenerate); }
};

void pseudo(curandRngType_t type, bool host) {
  for (curandOrdering_t order : {CURAND_ORDERING_PSEUDO_BEST, CURAND_ORDERING_PSEUDO_DEFAULT, CURAND_ORDERING_PSEUDO_LEGACY}) {
    Generator g(type, host);
    NEED(curandSetGeneratorOrdering(g.handle, order));
    for (std::size_t count : {300000u, 1000u, 7u, 5000u, 64u}) bits(g.name + std::to_string(order) + " " + std::to_string(count), g.integers(count));
  }
  for (unsigned long long offset : {0ull, 1ull, 5ull, 4096ull, 100000ull, 0x123456789aull}) {
    Generator g(type, host);
    NEED(curandSetPseudoRandomGeneratorSeed(g.handle, 0x123456789abcdefull));
    NEED(curandSetGeneratorOffset(g.handle, offset));
    bits(g.name + "seed, offset " + std::to_string(offset), g.integers(20000));
    bits(g.name + "on", g.integers(20));
  }
  Generator g(type, host);
  const auto fresh = [&] {
    NEED(curandSetPseudoRandomGeneratorSeed(g.handle, 42));
    NEED(curandSetGeneratorOffset(g.handle, 0));
  };
  fresh();
  bits(g.name + "uniform", g.get<float>(40000, curandGenerateUniform));
  bits(g.name + "uniform on", g.get<float>(1001, curandGenerateUniform));
  fresh();
  bits(g.name + "uniform double", g.get<double>(40000, curandGenerateUniformDouble));
  bits(g.name + "uniform double on", g.get<double>(1000, curandGenerateUniformDouble));
  fresh();
  steps(g.name + "normal", g.get<float>(70000, [](auto h, float *p, std::size_t n) { return curandGenerateNormal(h, p, n, 0, 1); }));
  steps(g.name + "normal on", g.get<float>(1000, [](auto h, float *p, std::size_t n) { return curandGenerateNormal(h, p, n, 2, 3); }));
  fresh();
  steps(g.name + "normal double", g.get<double>(70000, [](auto h, double *p, std::size_t n) { return curandGenerateNormalDouble(h, p, n, 0, 1); }));
  steps(g.name + "normal double on", g.get<double>(1000, [](auto h, double *p, std::size_t n) { return curandGenerateNormalDouble(h, p, n, 2, 3); }));
  fresh();
  steps(g.name + "log normal", g.get<float>(1000, [](auto h, float *p, std::size_t n) { return curandGenerateLogNormal(h, p, n, 0.5f, 0.25f); }));
  fresh();
  steps(g.name + "log normal double", g.get<double>(1000, [](auto h, double *p, std::size_t n) { return curandGenerateLogNormalDouble(h, p, n, 0.5, 0.25); }));
}

// The sequences of cuRAND's host side: generators, seeds, offsets, orderings, calls one after the other; integers and
// uniform numbers exactly, normal numbers in steps that their rounding does not reach.
CASE(curand_sequences) {
  for (curandRngType_t type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10})
    for (bool host : {false, true}) pseudo(type, host);
}

void show_status(const char *what, curandStatus_t status) {
  std::printf("%s: %d\n", what, status);
  std::fflush(stdout);
}

#define STATUS(...) show_status(#__VA_ARGS__, (__VA_ARGS__))

// What cuRAND answers to arguments that are wrong, and about itself.
CASE(curand_refused) {
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

void poisson(curandRngType_t type, bool host) {
  Generator g(type, host);
  const auto get = [&](std::size_t count, double mean) {
    return g.get<unsigned>(count, [&](auto h, unsigned *p, std::size_t n) { return curandGeneratePoisson(h, p, n, mean); });
  };
  NEED(curandSetPseudoRandomGeneratorSeed(g.handle, 42));
  // Each number takes one of the sequence, or half of a pair; the other half waits for the next call.
  for (double mean : {0.25, 3.3, 40., 900., 4000.}) {
    const auto values = get(100000, mean);
    double sum = 0, squares = 0;
    for (unsigned v : values) sum += v, squares += double(v) * v;
    const double average = sum / 100000, variance = squares / 100000 - average * average;
    show_truth((g.name + "mean " + std::to_string(mean)).c_str(), std::fabs(average - mean) < 5 * std::sqrt(mean / 100000));
    show_truth((g.name + "variance").c_str(), std::fabs(variance / mean - 1) < 0.03 + 0.02 / mean);
    bits(g.name + "then integers", g.integers(16));
  }
  for (double mean : {4001., 100000., 400000.}) {
    for (std::size_t count : {5000u, 100u, 7u, 90000u}) {
      std::vector<double> scaled;
      for (unsigned v : get(count, mean)) scaled.push_back((v - mean + 0.3) / std::sqrt(mean) / 20);
      steps(g.name + std::to_string(mean) + " " + std::to_string(count), scaled);
    }
    bits(g.name + "then integers", g.integers(16));
  }
}

// Poisson numbers: those of a large mean are rounded normal numbers, the others have the distribution.
CASE(curand_poisson) {
  for (curandRngType_t type : {CURAND_RNG_PSEUDO_XORWOW, CURAND_RNG_PSEUDO_MRG32K3A, CURAND_RNG_PSEUDO_PHILOX4_32_10})
    for (bool host : {false, true}) poisson(type, host);
}

template <class State>
__device__ unsigned total(State *state, curandDiscreteDistribution_t table) {
  unsigned sum = 0;
  for (int i = 0; i < 4000; ++i) sum += curand_discrete(state, table);
  return sum;
}

__global__ void draw(unsigned *sums, curandDiscreteDistribution_t table) {
  curandStateXORWOW_t xorwow;
  curand_init(9, threadIdx.x, 0, &xorwow);
  curandStateMRG32k3a_t mrg;
  curand_init(9, threadIdx.x, 0, &mrg);
  curandStatePhilox4_32_10_t philox;
  curand_init(9, threadIdx.x, 0, &philox);
  const uint4 four = curand_discrete4(&philox, table);
  sums[threadIdx.x] = total(&xorwow, table) + total(&mrg, table) + total(&philox, table) + four.x + four.y + four.z + four.w;
}

// Tables for kernels, and what Poisson's calls refuse.
CASE(curand_discrete) {
  curandGenerator_t xorwow;
  STATUS(curandCreateGenerator(&xorwow, CURAND_RNG_PSEUDO_XORWOW));
  DeviceArray<unsigned> out(64);
  STATUS(curandGeneratePoisson(nullptr, out, 16, 1));
  STATUS(curandGeneratePoisson(xorwow, out, 16, 0));
  STATUS(curandGeneratePoisson(xorwow, out, 16, -3));
  STATUS(curandGeneratePoisson(xorwow, out, 16, NAN));
  STATUS(curandGeneratePoisson(xorwow, out, 16, 400000));
  STATUS(curandGeneratePoisson(xorwow, out, 16, 400001));
  STATUS(curandGeneratePoisson(xorwow, out, 7, 2));
  STATUS(curandGeneratePoisson(xorwow, out, 7, 5000));
  STATUS(curandGeneratePoisson(xorwow, out, 0, 2));
  STATUS(curandGeneratePoissonMethod(xorwow, out, 16, 2, CURAND_CHOOSE_BEST));
  STATUS(curandGeneratePoissonMethod(xorwow, out, 16, 2, CURAND_M2));
  STATUS(curandGeneratePoissonMethod(xorwow, out, 16, 2, CURAND_KNUTH));
  STATUS(curandGeneratePoissonMethod(xorwow, out, 16, 2, CURAND_POISSON));
  STATUS(curandGeneratePoissonMethod(nullptr, out, 16, 2, CURAND_M2));
  STATUS(curandDestroyGenerator(xorwow));
  MUST(cudaDeviceSynchronize());

  curandDiscreteDistribution_t table = nullptr;
  STATUS(curandCreatePoissonDistribution(0, &table));
  STATUS(curandCreatePoissonDistribution(-1, &table));
  STATUS(curandCreatePoissonDistribution(400001, &table));
  for (double mean : {0.25, 4.5, 300.}) {
    STATUS(curandCreatePoissonDistribution(mean, &table));
    draw<<<1, 64>>>(out.get(), table);
    MUST(cudaDeviceSynchronize());
    double sum = 0;
    for (unsigned each : out.read()) sum += each;
    const double count = 64 * 12004.;
    show_truth("mean", std::fabs(sum / count - mean) < 5 * std::sqrt(mean / count));
    STATUS(curandDestroyDistribution(table));
  }
}
