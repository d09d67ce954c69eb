// SPDX-License-Identifier: Apache-2.0
// Rows of memory, one for each lane (unroll_walks.cpp, widen_rows.cpp), and atomics of all lanes on one address
// (common_updates.h): the same bits as thread by thread, whatever rows are left over and whichever lanes are on.
#include <gtest/gtest.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include "support/every_strategy.h"

namespace riffle::test {
namespace {

using Words = std::vector<std::uint32_t>;

constexpr std::uint32_t kBlocks[] = {1, 7, 31, 33, 64, 200};

/// Numbers that floats hold, too: 0 to 255.
Words numbers(std::size_t count) {
  Words all(count);
  std::uint32_t x = 12345;
  for (std::uint32_t& each : all) each = (x = x * 1664525 + 1013904223) >> 24;
  return all;
}

/// Kernel `k` of `source`, on words of which it changes some, with each number of threads and each n: compiled once for each strategy.
void compare(const std::string& source, std::size_t words, const std::vector<int>& numbers_n) {
  const auto image = device_image(source);
  ASSERT_FALSE(image.empty());
  std::vector<Words> references;
  for (const std::string& strategy : kStrategies) {
    const LoadedModule module(image, strategy);
    ASSERT_EQ(module.error(), "");
    const abi::KernelRow* kernel = module.kernel("k");
    ASSERT_NE(kernel, nullptr);
    std::size_t run = 0;
    for (const std::uint32_t threads : kBlocks) {
      for (const int n : numbers_n) {
        SCOPED_TRACE("strategy '" + strategy + "', " + std::to_string(threads) +
                     " threads, n = " + std::to_string(n));
        const Words before = numbers(words);
        Words after = before;
        std::uint32_t* pointer = after.data();
        ASSERT_TRUE(fake_launch(*kernel, {.block = {threads, 1, 1}}, {&pointer, &n}));
        EXPECT_NE(after, before);
        if (references.size() == run) references.push_back(after);
        EXPECT_EQ(after, references[run++]);
      }
    }
  }
}

void run_rows(const std::string& body, const std::vector<int>& lengths) {
  // out: 256 words, in: the rest
  compare(
      "extern \"C\" __global__ void k(unsigned* out, int n) {\n"
      "const unsigned* in = out + 256; const int t = threadIdx.x; unsigned sum = t + 1000;\n" +
          body + "out[t] = sum; }\n",
      256 + 200 * 200, lengths);
}

TEST(RowExtent, EachLanesOfOneLength) {
  run_rows("for (int i = 0; i < n; ++i) sum = sum * 31 + in[t * 190 + i];\n",
           {1, 7, 8, 15, 16, 17, 40, 190});
}

TEST(RowExtent, FromPlacesInMemoryForSomeLanes) {
  run_rows(
      "if (in[t] & 3) for (int i = 0; i < n; ++i)\n"
      "  sum = sum * 31 + in[in[t] * 100 + i] * (unsigned)i;\n",
      {5, 16, 37});
}

TEST(RowExtent, OfDoublesAndFloatsSideBySide) {
  run_rows(
      "double d = 0; float f = 0;\n"
      "for (int i = 0; i < n; ++i) {\n"
      "  d = d * 0.5 + ((const double*)in)[t * 64 + i];\n"
      "  f = f * 0.75f + ((const float*)in)[t * 177 + i];\n"
      "}\n"
      "const long b = __builtin_bit_cast(long, d);\n"
      "sum += (unsigned)b ^ (unsigned)(b >> 32) ^ __builtin_bit_cast(unsigned, f);\n",
      {8, 21, 60});
}

TEST(RowExtent, PartsOfStructures) {
  run_rows(
      "struct S { unsigned a, b, c, d, e, f; };\n"
      "struct L { unsigned long long a, b; };\n"
      "const S s = ((const S*)in)[in[t] * n % 500];\n"
      "sum += s.a + 3 * s.b;\n"
      "if (s.c & 1) sum ^= s.d * s.e + s.f;\n"
      "const L l = ((const L*)in)[in[t + 1] * n % 500];\n"
      "sum += (unsigned)(l.a ^ l.b >> 7);\n",
      {1, 3, 77});
}

// Each thread's row is its own; some lanes write, more and fewer elements than rows hold, in any order.
TEST(RowExtent, OfStores) {
  compare(
      "extern \"C\" __global__ void k(unsigned* m, int n) {\n"
      "const unsigned t = threadIdx.x, x = m[t]; unsigned* p = m + 512 + t * 40 + (x & 7);\n"
      "unsigned long* l = (unsigned long*)(m + 10000) + t * 9;\n"
      "p[1] = x; p[0] = x * 3; p[3] = t; p[2] = 5;\n"
      "if (x % 5 != n) { for (int i = 0; i < 11; ++i) p[10 + i] = x * i + n; l[1] = x; l[0] = ~x; "
      "}\n"
      "float* f = (float*)(m + 15000) + (t ^ 5) * 8; const float y = x * 0.5f;\n"
      "f[0] = y; f[1] = y + 1; f[2] = y * y; f[3] = 1 / (y + 1); f[4] = t; f[5] = y - t; f[6] = 0; "
      "f[7] = -y;\n"
      "l[4] = 7; if (x & 1) { l[6] = t; l[5] = x + 1; l[8] = x ^ t; l[7] = 1; } }\n",
      20000, {0, 2, 4});
}

/// Elements up to the last byte of a page, behind which there is none.
template <class T>
void compare_at_end_of_page(const std::string& type, const std::vector<int>& numbers_n) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  void* pages = mmap(nullptr, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(pages, MAP_FAILED);
  ASSERT_EQ(mprotect(static_cast<char*>(pages) + page, page, PROT_NONE), 0);
  T* const end = reinterpret_cast<T*>(static_cast<char*>(pages) + page);
  const auto image = device_image("using T = " + type + R"(;
    extern "C" __global__ void k(T* from, int n) {
      const int t = threadIdx.x;
      if (t < n && (from[t] & 3) != 0) from[t] = from[t] * 3 + (t & 1 ? from[n - 1 - t] : 5);
    })");
  ASSERT_FALSE(image.empty());
  for (const int n : numbers_n) {
    std::vector<T> reference;
    for (const std::string& strategy : kStrategies) {
      SCOPED_TRACE("strategy '" + strategy + "', n = " + std::to_string(n));
      const LoadedModule module(image, strategy);
      ASSERT_EQ(module.error(), "");
      T* from = end - n;
      for (int i = 0; i < n; ++i) from[i] = static_cast<T>(i * 37 % 251);
      // What one thread writes no other reads.
      for (int i = 0; i < n; ++i)
        if (((n - 1 - i) & 1) != 0) from[i] = static_cast<T>(from[i] & ~3);
      ASSERT_TRUE(fake_launch(*module.kernel("k"), {.block = {256, 1, 1}}, {&from, &n}));
      if (reference.empty()) reference.assign(from, end);
      EXPECT_EQ(std::vector<T>(from, end), reference);
    }
  }
  munmap(pages, 2 * page);
}

TEST(RowExtent, BytesUnderMasksAtTheEndOfAPage) {
  compare_at_end_of_page<std::uint8_t>("unsigned char", {1, 7, 31, 32, 33, 100, 256});
  compare_at_end_of_page<std::uint16_t>("unsigned short", {1, 16, 45, 200});
}

/// Sums in memory: apart from what is read, in the thread's own row, and either, from thread to thread.
TEST(RowExtent, SumsInMemory) {
  for (const char* place : {"out + t", "(unsigned*)in + t * 190 + n / 2",
                            "(t % 3 == 1 ? (unsigned*)in + t * 190 + n % 5 : out + t)"}) {
    run_rows("unsigned* own = " + std::string(place) +
                 ";\n"
                 "for (int i = 0; i < n; ++i) *own = *own * 31 + in[t * 190 + i];\n"
                 "if (t & 4) for (int i = 0; i < n; ++i) *own += in[t * 190 + 3 * i] * 7;\n"
                 "sum += *own;\n",
             {1, 7, 8, 16, 17, 40});
  }
}

TEST(RowExtent, SumsInMemoryOfThreadsThatLeaveAtDifferentTimes) {
  run_rows(
      "for (int i = t % 7; i < n + t % 5; ++i) out[t] = out[t] * 31 + in[t * 150 + i];\n"
      "sum = out[t] + 1;\n",
      {8, 21, 60});
}

constexpr const char* kAtomics =
    "template <class T> __device__ T add(T* p, T v) { return __atomic_fetch_add(p, v, 0); }\n"
    "template <class T> __device__ T sub(T* p, T v) { return __atomic_fetch_sub(p, v, 0); }\n"
    "template <class T> __device__ T low(T* p, T v) { return __atomic_fetch_min(p, v, 0); }\n"
    "template <class T> __device__ T top(T* p, T v) { return __atomic_fetch_max(p, v, 0); }\n"
    "template <class T> __device__ T both(T* p, T v) { return __atomic_fetch_and(p, v, 0); }\n"
    "template <class T> __device__ T any(T* p, T v) { return __atomic_fetch_or(p, v, 0); }\n"
    "template <class T> __device__ T odd(T* p, T v) { return __atomic_fetch_xor(p, v, 0); }\n"
    "template <class T> __device__ T swap(T* p, T v) { return __atomic_exchange_n(p, v, 0); }\n";

TEST(CommonUpdates, EachFindsWhatThoseBeforeItLeft) {
  compare(std::string(kAtomics) +
              "extern \"C\" __global__ void k(unsigned* u, int n) {\n"
              "const unsigned x = u[64 + threadIdx.x] * 0x01010101u; int* const c = (int*)u;\n"
              "const int s = (int)x; unsigned long* const l = (unsigned long*)(u + 32);\n"
              "unsigned sum = 0;\n"
              "if (threadIdx.x % 5 != n) {\n"
              "  sum += add(c, s) * 3 ^ sub(c + 1, s) ^ low(c + 2, s) * 5;\n"
              "  sum ^= top(c + 3, s) * 7 + both(c + 4, s | 0xf0f0) * 9 + any(c + 5, s & 64);\n"
              "  sum += odd(c + 6, s) + low(u + 7, x) * 11 + top(u + 8, x) * 13;\n"
              "  sum ^= (unsigned)(add(l, (unsigned long)x << 9) >> 5);\n"
              "}\n"
              "if (x & 0x10) top(c + 9, s);\n"
              "low(c + 10, s); both(u + 11, x | 1); odd(u + 12, x); add(c + 13, 1);\n"
              "sum += swap(c + 14, s) + add(c + 15, 2);\n"
              "u[264 + threadIdx.x] = sum; }\n",
          512, {0, 3, 9});
}

TEST(CommonUpdates, SumsOfFloatsAreInOrder) {
  compare(std::string(kAtomics) +
              "extern \"C\" __global__ void k(float* f, int n) {\n"
              "__shared__ float shared; if (threadIdx.x == 0) shared = n; __syncthreads();\n"
              "const float x = (((unsigned*)f)[64 + threadIdx.x] + 1) * 0.001f;\n"
              "add(f, x); if (x > 0.05f) add((double*)(f + 2), x * 1.1);\n"
              "if (threadIdx.x % 3 == n) add(f + 4, 1 / x); add(&shared, x * 1.7f);\n"
              "const float before = add(f + 5, 0.1f); if (before > 2) add(f + 6, before);\n"
              "__syncthreads(); f[264 + threadIdx.x] = shared; }\n",
          512, {0, 2, 5});
}

}  // namespace
}  // namespace riffle::test
