// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/parser/plugin_nodes.h"

#include <limits>

#include "libraries/tensorrt/onnx/attribute.h"
#include "libraries/tensorrt/plugin/fields.h"
#include "libraries/tensorrt/plugin/registry.h"

namespace riffle::tensorrt {
namespace {

using onnx::OnnxAttribute;

struct Key {
  std::string version = "1", space;
};

Key key_of(const onnx::OnnxNode& node) {
  Key key;
  for (const std::string& bytes : node.attributes) {
    const OnnxAttribute attribute = OnnxAttribute::read(bytes);
    if (attribute.name == "plugin_version") key.version = attribute.text;
    if (attribute.name == "plugin_namespace") key.space = attribute.text;
  }
  return key;
}

const PluginFieldCollection* field_names_of(IPluginCreatorInterface& creator) {
  if (is_first_form(creator)) return static_cast<IPluginCreator&>(creator).getFieldNames();
  return static_cast<IPluginCreatorV3One&>(creator).getFieldNames();
}

/// TensorRT's parser gives integers as INT32, whatever a field's own type is.
void add_field(PluginFields& fields, const OnnxAttribute& attribute) {
  const auto add = [&](PluginFieldType type, const auto& values) {
    fields.add(attribute.name, type, static_cast<std::int32_t>(values.size()),
               {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(values[0])});
  };
  switch (attribute.kind) {
    case OnnxAttribute::Kind::kFloat:
    case OnnxAttribute::Kind::kFloats:
      return add(PluginFieldType::kFLOAT32, attribute.reals);
    case OnnxAttribute::Kind::kInteger:
    case OnnxAttribute::Kind::kIntegers:
      return add(PluginFieldType::kINT32,
                 std::vector<std::int32_t>(attribute.integers.begin(), attribute.integers.end()));
    case OnnxAttribute::Kind::kText:
      // With the end of a C string after it.
      return fields.add(attribute.name, PluginFieldType::kCHAR,
                        static_cast<std::int32_t>(attribute.text.size()),
                        {attribute.text.c_str(), attribute.text.size() + 1});
    case OnnxAttribute::Kind::kTensor: {
      const onnx::OnnxTensor& tensor = attribute.tensor;
      struct Row {
        OnnxType type;
        PluginFieldType field;
      };
      static constexpr Row kRows[] = {{OnnxType::kFloat, PluginFieldType::kFLOAT32},
                                      {OnnxType::kFloat16, PluginFieldType::kFLOAT16},
                                      {OnnxType::kBfloat16, PluginFieldType::kBF16},
                                      {OnnxType::kDouble, PluginFieldType::kFLOAT64},
                                      {OnnxType::kInt8, PluginFieldType::kINT8},
                                      {OnnxType::kInt16, PluginFieldType::kINT16},
                                      {OnnxType::kInt32, PluginFieldType::kINT32},
                                      {OnnxType::kInt64, PluginFieldType::kINT64}};
      for (const auto& [type, field] : kRows) {
        if (type != tensor.type) continue;
        const std::size_t bytes = attribute.tensor_values.size();
        const std::int64_t count = elements_of(tensor.dims);
        if (count < 0 || count > std::numeric_limits<std::int32_t>::max() ||
            PluginFields::bytes_of(field, static_cast<std::int32_t>(count)) != bytes)
          throw Failure(ErrorCode::kINVALID_ARGUMENT,
                        joined("attribute '", attribute.name, "' has dimensions ",
                               text_of(dims_with(tensor.dims)), " and ", bytes,
                               " bytes of values, which do not fit"));
        return fields.add(attribute.name, field, static_cast<std::int32_t>(count),
                          attribute.tensor_values);
      }
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("attribute '", attribute.name, "' is a tensor of ", name_of(tensor.type),
                           ", which fields of plugins cannot be"));
    }
    case OnnxAttribute::Kind::kOther:
      throw Failure(
          ErrorCode::kINVALID_ARGUMENT,
          joined("attribute '", attribute.name, "' has a type that fields of plugins do not have"));
  }
}

PluginFields fields_of(const onnx::OnnxNode& node, IPluginCreatorInterface& creator,
                       const Log& log) {
  PluginFields fields;
  const PluginFieldCollection* const names = field_names_of(creator);
  for (std::int32_t i = 0; names != nullptr && i < names->nbFields; ++i) {
    const char* const name = names->fields[i].name;
    if (name == nullptr) continue;
    bool is_there = false;
    for (const std::string& bytes : node.attributes) {
      const OnnxAttribute attribute = OnnxAttribute::read(bytes);
      if (attribute.name != name) continue;
      add_field(fields, attribute);
      is_there = true;
    }
    if (!is_there)
      log.verbose(joined("node '", node.name, "' does not set field '", name, "' of plugin '",
                         node.op, "'"));
  }
  return fields;
}

}  // namespace

IPluginCreatorInterface* creator_of(const onnx::OnnxNode& node) {
  const Key key = key_of(node);
  return plugin_registry().getCreator(node.op.c_str(), key.version.c_str(), key.space.c_str());
}

MadePlugin plugin_of(const onnx::OnnxNode& node, IPluginCreatorInterface& creator, const Log& log) {
  const PluginFields fields = fields_of(node, creator, log);
  MadePlugin made;
  if (is_first_form(creator))
    made.second.reset(static_cast<IPluginCreator&>(creator).createPlugin(node.name.c_str(),
                                                                         &fields.collection()));
  else
    made.third.reset(static_cast<IPluginCreatorV3One&>(creator).createPlugin(
        node.name.c_str(), &fields.collection(), TensorRTPhase::kBUILD));
  if (made.second == nullptr && made.third == nullptr)
    throw Failure(ErrorCode::kINVALID_ARGUMENT, joined("the creator of plugin '", node.op,
                                                       "' made none for node '", node.name, "'"));
  return made;
}

std::string no_creator_text(const onnx::OnnxNode& node, std::size_t number) {
  const Key key = key_of(node);
  return joined("node ", number, " '", node.name, "': operator '", node.op, "' of domain '",
                node.domain, "' is not supported. ONNX Runtime does not have it, and ",
                no_creator_text(node.op, key.version, key.space));
}

}  // namespace riffle::tensorrt
