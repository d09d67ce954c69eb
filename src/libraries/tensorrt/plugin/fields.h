// SPDX-License-Identifier: Apache-2.0
// Fields of a plugin with their values: what a program or a model sets, and what a plan keeps.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <NvInferRuntime.h>

namespace riffle::tensorrt {

class PluginFields {
 public:
  PluginFields() = default;
  /// Copies the values. Fields that point to none are left out.
  explicit PluginFields(const nvinfer1::PluginFieldCollection* fields);
  /// Reads what `written` gives.
  static PluginFields read(std::string_view bytes);

  /// How many bytes so many values have.
  static std::size_t bytes_of(nvinfer1::PluginFieldType type, std::int32_t length);
  void add(std::string name, nvinfer1::PluginFieldType type, std::int32_t length,
           std::string_view values);
  std::string written() const;
  /// Valid until a field is added.
  const nvinfer1::PluginFieldCollection& collection() const;

  bool has(std::string_view name) const { return find(name) != nullptr; }
  /// All numbers of a field, whatever type they are written in; none where the field is not there.
  std::vector<double> numbers(std::string_view name) const;
  double number(std::string_view name, double otherwise) const;
  std::int64_t integer(std::string_view name, std::int64_t otherwise) const {
    return static_cast<std::int64_t>(number(name, static_cast<double>(otherwise)));
  }
  std::string text(std::string_view name) const;

 private:
  struct Field {
    std::string name, values;
    nvinfer1::PluginFieldType type;
    std::int32_t length;
  };
  const Field* find(std::string_view name) const;

  std::vector<Field> fields_;
  mutable std::vector<nvinfer1::PluginField> seen_;
  mutable nvinfer1::PluginFieldCollection collection_;
};

}  // namespace riffle::tensorrt
