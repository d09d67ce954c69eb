// SPDX-License-Identifier: Apache-2.0
#include "race/written_memory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>

namespace riffle::race {
namespace {

constexpr std::uintptr_t kBase = 0x7f0000000000;
constexpr std::uintptr_t kBytes = 1024;

/// A set of bytes, one by one.
class Naive {
 public:
  void follow(ByteRange memory) {
    for (std::uintptr_t at = memory.begin; at < memory.end; ++at) written_[at] = false;
  }
  void write(ByteRange bytes) {
    for (std::uintptr_t at = bytes.begin; at < bytes.end; ++at) set(at, true);
  }
  void copy(ByteRange to, ByteRange from) {
    const Naive before = *this;
    for (std::uintptr_t at = to.begin; at < to.end; ++at)
      set(at, before.is_written(at - to.begin + from.begin));
  }
  [[nodiscard]] bool is_written(std::uintptr_t at) const {
    const auto found = written_.find(at);
    return found == written_.end() || found->second;
  }

 private:
  void set(std::uintptr_t at, bool value) {
    const auto found = written_.find(at);
    if (found != written_.end()) found->second = value;
  }
  std::map<std::uintptr_t, bool> written_;
};

TEST(WrittenMemory, RandomWritesAndCopiesAreKeptToTheByte) {
  std::mt19937 random(7);
  const auto number = [&](std::uintptr_t end) {
    return std::uniform_int_distribution<std::uintptr_t>(0, end - 1)(random);
  };
  WrittenMemory memory;
  Naive naive;
  for (const ByteRange each :
       {ByteRange{kBase, kBase + 300}, ByteRange{kBase + 512, kBase + 1000}}) {
    memory.follow(each);
    naive.follow(each);
  }
  for (int step = 0; step < 300; ++step) {
    const std::uintptr_t length = 1 + number(90);
    const std::uintptr_t at = kBase + number(kBytes), from = kBase + number(kBytes);
    const ByteRange bytes{at, at + length};
    if (step % 3 == 0) {
      memory.copy(bytes, {from, from + length});
      naive.copy(bytes, {from, from + length});
    } else {
      memory.write(bytes);
      naive.write(bytes);
    }
    std::uint64_t words[kBytes / 64];
    std::fill(std::begin(words), std::end(words), ~std::uint64_t{0});
    memory.clear_unwritten(kBase, words, std::size(words));
    for (std::uintptr_t i = 0; i < kBytes; ++i) {
      const bool is_written = naive.is_written(kBase + i);
      EXPECT_EQ((words[i / 64] >> i % 64 & 1) != 0, is_written) << step << " " << i;
      EXPECT_EQ(!memory.first_unwritten({kBase + i, kBase + i + 1}), is_written);
    }
    const auto around = memory.touch({kBase + 512, kBase + 513}, true, false);
    EXPECT_EQ(around.has_value(), naive.is_written(kBase + 512));
    for (std::uintptr_t i = kBase + 513; around && i < around->end; ++i)
      EXPECT_TRUE(naive.is_written(i));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(WrittenMemory, AnAccessThatReadsWhatIsNotWrittenWritesNothing) {
  WrittenMemory memory;
  memory.follow({kBase, kBase + 256});
  EXPECT_FALSE(memory.touch({kBase, kBase + 64}, true, true));
  EXPECT_TRUE(memory.first_unwritten({kBase, kBase + 1}));
  EXPECT_TRUE(memory.touch({kBase, kBase + 64}, false, true));
  EXPECT_FALSE(memory.first_unwritten({kBase, kBase + 64}));
  EXPECT_FALSE(memory.touch({kBase, kBase + 65}, true, false));
  EXPECT_TRUE(memory.touch({kBase, kBase + 64}, true, false));
}

TEST(WrittenMemory, TellsTheFirstUnwrittenBytes) {
  WrittenMemory memory;
  memory.follow({kBase, kBase + 256});
  memory.write({kBase, kBase + 100});
  memory.write({kBase + 104, kBase + 256});
  const auto found = memory.first_unwritten({kBase, kBase + 256});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->begin, kBase + 100);
  EXPECT_EQ(found->end, kBase + 104);
  memory.forget({kBase, kBase + 256});
  EXPECT_FALSE(memory.first_unwritten({kBase, kBase + 256}));
}

TEST(WrittenMemory, IsNewWhenItIsAllocatedAgain) {
  WrittenMemory memory;
  memory.follow({kBase, kBase + 256});
  memory.write({kBase, kBase + 256});
  memory.follow({kBase + 128, kBase + 192});
  EXPECT_FALSE(memory.first_unwritten({kBase, kBase + 128}));
  EXPECT_TRUE(memory.first_unwritten({kBase + 128, kBase + 129}));
}

}  // namespace
}  // namespace riffle::race
