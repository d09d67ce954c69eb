// SPDX-License-Identifier: Apache-2.0
// PTX text of other compilers: what becomes an image, what is said of what does not, and that no damaged text does harm.
// What kernels compute is compared with a GPU in test/conformance/driver/ptx_modules.cu.
#include <gtest/gtest.h>

#include <cstring>
#include <random>
#include <string>

#include "compiler/image.h"
#include "compiler/jit/entry.h"
#include "compiler/link_device_code.h"

namespace riffle::compiler {
namespace {

const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";
const std::string kGood = kHead + R"(
.extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
.visible .const .align 4 .f32 factors[4] = {0f3F800000, 0f40000000, 2.5, 0f3FC00000};
.visible .global .align 4 .u32 word[2] = {7, 0x10};
.global .align 8 .u64 choice[2] = {twice, generic(word)+4};
.global .align 1 .b8 $text[4] = {37, 117, 10};
.func (.param .b32 r) twice (.param .b32 x)
{
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [x];
  shl.b32 %r2, %r1, 1;
  st.param.b32 [r+0], %r2;
  ret;
}
.visible .entry store(.param .u64 .ptr .global .align 4 out, .param .align 8 .b8 pair[16])
.maxntid 128, 1, 1
{
  .local .align 8 .b8 __depot[16];
  .shared .align 4 .b8 shared[512];
  .reg .b64 %SP, %SPL, %rd<9>;
  .reg .b32 %r<9>;
  .reg .f32 %f<3>;
  .reg .pred %p<3>;
  mov.u64 %SPL, __depot;
  cvta.local.u64 %SP, %SPL;
  ld.param.u64 %rd1, [out];
  ld.param.u32 %r6, [pair+8];
  cvta.to.global.u64 %rd2, %rd1;
  mov.u32 %r1, %tid.x;
  setp.ge.u32 %p1, %r1, 100;
  @%p1 bra $done;
  mov.u32 %r2, shared;
  st.shared.u32 [%r2+4], %r6;
  ld.const.f32 %f1, [factors+8];
  {
    .param .b32 a;
    .param .b32 b;
    st.param.b32 [a], %r1;
    call.uni (b), twice, (a);
    ld.param.b32 %r3, [b];
  }
  st.local.u32 [%SPL], %r3;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd2, %rd3;
  st.global.u32 [%rd4], %r3;
$done:
  ret;
}
)";

Result<LinkedDeviceCode> translate(const std::string& text) {
  const LinkInput input{.name = "PTX text", .content = text};
  return link_device_code(kCompilerLibrary, std::span(&input, 1));
}

std::string error_of(const std::string& text) {
  const auto linked = translate(text);
  return linked ? "" : linked.error().text;
}

TEST(PtxModuleTest, BecomesAnImageOfItsArchitecture) {
  const auto linked = translate(kGood);
  ASSERT_TRUE(linked) << linked.error().text;
  ASSERT_GT(linked->image.size(), sizeof(ImageHeader));
  ImageHeader header;
  std::memcpy(&header, linked->image.data(), sizeof header);
  EXPECT_EQ(header.cuda_arch, 800U);
  EXPECT_EQ(header.payload_bytes, linked->image.size() - sizeof header);
}

TEST(PtxModuleTest, IsTheSameEachTime) {
  const auto first = translate(kGood);
  const auto second = translate(kGood);
  ASSERT_TRUE(first && second);
  EXPECT_EQ(first->image, second->image);
}

TEST(PtxModuleTest, NamesTheLineOfWhatItCannotRead) {
  const std::string body = ".visible .entry k()\n{\n";
  EXPECT_NE(error_of(kHead + body + "  frobnicate.u32 %r1;\n}\n").find("line 6"),
            std::string::npos);
  EXPECT_NE(error_of(kHead + body + "  add.s32 %a, %a, 1;\n}\n").find("%a, which is not known"),
            std::string::npos);
  EXPECT_NE(error_of(kHead + body + "  bra nowhere;\n}\n").find("label nowhere"),
            std::string::npos);
  EXPECT_NE(error_of(kHead + body + "  ret;\n").find("'{' has no '}'"), std::string::npos);
  EXPECT_NE(error_of(kHead + ".visible .global .tensor x;\n").find("'x'"), std::string::npos);
  EXPECT_NE(error_of(".version 8.0\n.visible .entry k() { ret; }\n").find("no .target"),
            std::string::npos);
  EXPECT_NE(error_of(".version 8.0\n.target sm_x\n").find("sm_x"), std::string::npos);
  EXPECT_NE(error_of(kHead + ".extern .func gone;\n" + body + "  call gone;\n}\n").find("'gone'"),
            std::string::npos);
}

TEST(PtxModuleTest, NewerTargetsAreReadAndTheirInstructionsRefusedAlone) {
  const std::string rest =
      "\n.address_size 64\n.visible .entry good() { ret; }\n.visible .entry k() {\n";
  for (const char* target : {"sm_100", "sm_100a", "sm_103", "sm_110", "sm_120f", "sm_121, debug"}) {
    const std::string head = ".version 9.0\n.target " + std::string(target) + rest;
    EXPECT_EQ(error_of(head + "frobnicate.cta_group::1 [r, {r, r}], <5>;\n}\n"), "") << target;
    EXPECT_EQ(error_of(head + "tcgen05.fence::before_thread_sync;\n}\n"), "") << target;
  }
  EXPECT_NE(error_of(".version 8.0\n.target sm_90" + rest + "frobnicate;\n}\n"), "");
}

TEST(PtxModuleTest, TakesDirectivesOfCompilers) {
  for (const char* text :
       {".file 1 \"a.cu\", 5, 6\n",
        ".pragma \"nounroll\";\n",
        ".common .global .align 4 .u32 c[4];\n",
        ".section .debug_str\n{\ninfo_string0:\n.b8 95,90,0\n.b32 info_string0+4\n}\n",
        ".extern .func gone () .noreturn .abi_preserve 4;\n",
        ".func f () .noreturn { trap; }\n",
        ".func f () { ret; } .visible .func g (); .alias g, f;\n",
        ".func f () .abi_preserve_control 4 { ret; }\n",
        ".func .attribute(.unified(1,2)) f () { ret; }\n",
        ".entry k () .maxntid WARP_SZ .minnctapersm 2 .maxnreg 32 { ret; }\n",
        ".entry k () .reqntid 1 .reqnctapercluster 1 .blocksareclusters { ret; }\n",
        ".entry k () .pragma \"x\", \"y\"; { .pragma \"nounroll\"; .loc 1 2 3\n ret; }\n",
        ".attribute(.managed) .global .u32 m = 5;\n",
        ".global .attribute(.managed) .u32 m[4];\n",
        ".global .attribute(.unified(19,95)) .u32 u;\n",
        ".global .texref t;\n.global .surfref s;\n",
        ".entry k () { .reg .b32 r; ts: .branchtargets A, B; brx.idx r, ts; A: B: ret; }\n",
        ".func f () { ret; } .entry k () { .reg .b64 p; c: .calltargets f; call p, c; ret; }\n",
        ".func f () { ret; } .entry k () { .reg .b64 p; c: .callprototype _ (); call p, c; ret; "
        "}\n",
        ".func (.reg .b32 a, .reg .pred b) f (.reg .pred p) { mov.pred b, p; ret; }\n",
        ".entry k () { { L: bra L; } { L: bra L; } }\n"})
    EXPECT_EQ(error_of(kHead + text), "") << text;
  EXPECT_NE(error_of(kHead + ".global .attribute(.other) .u32 m;\n"), "");
  EXPECT_NE(error_of(kHead + ".global .texref t[4];\n").find("'t'"), std::string::npos);
  EXPECT_NE(error_of(kHead + ".entry k () { { L: ret; } bra L; }\n"), "");
}

TEST(PtxModuleTest, NamesMeanOneThing) {
  const std::string f = ".func (.param .b32 r) f (.param .b32 x)\n{ ret; }\n";
  EXPECT_EQ(error_of(kHead + ".extern .global .u32 x;\n.visible .global .u32 x = 3;\n"), "");
  EXPECT_NE(error_of(kHead + ".global .u32 x;\n.global .u32 x;\n").find("'x'"), std::string::npos);
  EXPECT_NE(error_of(kHead + ".global .u32 f;\n" + f).find("'f'"), std::string::npos);
  EXPECT_NE(error_of(kHead + f + ".alias f, g;\n").find("'f'"), std::string::npos);
  EXPECT_NE(error_of(kHead + ".func f;\n" + f).find("different parameters"), std::string::npos);
  EXPECT_EQ(error_of(kHead + ".func (.param .b32 r) g (.param .b32 x);\n" + f + ".alias g, f;\n"),
            "");
}

TEST(PtxModuleTest, BoundsAreKept) {
  const std::string body = ".visible .entry k()\n{\n";
  EXPECT_NE(error_of(kHead + body + ".reg .b32 %r<4000000000>;\n}\n").find("registers"),
            std::string::npos);
  EXPECT_NE(error_of(kHead + body + "mov.b32 %r, " + std::string(100000, '{')).find("line"),
            std::string::npos);
  EXPECT_NE(
      error_of(kHead + body + "ld.u32 %r, " + std::string(100000, '(') + "\n}\n").find("too deep"),
      std::string::npos);
  EXPECT_NE(
      error_of(kHead + ".global .b8 x[2] = " + std::string(100000, '{') + ";\n").find("too deep"),
      std::string::npos);
  EXPECT_NE(error_of(kHead + ".global .b8 x[99999999999][99999999999];\n").find("larger"),
            std::string::npos);
}

TEST(PtxModuleTest, KernelWithWhatIsNotSupportedDoesNotHinderTheOthers) {
  const std::string textured = R"(
.visible .entry textured(.param .u64 t)
{
  .reg .b64 %t;
  .reg .f32 %f<5>;
  .reg .b32 %x;
  ld.param.u64 %t, [t];
  tex.1d.v4.f32.s32 {%f1, %f2, %f3, %f4}, [%t, {%x}];
  ret;
}
)";
  EXPECT_EQ(error_of(kGood + textured), "");
}

TEST(PtxModuleTest, DamagedTextIsAnErrorOrAnotherProgram) {
  std::mt19937 random(20261123);
  const std::string letters = "{}()[];,.%$@!:+-0x9fabr \n\"/*<>=_|";
  for (int round = 0; round < 3000; ++round) {
    std::string text = kGood;
    for (unsigned change = random() % 4 + 1; change > 0 && !text.empty(); --change) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0:
          text[at] = letters[random() % letters.size()];
          break;
        case 1:
          text.erase(at, random() % 12 + 1);
          break;
        case 2:
          text.insert(at, text.substr(random() % text.size(), random() % 24));
          break;
        default:
          text.resize(at + 1);
      }
    }
    const auto linked = translate(text);
    if (!linked) EXPECT_FALSE(linked.error().text.empty()) << text;
  }
}

}  // namespace
}  // namespace riffle::compiler
