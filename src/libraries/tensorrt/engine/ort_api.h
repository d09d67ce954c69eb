// SPDX-License-Identifier: Apache-2.0
// What is called of ONNX Runtime's C API. Its functions are the slots of a table that only grows: each is here with the number
// of its slot, so that no header of ONNX Runtime is needed.
#pragma once

#include <cstddef>
#include <cstdint>

namespace riffle::tensorrt::ort {

// ONNX Runtime's objects, which are handled by address alone.
struct Status;
struct Environment;
struct Session;
struct SessionOptions;
struct RunOptions;
struct Value;
struct MemoryInfo;
struct Allocator;
struct TypeInfo;
struct TensorInfo;

/// The version of the API that is asked for: ONNX Runtime 1.17 and later have it.
inline constexpr std::uint32_t kApiVersion = 17;

struct ApiBase {
  const void* const* (*get_api)(std::uint32_t version);
  const char* (*version)();
};

/// A function by its slot in the table.
template <std::size_t kSlot, class Signature>
struct OrtFunction;
template <std::size_t kSlot, class Result, class... Parameters>
struct OrtFunction<kSlot, Result(Parameters...)> {
  const void* const* const* table;
  Result operator()(Parameters... arguments) const {
    using Pointer = Result (*)(Parameters...) noexcept;
    return reinterpret_cast<Pointer>(const_cast<void*>((*table)[kSlot]))(arguments...);
  }
};

struct Api {
  const void* const* table = nullptr;

  template <std::size_t kSlot, class Signature>
  using F = OrtFunction<kSlot, Signature>;

  F<2, const char*(const Status*)> error_message{&table};
  F<3, Status*(int level, const char* id, Environment**)> create_environment{&table};
  F<8, Status*(const Environment*, const void* model, std::size_t bytes, const SessionOptions*,
               Session**)>
      create_session{&table};
  F<9, Status*(Session*, const RunOptions*, const char* const* inputs, const Value* const* values,
               std::size_t count, const char* const* outputs, std::size_t output_count,
               Value** results)>
      run{&table};
  F<10, Status*(SessionOptions**)> create_session_options{&table};
  F<14, Status*(SessionOptions*, const char* file)> enable_profiling{&table};
  F<22, Status*(SessionOptions*, int level)> set_log_level{&table};
  F<23, Status*(SessionOptions*, int level)> set_optimization_level{&table};
  F<24, Status*(SessionOptions*, int threads)> set_threads_in_an_operator{&table};
  F<25, Status*(SessionOptions*, int threads)> set_threads_of_operators{&table};
  F<30, Status*(const Session*, std::size_t*)> count_inputs{&table};
  F<31, Status*(const Session*, std::size_t*)> count_outputs{&table};
  F<33, Status*(const Session*, std::size_t, TypeInfo**)> input_type{&table};
  F<34, Status*(const Session*, std::size_t, TypeInfo**)> output_type{&table};
  F<36, Status*(const Session*, std::size_t, Allocator*, char**)> input_name{&table};
  F<37, Status*(const Session*, std::size_t, Allocator*, char**)> output_name{&table};
  F<39, Status*(RunOptions**)> create_run_options{&table};
  F<46, Status*(RunOptions*)> terminate_runs{&table};
  F<49, Status*(const MemoryInfo*, void* data, std::size_t bytes, const std::int64_t* shape,
                std::size_t rank, int type, Value**)>
      create_tensor{&table};
  F<51, Status*(Value*, void**)> tensor_data{&table};
  F<55, Status*(const TypeInfo*, const TensorInfo**)> tensor_info{&table};
  F<60, Status*(const TensorInfo*, int*)> element_type{&table};
  F<61, Status*(const TensorInfo*, std::size_t*)> rank{&table};
  F<62, Status*(const TensorInfo*, std::int64_t*, std::size_t)> dimensions{&table};
  F<63, Status*(const TensorInfo*, const char**, std::size_t)> symbols{&table};
  F<65, Status*(const Value*, TensorInfo**)> value_info{&table};
  F<69, Status*(int allocator, int memory, MemoryInfo**)> create_memory_info{&table};
  F<76, Status*(Allocator*, void*)> deallocate{&table};
  F<78, Status*(Allocator**)> default_allocator{&table};
  F<93, void(Status*)> release_status{&table};
  F<95, void(Session*)> release_session{&table};
  F<96, void(Value*)> release_value{&table};
  F<98, void(TypeInfo*)> release_type_info{&table};
  F<99, void(TensorInfo*)> release_tensor_info{&table};
  F<100, void(SessionOptions*)> release_session_options{&table};
  F<110, Status*(Session*, Allocator*, char** file)> end_profiling{&table};
  F<130, Status*(SessionOptions*, const char* key, const char* value)> set_option{&table};
};

}  // namespace riffle::tensorrt::ort
