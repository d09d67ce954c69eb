// SPDX-License-Identifier: Apache-2.0
// A model on TensorRT's interface: an engine, and contexts that compute in streams.
#pragma once

#include <NvInfer.h>

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace riffle::tensorrt::measure {

/// Prints errors.
class Logger final : public nvinfer1::ILogger {
 public:
  void log(Severity severity, const char* text) noexcept override;
};

struct BoundTensor {
  std::string name;
  nvinfer1::DataType type{};
  nvinfer1::Dims dims{};
  std::string values;  ///< of an input: bytes
};

struct MeasuredEngine {
  std::unique_ptr<nvinfer1::IRuntime> runtime;
  std::unique_ptr<nvinfer1::ICudaEngine> engine;
  std::vector<BoundTensor> inputs, outputs;
  double build_ms = 0, load_ms = 0;
};

/// Open dimensions become 1. Inputs get random values, those of integers zeros. Throws std::runtime_error.
MeasuredEngine load(const std::string& model, Logger& logger);

struct Rate {
  double per_second = 0;
  double ms = 0;       ///< of one inference, in a stream
  double core_ms = 0;  ///< of one inference: the time of cores that the process has used
};

/// Times what several threads do, from its construction on.
class Stopwatch {
 public:
  Stopwatch();
  bool has_run_for(double seconds) const;
  /// From what each of the threads has counted.
  Rate rate_of(const std::vector<long>& counts) const;

 private:
  std::chrono::steady_clock::time_point start_;
  double start_core_ms_;
};

class Lane;

/// Streams with a context each.
class Streams {
 public:
  Streams(const MeasuredEngine& engine, int count, bool captures);
  ~Streams();
  /// Computes for `seconds` in each stream, once at least.
  Rate run(double seconds) const;
  /// The outputs of the first stream.
  std::vector<std::string> results() const;

 private:
  std::vector<std::unique_ptr<Lane>> lanes_;
};

/// Milliseconds from a new context to its first results.
double first_inference_ms(const MeasuredEngine& engine);

}  // namespace riffle::tensorrt::measure
