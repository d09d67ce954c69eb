// SPDX-License-Identifier: Apache-2.0
// Declarations of programs that NVRTC compiles: what NVRTC 13.0 takes and refuses of them.
#include <nvrtc.h>

#include <string>

#include <gtest/gtest.h>

#include "nvrtc_case.h"

using riffle::test::Nvrtc;

namespace {

constexpr char kKernel[] = "__global__ void k(int* o) { *o = f(1); }\n";

TEST_F(Nvrtc, TemplatesMayUseClassesThatAreCompleteLater) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  const std::string late =
      "struct U;\n"
      "template <class T> __device__ int f(U* u, T) { return u->v; }\n"
      "struct U { int v; };\n"
      "__global__ void k(int* o) { U u{3}; *o = f(&u, 1); }\n";
  std::string log;
  EXPECT_EQ(compile(late, {}, nullptr, &log), NVRTC_SUCCESS) << log;
  const std::string no_template =
      "struct U;\n__device__ int f(U* u) { return u->v; }\nstruct U { int v; };\n";
  EXPECT_EQ(compile(no_template, {}), NVRTC_ERROR_COMPILATION);
}

TEST_F(Nvrtc, TemplatesThatAreNeverInstantiatedMayNameWhatANamespaceDoesNotHave) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  const std::string unused =
      "namespace n {}\n"
      "template <class T> __host__ __device__ int f(T t) { return n::missing(t); }\n";
  std::string log;
  EXPECT_EQ(compile(unused, {}, nullptr, &log), NVRTC_SUCCESS) << log;
  EXPECT_EQ(compile(unused + kKernel, {}), NVRTC_ERROR_COMPILATION);
  const std::string no_template =
      "namespace n {}\n__device__ int f(int t) { return n::missing(t); }\n";
  EXPECT_EQ(compile(no_template, {}), NVRTC_ERROR_COMPILATION);
}

TEST_F(Nvrtc, UnusedVariablesThatHaveTheResultOfACallAreNoWarning) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  const std::string start =
      "template <class T> struct S { T v; };\n__device__ S<int> make() { return S<int>{1}; }\n"
      "__global__ void k() { ";
  std::string log;
  for (const char* const kept :
       {"float a = sinf(1.f);", "S<int> a = make();", "auto a = make();"}) {
    EXPECT_EQ(compile(start + kept + " }\n", {}, nullptr, &log), NVRTC_SUCCESS) << log;
    EXPECT_EQ(log.find("#177-D"), std::string::npos) << kept << log;
  }
  for (const char* const unused : {"int a = 3;", "S<int> a{3};", "dim3 a(1, 2, 3);"}) {
    EXPECT_EQ(compile(start + unused + " }\n", {}, nullptr, &log), NVRTC_SUCCESS) << log;
    EXPECT_NE(log.find("#177-D"), std::string::npos) << unused << log;
  }
}

TEST_F(Nvrtc, DeviceFunctionsMayBeRedeclared) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  const std::string declaration = std::string("__device__ int f(int);\n") + kKernel;
  std::string log;
  EXPECT_EQ(compile(declaration + "int f(int x) { return x; }\n", {}, nullptr, &log), NVRTC_SUCCESS)
      << log;
  EXPECT_EQ(
      compile(declaration + "__host__ __device__ int f(int x) { return x; }\n", {}, nullptr, &log),
      NVRTC_SUCCESS)
      << log;
}

TEST_F(Nvrtc, FunctionsOfTheHostAreErrorsThoughTheyBecomeTheDevices) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  const std::string definition = "__device__ int f(int x) { return x + 1; }\n";
  EXPECT_EQ(compile("int f(int);\n" + std::string(kKernel) + definition, {}),
            NVRTC_ERROR_COMPILATION);
  EXPECT_EQ(compile("__host__ int f(int);\n" + std::string(kKernel) + definition, {}),
            NVRTC_ERROR_COMPILATION);
  std::string log;
  EXPECT_EQ(compile("int f(int);\n" + std::string(kKernel) + definition, {"-default-device"},
                    nullptr, &log),
            NVRTC_SUCCESS)
      << log;
}

}  // namespace
