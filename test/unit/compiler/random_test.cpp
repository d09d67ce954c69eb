// SPDX-License-Identifier: Apache-2.0
// Random kernels, run with every strategy: whatever they compute, all must compute the same bits.
// The seeds are fixed; RIFFLE_TEST_SEED runs another range.
#include <gtest/gtest.h>

#include <cstdlib>
#include <cstring>
#include <random>

#include "support/fake_runtime.h"
#include "support/kernel_file.h"

namespace riffle::test {
namespace {

constexpr int kElements = 256;

/// Writes kernels of nested control flow over a few variables: divergent and uniform branches and
/// loops, memory, a local array, and (where control is uniform) barriers with shared memory. Some
/// kernels have threads that leave at once, others warp operations.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string kernel() {
    text_ =
        "extern \"C\" __global__ void k(int* m, int n) {\n"
        "__shared__ int s[256];\n"
        "int i = (blockIdx.x * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x, t = "
        "threadIdx.x, l = threadIdx.x + blockDim.x * threadIdx.y;\n"
        "int a = m[i & 255], b = i * 7, c = n, d = 1, arr[4] = {a, b, c, 3}; float f = a, g = "
        "0.5f;\n";
    const unsigned kind = pick(3);
    has_warp_operations_ = kind == 1;
    if (kind == 2) {
      text_ += "s[l & 255] = l; __syncthreads();\n";  // what those leave behind that return
      text_ += "if (" + condition() + ") return;\n";
    }
    statements(3, true);
    text_ +=
        "m[256 + (i & 255)] = a ^ (b * 3) ^ (c << 5) ^ d ^ arr[a & 3] ^ __builtin_bit_cast(int, f) "
        "^ (int)g; }\n";
    return text_;
  }

 private:
  unsigned pick(unsigned choices) { return static_cast<unsigned>(random_() % choices); }
  std::string variable() { return std::string(1, "abcd"[pick(4)]); }
  std::string varying() {
    return pick(5) == 0   ? std::string("t")
           : pick(6) == 0 ? std::string("arr[" + variable() + " & 3]")
                          : variable();
  }
  std::string expression() {
    switch (pick(15)) {
      case 0:
        return varying() + " + " + varying();
      case 1:
        return varying() + " * " + varying() + " - " + varying();
      case 2:
        return varying() + " / " + varying();
      case 3:
        return varying() + " % " + varying();
      case 4:
        return varying() + " << " + varying();
      case 5:
        return "(unsigned)" + varying() + " >> (" + varying() + " & 63)";
      case 6:
        return "m[" + varying() + " & 255]";
      case 7:
        return "(" + condition() + " ? " + varying() + " : " + varying() + ")";
      case 8:
        return "(int)(f * 1.5f + g)";
      case 9:
        return varying() + " ^ " + std::to_string(pick(1000));
      case 10:
        return "(char)" + varying() + " + (short)" + varying();
      case 11:  // wraps in the middle of a packet
        return "m[(unsigned char)(" + std::to_string(pick(999)) + " * n " +
               (pick(2) != 0 ? "+" : "-") + " t)]";
      case 12: {
        const std::string size = std::to_string(16U << pick(5));
        return "m[(unsigned)(" + variable() + " + t) " +
               (pick(2) != 0 ? "% " + std::to_string(pick(250) + 1) + "u]" : "% " + size + "]");
      }
      case 13:
        return "m[" + within_bounds() + "]";
      default:
        return "(unsigned)" + varying() + " % " + std::to_string(pick(30) + 1) + "u";
    }
  }
  /// An index of m that counts up but at its ends; `t + offset` may wrap in the middle of a packet.
  std::string within_bounds() {
    static constexpr const char* offsets[] = {"- 1",          "+ 1",          "+ n",
                                              "+ 2147483600", "- 2147483647", "+ a"};
    const std::string index = std::string("(int)(t * 1u ") + offsets[pick(6)] + ")";
    const std::string least = std::to_string(pick(40)), most = std::to_string(40 + pick(200));
    switch (pick(4)) {
      case 0:
        return "__builtin_elementwise_min(__builtin_elementwise_max(" + index + ", " + least +
               "), " + most + " + n)";
      case 1:
        return "__builtin_elementwise_min((unsigned)" + index + ", " + most + "u)";
      case 2:
        return "__builtin_elementwise_sub_sat((unsigned)t, " + least + "u)";
      default:
        return std::string("(t ") + (pick(2) != 0 ? "==" : "<") + " n * " +
               std::to_string(pick(30)) + " ? " + most + " : t + 1)";
    }
  }
  std::string condition() {
    switch (pick(5)) {
      case 0:
        return "(" + varying() + " & " + std::to_string(1U << pick(6)) + ")";
      case 3: {  // as the ends of a packet tell
        const std::string least = std::to_string(pick(60)), most = std::to_string(pick(30));
        return pick(2) != 0 ? "(t - " + least + " >= 0 && t < n * " + most + ")"
                            : "(t + n * " + most + (pick(2) != 0 ? " != " : " > ") + least + ")";
      }
      case 1:
        return "(" + varying() + " < " + varying() + ")";
      case 2:
        return "(f < g + " + std::to_string(pick(100)) + ".0f)";
      default:
        return "(" + varying() + " % 5 == 2)";
    }
  }

  std::string warp_operation() {
    const std::string value = varying();
    const std::string distance = std::to_string(pick(32));
    switch (pick(7)) {
      case 0:
        return "__nvvm_shfl_sync_bfly_i32(~0u, " + value + ", " + distance + ", 31)";
      case 1:
        return "__nvvm_shfl_sync_down_i32(~0u, " + value + ", " + distance + ", 0x101f)";
      case 2:
        return "__nvvm_shfl_sync_up_i32(~0u, " + value + ", n, 0)";
      case 3:
        return "__nvvm_shfl_sync_idx_i32(~0u, " + value + ", " + varying() + ", 31)";
      case 4:
        return "__nvvm_vote_ballot_sync(~0u, " + condition() + ")";
      case 5:
        return "__nvvm_match_any_sync_i32(~0u, " + value + " & 7)";
      default:
        return "__nvvm_redux_sync_add(" + value + ", ~0u)";
    }
  }

  void statements(unsigned depth, bool uniform) {
    const unsigned count = 1 + pick(3);
    for (unsigned i = 0; i < count; ++i) statement(depth, uniform);
  }

  void statement(unsigned depth, bool uniform) {
    const unsigned kind = pick(depth == 0 ? 5 : 11);
    const std::string counter = "q" + std::to_string(counters_++);
    switch (kind) {
      case 0:
      case 1:
        text_ += variable() + " = " + expression() + ";\n";
        break;
      case 2:
        text_ += "arr[" + varying() + " & 3] += " + varying() + ";\n";
        break;
      case 3:
        text_ += pick(2) != 0 ? "f = f * 0.75f + g;\n"
                              : "g = f - g * (float)(" + variable() + " & 15);\n";
        break;
      case 4:
        if (uniform && has_warp_operations_ && pick(2) == 0) {
          text_ += variable() + " += " + warp_operation() + ";\n";
        } else if (uniform) {
          text_ += "s[l & 255] = " + varying() + "; __syncthreads(); " + variable() +
                   " += s[(l * 5 + 1) % (blockDim.x * blockDim.y)]; __syncthreads();\n";
        } else {
          text_ += "m[512 + (i & 255)] += " + varying() + ";\n";
        }
        break;
      case 5:
      case 6:
        text_ += "if (" + condition() + ") {\n";
        statements(depth - 1, false);
        if (pick(2) != 0) {
          text_ += "} else {\n";
          statements(depth - 1, false);
        }
        text_ += "}\n";
        break;
      case 7:
        text_ += "for (int " + counter + " = 0; " + counter + " < (" + varying() + " & 7); " +
                 counter + "++) {\n";
        statements(depth - 1, false);
        if (pick(3) == 0) text_ += "if (" + condition() + ") break;\n";
        if (pick(3) == 0) text_ += "if (" + condition() + ") continue;\n";
        statements(0, false);
        text_ += "}\n";
        break;
      case 8:
        text_ += "for (int " + counter + " = 0; " + counter + " < n; " + counter + "++) {\n";
        statements(depth - 1, uniform);
        text_ += variable() + " += " + counter + ";\n}\n";
        break;
      case 9:
        text_ += "switch (" + varying() + " & 3) { case 0: " + variable() + " = " + expression() +
                 "; break; case 1: " + variable() +
                 " ^= 9; [[fallthrough]]; case 2: " + variable() + " -= " + varying() +
                 "; break; default: ; }\n";
        break;
      default:
        text_ += "if (n > " + std::to_string(pick(6)) + ") {\n";
        statements(depth - 1, uniform);
        text_ += "}\n";
    }
  }

  std::mt19937 random_;
  std::string text_;
  int counters_ = 0;
  bool has_warp_operations_ = false;
};

std::vector<int> run(const std::vector<std::byte>& image, const std::string& strategy,
                     const LaunchShape& shape) {
  const LoadedModule module(image, strategy);
  EXPECT_EQ(module.error(), "");
  if (!module.error().empty()) return {};
  std::vector<int> memory(3 * kElements);
  for (int i = 0; i < kElements; ++i) memory[static_cast<std::size_t>(i)] = (i * 7919) % 1013 - 300;
  int* pointer = memory.data();
  const int n = 4;
  EXPECT_TRUE(fake_launch(*module.kernel("k"), shape, {&pointer, &n}));
  return memory;
}

TEST(RandomKernels, AllStrategiesAgree) {
  const char* chosen = std::getenv("RIFFLE_TEST_SEED");
  const unsigned first = chosen == nullptr ? 1 : static_cast<unsigned>(std::atoi(chosen));
  const char* wanted = std::getenv("RIFFLE_TEST_COUNT");
  const unsigned count = wanted == nullptr ? 12 : static_cast<unsigned>(std::atoi(wanted));
  const LaunchShape shapes[] = {
      {{2, 1, 1}, {128, 1, 1}, 0}, {{1, 1, 1}, {16, 4, 1}, 0}, {{3, 1, 1}, {37, 1, 1}, 0}};
  for (unsigned seed = first; seed < first + count; ++seed) {
    const std::string source = Generator(seed).kernel();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + source);
    const auto image = device_image(source);
    ASSERT_FALSE(image.empty());
    for (const LaunchShape& shape : shapes) {
      const auto reference = run(image, "loop", shape);
      EXPECT_EQ(run(image, "", shape), reference) << "the compiler's choice against loops";
      EXPECT_EQ(run(image, "fiber", shape), reference) << "fibers against loops";
    }
    if (::testing::Test::HasFailure()) return;
  }
}

}  // namespace
}  // namespace riffle::test
