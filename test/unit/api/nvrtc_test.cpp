// SPDX-License-Identifier: Apache-2.0
// What conformance programs cannot show: damaged sources and options never end the process, results come from the cache
// and leave it when a file changes, and what Riffle refuses. Builds with a sanitizer have no compiler: there the
// programs themselves are what is tested.
#include <cuda.h>
#include <cuda_runtime.h>
#include <dlfcn.h>
#include <malloc.h>
#include <nvrtc.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "nvrtc_case.h"

using riffle::test::Nvrtc;

namespace {

namespace fs = std::filesystem;

constexpr char kKernel[] =
    "template <class T> __global__ void k(T* a, int n) {\n"
    "  __shared__ T tile[32];\n"
    "  int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
    "  tile[threadIdx.x % 32] = i < n ? a[i] : T(0); __syncthreads();\n"
    "  if (i < n) a[i] = tile[31 - threadIdx.x % 32] * sinf(2.0f);\n"
    "}\n"
    "template __global__ void k<float>(float*, int);\n"
    "__constant__ int c[4] = {1, 2, 3, 4};\n";

TEST_F(Nvrtc, DamagedSourcesAreErrors) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  std::mt19937 random(7);
  const std::string kernel = kKernel;
  for (int round = 0; round < 40; ++round) {
    std::string source = kernel;
    const int changes = 1 + static_cast<int>(random() % 8);
    for (int i = 0; i < changes; ++i) {
      const std::size_t at = random() % source.size();
      switch (random() % 3) {
        case 0:
          source[at] = static_cast<char>(1 + random() % 255);
          break;
        case 1:
          source.erase(at, 1 + random() % 20);
          break;
        default:
          source.insert(at, kernel.substr(random() % kernel.size(), 1 + random() % 20));
      }
      if (source.empty()) source = kernel;
    }
    const nvrtcResult result = compile(source, {"-arch=sm_80", "--no-cache"});
    EXPECT_TRUE(result == NVRTC_SUCCESS || result == NVRTC_ERROR_COMPILATION)
        << nvrtcGetErrorString(result) << " in round " << round << ":\n"
        << source;
  }
}

TEST_F(Nvrtc, DeepNestingIsAnError) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  for (const char* piece :
       {"(", "{", "[", "struct S {", "namespace n {", "-", "template <class T> "}) {
    std::string source = "__device__ int x = ";
    for (int i = 0; i < 20000; ++i) source += piece;
    EXPECT_EQ(compile(source, {"--no-cache"}), NVRTC_ERROR_COMPILATION) << piece;
  }
}

TEST_F(Nvrtc, RandomOptionsAreRefused) {
  std::mt19937 random(11);
  const std::vector<std::string> starts = {
      "-",          "--", "-arch=", "--std=", "-maxrregcount=", "-ftz", "--split-compile=",
      "-opt-info=", ""};
  for (int round = 0; round < 500; ++round) {
    std::string option = starts[random() % starts.size()] + "~";
    for (std::size_t i = random() % 12; i != 0; --i)
      option += static_cast<char>(1 + random() % 255);
    std::string log;
    EXPECT_EQ(compile("", {option}, nullptr, &log), NVRTC_ERROR_INVALID_OPTION) << option;
    EXPECT_TRUE(log.starts_with("nvrtc: error: ")) << log;
  }
}

TEST_F(Nvrtc, WhatRiffleLacksIsRefusedInASentence) {
  for (const char* option : {"-optix-ir", "--optix-ir", "--device-float128"}) {
    std::string log;
    EXPECT_EQ(compile("", {option}, nullptr, &log), NVRTC_ERROR_INVALID_OPTION);
    EXPECT_NE(log.find("not supported"), std::string::npos) << log;
  }
}

TEST_F(Nvrtc, AProgramIsCompiledAnewWhenItsHeaderChanges) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  const std::string header = folder_ + "/value.h";
  const std::string source = "#include <value.h>\n__global__ void k(int* a) { a[0] = VALUE; }\n";
  const std::vector<std::string> options = {"-I" + folder_, "-arch=sm_80"};
  std::string first, again, changed;
  std::ofstream(header) << "#define VALUE 1\n";
  ASSERT_EQ(compile(source, options, &first), NVRTC_SUCCESS);
  ASSERT_EQ(compile(source, options, &again), NVRTC_SUCCESS);
  EXPECT_EQ(first, again);
  std::ofstream(header) << "#define VALUE 12345\n";
  ASSERT_EQ(compile(source, options, &changed), NVRTC_SUCCESS);
  EXPECT_NE(first, changed);
  fs::remove(header);
  EXPECT_EQ(compile(source, options), NVRTC_ERROR_COMPILATION);
}

/// Found in the cache, the text was longer: what the cache writes behind it came with it.
TEST_F(Nvrtc, TheTextOfAProgramIsTheSameFromTheCache) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  const auto text_of = [&] {
    nvrtcProgram program = nullptr;
    const std::string source = "__global__ void k(int* a) { a[0] = 1; } //" + folder_;
    std::size_t bytes = 0;
    EXPECT_EQ(nvrtcCreateProgram(&program, source.c_str(), nullptr, 0, nullptr, nullptr),
              NVRTC_SUCCESS);
    EXPECT_EQ(nvrtcCompileProgram(program, 0, nullptr), NVRTC_SUCCESS);
    EXPECT_EQ(nvrtcGetPTXSize(program, &bytes), NVRTC_SUCCESS);
    std::string text(bytes, '\0');
    EXPECT_EQ(nvrtcGetPTX(program, text.data()), NVRTC_SUCCESS);
    EXPECT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
    return text;
  };
  const std::string made = text_of();
  EXPECT_EQ(text_of(), made);
}

/// Step that failed, 0 if none.
int write_variable_in_made_context(const std::string& image) {
  CUcontext context = nullptr;
  CUctxCreateParams parameters{};
  CUmodule module = nullptr;
  CUdeviceptr variable = 0;
  const int five = 5;
  if (cuInit(0) != CUDA_SUCCESS) return 1;
  if (cuCtxCreate(&context, &parameters, 0, 0) != CUDA_SUCCESS) return 2;
  if (cuModuleLoadData(&module, image.data()) != CUDA_SUCCESS) return 3;
  if (cuModuleGetGlobal(&variable, nullptr, module, "variable") != CUDA_SUCCESS) return 4;
  return cuMemcpyHtoD(variable, &five, sizeof five) == CUDA_SUCCESS ? 0 : 5;
}

/// In a process of its own: no primary context was ever asked for.
TEST_F(Nvrtc, VariablesAreDeviceMemoryInAProcessWithoutPrimaryContext) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  std::string image;
  ASSERT_EQ(compile("__device__ int variable; __global__ void k() { variable = 1; }\n",
                    {"-arch=sm_80"}, &image),
            NVRTC_SUCCESS);
  EXPECT_EXIT(std::_Exit(write_variable_in_made_context(image)), testing::ExitedWithCode(0), "");
}

/// Modules find them by these names and write them: the kernel must read what was written.
TEST_F(Nvrtc, StaticVariablesKeepTheirNames) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  const std::string source =
      "static __constant__ int table[4];\nstatic __device__ int counter;\n"
      "static __constant__ int factors[2] = {7, 8};\nstatic const int fixed[2] = {100, 200};\n"
      "extern \"C\" __global__ void k(int* out) {\n"
      "  *out = table[2] + counter + factors[threadIdx.x] + fixed[threadIdx.x];\n}\n";
  std::string image;
  ASSERT_EQ(compile(source, {"-arch=sm_80"}, &image), NVRTC_SUCCESS);
  cudaLibrary_t library = nullptr;
  ASSERT_EQ(cudaLibraryLoadData(&library, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0),
            cudaSuccess);
  void *table = nullptr, *counter = nullptr;
  std::size_t bytes = 0;
  ASSERT_EQ(cudaLibraryGetGlobal(&table, &bytes, library, "table"), cudaSuccess);
  EXPECT_EQ(bytes, 16u);
  ASSERT_EQ(cudaLibraryGetGlobal(&counter, &bytes, library, "counter"), cudaSuccess);
  const int values[4] = {1, 2, 30, 4}, five = 5;
  ASSERT_EQ(cudaMemcpy(table, values, sizeof values, cudaMemcpyDefault), cudaSuccess);
  ASSERT_EQ(cudaMemcpy(counter, &five, sizeof five, cudaMemcpyDefault), cudaSuccess);
  void *factors = nullptr, *fixed = nullptr;
  ASSERT_EQ(cudaLibraryGetGlobal(&factors, &bytes, library, "factors"), cudaSuccess);
  int first = 0;
  ASSERT_EQ(cudaMemcpy(&first, factors, sizeof first, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(first, 7);
  const int thousand = 1000;
  ASSERT_EQ(cudaMemcpy(factors, &thousand, sizeof thousand, cudaMemcpyDefault), cudaSuccess);
  EXPECT_EQ(cudaLibraryGetGlobal(&fixed, &bytes, library, "fixed"), cudaErrorSymbolNotFound);
  cudaKernel_t kernel = nullptr;
  ASSERT_EQ(cudaLibraryGetKernel(&kernel, library, "k"), cudaSuccess);
  int* out = nullptr;
  ASSERT_EQ(cudaMallocManaged(&out, sizeof *out), cudaSuccess);
  void* arguments[] = {&out};
  ASSERT_EQ(cudaLaunchKernel(kernel, dim3(1), dim3(1), arguments, 0, nullptr), cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  EXPECT_EQ(*out, 1135);
  EXPECT_EQ(cudaFree(out), cudaSuccess);
  EXPECT_EQ(cudaLibraryUnload(library), cudaSuccess);
}

TEST_F(Nvrtc, ThreadsShareNothing) {
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([i] {
      const bool compiles = has_compiler();
      for (int round = 0; round < 4; ++round) {
        const std::string name = "kernel_" + std::to_string(i * 10 + round);
        nvrtcProgram program = nullptr;
        const std::string source =
            "template <class T> __global__ void " + name + "(T* a) { a[0] = 1; }\n";
        const std::string expression = name + "<float>";
        ASSERT_EQ(nvrtcCreateProgram(&program, source.c_str(), nullptr, 0, nullptr, nullptr),
                  NVRTC_SUCCESS);
        ASSERT_EQ(nvrtcAddNameExpression(program, expression.c_str()), NVRTC_SUCCESS);
        const nvrtcResult result = nvrtcCompileProgram(program, 0, nullptr);
        ASSERT_EQ(result, compiles ? NVRTC_SUCCESS : NVRTC_ERROR_BUILTIN_OPERATION_FAILURE);
        const char* lowered = nullptr;
        if (compiles) {
          ASSERT_EQ(nvrtcGetLoweredName(program, expression.c_str(), &lowered), NVRTC_SUCCESS);
          EXPECT_NE(std::string(lowered).find(name), std::string::npos);
        }
        ASSERT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
}

// What objects and libraries hold is looked at when they are linked.
TEST_F(Nvrtc, DamagedInputsOfLinksAreErrors) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  std::string image;
  ASSERT_EQ(compile(kKernel, {"-rdc=true", "-arch=sm_80"}, &image), NVRTC_SUCCESS);
  ASSERT_EQ(cudaFree(nullptr), cudaSuccess);
  const auto linked = [](CUjitInputType type, std::string content) {
    CUlinkState link = nullptr;
    EXPECT_EQ(cuLinkCreate(0, nullptr, nullptr, &link), CUDA_SUCCESS);
    CUresult result =
        cuLinkAddData(link, type, content.data(), content.size(), "given", 0, nullptr, nullptr);
    void* made = nullptr;
    std::size_t bytes = 0;
    if (result == CUDA_SUCCESS) result = cuLinkComplete(link, &made, &bytes);
    EXPECT_EQ(cuLinkDestroy(link), CUDA_SUCCESS);
    return result;
  };
  ASSERT_EQ(linked(CU_JIT_INPUT_OBJECT, image), CUDA_SUCCESS);
  constexpr std::size_t kCodeBegins = 48;  // before it some words of the header mean little
  std::mt19937 random(5);                  // NOLINT(cert-msc51-cpp): the same bytes each time
  for (int round = 0; round < 150; ++round) {
    std::string wrong = image;
    const std::size_t at = kCodeBegins + random() % (wrong.size() - kCodeBegins);
    wrong[at] = static_cast<char>(wrong[at] ^ (1 + random() % 255));
    for (const auto type : {CU_JIT_INPUT_OBJECT, CU_JIT_INPUT_LIBRARY, CU_JIT_INPUT_CUBIN})
      EXPECT_NE(linked(type, wrong), CUDA_SUCCESS) << "byte " << at;
    EXPECT_NE(linked(CU_JIT_INPUT_OBJECT, image.substr(0, random() % image.size())), CUDA_SUCCESS);
  }
  for (const std::string begin : {"",
                                  "\x7f"
                                  "ELF\2\1\1",
                                  "!<arch>\n", "RIFFLEDI", "BC\xc0\xde"}) {
    for (int round = 0; round < 20; ++round) {
      std::string content = begin;
      while (content.size() < 300) content += static_cast<char>(random());
      EXPECT_NE(linked(CU_JIT_INPUT_OBJECT, content), CUDA_SUCCESS) << begin;
      EXPECT_NE(linked(CU_JIT_INPUT_LIBRARY, content), CUDA_SUCCESS) << begin;
    }
  }
}

/// Every door that an image can come in by: what it answers. A module that is loaded all the same runs its kernel.
std::vector<CUresult> load_everywhere(const std::string& image, const std::string& path) {
  std::vector<CUresult> results;
  std::ofstream(path, std::ios::binary) << image;
  const auto run = [](CUmodule module) {
    CUfunction function = nullptr;
    if (cuModuleGetFunction(&function, module, "_Z1kIfEvPT_i") == CUDA_SUCCESS) {
      float* a = nullptr;
      int n = 0;
      void* arguments[] = {&a, &n};
      cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, nullptr, arguments, nullptr);
      EXPECT_EQ(cuCtxSynchronize(), CUDA_SUCCESS);
    }
    EXPECT_EQ(cuModuleUnload(module), CUDA_SUCCESS);
  };
  CUmodule module = nullptr;
  CUlibrary library = nullptr;
  results.push_back(cuModuleLoadData(&module, image.c_str()));
  if (results.back() == CUDA_SUCCESS) run(module);
  results.push_back(cuModuleLoadFatBinary(&module, image.c_str()));
  if (results.back() == CUDA_SUCCESS) run(module);
  results.push_back(cuModuleLoad(&module, path.c_str()));
  if (results.back() == CUDA_SUCCESS) run(module);
  results.push_back(
      cuLibraryLoadData(&library, image.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  if (results.back() == CUDA_SUCCESS) EXPECT_EQ(cuLibraryUnload(library), CUDA_SUCCESS);
  results.push_back(
      cuLibraryLoadFromFile(&library, path.c_str(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  if (results.back() == CUDA_SUCCESS) EXPECT_EQ(cuLibraryUnload(library), CUDA_SUCCESS);
  return results;
}

// The image's header, its code and the text that holds it, damaged; and what never was an image.
TEST_F(Nvrtc, DamagedImagesAreRefusedAtEveryDoor) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  std::string image;
  ASSERT_EQ(compile(kKernel, {"-arch=sm_80"}, &image), NVRTC_SUCCESS);
  ASSERT_EQ(cudaFree(nullptr), cudaSuccess);
  const std::string path = folder_ + "/image";
  for (const CUresult result : load_everywhere(image, path)) ASSERT_EQ(result, CUDA_SUCCESS);
  const auto refused = [&](const std::string& wrong, const std::string& how) {
    for (const CUresult result : load_everywhere(wrong, path))
      EXPECT_TRUE(result == CUDA_ERROR_INVALID_IMAGE || result == CUDA_ERROR_INVALID_PTX ||
                  result == CUDA_ERROR_NO_BINARY_FOR_GPU)
          << how << ": " << result;
  };
  std::mt19937 random(3);              // NOLINT(cert-msc51-cpp): the same bytes each time
  constexpr std::size_t kHeader = 48;  // some words of it mean little, and all of them may be wrong
  for (int round = 0; round < 100; ++round) {
    refused(image.substr(0, random() % image.size()), "cut");
    std::string wrong = image;
    wrong[kHeader + random() % (wrong.size() - kHeader)] ^= static_cast<char>(1 + random() % 255);
    refused(wrong, "code");
    wrong = image;
    for (int i = 0; i < 3; ++i) wrong[random() % kHeader] = static_cast<char>(random());
    load_everywhere(wrong, path);
    wrong.assign(random() % 400, '\0');
    for (char& byte : wrong) byte = static_cast<char>(random());
    refused(wrong, "random");
    refused("\x50\xed\x55\xba" + wrong, "fat binary");
  }
}

std::size_t allocated_bytes() {
  const struct mallinfo2 all = ::mallinfo2();
  return all.uordblks + all.hblkhd;
}

// A compilation takes megabytes. Under a sanitizer, whose allocator tells nothing, it is its own check for leaks.
TEST_F(Nvrtc, MemoryOfACompilationIsGivenBack) {
  if (!has_compiler()) GTEST_SKIP() << "no compiler in this build";
  const auto compile_some = [](int first, int count) {
    for (int i = first; i < first + count; ++i) {
      const std::string number = "-DNUMBER=" + std::to_string(i);
      const std::string source = kKernel + std::string("__constant__ int number = NUMBER;\n");
      EXPECT_EQ(compile(source, {number, "--no-cache"}), NVRTC_SUCCESS);
    }
  };
  compile_some(0, 4);
  const std::size_t before = allocated_bytes();
  constexpr int kCount = 16;
  compile_some(4, kCount);
  EXPECT_LT(allocated_bytes(), before + kCount * (std::size_t{64} << 10));
}

TEST_F(Nvrtc, DestroyedProgramsAreNone) {
  nvrtcProgram program = nullptr;
  ASSERT_EQ(nvrtcCreateProgram(&program, "", nullptr, 0, nullptr, nullptr), NVRTC_SUCCESS);
  nvrtcProgram copy = program;
  ASSERT_EQ(nvrtcDestroyProgram(&program), NVRTC_SUCCESS);
  EXPECT_EQ(nvrtcCompileProgram(copy, 0, nullptr), NVRTC_ERROR_INVALID_PROGRAM);
  EXPECT_EQ(nvrtcDestroyProgram(&copy), NVRTC_ERROR_INVALID_PROGRAM);
  int foreign = 0;
  EXPECT_EQ(nvrtcCompileProgram(reinterpret_cast<nvrtcProgram>(&foreign), 0, nullptr),
            NVRTC_ERROR_INVALID_PROGRAM);
}

TEST(NvrtcSymbols, CarryTheVersionThatProgramsAreLinkedTo) {
  for (const char* symbol : {"nvrtcVersion", "nvrtcCompileProgram", "nvrtcGetPCHHeapSizeRequired"})
    EXPECT_NE(dlvsym(RTLD_DEFAULT, symbol, "libnvrtc.so.13"), nullptr) << symbol;
}

}  // namespace
