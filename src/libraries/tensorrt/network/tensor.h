// SPDX-License-Identifier: Apache-2.0
// A tensor of a network: a value of the ONNX graph, under the name that the program gives it.
#pragma once

#include <vector>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/base/types.h"
#include "tensorrt_defaults.h"

namespace riffle::tensorrt {

class Network;

class Tensor final : public ITensor, public TensorDefaults {
 public:
  /// An input, a value of a parsed model, or the output of a layer that was added.
  enum class Role { kInput, kParsed, kMade };

  Tensor(Network& network, std::string value, Role role);

  void setName(char const* name) noexcept override;
  void setDimensions(Dims const& dimensions) noexcept override;
  Dims getDimensions() const noexcept override;
  void setType(DataType type) noexcept override;
  DataType getType() const noexcept override;
  bool isNetworkInput() const noexcept override { return role_ == Role::kInput; }
  bool isNetworkOutput() const noexcept override { return is_output; }
  bool isShapeTensor() const noexcept override;
  bool isExecutionTensor() const noexcept override { return true; }
  void setDimensionName(int32_t index, char const* name) noexcept override;
  char const* getDimensionName(int32_t index) const noexcept override;
  bool setDynamicRange(float min, float max) noexcept override;
  bool dynamicRangeIsSet() const noexcept override { return has_range_; }
  void resetDynamicRange() noexcept override { has_range_ = false; }
  float getDynamicRangeMin() const noexcept override { return range_[0]; }
  float getDynamicRangeMax() const noexcept override { return range_[1]; }

  const Network& network() const { return network_; }
  /// The name in the graph, which stays when the program renames the tensor.
  const std::string& value() const { return value_; }
  /// What the graph has, where it is known: -1 stands for what is not.
  void learn(OnnxType type, const Dims& dims);
  OnnxType type_in_graph() const { return type_in_graph_; }
  const Dims& learned_dims() const { return dims_; }
  DataType own_type() const { return type_; }
  bool is_known() const { return is_known_; }
  bool is_made() const { return role_ == Role::kMade; }

  std::vector<std::string> dimension_names;  ///< of an input
  bool has_own_type = false;  ///< the program asked for another type than the graph has
  bool is_output = false;
  bool is_shape_output = false;

 private:
  void refuse(char const* function) const noexcept override;

  Network& network_;
  std::string value_;
  Role role_;
  bool is_known_ = false;
  OnnxType type_in_graph_ = OnnxType::kFloat;
  DataType type_ = DataType::kFLOAT;
  Dims dims_{-1, {}};
  bool has_range_ = false;
  float range_[2] = {};
};

}  // namespace riffle::tensorrt
