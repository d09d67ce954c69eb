// SPDX-License-Identifier: Apache-2.0
// `riffle trt`: a model through TensorRT's interface, timed, and compared with ONNX Runtime called plainly. The command itself has
// read the options: MODEL STREAMS SECONDS CAPTURES.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <thread>

#include <cuda_runtime_api.h>
#include <fmt/format.h>

#include "libraries/tensorrt/measure/plain.h"

namespace {

using namespace riffle::tensorrt::measure;

/// Both are measured this often, in turn: other programs of the machine disturb some pairs, and hardly more than half of them.
constexpr int kPairs = 15;
/// Before each: ONNX Runtime's threads poll on for a while after an inference.
constexpr auto kPause = std::chrono::milliseconds(30);

struct Comparison {
  Rate ours, plain;
  double ratio;
};

template <class Runner>
Rate after_pause(const Runner& runner, double seconds) {
  std::this_thread::sleep_for(kPause);
  return runner.run(seconds);
}

/// The median of each, and of the ratios within a pair.
Comparison compare(const Streams& ours, const Plain& plain, double seconds) {
  std::vector<Comparison> pairs;
  for (int i = 0; i < kPairs; ++i) {
    Comparison& pair = pairs.emplace_back();
    pair.ours = after_pause(ours, seconds / kPairs);
    pair.plain = after_pause(plain, seconds / kPairs);
    pair.ratio = pair.ours.per_second / pair.plain.per_second;
  }
  const auto median_by = [&](auto less) {
    std::ranges::nth_element(pairs, pairs.begin() + kPairs / 2, less);
    return pairs[kPairs / 2];
  };
  const auto by = [](auto member) {
    return [member](const Comparison& a, const Comparison& b) {
      return (a.*member).per_second < (b.*member).per_second;
    };
  };
  return {median_by(by(&Comparison::ours)).ours, median_by(by(&Comparison::plain)).plain,
          median_by([](const auto& a, const auto& b) { return a.ratio < b.ratio; }).ratio};
}

void print(const char* what, int inner, const Comparison& pair) {
  fmt::print(
      "{:<28} {:>10.1f}/s {:>9.3f} ms {:>9.3f} ms of cores   plain, {} thread{} each: {:>8.1f}/s "
      "{:>9.3f} ms {:>9.3f} ms of cores   {:.2f} of it\n",
      what, pair.ours.per_second, pair.ours.ms, pair.ours.core_ms, inner, inner == 1 ? " " : "s",
      pair.plain.per_second, pair.plain.ms, pair.plain.core_ms, pair.ratio);
}

int run(const std::string& model, int streams, double seconds, bool captures) {
  Logger logger;
  const MeasuredEngine engine = load(model, logger);
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
  bool is_equal = false;
  {
    const Streams one(engine, 1, captures);
    const Plain plain_one(model, engine, 1, cores);
    is_equal = one.results() == plain_one.results();
    print("1 stream", cores, compare(one, plain_one, seconds));
  }
  if (streams > 1)
    print(fmt::format("{} streams", streams).c_str(), 1,
          compare(Streams(engine, streams, captures), Plain(model, engine, streams, 1), seconds));
  fmt::print("results: {}\n", is_equal ? "the same bits" : "they differ");
  return is_equal ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 5) return 2;
  try {
    return run(argv[1], std::atoi(argv[2]), std::atof(argv[3]), argv[4][0] == '1');
  } catch (const std::bad_alloc&) {
    std::fflush(stdout);
    fmt::print(stderr, "riffle trt: there is not enough memory for what '{}' computes\n", argv[1]);
    return 1;
  } catch (const std::exception& failure) {
    std::fflush(stdout);
    fmt::print(stderr, "riffle trt: {}\n", failure.what());
    return 1;
  }
}
