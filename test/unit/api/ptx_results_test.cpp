// SPDX-License-Identifier: Apache-2.0
// What instructions of a PTX module compute, where the manual or a GPU's answer is easily missed. Each test runs a few
// instructions in each of some threads; %a, %b, %c are the thread's inputs, %x the result.
#include <cuda.h>
#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <cstdint>
#include <string>
#include <vector>

namespace {

const std::string kHead = ".version 8.0\n.target sm_80\n.address_size 64\n";

using Inputs = std::array<std::uint32_t, 3>;

class PtxResultsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_EQ(cuInit(0), CUDA_SUCCESS);
    CUcontext context = nullptr;
    ASSERT_EQ(cuDevicePrimaryCtxRetain(&context, 0), CUDA_SUCCESS);
    ASSERT_EQ(cuCtxSetCurrent(context), CUDA_SUCCESS);
  }
  void TearDown() override { EXPECT_EQ(cuDevicePrimaryCtxReset(0), CUDA_SUCCESS); }

  /// What `result` of the kernel's launch is: of the call that reports what the kernel did.
  static CUresult run_text(const std::string& text, const std::vector<Inputs>& inputs,
                           std::vector<std::uint32_t>& results) {
    CUmodule module = nullptr;
    EXPECT_EQ(cuModuleLoadData(&module, text.c_str()), CUDA_SUCCESS);
    CUfunction kernel = nullptr;
    EXPECT_EQ(cuModuleGetFunction(&kernel, module, "k"), CUDA_SUCCESS);
    const auto threads = static_cast<unsigned>(inputs.size());
    CUdeviceptr in = 0, out = 0;
    EXPECT_EQ(cuMemAlloc(&in, threads * sizeof(Inputs)), CUDA_SUCCESS);
    EXPECT_EQ(cuMemAlloc(&out, threads * 4), CUDA_SUCCESS);
    EXPECT_EQ(cuMemcpyHtoD(in, inputs.data(), threads * sizeof(Inputs)), CUDA_SUCCESS);
    void* arguments[] = {&in, &out};
    EXPECT_EQ(cuLaunchKernel(kernel, 1, 1, 1, threads, 1, 1, 0, nullptr, arguments, nullptr),
              CUDA_SUCCESS);
    const CUresult result = cuCtxSynchronize();
    results.resize(threads);
    if (result == CUDA_SUCCESS)
      EXPECT_EQ(cuMemcpyDtoH(results.data(), out, threads * 4), CUDA_SUCCESS);
    return result;
  }

  static std::string kernel(const std::string& body) {
    return ".visible .entry k(.param .u64 in, .param .u64 out)\n{\n"
           ".reg .b32 %a, %b, %c, %x, %t<9>;\n.reg .b64 %rd<5>, %w<9>;\n.reg .f32 %f<9>;\n"
           ".reg .pred %p<5>;\n"
           "ld.param.u64 %rd1, [in];\nld.param.u64 %rd2, [out];\nmov.u32 %t0, %tid.x;\n"
           "mad.wide.u32 %rd3, %t0, 12, %rd1;\nmad.wide.u32 %rd4, %t0, 4, %rd2;\n"
           "ld.global.b32 %a, [%rd3];\nld.global.b32 %b, [%rd3+4];\nld.global.b32 %c, [%rd3+8];\n" +
           body + "\nst.global.b32 [%rd4], %x;\nret;\n}\n";
  }

  static std::vector<std::uint32_t> run(const std::string& body, const std::vector<Inputs>& inputs,
                                        const std::string& before = "") {
    std::vector<std::uint32_t> results;
    EXPECT_EQ(run_text(kHead + before + kernel(body), inputs, results), CUDA_SUCCESS);
    return results;
  }

  using Words = std::vector<std::uint32_t>;
};

constexpr std::uint32_t bits(float value) { return std::bit_cast<std::uint32_t>(value); }

TEST_F(PtxResultsTest, DirectivesNeedNoBlanks) {
  EXPECT_EQ(run("{.reg.b32 f;.reg.v2.b32 v; mov.b32 f, %a; mov.b32 v.x, f; add.u32 %x, v.x, 1;}",
                {{41, 0, 0}}, ".global.align 4 .u32 unused[2];\n"),
            Words{42});
}

// The flag is the carry of a + ~b + 1: 1 where nothing is borrowed.
TEST_F(PtxResultsTest, CarriesOfSubtractionsAreThoseOfAnAddition) {
  EXPECT_EQ(run("sub.cc.u32 %t1, %a, %b; addc.u32 %x, 0, 0;", {{5, 3, 0}, {3, 5, 0}, {3, 3, 0}}),
            (Words{1, 0, 1}));
  EXPECT_EQ(run("add.cc.u32 %t1, %a, %b; subc.u32 %x, 9, 1;", {{~0U, 1, 0}, {1, 1, 0}}),
            (Words{8, 7}));
  EXPECT_EQ(run("sub.cc.u32 %t1, %a, %b; subc.u32 %x, %c, 0;", {{5, 3, 7}, {3, 5, 7}}),
            (Words{7, 6}));
}

TEST_F(PtxResultsTest, ComparisonsFlushDenormals) {
  const std::vector<Inputs> inputs = {{0, 1, 0}, {0x80000001, 0, 0}, {0x00800000, 0x007fffff, 0}};
  EXPECT_EQ(run("setp.lt.ftz.f32 %p1, %a, %b; selp.b32 %x, 1, 0, %p1;", inputs), (Words{0, 0, 0}));
  EXPECT_EQ(run("setp.lt.f32 %p1, %a, %b; selp.b32 %x, 1, 0, %p1;", inputs), (Words{1, 1, 0}));
  EXPECT_EQ(run("set.eq.ftz.u32.f32 %x, %a, %b;", inputs), (Words{~0U, ~0U, 0}));
  EXPECT_EQ(run("slct.ftz.b32.f32 %x, 1, 2, %a;", inputs), (Words{1, 1, 1}));
  EXPECT_EQ(run("slct.b32.f32 %x, 1, 2, %a;", inputs), (Words{1, 2, 1}));
}

// Results are denormal or not before they are rounded as such.
TEST_F(PtxResultsTest, ResultsThatRoundUpToTheLeastNormalNumberAreFlushed) {
  const Inputs half = {0x00ffffff, bits(0.5F), 0};
  EXPECT_EQ(run("mul.ftz.f32 %x, %a, %b;", {half}), Words{0});
  EXPECT_EQ(run("mul.f32 %x, %a, %b;", {half}), Words{0x00800000});
  EXPECT_EQ(run("fma.rn.ftz.f32 %x, %a, %b, %c;", {half}), Words{0});
  EXPECT_EQ(run("div.rn.ftz.f32 %x, %a, %b;", {{0x00ffffff, bits(2.0F), 0}}), Words{0});
  EXPECT_EQ(run("mul.ftz.f32 %x, %a, %b;", {{0x00800000, bits(1.0F), 0}}), Words{0x00800000});
}

TEST_F(PtxResultsTest, ApproximateQuotientsByLargeDivisorsAreZero) {
  EXPECT_EQ(run("div.approx.f32 %x, %a, %b;", {{bits(0x1p100F), bits(0x1.8p126F), 0},
                                               {bits(-1.0F), bits(0x1.8p127F), 0},
                                               {bits(3.0F), bits(2.0F), 0}}),
            (Words{0, 0x80000000, bits(1.5F)}));
  EXPECT_NE(run("div.full.f32 %x, %a, %b;", {{bits(0x1p100F), bits(0x1.8p126F), 0}}), Words{0});
}

// The lower words of the operand and of the result are not looked at, or zero.
TEST_F(PtxResultsTest, GrossReciprocalsOfDoublesHaveAnUpperWordAlone) {
  const std::string body = "mov.b64 %w1, {%a, %b}; rcp.approx.ftz.f64 %w2, %w1; ";
  const std::vector<Inputs> third = {{0x12345678, 0x40080000, 0}};
  EXPECT_EQ(run(body + "mov.b64 {%x, %t1}, %w2;", third), Words{0});
  EXPECT_EQ(run(body + "mov.b64 {%t1, %x}, %w2;", third), Words{0x3fd55555});
}

TEST_F(PtxResultsTest, ProductsMeetSumsAcrossNegations) {
  const std::vector<Inputs> inputs = {{bits(1.0F + 0x1p-23F), bits(1.0F - 0x1p-23F), bits(1.0F)}};
  const Words fused = {bits(0x1p-46F)};
  EXPECT_EQ(run("mul.f32 %f1, %a, %b; neg.f32 %f2, %f1; add.f32 %x, %f2, %c;", inputs), fused);
  EXPECT_EQ(run("mul.rn.f32 %f1, %a, %b; neg.f32 %f2, %f1; add.f32 %x, %f2, %c;", inputs),
            Words{0});
  EXPECT_EQ(run("mul.f32 %f1, %a, %b; sub.f32 %x, %c, %f1;", inputs), fused);
}

// An assembler does not look into functions; afterwards they may be inlined.
TEST_F(PtxResultsTest, ProductsOfOtherFunctionsAreNotFused) {
  const std::string function =
      ".func (.reg .f32 r) product(.reg .f32 a, .reg .f32 b) { mul.f32 r, a, b; ret; }\n";
  EXPECT_EQ(run("call (%f1), product, (%a, %b); sub.f32 %x, %c, %f1;",
                {{bits(1.0F + 0x1p-23F), bits(1.0F - 0x1p-23F), bits(1.0F)}}, function),
            Words{0});
}

TEST_F(PtxResultsTest, EqualProductsAreFusedEach) {
  const std::string body =
      "mul.f32 %f1, %a, %b; sub.f32 %f2, %c, %f1; mul.f32 %f3, %a, %b; add.rn.f32 %f4, %f3, "
      "0f00000000;"
      "selp.b32 %x, %f2, %f4, %p1;";
  EXPECT_EQ(run("setp.ne.u32 %p1, %c, 0; " + body,
                {{bits(1.0F + 0x1p-23F), bits(1.0F - 0x1p-23F), bits(1.0F)}}),
            Words{bits(0x1p-46F)});
}

TEST_F(PtxResultsTest, ShortWaysOfLongDivisionsAreCompleteDivisions) {
  const std::string division =
      "cvt.u64.u32 %w1, %a; cvt.u64.u32 %w2, %b; or.b64 %w3, %w1, %w2; and.b64 %w4, %w3, "
      "-4294967296;"
      "setp.ne.s64 %p1, %w4, 0; @%p1 bra whole; cvt.u32.u64 %t1, %w2; cvt.u32.u64 %t2, %w1;"
      "div.u32 %t3, %t2, %t1; cvt.u64.u32 %w5, %t3; bra joined; whole: div.u64 %w5, %w1, %w2; "
      "joined:"
      "shr.u64 %w6, %w5, 32; cvt.u32.u64 %x, ";
  EXPECT_EQ(run(division + "%w6;", {{7, 0, 0}, {7, 2, 0}}), (Words{~0U, 0}));
  EXPECT_EQ(run(division + "%w5;", {{7, 0, 0}, {7, 2, 0}}), (Words{~0U, 3}));
  EXPECT_EQ(
      run("div.u32 %t3, %a, %b; cvt.u64.u32 %w5, %t3; shr.u64 %w5, %w5, 32; cvt.u32.u64 %x, %w5;",
          {{7, 0, 0}}),
      Words{0});
}

TEST_F(PtxResultsTest, DivisionsByZeroAndMinusOneHaveAnswers) {
  const std::vector<Inputs> inputs = {{7, 0, 0}, {0x80000000, ~0U, 0}, {~6U, 2, 0}};
  EXPECT_EQ(run("div.s32 %x, %a, %b;", inputs), (Words{~0U, 0x80000000, ~2U}));
  EXPECT_EQ(run("rem.s32 %x, %a, %b;", inputs), (Words{7, 0, ~0U}));
  EXPECT_EQ(run("rem.u32 %x, %a, %b; setp.eq.u32 %p1, %b, 0; @%p1 add.u32 %x, %x, 100;", inputs),
            (Words{107, 0x80000000, 1}));
}

// Addresses are numbers in PTX: this one is computed before the barrier.
TEST_F(PtxResultsTest, ThreadsKeepTheirLocalMemoryOverABarrier) {
  std::vector<Inputs> inputs;
  Words expected;
  for (std::uint32_t thread = 0; thread < 96; ++thread) {
    inputs.push_back({thread % 8, 1000 + thread, thread * 5 % 8});
    expected.push_back(thread * 5 % 8 == thread % 8 ? 1000 + thread
                       : thread * 5 % 8 == 0        ? thread
                                                    : 7 * (thread * 5 % 8));
  }
  std::string body = ".local .align 4 .b8 own[32]; mov.u64 %w1, own; st.local.u32 [%w1], %t0;";
  for (int i = 1; i < 8; ++i)
    body += "st.local.u32 [%w1+" + std::to_string(4 * i) + "], " + std::to_string(7 * i) + ";";
  body +=
      "bar.sync 0; mad.wide.u32 %w2, %a, 4, %w1; st.local.u32 [%w2], %b;"
      "mad.wide.u32 %w3, %c, 4, %w1; ld.local.u32 %x, [%w3];";
  EXPECT_EQ(run(body, inputs), expected);
}

// Where the processor sees it: four numbers become one access.
TEST_F(PtxResultsTest, VectorsAreAlignedAsAWhole) {
  std::vector<std::uint32_t> results;
  const std::string store = "st.global.v4.b32 [%rd2+4], {1, 2, 3, 4}; mov.b32 %x, 0;";
  EXPECT_EQ(run_text(kHead + kernel(store), {{1, 2, 3}}, results), CUDA_ERROR_MISALIGNED_ADDRESS);
}

TEST_F(PtxResultsTest, TheHeapRefuses) {
  const std::string heap =
      ".extern .func (.param .b64 r) malloc(.param .b64 bytes);\n"
      ".extern .func (.param .b64 r) __cuda_syscall_aligned_malloc(.param .b64 bytes, .param .b64 "
      "a);\n";
  const std::string call =
      "{ .param .b64 n; .param .b64 q; st.param.b64 [n], %w1; call (q), malloc, (n);"
      " ld.param.b64 %w2, [q]; } setp.ne.s64 %p1, %w2, 0; selp.b32 %x, 1, 0, %p1;";
  EXPECT_EQ(run("shl.b64 %w1, 1, 40; " + call, {{0, 0, 0}}, heap), Words{0});
  EXPECT_EQ(run("mov.b64 %w1, 64; " + call, {{0, 0, 0}}, heap), Words{1});
  const std::string aligned =
      "{ .param .b64 n; .param .b64 m; .param .b64 q; st.param.b64 [n], 8; st.param.b64 [m], 256;"
      " call (q), __cuda_syscall_aligned_malloc, (n, m); ld.param.b64 %w2, [q]; }"
      " cvt.u32.u64 %x, %w2; and.b32 %x, %x, 255;";
  EXPECT_EQ(run(aligned, {{0, 0, 0}}, heap), Words{0});
}

/// What sust.p leaves in the second of two elements, where the first thread writes %r1 to %r4.
std::vector<std::uint16_t> formatted(CUarray_format format, const std::string& words) {
  const std::string text = kHead +
                           ".visible .entry k(.param .u64 s)\n{\n.reg .b64 %rd<2>;\n.reg .b32 "
                           "%r<5>;\nld.param.u64 %rd1, [s];\n" +
                           words +
                           "sust.p.2d.v4.b32.trap [%rd1, {1, 0}], {%r1, %r2, %r3, %r4};\nret;\n}\n";
  CUDA_ARRAY_DESCRIPTOR layout = {2, 1, format, 4};
  CUDA_RESOURCE_DESC resource{};
  resource.resType = CU_RESOURCE_TYPE_ARRAY;
  EXPECT_EQ(cuArrayCreate(&resource.res.array.hArray, &layout), CUDA_SUCCESS);
  CUsurfObject surface = 0;
  EXPECT_EQ(cuSurfObjectCreate(&surface, &resource), CUDA_SUCCESS);
  CUmodule module = nullptr;
  CUfunction kernel = nullptr;
  EXPECT_EQ(cuModuleLoadData(&module, text.c_str()), CUDA_SUCCESS);
  EXPECT_EQ(cuModuleGetFunction(&kernel, module, "k"), CUDA_SUCCESS);
  void* arguments[] = {&surface};
  EXPECT_EQ(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, nullptr, arguments, nullptr), CUDA_SUCCESS);
  const bool is_small = format == CU_AD_FORMAT_SIGNED_INT8;
  std::vector<std::uint16_t> stored(is_small ? 2 : 4);
  EXPECT_EQ(
      cuMemcpyAtoH(stored.data(), resource.res.array.hArray, stored.size() * 2, stored.size() * 2),
      CUDA_SUCCESS);
  return stored;
}

TEST_F(PtxResultsTest, FormattedStoresBecomeWhatTheSurfaceHas) {
  const std::string integers =
      "mov.b32 %r1, 100; mov.b32 %r2, -5; mov.b32 %r3, 70000; mov.b32 %r4, -2000000000;\n";
  using Halves = std::vector<std::uint16_t>;
  EXPECT_EQ(formatted(CU_AD_FORMAT_SIGNED_INT8, integers), (Halves{0xfb64, 0x807f}));
  EXPECT_EQ(formatted(CU_AD_FORMAT_UNSIGNED_INT16, integers),
            (Halves{100, 0xffff, 0xffff, 0xffff}));
  const std::string numbers =
      "mov.b32 %r1, 0f3F19999A; mov.b32 %r2, 0fBE99999A; mov.b32 %r3, 0f40200000; mov.b32 %r4, "
      "0f7FC00000;\n";
  EXPECT_EQ(formatted(CU_AD_FORMAT_HALF, numbers), (Halves{0x38cc, 0xb4cc, 0x4100, 0x7e00}));
}

// What nvcc makes of cg::this_grid().sync(): %envreg1 and 2 are the address of words, of which the second is a barrier's.
TEST_F(PtxResultsTest, CooperativeLaunchesHaveAWorkspace) {
  const std::string text =
      kHead +
      ".visible .entry k(.param .u64 out)\n{\n.reg .b32 %r<9>;\n.reg .b64 %rd<9>;\n.reg .pred %p;\n"
      "ld.param.u64 %rd1, [out];\nmov.u32 %r1, %envreg2;\nmov.u32 %r2, %envreg1;\n"
      "mov.b64 %rd2, {%r1, %r2};\nld.u32 %r3, [%rd2];\nmov.u32 %r6, %ctaid.x;\nbar.sync 0;\n"
      "mov.u32 %r4, %tid.x;\nsetp.ne.u32 %p, %r4, 0;\n@%p bra wait;\natom.add.release.gpu.u32 %r5, "
      "[%rd2+4], 1;\n"
      "again:\nld.acquire.gpu.u32 %r5, [%rd2+4];\nsetp.lt.u32 %p, %r5, %nctaid.x;\n@%p bra again;\n"
      "wait:\nbar.sync 0;\nld.acquire.gpu.u32 %r5, [%rd2+4];\nmad.wide.u32 %rd3, %r6, 4, %rd1;\n"
      "mad.lo.u32 %r5, %r3, 100, %r5;\nst.global.u32 [%rd3], %r5;\nret;\n}\n";
  CUmodule module = nullptr;
  ASSERT_EQ(cuModuleLoadData(&module, text.c_str()), CUDA_SUCCESS);
  CUfunction kernel = nullptr;
  ASSERT_EQ(cuModuleGetFunction(&kernel, module, "k"), CUDA_SUCCESS);
  CUdeviceptr out = 0;
  ASSERT_EQ(cuMemAlloc(&out, 16), CUDA_SUCCESS);
  void* arguments[] = {&out};
  // The barrier is the launch's own: it begins anew.
  for (unsigned i = 0; i < 2; ++i) {
    ASSERT_EQ(cuLaunchCooperativeKernel(kernel, 4, 1, 1, 32, 1, 1, 0, nullptr, arguments),
              CUDA_SUCCESS);
    ASSERT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    Words results(4);
    ASSERT_EQ(cuMemcpyDtoH(results.data(), out, 16), CUDA_SUCCESS);
    EXPECT_EQ(results, Words(4, 1604));
  }
  // Elsewhere there is one to ask about, and none to wait at.
  EXPECT_EQ(cuLaunchKernel(kernel, 4, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr),
            CUDA_SUCCESS);
  EXPECT_EQ(cuCtxSynchronize(), CUDA_ERROR_ILLEGAL_ADDRESS);
}

}  // namespace
