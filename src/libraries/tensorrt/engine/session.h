// SPDX-License-Identifier: Apache-2.0
// A model that is ready to be computed: sessions of ONNX Runtime over the same bytes.
#pragma once

#include <sys/types.h>

#include <atomic>
#include <memory>
#include <string>
#include <vector>

#include "libraries/tensorrt/base/types.h"
#include "libraries/tensorrt/engine/library.h"

namespace riffle::tensorrt::ort {

/// A tensor that ONNX Runtime reads or writes where it is.
Owned<Value> tensor_at(void* data, const Dims& dims, DataType type);
/// The shape of a value. Throws Failure where it has more dimensions than TensorRT has.
Dims shape_of(const Value* value);

struct OutputType {
  std::string name;
  OnnxType type = OnnxType::kUndefined;
  std::vector<std::int64_t> dims;    ///< -1 where it depends on inputs
  std::vector<std::string> symbols;  ///< the names of those, where they have one
};

/// How long ONNX Runtime's own threads poll for the next operator's work before they sleep. Between the operators of an inference
/// that saves a call of the system each; after it they would take cores from other streams.
enum class Polling { kDuringInferences, kAsOnnxRuntimeDoes };

class Model {
 public:
  /// Throws Failure where ONNX Runtime refuses the model. `level` is 0 to 99, as ONNX Runtime counts optimisations; `threads` is how
  /// many compute one inference, the caller's among them.
  /// Where `profile` is given, ONNX Runtime measures each node, for a file whose path begins with it.
  Model(std::string_view bytes, int level, int threads,
        Polling polling = Polling::kDuringInferences, const std::string& profile = {});
  Model(const Model&) = delete;
  ~Model();

  std::vector<OutputType> inputs() const;
  std::vector<OutputType> outputs() const;

  /// Computes. Outputs that are null are allocated by ONNX Runtime, and then belong to the caller. Any number of threads may
  /// do so at a time.
  void run(const std::vector<const char*>& inputs, const std::vector<const Value*>& values,
           const std::vector<const char*>& outputs, std::vector<Value*>& results) const;
  /// Ends measuring. Returns the file.
  std::string end_profile() const;

 private:
  Owned<Session> session_;
  pid_t process_;
};

}  // namespace riffle::tensorrt::ort
