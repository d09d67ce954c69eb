// SPDX-License-Identifier: Apache-2.0
// Instrumented kernels: what they note is what they touch, to the byte, under every strategy.
#include "device/access.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <functional>
#include <map>
#include <set>
#include <span>

#include "device/cpu/launch.h"
#include "support/every_strategy.h"

namespace riffle::test {
namespace {

using device::AccessKind;
using device::AccessSummary;

constexpr std::size_t kPage = std::size_t{1} << abi::kAccessPageBits;

/// Bytes of the kernel's memory by kind, as offsets.
struct Touched {
  std::set<std::size_t> bytes[abi::kAccessKinds];

  void add(AccessKind kind, std::size_t begin, std::size_t count) {
    for (std::size_t at = begin; at < begin + count; ++at)
      bytes[static_cast<std::size_t>(kind)].insert(at);
  }
  void read(std::size_t begin, std::size_t count) { add(AccessKind::kRead, begin, count); }
  void write(std::size_t begin, std::size_t count) { add(AccessKind::kWrite, begin, count); }
  void atomic(std::size_t begin, std::size_t count) { add(AccessKind::kAtomic, begin, count); }
};

/// Memory of kernels, with bytes around it that nobody is to touch.
struct Memory {
  explicit Memory(std::size_t count) : bytes(count) {
    void* const room = std::aligned_alloc(kPage, (count / kPage + 3) * kPage);
    base = static_cast<unsigned char*>(room) + kPage;
    std::memset(room, 0, (count / kPage + 3) * kPage);
  }
  ~Memory() { std::free(base - kPage); }
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  unsigned char* base;
  std::size_t bytes;
};

Touched touched(const AccessSummary& summary, const Memory& memory, std::set<unsigned>& lines) {
  Touched all;
  const auto base = reinterpret_cast<std::uintptr_t>(memory.base);
  for (const device::AccessRange& range : summary.ranges) {
    EXPECT_GE(range.begin, base);
    EXPECT_LE(range.end, base + memory.bytes);
    EXPECT_NE(range.site, nullptr);
    if (range.begin < base || range.end > base + memory.bytes || range.site == nullptr) continue;
    lines.insert(range.site->line);
    all.add(range.kind, range.begin - base, range.end - range.begin);
  }
  return all;
}

void expect_equal(const Touched& found, const Touched& expected) {
  static constexpr const char* kNames[] = {"read", "written", "changed atomically"};
  for (std::size_t kind = 0; kind < abi::kAccessKinds; ++kind) {
    const auto &is = found.bytes[kind], &should = expected.bytes[kind];
    if (is == should) continue;
    std::string difference;
    for (const std::size_t at : should)
      if (!is.contains(at)) difference += " -" + std::to_string(at);
    for (const std::size_t at : is)
      if (!should.contains(at)) difference += " +" + std::to_string(at);
    ADD_FAILURE() << "bytes " << kNames[kind]
                  << " (- not noted, + too many):" << difference.substr(0, 400);
  }
}

class Accesses : public ::testing::Test {
 protected:
  void SetUp() override { ::setenv("RIFFLE_ACCESSES", "on", 1); }
  void TearDown() override { ::unsetenv("RIFFLE_ACCESSES"); }

  /// Launches kernel "k" with the address of `memory`, in shares of some blocks, under every strategy.
  void check(const std::string& source, const LaunchShape& shape, Memory& memory,
             const Touched& expected, const std::set<unsigned>& lines = {},
             const std::vector<int>& more = {}) {
    const auto image = device_image(source, "-gline-tables-only");
    ASSERT_FALSE(image.empty());
    for (const std::string& strategy : kStrategies) {
      SCOPED_TRACE("strategy '" + strategy + "'");
      const LoadedModule module(image, strategy);
      ASSERT_EQ(module.error(), "");
      *module.table()->runtime = &device::runtime_table();
      const abi::KernelRow* const kernel = module.kernel("k");
      ASSERT_NE(kernel, nullptr);
      ASSERT_NE(kernel->flags & abi::kKernelNotesAccesses, 0U);
      std::set<unsigned> found_lines;
      const Touched found = touched(launch(*kernel, shape, memory, more), memory, found_lines);
      expect_equal(found, expected);
      if (!lines.empty()) EXPECT_EQ(found_lines, lines);
    }
  }

 private:
  static AccessSummary launch(const abi::KernelRow& kernel, const LaunchShape& shape,
                              const Memory& memory, const std::vector<int>& more) {
    std::vector<device::KernelPayload> room(1 + kernel.argument_bytes / 16 + 1);
    device::KernelPayload& payload = room[0];
    payload.kernel = &kernel;
    payload.grid = {shape.grid[0], shape.grid[1], shape.grid[2]};
    payload.block = {shape.block[0], shape.block[1], shape.block[2]};
    payload.dynamic_shared_bytes = shape.dynamic_shared_bytes;
    std::memcpy(payload.arguments(), &memory.base, sizeof memory.base);
    for (std::size_t i = 0; i < more.size(); ++i) {
      std::memcpy(payload.arguments() + kernel.parameters[i + 1].offset, &more[i], sizeof(int));
    }
    const std::uint64_t blocks = payload.grid.count();
    EXPECT_EQ(device::run_blocks(&payload, 0, blocks / 3), Code::kOk);
    EXPECT_EQ(device::run_blocks(&payload, blocks / 3, blocks), Code::kOk);
    auto summary = device::take_accesses(payload);
    EXPECT_TRUE(summary.has_value() && summary->is_complete);
    EXPECT_FALSE(device::take_accesses(payload).has_value());
    return summary.value_or(AccessSummary{});
  }
};

TEST_F(Accesses, OfVectorsWithTails) {
  const int n = 20'011;  // several pages
  Memory memory(8 * 20'011 + 4);
  Touched expected;
  expected.read(4, 4 * 20'011);
  expected.write(4 + 4 * 20'011, 4 * 20'011);
  check(R"(extern "C" __global__ void k(float* m, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
      m[1 + n + i] =
        m[1 + i] * 3.0f;
  })",
        {{79, 1, 1}, {256, 1, 1}, 0}, memory, expected, {4, 5}, {n});
}

TEST_F(Accesses, UnderDivergence) {
  Memory memory(1024 * 4 * 2);
  Touched expected;
  for (std::size_t i = 0; i < 1024; ++i) {
    if (i % 3 == 0) expected.write(4 * i, 4);
    if (i % 5 == 1) expected.read(4096 + 4 * i, 4);
    if (i % 5 == 1) expected.write(4 * i, 4);
  }
  check(R"(extern "C" __global__ void k(int* m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i % 3 == 0) m[i] = 7;
    if (i % 5 == 1) m[i] = m[1024 + i] + 1;
  })",
        {{8, 1, 1}, {128, 1, 1}, 0}, memory, expected);
}

TEST_F(Accesses, OfManyWidths) {
  const std::size_t threads = 512;
  Memory memory(threads * (1 + 2 + 8 + 16) + 64);
  Touched expected;
  const std::size_t bytes = 0, halves = threads, doubles = 3 * threads, fours = 11 * threads;
  for (std::size_t i = 0; i < threads; ++i) {
    expected.write(bytes + i, 1);
    expected.read(halves + 2 * i, 2);
    if (i % 2 == 0) expected.read(doubles + 8 * i, 8);
    expected.write(fours + 16 * i, 12);
    expected.read(fours + 16 * i + 12, 4);
  }
  check(R"(struct Four { float x, y, z, w; };
  extern "C" __global__ void k(unsigned char* m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    const short h = ((const short*)(m + 512))[i];
    double d = 1;
    if (i % 2 == 0) d = ((const double*)(m + 1536))[i];
    Four* f = (Four*)(m + 5632) + i;
    float w = f->w;
    f->x = h; f->y = w; f->z = d;
    m[i] = h;
  })",
        {{4, 1, 1}, {128, 1, 1}, 0}, memory, expected);
}

TEST_F(Accesses, ThroughIndices) {
  const std::size_t n = 2048;
  Memory memory(4 * n + 4 * 8 * n + 4 * 4 * n);
  auto* const indices = reinterpret_cast<int*>(memory.base);
  Touched expected;
  expected.read(0, 4 * n);
  for (std::size_t i = 0; i < n; ++i) {
    indices[i] = static_cast<int>(i * 2654435761U % (8 * n));
    expected.read(4 * n + 4 * static_cast<std::size_t>(indices[i]), 4);
    expected.write(36 * n + 4 * static_cast<std::size_t>(indices[i] / 2), 4);
  }
  check(R"(extern "C" __global__ void k(int* m) {
    const int n = 2048;
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int at = m[i];
    m[9 * n + at / 2] = m[n + at];
  })",
        {{16, 1, 1}, {128, 1, 1}, 0}, memory, expected);
}

TEST_F(Accesses, AtomicOnesAreApart) {
  Memory memory(4096 + 4 * 1024);
  Touched expected;
  for (std::size_t i = 0; i < 1024; ++i) expected.read(4096 + 4 * i, 4);
  for (std::size_t i = 0; i < 16; ++i) expected.atomic(64 * i, 4);
  check(R"(extern "C" __global__ void k(int* m) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    atomicAdd(m + 16 * (i % 16), m[1024 + i]);
  })",
        {{8, 1, 1}, {128, 1, 1}, 0}, memory, expected);
}

TEST_F(Accesses, SharedMemoryAndOwnVariablesAreNotNoted) {
  Memory memory(4 * 512);
  Touched expected;
  expected.read(0, 4 * 512);
  expected.write(0, 4 * 512);
  check(R"(extern "C" __global__ void k(int* m, int turn) {
    __shared__ int tile[128];
    int own[8];
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    tile[threadIdx.x] = m[i];
    for (int j = 0; j < 8; ++j) own[(j * turn) & 7] = j + i;
    __syncthreads();
    m[i] = tile[127 - threadIdx.x] + own[turn & 7];
  })",
        {{4, 1, 1}, {128, 1, 1}, 0}, memory, expected, {5, 8}, {3});
}

TEST_F(Accesses, OfLoopsAndRowsOfAMatrix) {
  const std::size_t n = 48;
  Memory memory(3 * 4 * n * n);
  Touched expected;
  expected.read(0, 2 * 4 * n * n);
  expected.write(2 * 4 * n * n, 4 * n * n);
  check(R"(extern "C" __global__ void k(float* m) {
    const int n = 48;
    int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
    float sum = 0;
    for (int j = 0; j < n; ++j) sum += m[y * n + j] * m[n * n + j * n + x];
    m[2 * n * n + y * n + x] = sum;
  })",
        {{3, 3, 1}, {16, 16, 1}, 0}, memory, expected, {5, 6});
}

TEST_F(Accesses, OfFunctionsOutOfLine) {
  Memory memory(4 * 256 * 2);
  Touched expected;
  expected.read(0, 4 * 256);
  expected.write(4 * 256, 4 * 256);
  check(R"(__device__ int walk(const int* at, int depth) {
    return depth == 0 ? *at : walk(at, depth - 1) + 1;
  }
  extern "C" __global__ void k(int* m, int depth) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    m[256 + i] = walk(m + i, depth);
  })",
        {{2, 1, 1}, {128, 1, 1}, 0}, memory, expected, {}, {3});
}

TEST_F(Accesses, OfCopiesAndFills) {
  Memory memory(600 * 16 * 2);
  Touched expected;
  expected.read(0, 600 * 16);
  for (std::size_t i = 0; i < 16; ++i) expected.write(600 * (16 + i), 600);
  check(R"(struct Large { char bytes[600]; };
  extern "C" __global__ void k(Large* m) {
    int i = threadIdx.x;
    m[16 + i] = m[i];
  })",
        {{1, 1, 1}, {16, 1, 1}, 0}, memory, expected);
}

TEST_F(Accesses, AreNotCompiledInUnlessAskedFor) {
  ::unsetenv("RIFFLE_ACCESSES");
  const auto image =
      device_image(R"(extern "C" __global__ void k(int* m) { m[threadIdx.x] = 1; })");
  const LoadedModule module(image, "");
  ASSERT_EQ(module.error(), "");
  EXPECT_EQ(module.kernel("k")->flags & abi::kKernelNotesAccesses, 0U);
}

}  // namespace
}  // namespace riffle::test
