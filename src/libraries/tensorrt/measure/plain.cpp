// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/measure/plain.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <thread>

namespace riffle::tensorrt::measure {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int kAllOptimisations = 99;

double ms_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

std::string read(const std::string& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

/// Throws std::runtime_error where the model has types that TensorRT does not have: both would compute with other values.
void check_types(const ort::Model& model) {
  for (const auto& tensors : {model.inputs(), model.outputs()})
    for (const ort::OutputType& tensor : tensors)
      if (tensor.type == OnnxType::kDouble)
        throw std::runtime_error("'" + tensor.name +
                                 "' is DOUBLE in the model and FP32 on TensorRT's interface: "
                                 "results cannot be compared");
}

}  // namespace

/// Memory that inputs and outputs are bound to, as a program would do that wants no copies.
class Bound {
 public:
  explicit Bound(const MeasuredEngine& engine) {
    for (const BoundTensor& input : engine.inputs) {
      memory_.push_back(input.values);
      values_.push_back(ort::tensor_at(memory_.back().data(), input.dims, input.type));
      inputs_.push_back(values_.back().get());
      input_names_.push_back(input.name.c_str());
    }
    for (const BoundTensor& output : engine.outputs) output_names_.push_back(output.name.c_str());
    results_.resize(output_names_.size());
  }
  Bound(const Bound&) = delete;
  ~Bound() {
    for (ort::Value* const result : results_) ort::library().api.release_value(result);
  }
  /// The first time ONNX Runtime allocates the outputs, which are used again after that.
  void run(const ort::Model& model) { model.run(input_names_, inputs_, output_names_, results_); }

  std::vector<std::string> results(const MeasuredEngine& engine) const {
    std::vector<std::string> all;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      void* data = nullptr;
      ort::check(ort::library().api.tensor_data(results_[i], &data));
      const auto bytes = bytes_of(ort::shape_of(results_[i]), engine.outputs[i].type);
      all.emplace_back(static_cast<const char*>(data), static_cast<std::size_t>(bytes));
    }
    return all;
  }

 private:
  std::vector<std::string> memory_;
  std::vector<ort::Owned<ort::Value>> values_;
  std::vector<const ort::Value*> inputs_;
  std::vector<ort::Value*> results_;
  std::vector<const char*> input_names_, output_names_;
};

Plain::Plain(const std::string& file, const MeasuredEngine& engine, int threads, int inner)
    : engine_(engine),
      model_(read(file), kAllOptimisations, inner, ort::Polling::kAsOnnxRuntimeDoes) {
  bounds_.reserve(static_cast<std::size_t>(threads));
  for (int i = 0; i < threads; ++i) {
    bounds_.push_back(std::make_unique<Bound>(engine));
    bounds_.back()->run(model_);
  }
}
Plain::~Plain() = default;

Rate Plain::run(double seconds) const {
  std::vector<std::thread> runners;
  std::vector<long> counts(bounds_.size());
  const Stopwatch watch;
  for (std::size_t i = 0; i < bounds_.size(); ++i)
    runners.emplace_back([&, i] {
      do {
        bounds_[i]->run(model_);
        ++counts[i];
      } while (!watch.has_run_for(seconds));
    });
  for (std::thread& runner : runners) runner.join();
  return watch.rate_of(counts);
}

std::vector<std::string> Plain::results() const { return bounds_.front()->results(engine_); }

FirstPlain first_plain(const std::string& file, const MeasuredEngine& engine, int inner) {
  const std::string bytes = read(file);
  const auto start = Clock::now();
  const ort::Model model(bytes, kAllOptimisations, inner, ort::Polling::kAsOnnxRuntimeDoes);
  const double load_ms = ms_since(start);
  check_types(model);
  const auto running = Clock::now();
  Bound bound(engine);
  bound.run(model);
  return {load_ms, ms_since(running)};
}

std::string plain_version() { return ort::library().version; }

}  // namespace riffle::tensorrt::measure
