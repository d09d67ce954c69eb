// SPDX-License-Identifier: Apache-2.0
// Every entry point of CUDA 13.0 can be found in the library; what is not built says so.
#include <cuda_runtime_api.h>
#include <dlfcn.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <string>

namespace {

constexpr const char* kSymbols[] = {
#include "cudart_symbols.inc"
};

TEST(EntryPoints, AllCanBeFound) {
  EXPECT_GE(std::size(kSymbols), 310u);
  for (const char* symbol : kSymbols) EXPECT_NE(dlsym(RTLD_DEFAULT, symbol), nullptr) << symbol;
}

TEST(EntryPoints, CarryTheVersionThatProgramsAreLinkedTo) {
  for (const char* symbol : kSymbols) {
    EXPECT_NE(dlvsym(RTLD_DEFAULT, symbol, "libcudart.so.13"), nullptr) << symbol;
  }
}

TEST(EntryPoints, NothingElseIsExported) {
  void* const library = dlopen("libcudart.so.13", RTLD_NOW | RTLD_NOLOAD);
  ASSERT_NE(library, nullptr);
  EXPECT_EQ(dlsym(library, "riffle_module"), nullptr);
  EXPECT_EQ(dlsym(library, "_ZN6riffle7optionsEv"), nullptr);
  dlclose(library);
}

TEST(EntryPoints, NotBuiltAnswersNotSupportedAndSaysSoOnce) {
  cudaGetLastError();
  testing::internal::CaptureStderr();
  // Of the runtime's own entry points none is left; this one no compiler here calls.
  const auto ask =
      reinterpret_cast<cudaError_t (*)()>(dlsym(RTLD_DEFAULT, "__cudaRegisterUnifiedTable"));
  ASSERT_NE(ask, nullptr);
  EXPECT_EQ(ask(), cudaErrorNotSupported);
  EXPECT_EQ(ask(), cudaErrorNotSupported);
  const std::string said = testing::internal::GetCapturedStderr();
  EXPECT_EQ(said,
            "riffle: __cudaRegisterUnifiedTable is not supported yet; "
            "it returns cudaErrorNotSupported\n");
  EXPECT_EQ(cudaGetLastError(), cudaErrorNotSupported);
}

}  // namespace
