// SPDX-License-Identifier: Apache-2.0
// Calls of every entry point, with arguments that are chosen by the types and names of its parameters.
#pragma once

#include <cuda.h>
#include <cudaProfiler.h>
#include <cudaTypedefs.h>
#include <cuda_profiler_api.h>
#include <cuda_runtime_api.h>

#include <cstring>
#include <string>
#include <utility>
#include <vector>

struct Parameter {
  const char* type;
  const char* name;
};

/// An argument of any type: its first bytes.
struct Value {
  std::string what;
  alignas(16) unsigned char bytes[64] = {};

  template <class T>
  [[nodiscard]] T as() const {
    static_assert(sizeof(T) <= sizeof bytes);
    T result;
    std::memcpy(&result, bytes, sizeof result);
    return result;
  }
};

struct Call {
  const char* symbol;
  std::vector<Parameter> parameters;
  bool is_of_driver;
  int (*invoke)(void* function, const Value* values);
};

class Sweep {
 public:
  template <class Result, class... Arguments>
  void add(const char* symbol, std::vector<Parameter> parameters) {
    calls_.push_back({symbol, std::move(parameters), std::is_same_v<Result, CUresult>,
                      [](void* function, const Value* values) {
                        return invoke<Result, Arguments...>(
                            function, values, std::index_sequence_for<Arguments...>());
                      }});
  }
  [[nodiscard]] const std::vector<Call>& calls() const { return calls_; }

 private:
  template <class Result, class... Arguments, std::size_t... kIndices>
  static int invoke(void* function, [[maybe_unused]] const Value* values,
                    std::index_sequence<kIndices...>) {
    return static_cast<int>(
        reinterpret_cast<Result (*)(Arguments...)>(function)(values[kIndices].as<Arguments>()...));
  }

  std::vector<Call> calls_;
};

void add_driver_calls(Sweep& sweep);
void add_runtime_calls(Sweep& sweep);
