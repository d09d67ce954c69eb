// SPDX-License-Identifier: Apache-2.0
// native_module as a whole: cache hits, a cache that cannot be written, bad images, many threads.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <thread>

#include "compiler/image.h"
#include "compiler/native.h"
#include "support/kernel_file.h"

namespace riffle::compiler {
namespace {

namespace fs = std::filesystem;

constexpr const char* kSource = "extern \"C\" __global__ void k(int* m) { m[threadIdx.x] = 1; }";

class NativeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "riffle-native-" + std::to_string(::getpid());
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }
  [[nodiscard]] Result<NativeModule> native(std::span<const std::byte> image) const {
    return native_module(image, DiskCache(folder_, std::uint64_t{1} << 30));
  }
  std::string folder_;
};

TEST_F(NativeTest, SecondCallComesFromTheCache) {
  const auto image = test::device_image(kSource);
  const auto first = native(image);
  ASSERT_TRUE(first.has_value()) << first.error().text;
  const auto written = fs::last_write_time(first->label());
  const auto second = native(image);
  ASSERT_TRUE(second.has_value());
  EXPECT_EQ(first->label(), second->label());
  EXPECT_NE(first->descriptor(), second->descriptor());
  EXPECT_LE(written, fs::last_write_time(second->label()));
}

TEST_F(NativeTest, CorruptEntryIsCompiledAgain) {
  const auto image = test::device_image(kSource);
  const std::string path = native(image)->label();
  fs::resize_file(path, 100);
  const auto again = native(image);
  ASSERT_TRUE(again.has_value()) << again.error().text;
  EXPECT_GT(fs::file_size(path), 100U);
}

TEST_F(NativeTest, UnusableCacheGivesAMemoryFile) {
  const auto module =
      native_module(test::device_image(kSource), DiskCache("/proc/nowhere", 1U << 20));
  ASSERT_TRUE(module.has_value()) << module.error().text;
  EXPECT_EQ(module->label(), "memory");
}

TEST_F(NativeTest, BadImagesAreNamed) {
  auto image = test::device_image(kSource);
  const auto code_of = [this](std::span<const std::byte> bytes) {
    return native(bytes).error().code;
  };
  EXPECT_EQ(code_of(std::span(image).first(10)), Code::kInvalidKernelImage);
  EXPECT_EQ(code_of(std::span(image).first(image.size() - 1)), Code::kInvalidKernelImage);
  image.back() ^= std::byte{1};
  EXPECT_EQ(code_of(image), Code::kInvalidKernelImage);
  image.back() ^= std::byte{1};
  image[0] = std::byte{'X'};
  EXPECT_EQ(code_of(image), Code::kInvalidKernelImage);
  EXPECT_EQ(code_of(test::wrap_image(std::vector<std::byte>(64, std::byte{'B'}))),
            Code::kInvalidKernelImage);
}

// Five kernels: each has an object of its own.
std::string several(const std::string& of_last) {
  std::string source;
  for (const char* name : {"a", "b", "c", "d"})
    source +=
        std::string("extern \"C\" __global__ void ") + name + "(int* m) { m[threadIdx.x] = 1; } ";
  return source + "extern \"C\" __global__ void e(int* m) { m[threadIdx.x] = " + of_last + "; }";
}

TEST_F(NativeTest, AKernelThatStaysAsItWasIsNotCompiledAgain) {
  ::unsetenv("RIFFLE_KERNELS");
  const auto before = test::device_image(several("5")), after = test::device_image(several("6"));
  const DiskCache cache(folder_, std::uint64_t{1} << 30);
  const auto label = [&](const std::vector<std::byte>& image, const char* kernel) {
    const auto object = native_kernel(image, kernel, cache);
    EXPECT_TRUE(object.has_value()) << object.error().text;
    return object ? object->label() : "";
  };
  const std::string a = label(before, "a"), e = label(before, "e");
  EXPECT_NE(a, e);
  EXPECT_EQ(label(before, "a"), a);
  EXPECT_EQ(label(after, "a"), a);
  EXPECT_NE(label(after, "e"), e);
}

TEST_F(NativeTest, AKernelThatIsNotThereIsNamed) {
  const auto missing = native_kernel(test::device_image(kSource), "missing",
                                     DiskCache(folder_, std::uint64_t{1} << 30));
  ASSERT_FALSE(missing.has_value());
  EXPECT_NE(missing.error().text.find("missing"), std::string::npos);
}

TEST_F(NativeTest, ManyThreadsShareOneCompilation) {
  const auto image = test::device_image(kSource);
  std::vector<std::thread> threads;
  std::vector<std::string> labels(8);
  for (std::size_t i = 0; i < labels.size(); ++i) {
    threads.emplace_back([&, i] {
      const auto module = native(image);
      if (module) labels[i] = module->label();
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::string& label : labels) EXPECT_EQ(label, labels[0]);
  EXPECT_FALSE(labels[0].empty());
}

}  // namespace
}  // namespace riffle::compiler
