// SPDX-License-Identifier: Apache-2.0
// Attention, against plain loops.
#include <cmath>

#include "made_network.h"

namespace riffle::tensorrt::test {
namespace {

struct Sizes {
  std::size_t batch, heads, groups, queries, keys, width;
};

/// What is added to a score, by batch, head, query and key.
using Mask = std::function<float(std::size_t, std::size_t, std::size_t, std::size_t)>;

/// One query's row of the result.
Floats attend(const Sizes& of, const float* query, const float* keys, const float* values,
              const std::function<float(std::size_t)>& mask) {
  Floats weights(of.keys), row(of.width);
  float sum = 0;
  for (std::size_t j = 0; j < of.keys; ++j) {
    float score = mask(j);
    for (std::size_t d = 0; d < of.width; ++d) score += query[d] * keys[j * of.width + d];
    sum += weights[j] = std::exp(score);
  }
  for (std::size_t j = 0; j < of.keys; ++j)
    for (std::size_t d = 0; d < of.width; ++d)
      row[d] += weights[j] / sum * values[j * of.width + d];
  return row;
}

Floats attention(const Sizes& of, const Floats& query, const Floats& key, const Floats& value,
                 const Mask& mask) {
  Floats made;
  for (std::size_t b = 0; b < of.batch; ++b)
    for (std::size_t h = 0; h < of.heads; ++h) {
      const std::size_t group = h / (of.heads / of.groups);
      const std::size_t shared = (b * of.groups + group) * of.keys * of.width;
      for (std::size_t i = 0; i < of.queries; ++i) {
        const Floats row =
            attend(of, &query[((b * of.heads + h) * of.queries + i) * of.width], &key[shared],
                   &value[shared], [&](std::size_t j) { return mask(b, h, i, j); });
        made.insert(made.end(), row.begin(), row.end());
      }
    }
  return made;
}

struct Case {
  explicit Case(const Sizes& given) : of(given) {
    const auto extent = [](std::size_t value) { return static_cast<std::int64_t>(value); };
    query = numbers(of.batch * of.heads * of.queries * of.width, 1);
    key = numbers(of.batch * of.groups * of.keys * of.width, 2);
    value = numbers(of.batch * of.groups * of.keys * of.width, 3);
    const Dims shared =
        dims({extent(of.batch), extent(of.groups), extent(of.keys), extent(of.width)});
    made_dims = {extent(of.batch), extent(of.heads), extent(of.queries), extent(of.width)};
    ITensor& q = net.input(dims({made_dims[0], made_dims[1], made_dims[2], made_dims[3]}), query);
    ITensor& k = net.input(shared, key);
    ITensor& v = net.input(shared, value);
    layer = net->addAttention(q, k, v, AttentionNormalizationOp::kSOFTMAX, false);
  }
  void expect(const Mask& mask) {
    expect_near(net.run(layer->getOutput(0)), made_dims, attention(of, query, key, value, mask));
  }
  Sizes of;
  Net net;
  Floats query, key, value;
  std::vector<std::int64_t> made_dims;
  IAttention* layer = nullptr;
};

constexpr float kNever = -std::numeric_limits<float>::infinity();

TEST(Attention, IsASoftmaxBetweenTwoProducts) {
  NEEDS_ENGINE();
  Case made({2, 3, 3, 4, 5, 8});
  ASSERT_NE(made.layer, nullptr) << made.net.logger().take();
  EXPECT_TRUE(made.layer->setName("attends"));
  EXPECT_STREQ(made.layer->getName(), "attends");
  EXPECT_TRUE(made.layer->setDecomposable(true));
  EXPECT_TRUE(made.layer->getDecomposable());
  EXPECT_EQ(made.layer->getNbInputs(), 3);
  EXPECT_EQ(made.layer->getMask(), nullptr);
  made.expect([](auto...) { return 0.F; });
}

TEST(Attention, CausalQueriesSeeNoLaterKeys) {
  NEEDS_ENGINE();
  Case made({1, 2, 2, 4, 6, 4});
  ASSERT_NE(made.layer, nullptr);
  EXPECT_TRUE(made.layer->setCausal(true));
  made.expect([](auto, auto, std::size_t i, std::size_t j) { return j <= i ? 0.F : kNever; });
}

TEST(Attention, HeadsShareKeysAndAMaskOfTruthValuesIsBroadcast) {
  NEEDS_ENGINE();
  Case made({2, 6, 2, 3, 4, 4});
  ASSERT_NE(made.layer, nullptr);
  const std::vector<std::uint8_t> allowed = {1, 0, 1, 1, 0, 1, 1, 1, 1, 1, 0, 0};
  EXPECT_TRUE(made.layer->setMask(made.net.constant(dims({1, 1, 3, 4}), allowed)));
  made.expect([&](auto, auto, std::size_t i, std::size_t j) {
    return allowed[i * 4 + j] != 0 ? 0.F : kNever;
  });
}

TEST(Attention, AMaskOfNumbersIsAdded) {
  NEEDS_ENGINE();
  Case made({1, 2, 1, 3, 3, 4});
  ASSERT_NE(made.layer, nullptr);
  const Floats added = numbers(2 * 3 * 3, 7);
  made.layer->setMask(made.net.constant(dims({1, 2, 3, 3}), added));
  made.expect([&](auto, std::size_t h, std::size_t i, std::size_t j) {
    return added[(h * 3 + i) * 3 + j];
  });
}

TEST(Attention, RefusesWhatItCannotDo) {
  NEEDS_ENGINE();
  Case made({1, 2, 2, 3, 3, 4});
  ASSERT_NE(made.layer, nullptr);
  EXPECT_TRUE(made.layer->setNbRanks(1));
  EXPECT_FALSE(made.layer->setNbRanks(4));
  EXPECT_FALSE(made.layer->setNormalizationQuantizeToType(DataType::kINT8));
  EXPECT_TRUE(made.net.logger().was_told("setNormalizationQuantizeToType is not supported"));
  made.layer->setMask(made.net.constant(dims({1, 1, 3, 3}), Floats(9)));
  made.layer->setCausal(true);
  made.net->markOutput(*made.layer->getOutput(0));
  const std::unique_ptr<IBuilderConfig> config(made.net->getBuilder().createBuilderConfig());
  EXPECT_EQ(made.net->getBuilder().buildSerializedNetwork(made.net.network(), *config), nullptr);
  const std::string told = made.net.logger().take();
  EXPECT_NE(told.find("causal, or it has a mask"), std::string::npos) << told;
}

}  // namespace
}  // namespace riffle::tensorrt::test
