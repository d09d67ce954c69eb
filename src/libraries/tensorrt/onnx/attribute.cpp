// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/onnx/attribute.h"

#include <bit>
#include <unordered_set>

#include "libraries/tensorrt/onnx/reading.h"

namespace riffle::tensorrt::onnx {
namespace {

template <class T>
void append(std::string& bytes, T value) {
  bytes.append(reinterpret_cast<const char*>(&value), sizeof value);
}

/// Numbers of four bytes, one by one or packed.
template <class T>
void read_fours(const Field& field, std::vector<T>& values) {
  if (field.kind == WireType::kFour)
    return values.push_back(std::bit_cast<T>(static_cast<std::uint32_t>(field.value)));
  for (std::size_t at = 0; at + sizeof(T) <= field.bytes.size(); at += sizeof(T)) {
    T value;
    std::memcpy(&value, field.bytes.data() + at, sizeof value);
    values.push_back(value);
  }
}

/// Values that are written as numbers, in the size of the tensor's type.
std::string plain_values(const OnnxTensor& tensor) {
  if (!tensor.raw.empty()) return std::string(tensor.raw);
  std::vector<float> reals;
  std::vector<std::int64_t> integers;
  std::string bytes;
  each(tensor.bytes, [&](const Field& field) {
    if (field.number == 4) read_fours(field, reals);
    if (field.number == 5 || field.number == 7) read_integers(field, integers);
    if (field.number == 10) bytes += field.bytes;  // DOUBLE, packed
  });
  for (const float value : reals) append(bytes, value);
  for (const std::int64_t value : integers) switch (tensor.type) {
      case OnnxType::kInt64:
        append(bytes, value);
        break;
      case OnnxType::kInt32:
        append(bytes, static_cast<std::int32_t>(value));
        break;
      case OnnxType::kInt16:
      case OnnxType::kUint16:
      case OnnxType::kFloat16:
      case OnnxType::kBfloat16:
        append(bytes, static_cast<std::int16_t>(value));
        break;
      default:
        append(bytes, static_cast<std::int8_t>(value));
        break;
    }
  return bytes;
}

OnnxAttribute::Kind kind_of(std::uint64_t number) {
  // As AttributeProto.AttributeType numbers them.
  switch (number) {
    case 1:
      return OnnxAttribute::Kind::kFloat;
    case 2:
      return OnnxAttribute::Kind::kInteger;
    case 3:
      return OnnxAttribute::Kind::kText;
    case 4:
      return OnnxAttribute::Kind::kTensor;
    case 6:
      return OnnxAttribute::Kind::kFloats;
    case 7:
      return OnnxAttribute::Kind::kIntegers;
    default:
      return OnnxAttribute::Kind::kOther;
  }
}

using Names = std::unordered_set<std::string>;

void find_captured(const OnnxNode& node, const Names& defined, int depth,
                   std::vector<std::string>& captured);

void find_captured(const OnnxGraph& graph, Names defined, int depth,
                   std::vector<std::string>& captured) {
  for (const OnnxValue& input : graph.inputs) defined.insert(input.name);
  for (const OnnxTensor& tensor : graph.initializers) defined.insert(tensor.name);
  const auto use = [&](const std::string& name) {
    if (!name.empty() && !defined.contains(name)) captured.push_back(name);
  };
  for (const OnnxNode& node : graph.nodes) {
    for (const std::string& input : node.inputs) use(input);
    find_captured(node, defined, depth, captured);
    defined.insert(node.outputs.begin(), node.outputs.end());
  }
  for (const OnnxValue& output : graph.outputs) use(output.name);
}

void find_captured(const OnnxNode& node, const Names& defined, int depth,
                   std::vector<std::string>& captured) {
  for (const OnnxGraph& graph : graphs_inside(node, depth))
    find_captured(graph, defined, depth + 1, captured);
}

}  // namespace

OnnxAttribute OnnxAttribute::read(std::string_view bytes) {
  OnnxAttribute made;
  std::uint64_t type = 0;
  each(bytes, [&](const Field& field) {
    if (field.number == 1) made.name = field.bytes;
    if (field.number == 2 || field.number == 7) read_fours(field, made.reals);
    if (field.number == 3 || field.number == 8) read_integers(field, made.integers);
    if (field.number == 4) made.text = field.bytes;
    if (field.number == 5) made.tensor = read_tensor(field.bytes);
    if (field.number == 20) type = field.value;
  });
  made.kind = kind_of(type);
  if (made.kind == OnnxAttribute::Kind::kTensor) made.tensor_values = plain_values(made.tensor);
  return made;
}

std::vector<OnnxGraph> graphs_inside(const OnnxNode& node, int depth) {
  constexpr int kDeepest = 100;  // as deep as ONNX Runtime reads messages inside messages
  constexpr unsigned kGraph = 6, kGraphs = 11;
  std::vector<OnnxGraph> graphs;
  for (const std::string& attribute : node.attributes)
    each(attribute, [&](const Field& field) {
      if ((field.number != kGraph && field.number != kGraphs) || field.kind != WireType::kBytes)
        return;
      if (depth == kDeepest)
        throw Failure(ErrorCode::kINVALID_ARGUMENT,
                      joined("node '", node.name, "' is inside more than ", kDeepest, " graphs"));
      graphs.push_back(read_graph(field.bytes));
    });
  return graphs;
}

std::vector<std::string> captured_by(const OnnxNode& node) {
  std::vector<std::string> captured;
  find_captured(node, {}, 0, captured);
  return captured;
}

}  // namespace riffle::tensorrt::onnx
