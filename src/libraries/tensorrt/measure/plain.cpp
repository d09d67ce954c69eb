// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/measure/plain.h"

#include <chrono>
#include <fstream>
#include <iterator>
#include <thread>

#include "libraries/tensorrt/engine/session.h"

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

/// Memory that inputs and outputs are bound to, as a program would do that wants no copies.
class Bound {
 public:
  explicit Bound(const Engine& engine) {
    for (const Tensor& input : engine.inputs) {
      memory_.push_back(input.values);
      values_.push_back(ort::tensor_at(memory_.back().data(), input.dims, input.type));
      inputs_.push_back(values_.back().get());
      input_names_.push_back(input.name.c_str());
    }
    for (const Tensor& output : engine.outputs) output_names_.push_back(output.name.c_str());
    results_.resize(output_names_.size());
  }
  Bound(const Bound&) = delete;
  ~Bound() {
    for (ort::Value* const result : results_) ort::library().api.release_value(result);
  }
  /// The first time ONNX Runtime allocates the outputs, which are used again after that.
  void run(const ort::Model& model) { model.run(input_names_, inputs_, output_names_, results_); }

  std::vector<std::string> results(const Engine& engine) const {
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

}  // namespace

Rate measure_plain(const std::string& file, const Engine& engine, int threads, int inner,
                   double seconds, std::vector<std::string>* results) {
  const ort::Model model(read(file), kAllOptimisations, inner);
  std::vector<std::unique_ptr<Bound>> bounds;
  for (int i = 0; i < threads; ++i) {
    bounds.push_back(std::make_unique<Bound>(engine));
    bounds.back()->run(model);
  }
  std::vector<std::thread> runners;
  std::vector<long> counts(bounds.size());
  const auto start = Clock::now();
  for (std::size_t i = 0; i < bounds.size(); ++i)
    runners.emplace_back([&, i] {
      while (ms_since(start) < 1e3 * seconds) {
        bounds[i]->run(model);
        ++counts[i];
      }
    });
  for (std::thread& runner : runners) runner.join();
  const double ms = ms_since(start);
  long count = 0;
  for (const long of_thread : counts) count += of_thread;
  if (results != nullptr) *results = bounds.front()->results(engine);
  return {1e3 * static_cast<double>(count) / ms,
          ms * static_cast<double>(threads) / static_cast<double>(count)};
}

FirstPlain first_plain(const std::string& file, const Engine& engine, int inner) {
  const std::string bytes = read(file);
  const auto start = Clock::now();
  const ort::Model model(bytes, kAllOptimisations, inner);
  const double load_ms = ms_since(start);
  const auto running = Clock::now();
  Bound bound(engine);
  bound.run(model);
  return {load_ms, ms_since(running)};
}

std::string plain_version() { return ort::library().version; }

}  // namespace riffle::tensorrt::measure
