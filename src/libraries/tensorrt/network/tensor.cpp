// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/network/tensor.h"

#include <utility>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {

Tensor::Tensor(Network& network, std::string value, Role role)
    : network_(network), value_(std::move(value)), role_(role) {
  mImpl = this;
  this->name = value_;
  this->allowed_formats = 1U << static_cast<unsigned>(TensorFormat::kLINEAR);
}

void Tensor::setName(char const* given) noexcept {
  guarded(network_.log(), "ITensor::setName", [&] {
    this->name = given == nullptr ? "" : given;
    return true;
  });
}

void Tensor::setDimensions(Dims const& dimensions) noexcept { dims_ = dimensions; }

Dims Tensor::getDimensions() const noexcept {
  if (is_made() || !is_known_) network_.infer(*this);
  return dims_;
}

void Tensor::setType(DataType type) noexcept {
  type_ = type;
  has_own_type = true;
}

DataType Tensor::getType() const noexcept {
  if ((is_made() || !is_known_) && !has_own_type) network_.infer(*this);
  return type_;
}

bool Tensor::isShapeTensor() const noexcept {
  const DataType type = getType();
  return (type == DataType::kINT32 || type == DataType::kINT64) && getDimensions().nbDims <= 1;
}

void Tensor::setDimensionName(int32_t index, char const* given) noexcept {
  if (index < 0 || index >= Dims::MAX_DIMS) return;
  guarded(network_.log(), "ITensor::setDimensionName", [&] {
    const auto at = static_cast<std::size_t>(index);
    if (dimension_names.size() <= at) dimension_names.resize(at + 1);
    dimension_names[at] = given == nullptr ? "" : given;
    return true;
  });
}

char const* Tensor::getDimensionName(int32_t index) const noexcept {
  const auto at = static_cast<std::size_t>(index);
  return index < 0 || at >= dimension_names.size() || dimension_names[at].empty()
             ? nullptr
             : dimension_names[at].c_str();
}

bool Tensor::setDynamicRange(float min, float max) noexcept {
  has_range_ = true;
  range_[0] = min;
  range_[1] = max;
  return true;
}

void Tensor::learn(OnnxType type, const Dims& dims) {
  type_in_graph_ = type;
  // TensorRT has no DOUBLE: programs see such a tensor as FP32, and the graph gets a cast.
  if (!has_own_type) type_ = data_type_of(type).value_or(DataType::kFLOAT);
  dims_ = dims;
  is_known_ = true;
}

void Tensor::refuse(char const* function) const noexcept { network_.log().refuse(function); }

}  // namespace riffle::tensorrt
