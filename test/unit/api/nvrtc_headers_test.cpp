// SPDX-License-Identifier: Apache-2.0
// Which headers an NVRTC program gets: Riffle's, those that it brings, those of its folders; and that the precompiled form of
// Riffle's changes nothing but the time.
#include <nvrtc.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "nvrtc_case.h"

namespace riffle::test {
namespace {

namespace fs = std::filesystem;
using NvrtcHeaders = Nvrtc;

/// Processes of a cache of their own: the first keeps the headers' precompiled form, the next one reads it, one that finds it
/// damaged makes it anew.
TEST_F(NvrtcHeaders, PrecompiledHeadersAreKeptBetweenProcesses) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  // The processes come here too, each with a folder of its own.
  const bool is_first = std::getenv("NVRTC_TEST_CACHE") == nullptr;
  const char* const usual = std::getenv("RIFFLE_CACHE_DIR");
  const std::string before = usual == nullptr ? "" : usual;
  if (is_first) ::setenv("NVRTC_TEST_CACHE", (folder_ + "/cache").c_str(), 1);
  const std::string cache = std::getenv("NVRTC_TEST_CACHE");
  ::setenv("RIFFLE_CACHE_DIR", cache.c_str(), 1);
  const auto compiles = [&] {  // a program that no cache knows
    return compile("__global__ void k() {} //" + std::to_string(::getpid()), {}) == NVRTC_SUCCESS;
  };
  const auto headers = [&] {
    for (const auto& file : fs::directory_iterator(cache))
      if (file.file_size() > 1'000'000) return file.path();
    return fs::path();
  };
  const auto identity = [&] {
    struct stat status{};
    ::stat(headers().c_str(), &status);
    return status.st_ino;
  };
  EXPECT_EXIT(std::_Exit(compiles() ? 0 : 1), testing::ExitedWithCode(0), "");
  const auto kept = identity();
  // So that no other file gets its number.
  if (is_first) fs::create_hard_link(headers(), folder_ + "/kept");
  EXPECT_EXIT(std::_Exit(compiles() ? 0 : 1), testing::ExitedWithCode(0), "");
  EXPECT_EQ(identity(), kept);
  if (is_first) {
    ASSERT_FALSE(headers().empty());
    std::fstream(headers(), std::ios::in | std::ios::out | std::ios::binary)
        .seekp(500'000)
        .write("damaged", 7);
  }
  const auto size = fs::file_size(headers());
  EXPECT_EXIT(std::_Exit(compiles() ? 0 : 1), testing::ExitedWithCode(0), "");
  EXPECT_EQ(fs::file_size(headers()), size);
  EXPECT_NE(identity(), kept);
  ::unsetenv("NVRTC_TEST_CACHE");
  ::setenv("RIFFLE_CACHE_DIR", before.c_str(), 1);
}

TEST_F(NvrtcHeaders, HeadersOfTheToolkitNeedNoFolder) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  for (const char* header :
       {"cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h", "cooperative_groups.h", "mma.h",
        "curand_kernel.h", "cuComplex.h", "math_constants.h", "vector_types.h", "cuda_runtime.h",
        "cuda/barrier", "cuda_pipeline.h", "cuda.h"}) {
    std::string log;
    EXPECT_EQ(compile("#include <" + std::string(header) + ">\n__global__ void k() {}\n",
                      {"-arch=sm_90"}, nullptr, &log),
              NVRTC_SUCCESS)
        << header << "\n"
        << log;
  }
}

TEST_F(NvrtcHeaders, HeadersOfTheToolkitComeBeforeThoseOfFolders) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  std::filesystem::create_directories(folder_ + "/crt");
  for (const char* name : {"cuda_fp16.h", "cuda_fp8.h", "cooperative_groups.h", "mma.h",
                           "vector_types.h", "crt/host_defines.h", "cuda_runtime.h"}) {
    std::ofstream(folder_ + "/" + name) << "#error a toolkit's header\n";
    std::ofstream(folder_ + "/mine.h") << "#include \"" << name << "\"\n";
    for (const std::string& first : {"<" + std::string(name) + ">", "\"" + std::string(name) + "\"",
                                     std::string("<mine.h>")}) {
      std::string log;
      EXPECT_EQ(compile("#include " + first + "\n__global__ void k() {}\n", {"-I" + folder_},
                        nullptr, &log),
                NVRTC_SUCCESS)
          << name << " by " << first << "\n"
          << log;
    }
  }
  // Other names are the folder's, CCCL's too.
  std::filesystem::create_directories(folder_ + "/cuda/std");
  for (const char* name : {"cuda/atomic", "cuda/std/cstdint", "my_header.h"}) {
    std::ofstream(folder_ + "/" + name) << "#define FROM_FOLDER 1\n";
    EXPECT_EQ(compile("#include <" + std::string(name) + ">\nstatic_assert(FROM_FOLDER, \"\");\n",
                      {"-I" + folder_}),
              NVRTC_SUCCESS)
        << name;
  }
}

TEST_F(NvrtcHeaders, HeadersThatAProgramGivesComeBeforeRiffles) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  const char* const names[] = {"cuda_fp16.h", "cuda/atomic"};
  const char* const texts[] = {"#define FROM_PROGRAM 1\n", "#define ATOMIC_FROM_PROGRAM 1\n"};
  nvrtcProgram program = nullptr;
  ASSERT_EQ(nvrtcCreateProgram(&program,
                               "#include <cuda_fp16.h>\n#include <cuda/atomic>\n"
                               "static_assert(FROM_PROGRAM && ATOMIC_FROM_PROGRAM, \"\");\n"
                               "struct __half {};\n",
                               nullptr, 2, texts, names),
            NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
}

/// What a program reads of Riffle's headers is read in a precompiled form, which must show nowhere.
TEST_F(NvrtcHeaders, PrecompiledFormsChangeNoMeaning) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  std::ofstream(folder_ + "/half.h") << "#pragma once\n#include <cuda_fp16.h>\n";
  const std::string use = "__global__ void k(__half* a) { a[0] = __float2half(1.0f) + a[1]; }\n";
  const std::vector<std::pair<std::string, std::vector<std::string>>> good = {
      {"#include <cuda_fp16.h>\n" + use, {}},
      {"#include <half.h>\n" + use, {"-I" + folder_}},
      {use, {"-include=cuda_fp16.h"}},
      {"#if defined(HALF)\n#include <cuda_fp16.h>\n#endif\n" + use, {"-DHALF"}},
      // A header that is not read leaves its names to the program.
      {"#if defined(HALF)\n#include <cuda_fp16.h>\n#endif\nstruct __half {};\n", {}},
      {"struct __half {};\n// #include <cuda_fp16.h>\n", {}},
      // Short names are the program's own, whatever the headers call their parameters.
      {"#define T float\n#define value 3\n#include <cuda_fp16.h>\n" + use, {}},
      {"#include <cuda_fp16.h>\n" + use, {"-DN=4", "-DT=float", "-Dx=y", "-Dvalue=3"}}};
  for (const auto& [source, options] : good) {
    std::string log;
    EXPECT_EQ(compile(source, options, nullptr, &log), NVRTC_SUCCESS) << source << log;
  }
  // Such a macro leaves the text of the headers to be read, without clang's macros.
  for (const char* header : {"cuda_fp16.h", "cuda_bf16.h", "cuda_fp8.h", "cooperative_groups.h",
                             "cooperative_groups/memcpy_async.h", "mma.h", "curand_kernel.h",
                             "cuda/atomic", "cuda/pipeline", "cuda/std/cstdint", "cuComplex.h"}) {
    std::string log;
    EXPECT_EQ(compile("#define __ffs __ffs\n#include <" + std::string(header) +
                          ">\n__global__ void k() {}\n",
                      {}, nullptr, &log),
              NVRTC_SUCCESS)
        << header << "\n"
        << log;
  }
  // A macro that the header asks for is seen by it, wherever it is defined.
  for (const std::vector<std::string>& options :
       {std::vector<std::string>{}, std::vector<std::string>{"-D__CUDA_NO_HALF_OPERATORS__"}}) {
    const std::string define = options.empty() ? "#define __CUDA_NO_HALF_OPERATORS__\n" : "";
    EXPECT_EQ(compile(define + "#include <cuda_fp16.h>\n" + use, options), NVRTC_ERROR_COMPILATION);
  }
}

}  // namespace
}  // namespace riffle::test
