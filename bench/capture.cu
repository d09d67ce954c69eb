// SPDX-License-Identifier: Apache-2.0
// What capturing costs: a node of a capture of 1,000 launches, and what a capture elsewhere costs a
// launch that is not captured.
#include "bench.h"
#include "check.h"

__global__ void empty() {}
__global__ void with_arguments(float*, const float*, int) {}

constexpr int kNodes = 1000;

template <class Launch>
static double node_ns(cudaStream_t stream, int repetitions, Launch launch) {
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    cudaGraph_t graph = nullptr;
    samples.add(bench::time_ns([&] {
                  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
                  for (int k = 0; k < kNodes; ++k) launch();
                  CHECK(cudaStreamEndCapture(stream, &graph));
                }) /
                kNodes);
    CHECK(cudaGraphDestroy(graph));
  }
  return samples.median();
}

static double enqueue_ns(cudaStream_t stream, int repetitions) {
  bench::Samples samples;
  for (int i = 0; i < repetitions; ++i) {
    samples.add(bench::time_ns([&] {
                  for (int k = 0; k < kNodes; ++k) empty<<<1, 1, 0, stream>>>();
                }) /
                kNodes);
    CHECK(cudaStreamSynchronize(stream));
  }
  return samples.median();
}

int main(int argc, char** argv) {
  const int repetitions = bench::is_quick(argc, argv) ? 50 : 300;
  cudaStream_t stream, other;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  CHECK(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  empty<<<1, 1, 0, stream>>>();
  with_arguments<<<1, 1, 0, stream>>>(nullptr, nullptr, 0);
  CHECK(cudaStreamSynchronize(stream));

  const double node = node_ns(stream, repetitions, [&] { empty<<<1, 1, 0, stream>>>(); });
  const double full = node_ns(stream, repetitions,
                              [&] { with_arguments<<<1, 1, 0, stream>>>(nullptr, nullptr, 1); });
  const double host = node_ns(stream, repetitions,
                              [&] { CHECK(cudaLaunchHostFunc(stream, [](void*) {}, nullptr)); });
  const double alone = enqueue_ns(other, repetitions);
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeRelaxed));
  const double meanwhile = enqueue_ns(other, repetitions);
  CHECK(cudaStreamEndCapture(stream, nullptr));

  bench::row_limit("a captured launch, of 1,000, begin and end included", node, 150);
  bench::row_limit("... of a kernel with three arguments", full, 150);
  bench::row_limit("a captured host function", host, 150);
  bench::print_row("a launch while no stream captures", bench::show_ns(alone), "", 0, "", "");
  bench::print_row("... while another stream captures", bench::show_ns(meanwhile), "", 0, "", "");
  return 0;
}
