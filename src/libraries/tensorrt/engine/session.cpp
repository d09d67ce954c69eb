// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/engine/session.h"

#include <unistd.h>

#include <algorithm>
#include <limits>

#include "libraries/tensorrt/base/log.h"

namespace riffle::tensorrt::ort {
namespace {

Owned<SessionOptions> options_for(int level, int threads, Polling polling) {
  const Api& api = library().api;
  SessionOptions* made = nullptr;
  check(api.create_session_options(&made));
  Owned<SessionOptions> options(made);
  check(api.set_optimization_level(made, level));
  check(api.set_threads_in_an_operator(made, threads));
  check(api.set_threads_of_operators(made, 1));
  if (polling == Polling::kDuringInferences)
    check(api.set_option(made, "session.force_spinning_stop", "1"));
  return options;
}

OutputType read_type(const Session* session, std::size_t index, bool is_input) {
  const OrtLibrary& ort = library();
  OutputType output;
  char* name = nullptr;
  check(is_input ? ort.api.input_name(session, index, ort.allocator, &name)
                 : ort.api.output_name(session, index, ort.allocator, &name));
  output.name = name;
  check(ort.api.deallocate(ort.allocator, name));
  TypeInfo* made = nullptr;
  check(is_input ? ort.api.input_type(session, index, &made)
                 : ort.api.output_type(session, index, &made));
  const Owned<TypeInfo> owned(made);
  const TensorInfo* tensor = nullptr;
  check(ort.api.tensor_info(made, &tensor));
  if (tensor == nullptr) return output;  // a sequence
  int type = 0;
  check(ort.api.element_type(tensor, &type));
  output.type = static_cast<OnnxType>(type);
  std::size_t rank = 0;
  check(ort.api.rank(tensor, &rank));
  output.dims.resize(rank);
  check(ort.api.dimensions(tensor, output.dims.data(), rank));
  std::vector<const char*> symbols(rank);
  check(ort.api.symbols(tensor, symbols.data(), rank));
  output.symbols.assign(symbols.begin(), symbols.end());
  return output;
}

}  // namespace

Owned<Value> tensor_at(void* data, const Dims& dims, DataType type) {
  const OrtLibrary& ort = library();
  Value* value = nullptr;
  check(ort.api.create_tensor(ort.memory, data, static_cast<std::size_t>(bytes_of(dims, type)),
                              dims.d, static_cast<std::size_t>(dims.nbDims),
                              static_cast<int>(onnx_type_of(type)), &value));
  return Owned<Value>(value);
}

Dims shape_of(const Value* value) {
  const Api& api = library().api;
  TensorInfo* made = nullptr;
  check(api.value_info(value, &made));
  const Owned<TensorInfo> owned(made);
  std::size_t rank = 0;
  check(api.rank(made, &rank));
  check_rank("a result", rank);
  Dims dims{static_cast<int>(rank), {}};
  check(api.dimensions(made, dims.d, rank));
  return dims;
}

Model::Model(std::string_view bytes, int level, int threads, Polling polling,
             const std::string& profile)
    : process_(getpid()) {
  constexpr auto kMost = static_cast<std::size_t>(std::numeric_limits<int>::max());
  if (bytes.size() > kMost)
    throw Failure(ErrorCode::kUNSUPPORTED_STATE,
                  joined("the network has ", bytes.size(),
                         " bytes with its weights, and ONNX Runtime takes at most 2 GB (", kMost,
                         " bytes): store weights in FP16, or divide the network"));
  const OrtLibrary& ort = library();
  const Owned<SessionOptions> options = options_for(level, threads, polling);
  if (!profile.empty()) check(ort.api.enable_profiling(options.get(), profile.c_str()));
  Session* made = nullptr;
  check(ort.api.create_session(ort.environment, bytes.data(), bytes.size(), options.get(), &made));
  session_.reset(made);
}

Model::~Model() {
  // A child has neither the threads that a session waits for, nor its own place in the profile.
  if (getpid() != process_) static_cast<void>(session_.release());
}

std::string Model::end_profile() const {
  const OrtLibrary& ort = library();
  char* file = nullptr;
  check(ort.api.end_profiling(session_.get(), ort.allocator, &file));
  const std::string path = file;
  check(ort.api.deallocate(ort.allocator, file));
  return path;
}

std::vector<OutputType> Model::inputs() const {
  std::size_t count = 0;
  check(library().api.count_inputs(session_.get(), &count));
  std::vector<OutputType> inputs;
  for (std::size_t i = 0; i < count; ++i) inputs.push_back(read_type(session_.get(), i, true));
  return inputs;
}

std::vector<OutputType> Model::outputs() const {
  std::size_t count = 0;
  check(library().api.count_outputs(session_.get(), &count));
  std::vector<OutputType> outputs;
  for (std::size_t i = 0; i < count; ++i) outputs.push_back(read_type(session_.get(), i, false));
  return outputs;
}

void Model::run(const std::vector<const char*>& inputs, const std::vector<const Value*>& values,
                const std::vector<const char*>& outputs, std::vector<Value*>& results) const {
  const OrtLibrary& ort = library();
  check(ort.api.run(session_.get(), ort.run_options, inputs.data(), values.data(), inputs.size(),
                    outputs.data(), outputs.size(), results.data()));
}

}  // namespace riffle::tensorrt::ort
