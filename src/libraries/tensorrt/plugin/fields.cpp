// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/plugin/fields.h"

#include <algorithm>
#include <cstring>

#include <cuda_fp16.h>

#include "libraries/tensorrt/onnx/wire.h"

namespace riffle::tensorrt {
namespace {

using nvinfer1::PluginFieldType;

template <class T>
std::vector<double> numbers_of(std::string_view bytes) {
  std::vector<double> numbers;
  for (std::size_t at = 0; at + sizeof(T) <= bytes.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, bytes.data() + at, sizeof value);
    if constexpr (std::is_same_v<T, __half>)
      numbers.push_back(static_cast<double>(__half2float(value)));
    else
      numbers.push_back(static_cast<double>(value));
  }
  return numbers;
}

}  // namespace

std::size_t PluginFields::bytes_of(PluginFieldType type, std::int32_t length) {
  static constexpr std::size_t kBytes[] = {2, 4, 8, 1, 2, 4, 1, sizeof(nvinfer1::Dims),
                                           1, 2, 8, 1, 1, 1};
  const auto at = static_cast<std::size_t>(type);
  return static_cast<std::size_t>(std::max(length, 0)) * (at < std::size(kBytes) ? kBytes[at] : 1);
}

PluginFields::PluginFields(const nvinfer1::PluginFieldCollection* fields) {
  if (fields == nullptr || fields->fields == nullptr) return;
  for (std::int32_t i = 0; i < fields->nbFields; ++i) {
    const nvinfer1::PluginField& field = fields->fields[i];
    if (field.name == nullptr || (field.data == nullptr && field.length > 0)) continue;
    // Texts may be without a length.
    const bool is_text = field.type == PluginFieldType::kCHAR && field.length < 0;
    const auto* const values = static_cast<const char*>(field.data);
    const std::size_t bytes = is_text ? std::strlen(values) : bytes_of(field.type, field.length);
    add(field.name, field.type, is_text ? static_cast<std::int32_t>(bytes) : field.length,
        {values, bytes});
  }
}

void PluginFields::add(std::string name, PluginFieldType type, std::int32_t length,
                       std::string_view values) {
  fields_.push_back({std::move(name), std::string(values), type, length});
}

PluginFields PluginFields::read(std::string_view bytes) {
  PluginFields made;
  onnx::WireReader reader(bytes);
  for (onnx::Field message; reader.next(message);) {
    Field& field = made.fields_.emplace_back("", "", PluginFieldType::kUNKNOWN, 0);
    onnx::WireReader parts(message.bytes);
    for (onnx::Field part; parts.next(part);) {
      if (part.number == 1) field.name = part.bytes;
      if (part.number == 2) field.values = part.bytes;
      if (part.number == 3) field.type = static_cast<PluginFieldType>(part.value);
      if (part.number == 4) field.length = static_cast<std::int32_t>(part.value);
    }
    // No length goes past the values, whatever the plan says.
    if (bytes_of(field.type, field.length) > field.values.size()) field.length = 0;
  }
  return made;
}

std::string PluginFields::written() const {
  onnx::Writer writer;
  for (const Field& field : fields_) {
    onnx::Writer one;
    one.bytes(1, field.name).bytes(2, field.values);
    one.number(3, static_cast<std::uint64_t>(field.type));
    one.number(4, static_cast<std::uint64_t>(field.length));
    writer.bytes(1, one.text());
  }
  return writer.take();
}

const nvinfer1::PluginFieldCollection& PluginFields::collection() const {
  seen_.clear();
  for (const Field& field : fields_)
    seen_.emplace_back(field.name.c_str(), field.values.data(), field.type, field.length);
  collection_ = {static_cast<std::int32_t>(seen_.size()), seen_.data()};
  return collection_;
}

const PluginFields::Field* PluginFields::find(std::string_view name) const {
  const auto found = std::ranges::find(fields_, name, &Field::name);
  return found == fields_.end() ? nullptr : &*found;
}

std::vector<double> PluginFields::numbers(std::string_view name) const {
  const Field* const field = find(name);
  if (field == nullptr) return {};
  const std::string& bytes = field->values;
  switch (field->type) {
    case PluginFieldType::kFLOAT16:
      return numbers_of<__half>(bytes);
    case PluginFieldType::kFLOAT32:
      return numbers_of<float>(bytes);
    case PluginFieldType::kFLOAT64:
      return numbers_of<double>(bytes);
    case PluginFieldType::kINT16:
      return numbers_of<std::int16_t>(bytes);
    case PluginFieldType::kINT32:
      return numbers_of<std::int32_t>(bytes);
    case PluginFieldType::kINT64:
      return numbers_of<std::int64_t>(bytes);
    default:
      return numbers_of<std::int8_t>(bytes);
  }
}

double PluginFields::number(std::string_view name, double otherwise) const {
  const std::vector<double> all = numbers(name);
  return all.empty() ? otherwise : all.front();
}

std::string PluginFields::text(std::string_view name) const {
  const Field* const field = find(name);
  if (field == nullptr) return {};
  return field->values.substr(0, field->values.find('\0'));
}

}  // namespace riffle::tensorrt
