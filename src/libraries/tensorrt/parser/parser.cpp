// SPDX-License-Identifier: Apache-2.0
#include "libraries/tensorrt/parser/parser.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "libraries/tensorrt/network/network.h"
#include "libraries/tensorrt/onnx/attribute.h"
#include "libraries/tensorrt/parser/external.h"
#include "libraries/tensorrt/parser/operators.h"
#include "libraries/tensorrt/parser/plugin_nodes.h"

namespace riffle::tensorrt {

using Code = nvonnxparser::ErrorCode;

Parser::Parser(INetworkDefinition& network, ILogger& logger)
    : network_(static_cast<Network&>(network)), log_(&logger) {}

template <class Body>
bool Parser::attempt(Body body) noexcept {
  try {
    return body();
  } catch (const Failure& failure) {
    add_error(failure.code() == ErrorCode::kINVALID_ARGUMENT ? Code::kMODEL_DESERIALIZE_FAILED
                                                             : Code::kUNSUPPORTED_GRAPH,
              failure.what());
  } catch (const std::bad_alloc&) {
    add_error(Code::kMEM_ALLOC_FAILED, "out of memory");
  } catch (const std::exception& other) {
    add_error(Code::kINTERNAL_ERROR, other.what());
  }
  return false;
}

void Parser::add_error(Code code, const char* text, int node, const onnx::OnnxNode* at) noexcept {
  log_.error(ErrorCode::kINVALID_ARGUMENT, "ONNX parser: ", text);
  guarded(log_, "IParser", [&] {
    errors_.push_back(std::make_unique<ParserError>(code, text, node, at == nullptr ? "" : at->name,
                                                    at == nullptr ? "" : at->op));
    return true;
  });
}

onnx::OnnxModel Parser::read(void const* model, size_t bytes, char const* path) const {
  if (model == nullptr) throw Failure(ErrorCode::kINVALID_ARGUMENT, "the model is null");
  onnx::OnnxModel read = onnx::OnnxModel::read(
      std::make_shared<const std::string>(static_cast<const char*>(model), bytes));
  load_external(read.graph, path == nullptr ? "" : path);
  return read;
}

/// What is inside of node `number`, or its branches and bodies.
bool Parser::check_inside(const onnx::OnnxModel& model, const onnx::OnnxNode& node,
                          std::size_t number, int depth) {
  bool is_supported = true;
  const auto refuse = [&](const onnx::OnnxNode& inner, const std::string& text) {
    is_supported = false;
    add_error(Code::kUNSUPPORTED_NODE, text.c_str(), static_cast<int>(number), &inner);
  };
  for (const onnx::OnnxGraph& graph : onnx::graphs_inside(node, depth))
    for (const onnx::OnnxNode& inner : graph.nodes) {
      if (is_plugin(model, inner))
        refuse(inner, joined("plugin node '", inner.name, "' ('", inner.op, "') is inside node ",
                             number, " '", node.name,
                             "': Riffle does not support plugins inside loops and conditions"));
      else if (!is_known(model, inner))
        refuse(inner, no_creator_text(inner, number));
      is_supported = check_inside(model, inner, number, depth + 1) && is_supported;
    }
  return is_supported;
}

bool Parser::check_nodes(const onnx::OnnxModel& model) {
  bool is_supported = true;
  for (std::size_t i = 0; i < model.graph.nodes.size(); ++i) {
    const onnx::OnnxNode& node = model.graph.nodes[i];
    is_supported = check_inside(model, node, i, 0) && is_supported;
    if (is_known(model, node) || is_plugin(model, node)) continue;
    is_supported = false;
    add_error(Code::kUNSUPPORTED_NODE, no_creator_text(node, i).c_str(), static_cast<int>(i),
              &node);
  }
  return is_supported;
}

bool Parser::is_plugin(const onnx::OnnxModel& model, const onnx::OnnxNode& node) const {
  const bool is_wanted =
      !is_known(model, node) || getFlag(nvonnxparser::OnnxParserFlag::kENABLE_PLUGIN_OVERRIDE);
  return is_wanted && creator_of(node) != nullptr;
}

bool Parser::adopt(onnx::OnnxModel model) {
  if (!check_nodes(model)) return false;
  std::map<std::size_t, MadePlugin> plugins;
  for (std::size_t i = 0; i < model.graph.nodes.size(); ++i)
    if (const onnx::OnnxNode& node = model.graph.nodes[i]; is_plugin(model, node))
      plugins[i] = plugin_of(node, *creator_of(node), log_);
  network_.adopt(std::move(model), plugins);
  return true;
}

bool Parser::parse(void const* model, size_t bytes, char const* path) noexcept {
  return attempt([&] { return adopt(read(model, bytes, path)); });
}

bool Parser::parseFromFile(char const* file, int) noexcept {
  return attempt([&] {
    std::ifstream stream(file == nullptr ? "" : file, std::ios::binary);
    if (!stream)
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("file '", file == nullptr ? "" : file, "' cannot be read"));
    const std::string bytes{std::istreambuf_iterator<char>(stream), {}};
    return parse(bytes.data(), bytes.size(), file);
  });
}

bool Parser::supportsModelV2(void const* model, size_t bytes, char const* path) noexcept {
  has_part_ = false;
  return is_supported_ = attempt([&] {
           const onnx::OnnxModel made = read(model, bytes, path);
           part_.clear();
           for (std::size_t i = 0; i < made.graph.nodes.size(); ++i)
             part_.push_back(static_cast<int64_t>(i));
           has_part_ = true;
           return check_nodes(made);
         });
}

#if NV_TENSORRT_MAJOR < 11
bool Parser::supportsModel(void const* model, size_t bytes, SubGraphCollection_t& parts,
                           char const* path) noexcept {
  const bool is_supported = supportsModelV2(model, bytes, path);
  parts.clear();
  if (has_part_) parts.push_back({std::vector<size_t>(part_.begin(), part_.end()), is_supported});
  return is_supported;
}
#endif

int64_t* Parser::getSubgraphNodes(int64_t index, int64_t& count) noexcept {
  count = index == 0 && has_part_ ? static_cast<int64_t>(part_.size()) : 0;
  return count == 0 ? nullptr : part_.data();
}

bool Parser::supportsOperator(char const* op) const noexcept {
  return guarded(log_, "IParser::supportsOperator", [&] {
    onnx::OnnxNode node;
    node.op = op == nullptr ? "" : op;
    return is_known({}, node) || creator_of(node) != nullptr;
  });
}

nvonnxparser::IParserError const* Parser::getError(int index) const noexcept {
  if (index < 0 || index >= getNbErrors()) return nullptr;
  return errors_[static_cast<std::size_t>(index)].get();
}

char const* const* Parser::getUsedVCPluginLibraries(int64_t& count) const noexcept {
  count = 0;
  return nullptr;
}

ITensor const* Parser::getLayerOutputTensor(char const* name, int64_t index) noexcept {
  for (int32_t i = 0; i < network_.getNbLayers(); ++i) {
    const ILayer* const layer = network_.getLayer(i);
    if (std::string_view(layer->getName()) == (name == nullptr ? "" : name))
      return layer->getOutput(static_cast<int32_t>(index));
  }
  return nullptr;
}

bool Parser::loadModelProto(void const* model, size_t bytes, char const* path) noexcept {
  return attempt([&] {
    loaded_ = std::make_unique<onnx::OnnxModel>(read(model, bytes, path));
    return true;
  });
}

bool Parser::loadInitializer(char const* name, void const* data, size_t bytes) noexcept {
  return attempt([&] {
    if (loaded_ == nullptr || name == nullptr || data == nullptr)
      throw Failure(ErrorCode::kINVALID_ARGUMENT, "loadInitializer: no model is loaded");
    if (!loaded_->graph.set_values(name, {static_cast<const char*>(data), bytes}))
      throw Failure(ErrorCode::kINVALID_ARGUMENT,
                    joined("loadInitializer: the model has no initializer '", name, "'"));
    return true;
  });
}

bool Parser::parseModelProto() noexcept {
  return attempt([&] {
    if (loaded_ == nullptr)
      throw Failure(ErrorCode::kINVALID_ARGUMENT, "parseModelProto: no model is loaded");
    const bool is_adopted = adopt(std::move(*loaded_));
    loaded_.reset();
    return is_adopted;
  });
}

}  // namespace riffle::tensorrt
