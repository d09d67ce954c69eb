// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/onnx/model.h"

#include <algorithm>
#include <unordered_set>

#include "libraries/tensorrt/onnx/reading.h"

namespace riffle::tensorrt::onnx {
namespace {

Dimension read_dimension(std::string_view message) {
  Dimension dimension;
  each(message, [&](const Field& field) {
    if (field.number == 1) dimension.value = static_cast<std::int64_t>(field.value);
    if (field.number == 2) dimension.name = field.bytes;
  });
  return dimension;
}

void read_type(std::string_view message, OnnxValue& value) {
  each(message, [&](const Field& field) {
    if (field.number != 1) return;  // sequences and the like have no type here
    each(field.bytes, [&](const Field& tensor) {
      if (tensor.number == 1) value.type = static_cast<OnnxType>(tensor.value);
      if (tensor.number != 2) return;
      value.has_shape = true;
      each(tensor.bytes, [&](const Field& dimension) {
        if (dimension.number == 1) value.shape.push_back(read_dimension(dimension.bytes));
      });
    });
  });
}

OnnxValue read_value(std::string_view message) {
  OnnxValue value;
  each(message, [&](const Field& field) {
    if (field.number == 1) value.name = field.bytes;
    if (field.number == 2) read_type(field.bytes, value);
  });
  return value;
}

OnnxNode read_node(std::string_view message) {
  OnnxNode node;
  each(message, [&](const Field& field) {
    switch (field.number) {
      case 1:
        node.inputs.emplace_back(field.bytes);
        break;
      case 2:
        node.outputs.emplace_back(field.bytes);
        break;
      case 3:
        node.name = field.bytes;
        break;
      case 4:
        node.op = field.bytes;
        break;
      case 5:
        node.attributes.emplace_back(field.bytes);
        break;
      case 7:
        node.domain = field.bytes;
        break;
      default:
        break;
    }
  });
  return node;
}

void read_place(std::string_view entry, OnnxTensor& tensor) {
  std::string key, value;
  each(entry, [&](const Field& field) { (field.number == 1 ? key : value) = field.bytes; });
  if (key == "location") tensor.elsewhere = value;
  if (key == "offset") tensor.offset = std::strtoll(value.c_str(), nullptr, 10);
  if (key == "length") tensor.length = std::strtoll(value.c_str(), nullptr, 10);
}

std::string written(const OnnxValue& value) {
  Writer shape;
  for (const Dimension& dimension : value.shape) {
    Writer one;
    if (dimension.value >= 0)
      one.number(1, static_cast<std::uint64_t>(dimension.value));
    else if (!dimension.name.empty())
      one.bytes(2, dimension.name);
    shape.bytes(1, one.text());
  }
  Writer tensor, type, whole;
  tensor.number(1, static_cast<std::uint64_t>(value.type));
  if (value.has_shape) tensor.bytes(2, shape.text());
  type.bytes(1, tensor.text());
  whole.bytes(1, value.name);
  if (value.type != OnnxType::kUndefined) whole.bytes(2, type.text());
  return whole.take();
}

std::string written(const OnnxNode& node) {
  Writer writer;
  for (const std::string& input : node.inputs) writer.bytes(1, input);
  for (const std::string& output : node.outputs) writer.bytes(2, output);
  writer.bytes(3, node.name).bytes(4, node.op);
  for (const std::string& attribute : node.attributes) writer.bytes(5, attribute);
  if (!node.domain.empty()) writer.bytes(7, node.domain);
  return writer.take();
}

Writer head_of(const OnnxTensor& tensor) {
  Writer writer;
  for (const std::int64_t dim : tensor.dims) writer.number(1, static_cast<std::uint64_t>(dim));
  return writer.number(2, static_cast<std::uint64_t>(tensor.type)).bytes(8, tensor.name);
}

}  // namespace

void read_integers(const Field& field, std::vector<std::int64_t>& values) {
  if (field.kind == WireType::kNumber) {
    values.push_back(static_cast<std::int64_t>(field.value));
    return;
  }
  // Packed: numbers without tags. A tag is put before each, so that the same reader reads them.
  std::string one;
  for (const char byte : field.bytes) {
    if (one.empty()) one.push_back(0x08);
    one.push_back(byte);
    if ((byte & 0x80) != 0) continue;
    each(one,
         [&](const Field& number) { values.push_back(static_cast<std::int64_t>(number.value)); });
    one.clear();
  }
}

OnnxTensor read_tensor(std::string_view message) {
  OnnxTensor tensor;
  tensor.bytes = message;
  bool is_elsewhere = false;
  each(message, [&](const Field& field) {
    if (field.number == 1) read_integers(field, tensor.dims);
    if (field.number == 2) tensor.type = static_cast<OnnxType>(field.value);
    if (field.number == 8) tensor.name = field.bytes;
    if (field.number == 9) tensor.raw = field.bytes;
    if (field.number == 9 || (field.number >= 4 && field.number <= 7) || field.number == 10 ||
        field.number == 11)  // plain bytes, and values of each type
      tensor.has_values = true;
    if (field.number == 13) read_place(field.bytes, tensor);
    if (field.number == 14) is_elsewhere = field.value == 1;
  });
  if (!is_elsewhere) tensor.elsewhere.reset();
  const bool is_empty = std::ranges::find(tensor.dims, 0) != tensor.dims.end();
  tensor.has_values = tensor.has_values || is_elsewhere || is_empty;
  return tensor;
}

OnnxGraph read_graph(std::string_view message) {
  OnnxGraph graph;
  each(message, [&](const Field& field) {
    if (field.number == 1) graph.nodes.push_back(read_node(field.bytes));
    if (field.number == 2) graph.name = field.bytes;
    if (field.number == 5) graph.initializers.push_back(read_tensor(field.bytes));
    if (field.number == 11) graph.inputs.push_back(read_value(field.bytes));
    if (field.number == 12) graph.outputs.push_back(read_value(field.bytes));
    if (field.number == 13) graph.value_infos.push_back(read_value(field.bytes));
    if (field.number == 15) graph.others_.push_back(Writer().bytes(15, field.bytes).take());
  });
  return graph;
}

Dims OnnxValue::dims() const {
  if (!has_shape) return {-1, {}};
  std::vector<std::int64_t> extents;
  for (const Dimension& dimension : shape) extents.push_back(dimension.value);
  return dims_with(extents);
}

// The kinds of attributes, as AttributeProto.AttributeType numbers them.
OnnxNode& OnnxNode::with(std::string_view attribute, std::int64_t value) {
  attributes.push_back(Writer()
                           .bytes(1, attribute)
                           .number(3, static_cast<std::uint64_t>(value))
                           .number(20, 2)
                           .take());
  return *this;
}
OnnxNode& OnnxNode::with(std::string_view attribute, float value) {
  attributes.push_back(Writer().bytes(1, attribute).real(2, value).number(20, 1).take());
  return *this;
}
OnnxNode& OnnxNode::with(std::string_view attribute, std::string_view value) {
  attributes.push_back(Writer().bytes(1, attribute).bytes(4, value).number(20, 3).take());
  return *this;
}
OnnxNode& OnnxNode::with(std::string_view attribute, const std::vector<std::int64_t>& values) {
  Writer writer;
  writer.bytes(1, attribute);
  for (const std::int64_t value : values) writer.number(8, static_cast<std::uint64_t>(value));
  attributes.push_back(writer.number(20, 7).take());
  return *this;
}
OnnxNode& OnnxNode::with_graph(std::string_view attribute, const std::string& graph) {
  attributes.push_back(Writer().bytes(1, attribute).bytes(6, graph).number(20, 5).take());
  return *this;
}

void OnnxGraph::add_initializer(const std::string& label, OnnxType type,
                                const std::vector<std::int64_t>& dims, const void* data,
                                std::size_t bytes) {
  Writer writer;
  for (const std::int64_t dim : dims) writer.number(1, static_cast<std::uint64_t>(dim));
  writer.number(2, static_cast<std::uint64_t>(type)).bytes(8, label);
  writer.bytes(9, {static_cast<const char*>(data), bytes});
  kept_.push_back(std::make_shared<const std::string>(writer.take()));
  initializers.push_back(read_tensor(*kept_.back()));
}

bool OnnxGraph::set_values(std::string_view wanted, std::string_view values) {
  const auto found = std::ranges::find(initializers, wanted, &OnnxTensor::name);
  if (found == initializers.end()) return false;
  kept_.push_back(std::make_shared<const std::string>(head_of(*found).bytes(9, values).take()));
  *found = read_tensor(*kept_.back());
  return true;
}

void OnnxGraph::strip(OnnxTensor& tensor) {
  kept_.push_back(std::make_shared<const std::string>(head_of(tensor).take()));
  tensor = read_tensor(*kept_.back());
}

bool OnnxGraph::replace(const OnnxTensor& tensor) {
  const auto found = std::ranges::find(initializers, tensor.name, &OnnxTensor::name);
  if (found == initializers.end() || found->type != tensor.type || found->dims != tensor.dims)
    return false;
  kept_.push_back(std::make_shared<const std::string>(tensor.bytes));
  *found = read_tensor(*kept_.back());
  return true;
}

std::string OnnxGraph::written() const {
  Writer writer;
  for (const OnnxNode& node : nodes) writer.bytes(1, onnx::written(node));
  writer.bytes(2, name.empty() ? "network" : name);
  for (const OnnxTensor& tensor : initializers) writer.bytes(5, tensor.bytes);
  for (const OnnxValue& value : inputs) writer.bytes(11, onnx::written(value));
  for (const OnnxValue& value : outputs) writer.bytes(12, onnx::written(value));
  for (const OnnxValue& value : value_infos) writer.bytes(13, onnx::written(value));
  std::string text = writer.take();
  for (const std::string& other : others_) text += other;
  return text;
}

OnnxModel OnnxModel::read(std::shared_ptr<const std::string> bytes) {
  OnnxModel model;
  model.ir_version = 0;
  std::string_view graph_bytes;
  each(*bytes, [&](const Field& field) {
    if (field.number == 1) model.ir_version = static_cast<std::int64_t>(field.value);
    if (field.number == 7) graph_bytes = field.bytes;
    if (field.number == 25) model.functions.emplace_back(field.bytes);
    if (field.number != 8) return;
    auto& set = model.operator_sets.emplace_back("", 0);
    each(field.bytes, [&](const Field& part) {
      if (part.number == 1) set.first = part.bytes;
      if (part.number == 2) set.second = static_cast<std::int64_t>(part.value);
    });
  });
  if (graph_bytes.data() == nullptr || model.operator_sets.empty())
    throw Failure(ErrorCode::kINVALID_ARGUMENT, "the bytes are not an ONNX model, or are cut off");
  OnnxGraph& graph = model.graph = read_graph(graph_bytes);
  // Models of old have their weights among the inputs as well.
  std::unordered_set<std::string_view> weights;
  for (const OnnxTensor& tensor : graph.initializers) weights.insert(tensor.name);
  std::erase_if(graph.inputs, [&](const OnnxValue& input) { return weights.contains(input.name); });
  graph.kept_.push_back(std::move(bytes));
  return model;
}

std::string OnnxModel::written() const {
  Writer writer;
  // Weights that are not inputs need this version.
  writer.number(1, static_cast<std::uint64_t>(std::max<std::int64_t>(ir_version, 4)));
  writer.bytes(2, "Riffle").bytes(7, graph.written());
  for (const auto& [domain, version] : operator_sets)
    writer.bytes(8,
                 Writer().bytes(1, domain).number(2, static_cast<std::uint64_t>(version)).text());
  for (const std::string& function : functions) writer.bytes(25, function);
  return writer.take();
}

std::optional<std::int64_t> integer(const OnnxNode& node, std::string_view attribute) {
  for (const std::string& bytes : node.attributes) {
    std::string name;
    std::optional<std::int64_t> value;
    each(bytes, [&](const Field& field) {
      if (field.number == 1) name = field.bytes;
      if (field.number == 3) value = static_cast<std::int64_t>(field.value);
    });
    if (name == attribute) return value;
  }
  return std::nullopt;
}

}  // namespace riffle::tensorrt::onnx
