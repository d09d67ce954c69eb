// SPDX-License-Identifier: Apache-2.0
#include "platform/cpu.h"

#include <gtest/gtest.h>

#include <thread>

namespace riffle::platform {
namespace {

TEST(CpuTest, QuotaIsRoundedUpToCores) {
  EXPECT_EQ(cores_of_quota("150000 100000"), 2u);
  EXPECT_EQ(cores_of_quota("100000 100000"), 1u);
  EXPECT_EQ(cores_of_quota("1000 100000"), 1u);
  EXPECT_EQ(cores_of_quota("800000 100000"), 8u);
}

TEST(CpuTest, NoQuotaIsNoLimit) {
  EXPECT_EQ(cores_of_quota("max 100000"), 0u);
  EXPECT_EQ(cores_of_quota(""), 0u);
  EXPECT_EQ(cores_of_quota("-1 100000"), 0u);
}

TEST(CpuTest, TheFirstNodeOfMemoryIsAlwaysThere) {
  EXPECT_TRUE(has_numa_node(0));
  EXPECT_FALSE(has_numa_node(-1));
  EXPECT_FALSE(has_numa_node(1 << 20));
}

TEST(CpuTest, CoresAreWithinTheMachine) {
  EXPECT_GE(usable_cores(), 1u);
  EXPECT_LE(usable_cores(), static_cast<unsigned>(CPU_COUNT(&cpus_at_load())));
}

TEST(CpuTest, TheShareOfTheCacheIsBounded) {
  EXPECT_GE(cache_share_bytes(), std::size_t{4} << 20);
  EXPECT_LE(cache_share_bytes(), std::size_t{32} << 20);
}

TEST(CpuTest, PinningLaterDoesNotChangeTheMaskOfTheLoad) {
  const int before = CPU_COUNT(&cpus_at_load());
  std::thread([&] {
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(sched_getcpu(), &one);
    ASSERT_EQ(sched_setaffinity(0, sizeof one, &one), 0);
    EXPECT_EQ(CPU_COUNT(&cpus_at_load()), before);
  }).join();
}

TEST(CpuTest, NamesItself) {
  EXPECT_FALSE(cpu_name().empty());
  EXPECT_TRUE(vector_bits() == 128 || vector_bits() == 256 || vector_bits() == 512);
  if (__builtin_cpu_supports("avx512f")) EXPECT_EQ(vector_bits(), 512u);
}

}  // namespace
}  // namespace riffle::platform
