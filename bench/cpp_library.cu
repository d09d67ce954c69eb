// SPDX-License-Identifier: Apache-2.0
// The C++ library (include/riffle): an expression of arrays against one loop by hand, what launching one costs, a Pipeline that
// chooses for itself against the best of several hand-tuned versions with streams.
#include <riffle/riffle.h>

#include <algorithm>
#include <vector>

#include "bench.h"
#include "check.h"
#include "kernels/by_hand.h"

static void axpy(bool quick) {
  constexpr int count = 16 << 20;
  std::vector<float> x_host(count), y_host(count);
  for (int i = 0; i < count; ++i) x_host[i] = static_cast<float>(i % 1000);
  const auto x = riffle::to_gpu(x_host);
  auto y = riffle::zeros<float>(count);
  bench::Samples riffle_ns, by_hand_ns;
  for (int i = 0; i < (quick ? 5 : 21); ++i) {
    const auto library = [&] {
      y = 1.5f * x + y;
      riffle::Context::synchronize();
    };
    const auto by_hand = [&] { by_hand::saxpy(1.5f, x_host.data(), y_host.data(), count); };
    if (i == 0) library(), by_hand();
    riffle_ns.add(bench::time_ns(library));
    by_hand_ns.add(bench::time_ns(by_hand));
  }
  REQUIRE(y.get() == y_host);
  bench::row_ratio("GpuArray y = a * x + y, 16 Mi floats", riffle_ns.median(), "OpenMP + SIMD",
                   by_hand_ns.median(), 1.1);
}

static void enqueue() {
  constexpr int kBurst = 1000;
  const auto x = riffle::zeros<float>(1);
  auto y = riffle::zeros<float>(1);
  const riffle::SourceModule module(
      "__global__ void one(float *y, float a, const float *x) { *y = a * *x + *y; }");
  const riffle::Function one = module.get_function("one");
  bench::Samples expression, function;
  for (int i = 0; i < 51; ++i) {
    expression.add(bench::time_ns([&] {
                     for (int k = 0; k < kBurst; ++k) y = 1.5f * x + y;
                   }) /
                   kBurst);
    riffle::Context::synchronize();
    function.add(bench::time_ns([&] {
                   for (int k = 0; k < kBurst; ++k) one({}, y, 1.5f, x);
                 }) /
                 kBurst);
    riffle::Context::synchronize();
  }
  bench::row_ratio("GpuArray expression, enqueue, bursts of 1,000", expression.median(), "Function",
                   function.median(), 0);
}

__global__ void smooth(const float* in, float* out, int count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) out[i] = sqrtf(in[i] * in[i] + 1.0f);
}

/// As a careful programmer writes it.
static void by_streams(const float* in, float* out, std::size_t elems, std::size_t chunk,
                       std::vector<cudaStream_t>& streams, std::vector<float*>& ins,
                       std::vector<float*>& outs) {
  std::size_t k = 0;
  for (std::size_t first = 0; first < elems; first += chunk, k = (k + 1) % streams.size()) {
    const std::size_t count = std::min(chunk, elems - first);
    CHECK(cudaMemcpyAsync(ins[k], in + first, count * sizeof(float), cudaMemcpyHostToDevice,
                          streams[k]));
    smooth<<<static_cast<unsigned>((count + 255) / 256), 256, 0, streams[k]>>>(
        ins[k], outs[k], static_cast<int>(count));
    CHECK(cudaMemcpyAsync(out + first, outs[k], count * sizeof(float), cudaMemcpyDeviceToHost,
                          streams[k]));
  }
  CHECK(cudaDeviceSynchronize());
}

/// The copies of a pipeline without its kernels: host to device and device to host, one direction
/// alone or both at once. What the bus of a GPU takes, and no pipeline can undercut.
static double copies_ns(const float* in, float* out, std::size_t elems, bool up, bool down) {
  float *to = nullptr, *from = nullptr;
  CHECK(cudaMalloc(&to, elems * sizeof(float)));
  CHECK(cudaMalloc(&from, elems * sizeof(float)));
  cudaStream_t up_stream, down_stream;
  CHECK(cudaStreamCreate(&up_stream));
  CHECK(cudaStreamCreate(&down_stream));
  bench::Samples samples;
  for (int i = 0; i < 6; ++i) {
    const double ns = bench::time_ns([&] {
      if (up)
        CHECK(cudaMemcpyAsync(to, in, elems * sizeof(float), cudaMemcpyHostToDevice, up_stream));
      if (down)
        CHECK(
            cudaMemcpyAsync(out, from, elems * sizeof(float), cudaMemcpyDeviceToHost, down_stream));
      CHECK(cudaDeviceSynchronize());
    });
    if (i > 0) samples.add(ns);
  }
  CHECK(cudaStreamDestroy(up_stream));
  CHECK(cudaStreamDestroy(down_stream));
  CHECK(cudaFree(to));
  CHECK(cudaFree(from));
  return samples.median();
}

static void pipeline(std::size_t elems, bool quick) {
  riffle::PageLocked<float> in(elems), out(elems);
  for (std::size_t i = 0; i < elems; ++i) in[i] = static_cast<float>(i % 1000);
  riffle::Pipeline<float> pipeline(
      [](auto& chunk) { chunk.out = sqrt(chunk.in * chunk.in + 1.0f); });
  const auto library = [&] { pipeline.run({in.data(), elems}, {out.data(), elems}); };
  constexpr std::size_t kMostElems = 4 << 20;
  std::vector<cudaStream_t> streams(4);
  std::vector<float*> ins(4), outs(4);
  for (std::size_t k = 0; k < 4; ++k) {
    CHECK(cudaStreamCreate(&streams[k]));
    CHECK(cudaMalloc(&ins[k], kMostElems * sizeof(float)));
    CHECK(cudaMalloc(&outs[k], kMostElems * sizeof(float)));
  }
  const std::vector<std::size_t> chunks{16 << 10, 64 << 10, 256 << 10, 1 << 20, 4 << 20};
  bench::Samples riffle_ns;
  std::vector<bench::Samples> tuned(chunks.size());
  for (int i = 0; i < (quick ? 5 : 11); ++i) {
    if (i == 0) library();
    riffle_ns.add(bench::time_ns(library));
    for (std::size_t c = 0; c < chunks.size(); ++c) {
      const auto by_hand = [&] {
        by_streams(in.data(), out.data(), elems, chunks[c], streams, ins, outs);
      };
      if (i == 0) by_hand();
      tuned[c].add(bench::time_ns(by_hand));
    }
  }
  std::size_t best = 0;
  for (std::size_t c = 1; c < chunks.size(); ++c)
    best = tuned[c].median() < tuned[best].median() ? c : best;
  const std::string rival = "4 streams, chunks of " + std::to_string(chunks[best] / 1024) + " Ki,";
  bench::row_ratio("Pipeline, untuned, " + std::to_string(elems >> 20) + " Mi floats",
                   riffle_ns.median(), rival, tuned[best].median(), 1.05);
  const double up = copies_ns(in.data(), out.data(), elems, true, false);
  const double down = copies_ns(in.data(), out.data(), elems, false, true);
  bench::row_ratio("... beside its copies alone, the slower direction", riffle_ns.median(),
                   up > down ? "to the device" : "to the host", std::max(up, down), 0);
  bench::row_ratio("... beside its copies alone, both directions at once", riffle_ns.median(),
                   "copies", copies_ns(in.data(), out.data(), elems, true, true), 0);
}

int main(int argc, char** argv) {
  const bool quick = bench::is_quick(argc, argv);
  axpy(quick);
  enqueue();
  pipeline(std::size_t{quick ? 4u : 32u} << 20, quick);
  if (argc > 1 && std::string(argv[1]) == "--large") pipeline(std::size_t{512} << 20, false);
}
