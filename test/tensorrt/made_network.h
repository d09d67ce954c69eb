// SPDX-License-Identifier: Apache-2.0
// A network that a test makes of layers, computes, and compares with what it expects.
#pragma once

#include <deque>
#include <functional>

#include <cuda_runtime.h>

#include "program.h"

namespace riffle::tensorrt::test {

using Floats = std::vector<float>;

inline Dims dims(std::initializer_list<std::int64_t> extents) {
  Dims made{static_cast<int>(extents.size()), {}};
  std::copy(extents.begin(), extents.end(), made.d);
  return made;
}
inline std::size_t count_of(const Dims& of) {
  std::size_t count = 1;
  for (int i = 0; i < of.nbDims; ++i) count *= static_cast<std::size_t>(of.d[i]);
  return count;
}

/// Numbers that look random and are the same each time, from -2 to 2.
inline Floats numbers(std::size_t count, unsigned seed = 1) {
  Floats made(count);
  unsigned state = seed * 2654435761U + 12345;
  for (float& value : made) {
    state = state * 1664525U + 1013904223U;
    value = static_cast<float>(state >> 8) / static_cast<float>(1U << 22) - 2;
  }
  return made;
}

struct Output {
  std::vector<std::int64_t> dims;
  Floats values;  ///< integers and truth values as numbers
};

class Net {
 public:
  INetworkDefinition& network() { return *program_.network; }
  INetworkDefinition* operator->() { return program_.network.get(); }
  Logger& logger() { return program_.logger; }

  ITensor& input(const Dims& of, const Floats& values) {
    const std::string name = "x" + std::to_string(inputs_.size());
    inputs_.push_back(values);
    return *network().addInput(name.c_str(), DataType::kFLOAT, of);
  }
  /// An input whose dimensions a profile has.
  ITensor& input(const Dims& of, const Dims& at_run_time, const Floats& values) {
    ITensor& made = input(of, values);
    program_.set_range(made.getName(), at_run_time, at_run_time, at_run_time);
    set_.emplace_back(made.getName(), at_run_time);
    return made;
  }
  template <class T>
  ITensor& constant(const Dims& of, const std::vector<T>& values) {
    return *network().addConstant(of, weights(values))->getOutput(0);
  }
  template <class T>
  Weights weights(const std::vector<T>& values) {
    kept_.emplace_back(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
    const DataType type = std::is_same_v<T, float>          ? DataType::kFLOAT
                          : std::is_same_v<T, std::int64_t> ? DataType::kINT64
                          : std::is_same_v<T, std::int8_t>  ? DataType::kINT8
                          : std::is_same_v<T, std::uint8_t> ? DataType::kBOOL
                                                            : DataType::kINT32;
    return {type, kept_.back().data(), static_cast<std::int64_t>(values.size())};
  }

  std::vector<Output> run(std::initializer_list<ITensor*> tensors) {
    return run(std::vector<ITensor*>(tensors));
  }
  /// The values of tensors, which are made outputs.
  std::vector<Output> run(const std::vector<ITensor*>& tensors) {
    for (ITensor* const tensor : tensors) network().markOutput(*tensor);
    program_.build();
    std::vector<Output> outputs;
    if (program_.context == nullptr) return std::vector<Output>(tensors.size());
    IExecutionContext& context = *program_.context;
    for (const auto& [name, at] : set_) EXPECT_TRUE(context.setInputShape(name.c_str(), at));
    std::deque<Memory<char>> memory;
    for (std::size_t i = 0; i < inputs_.size(); ++i) {
      auto& made = memory.emplace_back(inputs_[i].size() * sizeof(float) + 1);
      cudaMemcpy(made.data(), inputs_[i].data(), inputs_[i].size() * sizeof(float),
                 cudaMemcpyHostToDevice);
      EXPECT_TRUE(context.setTensorAddress(network().getInput(static_cast<int>(i))->getName(),
                                           made.data()));
    }
    std::deque<Allocator> allocators;
    for (ITensor* const tensor : tensors)
      context.setOutputAllocator(tensor->getName(), &allocators.emplace_back());
    EXPECT_TRUE(context.enqueueV3(nullptr)) << logger().take();
    EXPECT_EQ(cudaStreamSynchronize(nullptr), cudaSuccess);
    errors_ = logger().take();
    if (!expected_errors_) EXPECT_EQ(errors_, "");
    std::size_t i = 0;
    for (ITensor* const tensor : tensors)
      outputs.push_back(
          read(allocators[i++], program_.engine->getTensorDataType(tensor->getName())));
    return outputs;
  }
  /// Whether the builder makes a plan. The reasons are in the log.
  bool builds() {
    const std::unique_ptr<IHostMemory> plan(
        program_.builder->buildSerializedNetwork(network(), *program_.config));
    return plan != nullptr;
  }
  /// What the log has after a network was computed that fails.
  std::string errors_of_running(ITensor* tensor) {
    expected_errors_ = true;
    run(tensor);
    return errors_;
  }
  Output run(ITensor* tensor) { return run(std::vector{tensor}).at(0); }

 private:
  class Allocator final : public IOutputAllocator {
   public:
    void* reallocateOutputAsync(const char*, void*, std::uint64_t size, std::uint64_t,
                                cudaStream_t) noexcept override {
      memory = std::make_unique<Memory<char>>(size);
      return memory->data();
    }
    void notifyShape(const char*, const Dims& told) noexcept override { of = told; }
    std::unique_ptr<Memory<char>> memory;
    Dims of{};
  };
  template <class T>
  static Floats as_floats(const std::vector<char>& bytes, std::size_t count) {
    Floats made;
    for (std::size_t i = 0; i < count; ++i)
      made.push_back(static_cast<float>(reinterpret_cast<const T*>(bytes.data())[i]));
    return made;
  }
  static Output read(const Allocator& from, DataType type) {
    Output made;
    made.dims.assign(from.of.d, from.of.d + std::max(from.of.nbDims, 0));
    const std::size_t count = count_of(from.of);
    const std::vector<char> bytes =
        from.memory == nullptr ? std::vector<char>() : from.memory->get();
    made.values = type == DataType::kFLOAT   ? as_floats<float>(bytes, count)
                  : type == DataType::kINT32 ? as_floats<std::int32_t>(bytes, count)
                  : type == DataType::kINT64 ? as_floats<std::int64_t>(bytes, count)
                                             : as_floats<std::int8_t>(bytes, count);
    return made;
  }

  Program program_;
  bool expected_errors_ = false;
  std::string errors_;
  std::vector<Floats> inputs_;
  std::vector<std::pair<std::string, Dims>> set_;
  std::deque<std::string> kept_;
};

inline void expect_near(const Output& got, const std::vector<std::int64_t>& dims,
                        const Floats& wanted, float tolerance = 1e-4F) {
  EXPECT_EQ(got.dims, dims);
  ASSERT_EQ(got.values.size(), wanted.size());
  for (std::size_t i = 0; i < wanted.size(); ++i)
    EXPECT_NEAR(got.values[i], wanted[i], tolerance * (1 + std::abs(wanted[i]))) << "element " << i;
}

}  // namespace riffle::tensorrt::test
