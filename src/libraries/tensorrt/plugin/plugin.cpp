// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/plugin/plugin.h"

#include "libraries/tensorrt/onnx/wire.h"
#include "libraries/tensorrt/plugin/forms.h"
#include "libraries/tensorrt/plugin/registry.h"

namespace riffle::tensorrt {
namespace {

using onnx::Field;
using onnx::WireReader;
using onnx::Writer;

template <class Body>
void each(std::string_view message, Body body) {
  WireReader reader(message);
  for (Field field; reader.next(field);) body(field);
  if (!reader.is_whole()) throw Failure(ErrorCode::kINVALID_ARGUMENT, "the plan is damaged");
}

}  // namespace

std::string PluginPlan::written() const {
  Writer writer;
  writer.number(1, is_third_form).bytes(2, layer).bytes(3, type).bytes(4, version);
  writer.bytes(5, space).bytes(6, bytes);
  for (const std::string& input : inputs) writer.bytes(7, input);
  for (const std::string& output : outputs) writer.bytes(8, output);
  for (const DataType one : output_types) writer.number(9, static_cast<std::uint64_t>(one));
  for (const auto& expressions : output_dims) {
    Writer dims;
    for (const std::string& expression : expressions) dims.bytes(1, expression);
    writer.bytes(10, dims.text());
  }
  writer.number(11, static_cast<std::uint64_t>(workspace_bytes));
  return writer.take();
}

PluginPlan PluginPlan::read(std::string_view message) {
  PluginPlan plan;
  each(message, [&](const Field& field) {
    if (field.number == 1) plan.is_third_form = field.value != 0;
    if (field.number == 2) plan.layer = field.bytes;
    if (field.number == 3) plan.type = field.bytes;
    if (field.number == 4) plan.version = field.bytes;
    if (field.number == 5) plan.space = field.bytes;
    if (field.number == 6) plan.bytes = field.bytes;
    if (field.number == 7) plan.inputs.emplace_back(field.bytes);
    if (field.number == 8) plan.outputs.emplace_back(field.bytes);
    if (field.number == 9) plan.output_types.push_back(static_cast<DataType>(field.value));
    if (field.number == 11) plan.workspace_bytes = static_cast<std::int64_t>(field.value);
    if (field.number != 10) return;
    auto& expressions = plan.output_dims.emplace_back();
    each(field.bytes, [&](const Field& one) { expressions.emplace_back(one.bytes); });
  });
  if (plan.outputs.size() != plan.output_types.size() ||
      plan.outputs.size() != plan.output_dims.size())
    throw Failure(ErrorCode::kINVALID_ARGUMENT, "the plan is damaged");
  return plan;
}

std::unique_ptr<Plugin> plugin_of(const IPluginV2& plugin) { return make_second_form(plugin); }
std::unique_ptr<Plugin> plugin_of(IPluginV3& plugin) { return make_third_form(plugin); }

std::unique_ptr<Plugin> plugin_of(const PluginPlan& plan) {
  IPluginCreatorInterface* const creator =
      plugin_registry().getCreator(plan.type.c_str(), plan.version.c_str(), plan.space.c_str());
  if (creator == nullptr)
    throw Failure(
        ErrorCode::kINVALID_ARGUMENT,
        joined("layer '", plan.layer, "': ", no_creator_text(plan.type, plan.version, plan.space)));
  auto made =
      plan.is_third_form ? read_third_form(plan, *creator) : read_second_form(plan, *creator);
  if (made == nullptr)
    throw Failure(ErrorCode::kINVALID_ARGUMENT,
                  joined("the creator of plugin '", plan.type, "' made none"));
  return made;
}

}  // namespace riffle::tensorrt
