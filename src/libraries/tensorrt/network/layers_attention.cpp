// SPDX-License-Identifier: Apache-2.0
// Attention: two products of matrices with a normalization between them.
#include <limits>

#include "libraries/tensorrt/network/network.h"

namespace riffle::tensorrt {
namespace {

constexpr std::size_t kQuery = 0, kKey = 1, kValue = 2, kMask = 3;
/// The mask is an input of the layer, but not among those that programs count.
constexpr std::int32_t kInputs = 3;

class AttentionLayer;

/// What programs set an attention by. The layer that computes it owns it.
class Attention final : public IAttention, public AttentionDefaults {
 public:
  Attention(AttentionLayer& layer, const Log& log) : layer_(layer), log_(log) { mImpl = this; }

  bool setInput(int32_t index, ITensor& input) noexcept override;
  int32_t getNbInputs() const noexcept override { return kInputs; }
  ITensor* getInput(int32_t index) const noexcept override;
  int32_t getNbOutputs() const noexcept override { return 1; }
  ITensor* getOutput(int32_t index) const noexcept override;
  bool setName(char const* name) noexcept override;
  char const* getName() const noexcept override;
  bool setMask(ITensor& mask) noexcept override;
  ITensor* getMask() const noexcept override;
  bool setNbRanks(int32_t ranks) noexcept override {
    if (ranks == 1) return true;
    refuse("IAttention::setNbRanks with more than one rank");
    return false;
  }
  ITensor* getNormalizationQuantizeScale() const noexcept override { return nullptr; }
  bool setNormalizationQuantizeToType(DataType) noexcept override {
    refuse("IAttention::setNormalizationQuantizeToType");
    return false;
  }

 protected:
  void refuse(char const* function) const noexcept override { log_.refuse(function); }

 private:
  AttentionLayer& layer_;
  const Log& log_;
};

class AttentionLayer final : public LayerOf<IAttentionOutputLayer, AttentionOutputLayerDefaults>,
                             public AttentionBoundaryLayerDefaults {
 public:
  AttentionLayer(Network& network, AttentionNormalizationOp operation, bool is_causal)
      : LayerOf(network, LayerType::kATTENTION_OUTPUT), attention_(*this, network.log()) {
    this->mBoundary = static_cast<AttentionBoundaryLayerDefaults*>(this);
    attention_.AttentionDefaults::setNormalizationOperation(operation);
    attention_.AttentionDefaults::setCausal(is_causal);
    attention_.AttentionDefaults::setNbRanks(1);
  }
  IAttention* getAttention() const noexcept override { return &attention_; }
  std::int32_t most_inputs() const override { return kInputs + 1; }

  void lower(Lowering& to) const override {
    require(!attention_.AttentionDefaults::getCausal() || !has_input(kMask),
            "an attention is causal, or it has a mask, not both");
    const std::string key = to.transpose(as_many_heads(to, kKey), {0, 1, 3, 2});
    std::string scores = to.value("MatMul", {input(kQuery), key});
    if (attention_.AttentionDefaults::getCausal())
      scores = only(to, causal_mask(to, scores), scores);
    if (has_input(kMask))
      scores = to.type_of(*inputs_[kMask]) == OnnxType::kBool
                   ? only(to, input(kMask), scores)
                   : to.value("Add", {scores, input(kMask)});
    if (attention_.AttentionDefaults::getNormalizationOperation() ==
        AttentionNormalizationOp::kSOFTMAX) {
      scores = to.value("Softmax", {scores});
      to.last().with("axis", std::int64_t{-1});
    }
    to.node("MatMul", {scores, as_many_heads(to, kValue)}, {output()});
  }

 protected:
  void refuse(char const* function) const noexcept override { LayerOf::refuse(function); }

 private:
  /// The key or the value with as many heads as the query, several of which may share one.
  std::string as_many_heads(Lowering& to, std::size_t index) const {
    const Dims query = to.dims_of(*inputs_[kQuery]), shared = to.dims_of(*inputs_[index]);
    require(query.nbDims == 4 && shared.nbDims == 4,
            "an attention's query, key and value have four dimensions");
    const std::int64_t heads = query.d[1], groups = shared.d[1];
    if (heads == groups || heads < 0 || groups < 0) return input(index);
    require(groups > 0 && heads % groups == 0,
            "the query's heads of an attention are a multiple of the key's and the value's");
    const std::string apart = to.value("Unsqueeze", {input(index), to.constant({2})});
    const std::string repeated =
        to.value("Expand", {apart, to.constant({1, 1, heads / groups, 1, 1})});
    return to.value("Reshape", {repeated, to.constant({0, heads, -1, shared.d[3]})});
  }
  /// Where a position may attend: to itself and to those before it.
  static std::string causal_mask(Lowering& to, const std::string& scores) {
    const std::string dims = to.value("Shape", {scores});
    to.last().with("start", std::int64_t{-2});
    const std::string lower = to.value("Trilu", {to.value("Expand", {to.scalar(1), dims})});
    to.last().with("upper", std::int64_t{0});
    return to.cast(lower, OnnxType::kBool);
  }
  /// The scores where the mask is true; elsewhere what the softmax makes zero.
  static std::string only(Lowering& to, const std::string& mask, const std::string& scores) {
    const std::string nothing = to.scalar_like(-std::numeric_limits<double>::infinity(), scores);
    return to.value("Where", {mask, scores, nothing});
  }

  mutable Attention attention_;
};

bool Attention::setInput(int32_t index, ITensor& input) noexcept {
  if (index < 0 || index >= kInputs) {
    log_.error(ErrorCode::kINVALID_ARGUMENT,
               "IAttention::setInput: an attention has inputs 0 to 2, got ", index);
    return false;
  }
  layer_.Layer::setInput(index, input);
  return true;
}
ITensor* Attention::getInput(int32_t index) const noexcept {
  return index < kInputs ? layer_.Layer::getInput(index) : nullptr;
}
ITensor* Attention::getOutput(int32_t index) const noexcept {
  return layer_.Layer::getOutput(index);
}
bool Attention::setName(char const* name) noexcept {
  layer_.Layer::setName(name);
  return true;
}
char const* Attention::getName() const noexcept { return layer_.Layer::getName(); }
bool Attention::setMask(ITensor& mask) noexcept {
  layer_.Layer::setInput(static_cast<int32_t>(kMask), mask);
  return true;
}
ITensor* Attention::getMask() const noexcept {
  return layer_.Layer::getInput(static_cast<int32_t>(kMask));
}

}  // namespace

IAttention* LayerFunctions::addAttention(ITensor& query, ITensor& key, ITensor& value,
                                         AttentionNormalizationOp operation,
                                         bool is_causal) noexcept {
  return guarded(log(), "INetworkDefinition::addAttention", [&]() -> IAttention* {
    return add(std::make_unique<AttentionLayer>(network(), operation, is_causal),
               {&query, &key, &value})
        ->getAttention();
  });
}

}  // namespace riffle::tensorrt
