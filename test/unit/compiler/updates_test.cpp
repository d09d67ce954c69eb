// SPDX-License-Identifier: Apache-2.0
// Atomics whose result nobody uses, many of them on few and on many places: workers keep them in memory of their own
// (strategy/update_windows.h), which nothing may tell.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

constexpr std::size_t kThreads = 256, kBlocks = 96;
constexpr int kCount = kThreads * kBlocks - 77;
/// Pages away from the numbers, so that a window may have them.
constexpr std::size_t kFirstPlace = 32768;
const LaunchShape kShape{{kBlocks, 1, 1}, {kThreads, 1, 1}, 0};

/// Numbers below `places`, in no order; behind kFirstPlace, memory for them.
template <class Element>
std::vector<Element> memory_of(int places, Element at_first) {
  std::vector<Element> memory(kFirstPlace + static_cast<std::size_t>(places), at_first);
  std::uint32_t state = 1;
  for (std::size_t i = 0; i < kCount; ++i) {
    state = state * 1664525 + 1013904223;
    memory[i] = static_cast<Element>((state >> 8) % static_cast<std::uint32_t>(places));
  }
  return memory;
}

/// `update`, by its name, is `wanted` here, of what is in memory and the number of the thread.
template <class Element>
void check_updates(const std::string& type, const std::string& update, int places, Element at_first,
                   const std::function<Element(Element, std::size_t)>& wanted) {
  SCOPED_TRACE(update + " of " + type + ", places " + std::to_string(places));
  const std::vector<Element> memory = memory_of<Element>(places, at_first);
  std::vector<Element> after = memory;
  for (std::size_t i = 0; i < kCount; ++i) {
    Element& place = after[kFirstPlace + static_cast<std::size_t>(memory[i])];
    place = wanted(place, i);
  }
  const std::string call = "__atomic_fetch_" + update + "(m + " + std::to_string(kFirstPlace) +
                           " + m[i], (" + type + ")VALUE, __ATOMIC_RELAXED)";
  const std::string once = "extern \"C\" __global__ void k(" + type + "* m, int n) {" +
                           "int i = blockIdx.x * blockDim.x + threadIdx.x;" + "if (i < n) " + call +
                           "; }";
  const std::string strides =
      "extern \"C\" __global__ void k(" + type + "* m, int n) {" +
      "for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)" +
      call + "; }";
  const std::string ranges = "extern \"C\" __global__ void k(" + type + "* m, int n) {" +
                             "const int first = (blockIdx.x * blockDim.x + threadIdx.x) * 40;" +
                             "const int end = first + 40 < n ? first + 40 : n;" +
                             "for (int i = first; i < end; ++i)" + call + "; }";
  const Check<Element> check = [&](const std::vector<Element>& out) {
    for (std::size_t i = 0; i < out.size(); ++i) ASSERT_EQ(out[i], after[i]) << i;
  };
  const std::string value = "#define VALUE (i * 40503u % 1000u)\n";
  run_all<Element>(value + once, kShape, memory, {&kCount}, check);
  run_all<Element>(value + strides, {{5, 1, 1}, {128, 1, 1}, 0}, memory, {&kCount}, check);
  run_all<Element>(value + ranges, {{5, 1, 1}, {128, 1, 1}, 0}, memory, {&kCount}, check);
}

template <class Element>
Element value_of(std::size_t i) {
  return static_cast<Element>(static_cast<std::uint32_t>(i) * 40503U % 1000U);
}

TEST(Updates, SumsOfFewAndManyPlaces) {
  for (const int places : {1, 256, 100000}) {
    check_updates<std::int32_t>("int", "add", places, -7, [](std::int32_t old, std::size_t i) {
      return old + value_of<std::int32_t>(i);
    });
  }
  check_updates<std::uint32_t>("unsigned", "sub", 300, 5, [](std::uint32_t old, std::size_t i) {
    return old - value_of<std::uint32_t>(i);
  });
  using Long = unsigned long long;
  check_updates<Long>("unsigned long long", "add", 300, 1ULL << 40,
                      [](Long old, std::size_t i) { return old + value_of<Long>(i); });
}

TEST(Updates, ExtremesAndBits) {
  check_updates<std::int32_t>("int", "max", 300, -5, [](std::int32_t old, std::size_t i) {
    return std::max(old, value_of<std::int32_t>(i));
  });
  check_updates<std::uint32_t>("unsigned", "min", 2000, 500, [](std::uint32_t old, std::size_t i) {
    return std::min(old, value_of<std::uint32_t>(i));
  });
  check_updates<std::uint32_t>("unsigned", "and", 300, ~0U, [](std::uint32_t old, std::size_t i) {
    return old & value_of<std::uint32_t>(i);
  });
  using Long = unsigned long long;
  check_updates<Long>("unsigned long long", "xor", 300, 0,
                      [](Long old, std::size_t i) { return old ^ value_of<Long>(i); });
}

/// Each round of a thread sees what its rounds before have added.
TEST(Updates, AreSeenByTheirThread) {
  constexpr int kRounds = 28;
  const std::vector<int> memory(kThreads * kBlocks + kRounds, 0);
  run_all<int>(
      R"(extern "C" __global__ void k(int* m, int rounds) {
    int t = blockIdx.x * blockDim.x + threadIdx.x;
    for (int i = 0; i < rounds; ++i) {
      int v = m[rounds + t];
      atomicAdd(&m[rounds + t + m[i]], v + 1);
    }
  })",
      kShape, memory, {&kRounds}, [&](const std::vector<int>& out) {
        for (std::size_t i = kRounds; i < out.size(); ++i) ASSERT_EQ(out[i], (1 << kRounds) - 1);
      });
}

/// Others of the block see them behind a barrier.
TEST(Updates, AreSeenBehindABarrier) {
  constexpr int kPlaces = 16;
  std::vector<int> memory(kPlaces * kBlocks + kThreads * kBlocks, 0);
  run_all<int>(
      R"(extern "C" __global__ void k(int* m, int places) {
    int* own = m + places * blockIdx.x;
    for (int i = 0; i < 40; ++i) atomicAdd(&own[(threadIdx.x + i) % places], 1);
    __syncthreads();
    m[places * gridDim.x + blockIdx.x * blockDim.x + threadIdx.x] = own[threadIdx.x % places];
  })",
      kShape, memory, {&kPlaces}, [&](const std::vector<int>& out) {
        for (const int each : out) ASSERT_EQ(each, 40 * static_cast<int>(kThreads) / kPlaces);
      });
}

}  // namespace
}  // namespace riffle::test
