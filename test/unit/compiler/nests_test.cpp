// SPDX-License-Identifier: Apache-2.0
// Random loops with loops in them, over arrays of the thread: what rounds run side by side compute is what they compute one
// after the other. The seeds are fixed; RIFFLE_TEST_SEED runs another range.
#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "support/fake_runtime.h"
#include "support/kernel_file.h"

namespace riffle::test {
namespace {

constexpr int kThreads = 64, kInputs = 4096;

/// Kernels `k` and `apart`, in which nothing may be moved from one round of the outer loop to another.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::string kernels() {
    const std::string body = statements();
    return kernel("k", body, "") + kernel("apart", body, "apart = j;");
  }

 private:
  static std::string kernel(const std::string& name, const std::string& body,
                            const std::string& barrier) {
    return "extern \"C\" __global__ void " + name +
           "(unsigned* out, const unsigned* in, int n) {\n"
           "__shared__ volatile int apart;\n"
           "unsigned a[70], b[70], c[70], x = threadIdx.x, y = 1, z = n, sum = 0;\n"
           "for (int i = 0; i < 70; ++i) { a[i] = in[i + x]; b[i] = in[i * x & 4095]; c[i] = i; }\n"
           "#pragma nounroll\n" +
           body + barrier +
           "}\n"
           "for (int i = 0; i < 70; ++i) sum = sum * 31 + a[i] * 3 + b[i] * 5 + c[i];\n"
           "out[threadIdx.x] = sum ^ x ^ y * 7 ^ z * 13; }\n";
  }

  unsigned pick(unsigned n) { return static_cast<unsigned>(random_() % n); }
  template <std::size_t N>
  std::string one_of(const char* const (&texts)[N]) {
    return texts[pick(N)];
  }

  std::string statements() {
    std::string text =
        "for (int j = 0; j < " + one_of({"n", "n + 3", "4", "7", "16", "19", "33"}) + "; ++j) {\n";
    for (unsigned loops = 1 + pick(3); loops-- > 0;) {
      if (pick(5) != 0) text += "y += x; x = 0;\n";
      for (unsigned count = pick(2); count-- > 0;) text += between();
      text += one_of({"#pragma nounroll\n", "#pragma unroll 2\n"}) + "for (int d = 0; d < " +
              one_of({"64", "64", "40", "n + 40"}) + "; ++d) {\n";
      for (unsigned count = 1 + pick(2); count-- > 0;) text += inside();
      text += "}\n";
    }
    for (unsigned count = pick(3); count-- > 0;) text += between();
    return text;
  }

  std::string between() {
    static constexpr const char* kSeldom[] = {"c[j] += x;\n", "z += a[j];\n", "x = y * y + 1;\n"};
    if (pick(8) == 0) return one_of(kSeldom);
    return one_of({"y = x * 3 + j;\n", "z = y ^ z;\n", "y = 5;\n", "z = x > z ? x : z;\n"});
  }

  /// Mostly with one array that is written, where it is read.
  std::string inside() {
    if (pick(8) == 0) written_ = one_of({"a", "b", "c"});
    const std::string other = one_of({"a", "b", "c"});
    const std::string at = pick(8) == 0 ? one_of({"[d + 1]", "[63 - d & 63]", "[j]"}) : "[d]";
    const std::string value =
        one_of({"y", "z", "in[j * 64 + d & 4095]", "in[d]", "j"}) + one_of({" * ", " + ", " ^ "});
    switch (pick(5)) {
      case 0:
        return "x += " + value + other + at + ";\n";
      case 1:
        return "x = x * 3 + " + value + other + at + ";\n";
      case 2:
        return written_ + "[d] = " + written_ + "[d] * 3 + " + value + "in[j + d];\n";
      case 3:
        return written_ + at + " += " + value + written_ + "[d];\n";
      default:
        return written_ + "[d] += " + value + other + at + ";\n";
    }
  }

  std::string written_ = "a";
  std::mt19937 random_;
};

std::vector<unsigned> run(const LoadedModule& module, const char* kernel, int n) {
  std::vector<unsigned> in(kInputs + 1024), out(kThreads);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<unsigned>(i) * 2654435761U;
  unsigned* to = out.data();
  const unsigned* from = in.data();
  EXPECT_TRUE(
      fake_launch(*module.kernel(kernel), {{1, 1, 1}, {kThreads, 1, 1}, 0}, {&to, &from, &n}));
  return out;
}

TEST(RandomNests, RoundsSideBySideComputeTheSame) {
  const char* chosen = std::getenv("RIFFLE_TEST_SEED");
  const unsigned first = chosen == nullptr ? 1 : static_cast<unsigned>(std::atoi(chosen));
  const char* wanted = std::getenv("RIFFLE_TEST_COUNT");
  const unsigned count = wanted == nullptr ? 12 : static_cast<unsigned>(std::atoi(wanted));
  for (unsigned seed = first; seed < first + count; ++seed) {
    const std::string source = Generator(seed).kernels();
    SCOPED_TRACE("seed " + std::to_string(seed) + "\n" + source);
    const auto image = device_image(source);
    ASSERT_FALSE(image.empty());
    for (const char* strategy : {"", "loop"}) {
      const LoadedModule module(image, strategy);
      ASSERT_EQ(module.error(), "");
      for (const int n : {1, 4, 9}) {
        ASSERT_EQ(run(module, "k", n), run(module, "apart", n))
            << "strategy '" << strategy << "', n = " << n;
      }
    }
  }
}

}  // namespace
}  // namespace riffle::test
