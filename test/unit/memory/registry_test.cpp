// SPDX-License-Identifier: Apache-2.0
// The registry: which kind of memory a pointer is, registered ranges, variables.
#include "runtime/memory/registry.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

namespace riffle::memory {
namespace {

constexpr std::size_t kMebibyte = std::size_t{1} << 20;

class RegistryTest : public testing::Test {
 protected:
  Registry registry_{64 * kMebibyte, 64 * kMebibyte};
};

TEST_F(RegistryTest, KnowsEachKind) {
  const auto device = registry_.allocate(MemoryType::kDevice, 100, 2);
  const auto pinned = registry_.allocate(MemoryType::kPinned, 100, 0, 7);
  const auto managed = registry_.allocate(MemoryType::kManaged, 100, 1, 1);
  ASSERT_TRUE(device && pinned && managed);
  EXPECT_EQ(registry_.find(device->base + 99)->kind, MemoryType::kDevice);
  EXPECT_EQ(registry_.find(device->base)->device, 2);
  EXPECT_EQ(registry_.find(pinned->base)->kind, MemoryType::kPinned);
  EXPECT_EQ(registry_.find(pinned->base)->flags, 7u);
  EXPECT_EQ(registry_.find(managed->base)->kind, MemoryType::kManaged);
  int local = 0;
  EXPECT_FALSE(registry_.find(&local));
  EXPECT_FALSE(registry_.find(nullptr));
  EXPECT_FALSE(registry_.is_own_address(&local));
}

TEST_F(RegistryTest, FreedMemoryIsOursButNotFound) {
  const auto device = registry_.allocate(MemoryType::kDevice, 4 * kMebibyte, 0);
  ASSERT_TRUE(device);
  ASSERT_TRUE(registry_.free(device->base));
  EXPECT_FALSE(registry_.find(device->base));
  EXPECT_TRUE(registry_.is_own_address(device->base));
  EXPECT_EQ(registry_.free(device->base).error().code, Code::kInvalidValue);
}

TEST_F(RegistryTest, RegisteredRanges) {
  std::vector<char> memory(8192);
  char* const base = memory.data();
  EXPECT_EQ(registry_.add_registered(nullptr, 10, 0, 0).error().code, Code::kInvalidValue);
  EXPECT_EQ(registry_.add_registered(base, 0, 0, 0).error().code, Code::kInvalidValue);
  ASSERT_TRUE(registry_.add_registered(base, 4096, 0, 2));
  EXPECT_EQ(registry_.find(base + 4095)->kind, MemoryType::kRegistered);
  EXPECT_FALSE(registry_.find(base + 4096));
  EXPECT_EQ(registry_.add_registered(base, 4096, 0, 2).error().code,
            Code::kHostMemoryAlreadyRegistered);
  EXPECT_EQ(registry_.add_registered(base + 4000, 1000, 0, 2).error().code,
            Code::kHostMemoryAlreadyRegistered);
  ASSERT_TRUE(registry_.add_registered(base + 4096, 100, 0, 2));
  EXPECT_EQ(registry_.remove_registered(base + 10).error().code, Code::kInvalidValue);
  ASSERT_TRUE(registry_.remove_registered(base));
  EXPECT_EQ(registry_.remove_registered(base).error().code, Code::kHostMemoryNotRegistered);
  EXPECT_FALSE(registry_.find(base));
  EXPECT_EQ(registry_.find(base + 4100)->base, base + 4096);
}

TEST_F(RegistryTest, OurMemoryCannotBeRegistered) {
  const auto pinned = registry_.allocate(MemoryType::kPinned, 4096, 0);
  ASSERT_TRUE(pinned);
  EXPECT_EQ(registry_.add_registered(pinned->base, 100, 0, 0).error().code, Code::kInvalidValue);
  EXPECT_EQ(registry_.remove_registered(pinned->base).error().code, Code::kInvalidValue);
}

TEST_F(RegistryTest, VariablesAreDeviceMemoryThatCannotBeFreed) {
  static int variable[10];
  registry_.add_variable(variable, sizeof(variable), 1);
  const auto found = registry_.find(&variable[9]);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->kind, MemoryType::kDevice);
  EXPECT_TRUE(found->is_variable);
  EXPECT_EQ(registry_.free(variable).error().code, Code::kInvalidValue);
  EXPECT_EQ(registry_.remove_registered(variable).error().code, Code::kHostMemoryNotRegistered);
  registry_.free_all(1);
  EXPECT_TRUE(registry_.find(variable)) << "modules remove their variables themselves";
  registry_.remove_variable(variable);
  EXPECT_FALSE(registry_.find(variable));
}

TEST_F(RegistryTest, ResetOfADeviceLeavesTheOthers) {
  std::vector<char> memory(100);
  const auto first = registry_.allocate(MemoryType::kDevice, 1000, 0);
  const auto second = registry_.allocate(MemoryType::kDevice, 1000, 1);
  const auto pinned = registry_.allocate(MemoryType::kPinned, 1000, 0);
  ASSERT_TRUE(first && second && pinned);
  ASSERT_TRUE(registry_.add_registered(memory.data(), 100, 0, 0));
  registry_.free_all(0);
  EXPECT_FALSE(registry_.find(first->base));
  EXPECT_FALSE(registry_.find(pinned->base));
  EXPECT_FALSE(registry_.find(memory.data()));
  EXPECT_TRUE(registry_.find(second->base));
  EXPECT_EQ(registry_.device_usage(0).used_bytes, 0u);
  EXPECT_EQ(registry_.device_usage(1).used_bytes, 1024u);
}

}  // namespace
}  // namespace riffle::memory
