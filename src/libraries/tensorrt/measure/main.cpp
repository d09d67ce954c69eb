// SPDX-License-Identifier: Apache-2.0
// `riffle trt`: a model through TensorRT's interface, timed, and compared with ONNX Runtime called plainly. The command itself has
// read the options: MODEL STREAMS SECONDS CAPTURES.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "libraries/tensorrt/measure/plain.h"

namespace {

using namespace riffle::tensorrt::measure;

/// Each is measured this often, in turn, and the best is shown: other programs of the machine only make it slower.
constexpr int kRounds = 3;

struct Pair {
  Rate ours, plain;
};

Pair best_of(const std::string& model, const Engine& engine, int streams, double seconds,
             bool captures, int inner) {
  Pair best;
  for (int round = 0; round < kRounds; ++round) {
    const Rate ours = measure(engine, streams, seconds, captures, nullptr);
    const Rate plain = measure_plain(model, engine, streams, inner, seconds, nullptr);
    if (ours.per_second > best.ours.per_second) best.ours = ours;
    if (plain.per_second > best.plain.per_second) best.plain = plain;
  }
  return best;
}

void print(const char* what, int inner, const Pair& pair) {
  fmt::print(
      "{:<28} {:>10.1f}/s {:>9.3f} ms   plain, {} thread{} each: {:>8.1f}/s {:>9.3f} ms   {:.2f} "
      "of it\n",
      what, pair.ours.per_second, pair.ours.ms, inner, inner == 1 ? " " : "s",
      pair.plain.per_second, pair.plain.ms, pair.ours.per_second / pair.plain.per_second);
}

int run(const std::string& model, int streams, double seconds, bool captures) {
  Logger logger;
  const Engine engine = load(model, logger);
  int cores = 1;
  cudaDeviceGetAttribute(&cores, cudaDevAttrMultiProcessorCount, 0);
  fmt::print("{} through TensorRT's interface, and ONNX Runtime {} called plainly\n", model,
             plain_version());
  const double first = first_inference_ms(engine);
  const FirstPlain plain = first_plain(model, engine, cores);
  fmt::print(
      "build {:.1f} ms, load {:.1f} ms, first inference {:.1f} ms; plain: load {:.1f} ms, first "
      "inference {:.1f} ms\n",
      engine.build_ms, engine.load_ms, first, plain.load_ms, plain.inference_ms);
  std::vector<std::string> ours, theirs;
  measure(engine, 1, 0, captures, &ours);
  measure_plain(model, engine, 1, cores, 0, &theirs);
  print("1 stream", cores, best_of(model, engine, 1, seconds, captures, cores));
  if (streams > 1)
    print(fmt::format("{} streams", streams).c_str(), 1,
          best_of(model, engine, streams, seconds, captures, 1));
  const bool is_equal = ours == theirs;
  fmt::print("results: {}\n", is_equal ? "the same bits" : "they differ");
  return is_equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  try {
    return run(argv[1], std::atoi(argv[2]), std::atof(argv[3]), argv[4][0] == '1');
  } catch (const std::exception& failure) {
    std::fflush(stdout);
    fmt::print(stderr, "riffle trt: {}\n", failure.what());
    return 1;
  }
}
