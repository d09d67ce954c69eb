// SPDX-License-Identifier: Apache-2.0
// Large PTX text of other compilers, of which only what a kernel reaches is translated: it gives what a translation of the
// whole gives, errors are found where docs/ptx.md says, and the next process reads nothing.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <string>

#include "compiler/cache/entry.h"
#include "compiler/image.h"
#include "compiler/jit/entry.h"
#include "compiler/link_device_code.h"
#include "compiler/native.h"
#include "support/kernel_file.h"

namespace riffle::compiler {
namespace {

namespace fs = std::filesystem;

const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";

/// What kernels share: variables, one of them a table of functions, and functions that call each other.
const std::string kShared = R"(
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.extern .shared .align 16 .b8 dynamic[];
.visible .global .align 4 .u32 counter = 3;
.visible .const .align 4 .f32 factors[2] = {0f3F800000, 0f40000000};
.visible .global .align 8 .u64 table[2] = {twice, generic(counter)};
.func (.param .b32 r) twice (.param .b32 x)
{
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [x];
  shl.b32 %r2, %r1, 1;
  st.param.b32 [r], %r2;
  ret;
}
.func (.param .b32 r) quadruple (.param .b32 x)
{
  .reg .b32 %r<3>;
  .shared .align 8 .b8 of_function[24];
  ld.param.u32 %r1, [x];
  st.volatile.shared.u32 [of_function+20], %r1;
  ld.volatile.shared.u32 %r1, [of_function+20];
  {
    .param .b32 a;
    .param .b32 b;
    st.param.b32 [a], %r1;
    call.uni (b), twice, (a);
    ld.param.b32 %r2, [b];
  }
  shl.b32 %r2, %r2, 1;
  st.param.b32 [r], %r2;
  ret;
}
)";

/// A kernel of some ten thousand bytes. `number` makes it differ from others.
std::string kernel(int number) {
  const std::string n = std::to_string(number);
  std::string text = ".visible .entry k" + n + "(.param .u64 out, .param .align 8 .b8 pair[16])\n";
  text += ".maxntid " + std::to_string(32 * (number % 8 + 1)) + ", 1, 1\n{\n";
  text += "  .shared .align 4 .b8 own[" + std::to_string(64 + 4 * number) + "];\n";
  text += "  .local .align 8 .b8 depot[16];\n";
  text += "  .reg .b32 %r<9>;\n  .reg .b64 %rd<9>;\n  .reg .pred %p<2>;\n";
  text += "  ld.param.u64 %rd1, [out];\n  cvta.to.global.u64 %rd1, %rd1;\n";
  text += "  mov.u32 %r1, %tid.x; // a brace } and a quadruple in a comment\n";
  text += "  mul.wide.u32 %rd2, %r1, 4;\n  add.s64 %rd1, %rd1, %rd2;\n";
  for (int i = 0; i < 300; ++i)
    text += "  mad.lo.s32 %r1, %r1, " + std::to_string(2 * i + 3) + ", " + n + ";\n";
  text += "  st.volatile.shared.u32 [own], %r1;\n  ld.volatile.shared.u32 %r2, [own+60];\n";
  if (number % 3 == 0) {
    text += "  {\n    .param .b32 a;\n    .param .b32 b;\n    st.param.b32 [a], %r1;\n";
    text += "    call.uni (b), quadruple, (a);\n    ld.param.b32 %r1, [b];\n  }\n";
  }
  if (number % 3 == 1) {
    text += "  mov.u64 %rd3, table;\n  ld.global.u64 %rd4, [%rd3];\n";
    text += "  {\n    .param .b32 a;\n    .param .b32 b;\n    st.param.b32 [a], %r1;\n";
    text += "    prototype: .callprototype (.param .b32 _) _ (.param .b32 _);\n";
    text += "    call (b), %rd4, (a), prototype;\n    ld.param.b32 %r1, [b];\n  }\n";
  }
  if (number % 3 == 2) text += "  ld.global.u32 %r3, [counter];\n  add.s32 %r1, %r1, %r3;\n";
  text += "  add.s32 %r1, %r1, %r2;\n  setp.eq.s32 %p1, %r1, 5;\n  @%p1 bra $done;\n";
  return text + "  st.global.u32 [%rd1], %r1;\n$done:\n  ret;\n}\n";
}

std::string large_text(const std::string& more = "") {
  std::string text = kHead + kShared;
  for (int i = 0; i < 32; ++i) text += kernel(i);
  return text + more;
}

std::vector<std::byte> bytes_of(const std::string& image) {
  const auto* const begin = reinterpret_cast<const std::byte*>(image.data());
  return {begin, begin + image.size()};
}

std::uint32_t flags_of(const std::string& image) {
  ImageHeader header;
  std::memcpy(&header, image.data(), sizeof header);
  return header.flags;
}

class PtxLargeModuleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "riffle-ptx-" + std::to_string(::getpid());
    fs::remove_all(folder_);
  }
  void TearDown() override { fs::remove_all(folder_); }

  [[nodiscard]] DiskCache cache() const { return DiskCache(folder_, std::uint64_t{1} << 30); }
  [[nodiscard]] Result<std::string> image_of(const std::string& text) const {
    return image_by(kCompilerLibrary, text);
  }
  /// Without a compiler: what the cache has.
  [[nodiscard]] Result<std::string> kept_image_of(const std::string& text) const {
    return image_by("/nowhere/libriffle_compiler.so", text);
  }
  [[nodiscard]] Result<std::string> image_by(const std::string& library,
                                             const std::string& text) const {
    const auto image = image_of_ptx(library, text, cache());
    if (!image) return std::unexpected(image.error());
    return std::string(reinterpret_cast<const char*>(image->data()), image->size());
  }
  [[nodiscard]] std::string error_of(const std::string& text) const {
    const auto image = image_of(text);
    return image ? "" : image.error().text;
  }
  [[nodiscard]] Result<NativeModule> native(const std::string& image,
                                            const std::string& kernel) const {
    return native_kernel(bytes_of(image), kernel, cache());
  }
  /// A kernel's object; the error if there is none.
  [[nodiscard]] std::string object_of(const std::string& image, const std::string& kernel) const {
    const auto made = native(image, kernel);
    if (!made) return made.error().text;
    std::ifstream file(made->label(), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    bytes.resize(bytes.size() - sizeof(EntryTrailer));
    return bytes;
  }

  std::string folder_;
};

std::string whole_image(const std::string& text) {
  const LinkInput input{.name = "PTX text", .content = text};
  const auto linked = link_device_code(kCompilerLibrary, std::span(&input, 1));
  EXPECT_TRUE(linked) << linked.error().text;
  return linked ? linked->image : "";
}

TEST_F(PtxLargeModuleTest, StaysText) {
  const std::string text = large_text();
  const auto image = image_of(text);
  ASSERT_TRUE(image) << image.error().text;
  EXPECT_EQ(flags_of(*image), kImageText);
  EXPECT_EQ(image->substr(sizeof(ImageHeader)), text);
}

TEST_F(PtxLargeModuleTest, KernelsAreThoseOfTheWhole) {
  const std::string text = large_text();
  const std::string part = *image_of(text);
  const std::string whole = whole_image(text);
  for (const char* name : {"k0", "k1", "k2", "k31"}) {
    const std::string code = object_of(whole, name);
    EXPECT_GT(code.size(), 1000U) << code;
    EXPECT_EQ(object_of(part, name), code) << name;
  }
}

TEST_F(PtxLargeModuleTest, DescribesKernelsAndVariablesAsTheWholeDoes) {
  const std::string text = large_text();
  const test::LoadedModule part(bytes_of(*image_of(text)), "", "apart");
  const test::LoadedModule whole(bytes_of(whole_image(text)), "", "apart");
  ASSERT_EQ(part.error() + whole.error(), "");
  ASSERT_EQ(part.table()->kernel_count, 32U);
  ASSERT_EQ(whole.table()->kernel_count, 32U);
  for (std::uint32_t i = 0; i < 32; ++i) {
    const abi::KernelRow& one = part.table()->kernels[i];
    const abi::KernelRow& other = whole.table()->kernels[i];
    SCOPED_TRACE(one.name);
    EXPECT_STREQ(one.name, other.name);
    EXPECT_EQ(one.max_threads_per_block, other.max_threads_per_block);
    EXPECT_EQ(one.static_shared_bytes, other.static_shared_bytes);
    EXPECT_EQ(one.parameter_count, other.parameter_count);
    EXPECT_EQ(one.run, nullptr);
  }
  EXPECT_EQ(part.table()->kernels[3].static_shared_bytes, 100U);  // its own 76, and 24 of quadruple
  ASSERT_EQ(part.table()->variable_count, whole.table()->variable_count);
  for (const char* name : {"counter", "factors", "table"}) {
    ASSERT_NE(part.variable(name), nullptr) << name;
    EXPECT_EQ(part.variable(name)->size, whole.variable(name)->size);
  }
}

TEST_F(PtxLargeModuleTest, WhatTheTextShowsIsAnErrorAtOnce) {
  const std::string text = large_text();
  EXPECT_NE(error_of(text + ".visible .entry k()\n{\n  ret;\n").find("'{' has no '}'"),
            std::string::npos);
  EXPECT_NE(error_of(text + "}\n").find("line "), std::string::npos);
  EXPECT_NE(error_of(text + ".frob x;\n").find("'.frob' is not known"), std::string::npos);
  EXPECT_NE(error_of(text + "/* no end").find("comment"), std::string::npos);
  EXPECT_NE(error_of(text + kernel(3)).find("twice"), std::string::npos);
  EXPECT_NE(error_of(text + ".global .u32 counter;\n").find("'counter'"), std::string::npos);
  EXPECT_NE(error_of(text + ".extern .func gone;\n.entry k()\n{\n  call gone;\n}\n").find("'gone'"),
            std::string::npos);
  std::string other = text;
  other.replace(other.find("sm_80"), 5, "sm_xx");
  EXPECT_NE(error_of(other).find("sm_xx"), std::string::npos);
}

TEST_F(PtxLargeModuleTest, WhatABodyHasIsAnErrorOfItsKernels) {
  const std::string broken = ".entry broken()\n{\n  frobnicate.u32 %r1;\n}\n";
  EXPECT_NE(error_of(kHead + broken).find("frobnicate"), std::string::npos);  // small text
  const auto image = image_of(large_text(broken));
  ASSERT_TRUE(image) << image.error().text;
  EXPECT_TRUE(native(*image, "k5"));
  const auto refused = native(*image, "broken");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, Code::kJitCompilationFailed);
  EXPECT_NE(refused.error().text.find("line "), std::string::npos) << refused.error().text;
  EXPECT_NE(refused.error().text.find("frobnicate"), std::string::npos) << refused.error().text;
}

// A function behind an address that uses shared memory would need each kernel's own layout.
TEST_F(PtxLargeModuleTest, WhatCannotBeDividedIsTranslatedAsAWhole) {
  const std::string text = large_text(".visible .global .align 8 .u64 other[1] = {quadruple};\n");
  const auto image = image_of(text);
  ASSERT_TRUE(image) << image.error().text;
  const test::LoadedModule module(bytes_of(*image), "", "apart");
  ASSERT_EQ(module.error(), "");
  ASSERT_NE(module.kernel("k4"), nullptr);
  EXPECT_NE(module.kernel("k4")->run, nullptr);
}

// Names of such variables are the functions' own, which only a translation of all of them settles.
TEST_F(PtxLargeModuleTest, StaticVariablesOfFunctionsMakeItWhole) {
  const std::string own = "{\n  .global .align 4 .u32 own;\n  ret;\n}\n";
  const auto image = image_of(large_text(".entry a()\n" + own + ".entry b()\n" + own));
  ASSERT_TRUE(image) << image.error().text;
  EXPECT_EQ(flags_of(*image), 0U);
}

TEST_F(PtxLargeModuleTest, TheNextProcessAsksTheCache) {
  for (const std::string& text : {large_text(), kHead + kShared + kernel(1)}) {
    EXPECT_FALSE(kept_image_of(text));
    const auto image = image_of(text);
    ASSERT_TRUE(image) << image.error().text;
    const auto again = kept_image_of(text);
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(*again, *image);
    EXPECT_FALSE(kept_image_of(text + "\n"));
  }
}

/// A fat binary with one entry that is not compressed.
std::string fat_binary(const std::string& text) {
  constexpr std::uint32_t kEntryHeader = 64;
  std::string made("\x50\xed\x55\xba\x01\x00\x10\x00", 8);
  const std::uint64_t padded = (text.size() + 7) / 8 * 8;
  const auto put = [&](auto number) {
    made.append(reinterpret_cast<const char*>(&number), sizeof number);
  };
  put(kEntryHeader + padded);
  put(std::uint32_t{0x01010001});  // PTX
  put(kEntryHeader);
  put(padded);
  put(std::uint64_t{0});
  put(std::uint32_t{8});   // version 8.0
  put(std::uint32_t{80});  // of compute_80
  put(std::uint64_t{0});
  put(std::uint64_t{0x11});
  put(std::uint64_t{0});
  put(std::uint64_t{text.size()});
  return made + text + std::string(padded - text.size(), '\0');
}

TEST_F(PtxLargeModuleTest, StaysInItsFatBinary) {
  const std::string text = large_text();
  const std::string fat = fat_binary(text);
  const auto image = image_of(fat);
  ASSERT_TRUE(image) << image.error().text;
  EXPECT_EQ(flags_of(*image), kImageText);
  EXPECT_EQ(image->substr(sizeof(ImageHeader)), fat);
  EXPECT_EQ(object_of(*image, "k4"), object_of(*image_of(text), "k4"));
  const auto again = kept_image_of(fat);
  ASSERT_TRUE(again) << again.error().text;
  EXPECT_EQ(*again, *image);
}

TEST_F(PtxLargeModuleTest, ErrorsAreNotKept) {
  const std::string broken = kHead + ".entry broken()\n{\n  frobnicate.u32 %r1;\n}\n";
  EXPECT_FALSE(image_of(broken));
  EXPECT_FALSE(image_of(broken));
  EXPECT_TRUE(!fs::exists(folder_) || fs::is_empty(folder_));
}

TEST_F(PtxLargeModuleTest, ADamagedFileIsNoHit) {
  for (const std::string& text : {large_text(), kHead + kShared + kernel(1)}) {
    fs::remove_all(folder_);
    const std::string image = *image_of(text);
    for (const auto& file : fs::directory_iterator(folder_)) {
      std::fstream stream(file.path(), std::ios::in | std::ios::out | std::ios::binary);
      stream.seekp(9);
      stream.put('\x7f');
    }
    EXPECT_FALSE(kept_image_of(text));
    EXPECT_EQ(*image_of(text), image);
  }
}

}  // namespace
}  // namespace riffle::compiler
