// SPDX-License-Identifier: Apache-2.0
#include "base/options.h"

#include <gtest/gtest.h>
#include <map>
#include <string>

namespace riffle {
namespace {

struct Parsed {
  Options options;
  std::vector<std::string> complaints;
};

Parsed parse(const std::map<std::string, std::string>& environment) {
  Parsed parsed;
  std::vector<std::string_view> names;
  for (const auto& [name, value] : environment) names.push_back(name);
  parsed.options = parse_options(
      [&](const char* name) -> const char* {
        const auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
      },
      names, parsed.complaints);
  return parsed;
}

TEST(OptionsTest, DefaultsWithoutEnvironment) {
  const Parsed parsed = parse({});
  EXPECT_TRUE(parsed.complaints.empty());
  EXPECT_EQ(parsed.options.workers, 0u);
  EXPECT_EQ(parsed.options.devices, 1u);
  EXPECT_TRUE(parsed.options.cache);
  EXPECT_EQ(parsed.options.strategy, StrategyOption::kAuto);
}

TEST(OptionsTest, VisibleDevices) {
  using Devices = std::vector<std::uint32_t>;
  const auto seen = [](const char* list) {
    return parse({{"RIFFLE_DEVICES", "4"}, {"CUDA_VISIBLE_DEVICES", list}}).options.visible_devices;
  };
  EXPECT_EQ(parse({{"RIFFLE_DEVICES", "3"}}).options.visible_devices, (Devices{0, 1, 2}));
  EXPECT_EQ(seen("2,0"), (Devices{2, 0}));
  EXPECT_EQ(seen(" 1 , 3"), (Devices{1, 3}));
  for (const char* none : {"", "-1", "4", "x", "1,1", "0,1,0", "GPU-", "GPU-5269", "GPU-x", "all"})
    EXPECT_EQ(seen(none), Devices{}) << none;
  for (const char* ends : {"1,2,4,0", "1,2,-1,0", "1,2,,0", "1,2,0x", "1,2,GPU-,0"})
    EXPECT_EQ(seen(ends), (Devices{1, 2})) << ends;
  EXPECT_EQ(seen("GPU-52696666-6c65-4350-5500-000000000002,0"), (Devices{2, 0}));
  EXPECT_EQ(parse({{"CUDA_VISIBLE_DEVICES", "GPU-5269"}}).options.visible_devices, Devices{0});
}

TEST(OptionsTest, ReadsValues) {
  const Parsed parsed = parse({{"RIFFLE_WORKERS", "3"},
                               {"RIFFLE_STRATEGY", "fiber"},
                               {"RIFFLE_CACHE", "off"},
                               {"RIFFLE_CACHE_DIR", "/tmp/somewhere"},
                               {"RIFFLE_MEMORY", "2G"},
                               {"RIFFLE_CACHE_SIZE", "512k"},
                               {"RIFFLE_SEED", "18446744073709551615"}});
  EXPECT_TRUE(parsed.complaints.empty());
  EXPECT_EQ(parsed.options.workers, 3u);
  EXPECT_EQ(parsed.options.strategy, StrategyOption::kFiber);
  EXPECT_FALSE(parsed.options.cache);
  EXPECT_EQ(parsed.options.cache_directory, "/tmp/somewhere");
  EXPECT_EQ(parsed.options.memory_bytes, std::uint64_t{2} << 30);
  EXPECT_EQ(parsed.options.cache_bytes, std::uint64_t{512} << 10);
  EXPECT_EQ(parsed.options.seed, ~std::uint64_t{0});
}

TEST(OptionsTest, EmptyValueIsTheDefault) {
  const Parsed parsed = parse({{"RIFFLE_WORKERS", ""}, {"RIFFLE_STRATEGY", ""}});
  EXPECT_TRUE(parsed.complaints.empty());
  EXPECT_EQ(parsed.options.workers, 0u);
}

TEST(OptionsTest, ASlipInANameIsReported) {
  const auto complaints = [](const char* name) { return parse({{name, "1"}}).complaints; };
  EXPECT_EQ(complaints("RIFFLE_WORKER"),
            std::vector<std::string>{"unknown option RIFFLE_WORKER; did you mean RIFFLE_WORKERS?"});
  EXPECT_EQ(complaints("RIFFLE_DEVCIES").size(), 1u);
  EXPECT_EQ(complaints("RIFFLE_CACHEDIR").size(), 1u);
  EXPECT_EQ(complaints("RIFFLE_CACHE_DIR").size(), 0u);
  EXPECT_EQ(complaints("RIFFLE_COMPILER").size(), 0u);
  EXPECT_EQ(complaints("RIFFLE_LIB").size(), 0u) << "far from RIFFLE_LOG";
  EXPECT_EQ(complaints("RIFFLE_LOGS").size(), 1u);
  EXPECT_EQ(complaints("RIFFLE_OF_SOMEBODY_ELSE").size(), 0u);
  EXPECT_EQ(complaints("RIFFLE").size(), 0u);
  EXPECT_EQ(complaints("WORKERS").size(), 0u);
}

class BadOptionTest : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(BadOptionTest, IsReportedWithNameAndValueAndIgnored) {
  const auto [name, value] = GetParam();
  const Parsed parsed = parse({{name, value}});
  ASSERT_EQ(parsed.complaints.size(), 1u);
  EXPECT_NE(parsed.complaints[0].find(name), std::string::npos);
  EXPECT_NE(parsed.complaints[0].find(value), std::string::npos);
  const Options defaults;
  EXPECT_EQ(parsed.options.workers, defaults.workers);
  EXPECT_EQ(parsed.options.devices, defaults.devices);
  EXPECT_EQ(parsed.options.memory_bytes, defaults.memory_bytes);
  EXPECT_EQ(parsed.options.strategy, defaults.strategy);
}

INSTANTIATE_TEST_SUITE_P(
    All, BadOptionTest,
    testing::Values(std::pair{"RIFFLE_WORKERS", "0"}, std::pair{"RIFFLE_WORKERS", "many"},
                    std::pair{"RIFFLE_WORKERS", "-1"}, std::pair{"RIFFLE_WORKERS", "4K"},
                    std::pair{"RIFFLE_WORKERS", "99999999999999999999999"},
                    std::pair{"RIFFLE_DEVICES", "65"}, std::pair{"RIFFLE_STRATEGY", "Fiber"},
                    std::pair{"RIFFLE_CACHE", "yes"}, std::pair{"RIFFLE_MEMORY", "2X"},
                    std::pair{"RIFFLE_MEMORY", "2GB"},
                    std::pair{"RIFFLE_MEMORY", "18446744073709551615T"}));

}  // namespace
}  // namespace riffle
