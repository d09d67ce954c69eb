// SPDX-License-Identifier: Apache-2.0
// The parser of ONNX models. A model is not taken apart: it becomes the network's graph as it is.
#pragma once

#include <NvOnnxParser.h>

#include <memory>
#include <vector>

#include "libraries/tensorrt/base/log.h"
#include "libraries/tensorrt/base/utf8.h"
#include "libraries/tensorrt/onnx/model.h"

namespace riffle::tensorrt {

class Network;

class ParserError final : public nvonnxparser::IParserError {
 public:
  ParserError(nvonnxparser::ErrorCode code, std::string_view text, int node, std::string_view name,
              std::string_view op)
      : code_(code), text_(in_utf8(text)), node_(node), name_(in_utf8(name)), op_(in_utf8(op)) {}

  nvonnxparser::ErrorCode code() const override { return code_; }
  char const* desc() const override { return text_.c_str(); }
  char const* file() const override { return "parser.cpp"; }
  int line() const override { return 0; }
  char const* func() const override { return "parse"; }
  int node() const override { return node_; }
  char const* nodeName() const override { return name_.c_str(); }
  char const* nodeOperator() const override { return op_.c_str(); }
  char const* const* localFunctionStack() const override { return nullptr; }
  int32_t localFunctionStackSize() const override { return 0; }

 private:
  nvonnxparser::ErrorCode code_;
  std::string text_;
  int node_;
  std::string name_, op_;
};

class Parser final : public nvonnxparser::IParser {
 public:
  Parser(INetworkDefinition& network, ILogger& logger);

  bool parse(void const* model, size_t bytes, char const* path) noexcept override;
  bool parseFromFile(char const* file, int verbosity) noexcept override;
#if NV_TENSORRT_MAJOR < 11
  bool supportsModel(void const* model, size_t bytes, SubGraphCollection_t& parts,
                     char const* path) noexcept override;
  bool parseWithWeightDescriptors(void const* model, size_t bytes) noexcept override {
    return parse(model, bytes, nullptr);
  }
#endif
  bool supportsOperator(char const* op) const noexcept override;
  int getNbErrors() const noexcept override { return static_cast<int>(errors_.size()); }
  nvonnxparser::IParserError const* getError(int index) const noexcept override;
  void clearErrors() noexcept override { errors_.clear(); }
  char const* const* getUsedVCPluginLibraries(int64_t& count) const noexcept override;
  void setFlags(nvonnxparser::OnnxParserFlags flags) noexcept override { flags_ = flags; }
  nvonnxparser::OnnxParserFlags getFlags() const noexcept override { return flags_; }
  void clearFlag(nvonnxparser::OnnxParserFlag flag) noexcept override { flags_ &= ~bit(flag); }
  void setFlag(nvonnxparser::OnnxParserFlag flag) noexcept override { flags_ |= bit(flag); }
  bool getFlag(nvonnxparser::OnnxParserFlag flag) const noexcept override {
    return (flags_ & bit(flag)) != 0;
  }
  ITensor const* getLayerOutputTensor(char const* name, int64_t index) noexcept override;
  bool supportsModelV2(void const* model, size_t bytes, char const* path) noexcept override;
  int64_t getNbSubgraphs() noexcept override { return has_part_ ? 1 : 0; }
  bool isSubgraphSupported(int64_t index) noexcept override { return index == 0 && is_supported_; }
  int64_t* getSubgraphNodes(int64_t index, int64_t& count) noexcept override;
  bool loadModelProto(void const* model, size_t bytes, char const* path) noexcept override;
  bool loadInitializer(char const* name, void const* data, size_t bytes) noexcept override;
  bool parseModelProto() noexcept override;
  bool setBuilderConfig(IBuilderConfig const*) noexcept override { return true; }

 private:
  static nvonnxparser::OnnxParserFlags bit(nvonnxparser::OnnxParserFlag flag) {
    return 1U << static_cast<unsigned>(flag);
  }
  /// Runs `body`; what it throws becomes an error of the parser, and false.
  template <class Body>
  bool attempt(Body body) noexcept;
  void add_error(nvonnxparser::ErrorCode code, const char* text, int node = -1,
                 const onnx::OnnxNode* at = nullptr) noexcept;
  onnx::OnnxModel read(void const* model, size_t bytes, char const* path) const;
  /// Whether all nodes can be computed; where not, there are errors.
  bool check_nodes(const onnx::OnnxModel& model);
  bool check_inside(const onnx::OnnxModel& model, const onnx::OnnxNode& node, std::size_t number,
                    int depth);
  bool is_plugin(const onnx::OnnxModel& model, const onnx::OnnxNode& node) const;
  /// False after errors.
  bool adopt(onnx::OnnxModel model);

  Network& network_;
  Log log_;
  std::vector<std::unique_ptr<ParserError>> errors_;
  nvonnxparser::OnnxParserFlags flags_ = bit(nvonnxparser::OnnxParserFlag::kNATIVE_INSTANCENORM);
  std::unique_ptr<onnx::OnnxModel> loaded_;
  std::vector<int64_t> part_;
  bool has_part_ = false, is_supported_ = false;
};

}  // namespace riffle::tensorrt
