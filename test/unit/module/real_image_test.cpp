// SPDX-License-Identifier: Apache-2.0
// The whole way of one image: bitcode from clang, compiled by the compiler's library, loaded per device, run.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "compiler/cache/hash.h"
#include "compiler/image.h"
#include "device/cpu/launch.h"
#include "runtime/module/library.h"
#include "runtime/module/module.h"
#include "runtime/module/prepare_launch.h"

namespace riffle::module {
namespace {

std::vector<std::byte> make_image() {
  std::ifstream file(IMAGE_BITCODE, std::ios::binary);
  const std::string bitcode{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  compiler::ImageHeader header{};
  std::memcpy(header.magic, compiler::kImageMagic, sizeof header.magic);
  header.version = compiler::kImageVersion;
  header.cuda_arch = 800;
  header.optimization_level = 3;
  header.payload_bytes = bitcode.size();
  const auto hash = compiler::hash128(std::as_bytes(std::span(bitcode)));
  header.payload_hash[0] = hash.low;
  header.payload_hash[1] = hash.high;
  std::vector<std::byte> image(sizeof header + bitcode.size());
  std::memcpy(image.data(), &header, sizeof header);
  std::memcpy(image.data() + sizeof header, bitcode.data(), bitcode.size());
  return image;
}

struct Registered {
  std::vector<std::byte> image = make_image();
  struct {
    std::uint32_t magic = 0x466243b1;
    std::uint32_t version = 1;
    const void* data;
    const void* unused = nullptr;
  } wrapper{.data = image.data()};
  void** handle = register_fat_binary(&wrapper);
  char mirror = 0, uneven = 0, stop = 0, choose = 0, apply = 0, unknown = 0, counter = 0,
       factor = 0;

  Registered() {
    register_function(handle, &mirror, "mirror");
    register_function(handle, &uneven, "uneven");
    register_function(handle, &stop, "stop");
    register_function(handle, &choose, "choose");
    register_function(handle, &apply, "apply");
    register_function(handle, &unknown, "unknown");
    register_variable(handle, &counter, "counter", 4, false);
    register_variable(handle, &factor, "factor", 4, true);
  }
};

Registered& program() {
  static auto* const instance = [] {
    setenv("RIFFLE_COMPILER", COMPILER_LIBRARY, 1);
    setenv("RIFFLE_CACHE", "off", 1);
    return new Registered;
  }();
  return *instance;
}

Code run(const void* stub, int device, Dim3 grid, Dim3 block, std::vector<void*> arguments) {
  const auto kernel = kernel_for(stub, device);
  if (!kernel) {
    ADD_FAILURE() << kernel.error().text;
    return kernel.error().code;
  }
  EXPECT_TRUE(check_launch(**kernel, grid, block, 0));
  std::vector<std::max_align_t> payload((*kernel)->payload_bytes / sizeof(std::max_align_t) + 1);
  write_launch(payload.data(), prepare_launch(**kernel, {grid, block}), **kernel, arguments.data());
  return device::run_blocks(payload.data(), 0, grid.count());
}

TEST(RealImage, BarrierKernelWithVariables) {
  for (const int device : {0, 1}) {
    const auto factor = variable_for(&program().factor, device);
    ASSERT_TRUE(factor) << factor.error().text;
    EXPECT_TRUE(factor->is_constant);
    *static_cast<int*>(factor->address) = 10 + device;  // cudaMemcpyToSymbol: must not be read-only
    std::vector<int> out(3 * 256);
    int* pointer = out.data();
    int offset = 7;
    ASSERT_EQ(run(&program().mirror, device, {3}, {256}, {&pointer, &offset}), Code::kOk);
    for (int index = 0; index < 3 * 256; ++index)
      ASSERT_EQ(out[index], (255 - index % 256) * (10 + device) + 7);
    EXPECT_EQ(*static_cast<int*>(variable_for(&program().counter, device)->address), 8);
  }
}

TEST(RealImage, DivergentBarriersAndEarlyExits) {
  std::vector<unsigned> out(64, 1);
  unsigned* pointer = out.data();
  ASSERT_EQ(run(&program().uneven, 0, {1}, {64}, {&pointer}), Code::kOk);
  for (int t = 0; t < 64; ++t) {
    unsigned ballot = 0;
    for (int lane = 0; lane < 32; ++lane) {
      const int other = t / 32 * 32 + lane;
      if (other % 3 == t % 3 && other % 5 != 4 && other % 2 != 0) ballot |= 1u << lane;
    }
    ASSERT_EQ(out[t], t % 5 == 4 ? 1 : ballot) << t;
  }
}

TEST(RealImage, OneKernelThatCannotBeCompiledFailsAlone) {
  for (int again = 0; again < 2; ++again) {
    const auto refused = kernel_for(&program().unknown, 0);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Code::kJitCompilationFailed);
    EXPECT_NE(refused.error().text.find("frobnicate"), std::string::npos) << refused.error().text;
  }
  EXPECT_TRUE(kernel_for(&program().mirror, 0));
}

TEST(RealImage, AddressesAndVariablesAreTheSameForAllKernels) {
  int which = 2, x = 7;
  std::vector<int> out(3);
  int* pointer = out.data();
  ASSERT_EQ(run(&program().choose, 0, {1}, {1}, {&which}), Code::kOk);
  ASSERT_EQ(run(&program().apply, 0, {1}, {1}, {&pointer, &x}), Code::kOk);
  EXPECT_EQ(out, (std::vector{14, 1, 0}));
  which = 3;
  ASSERT_EQ(run(&program().choose, 0, {1}, {1}, {&which}), Code::kOk);
  ASSERT_EQ(run(&program().apply, 0, {1}, {1}, {&pointer, &x}), Code::kOk);
  EXPECT_EQ(out, (std::vector{21, 101, 1}));
}

TEST(RealImage, QuestionsAboutAKernelNeedNoCode) {
  const auto mirror = described_kernel_for(&program().mirror, 3);
  ASSERT_TRUE(mirror) << mirror.error().text;
  EXPECT_EQ(attributes_of(**mirror).shared_bytes, 1024U);
  EXPECT_EQ((*mirror)->described->parameter_count, 2U);
  EXPECT_EQ((*mirror)->described->argument_bytes, 12U);
  const bool is_apart = (*mirror)->described->run == nullptr;
  EXPECT_EQ((*mirror)->code == nullptr, is_apart);
  EXPECT_EQ(*kernel_for(&program().mirror, 3), *mirror);
  EXPECT_NE((*mirror)->code, nullptr);
  EXPECT_EQ((*mirror)->code->static_shared_bytes, 1024U);
}

TEST(RealImage, KernelsAreLoadedByManyThreads) {
  std::vector<std::thread> threads;
  const std::vector<const void*> stubs = {&program().mirror, &program().uneven, &program().choose,
                                          &program().mirror, &program().uneven, &program().choose};
  for (const void* stub : stubs) threads.emplace_back([stub] { EXPECT_TRUE(kernel_for(stub, 2)); });
  for (std::thread& thread : threads) thread.join();
}

TEST(RealImage, TrapEndsTheKernel) {
  EXPECT_EQ(run(&program().stop, 0, {1}, {32}, {}), Code::kLaunchFailure);
  EXPECT_EQ(run(&program().stop, 1, {2}, {1}, {}), Code::kLaunchFailure);
}

TEST(RealImage, LibraryHasKernelsAndVariablesOfItsOwn) {
  program();  // sets the compiler
  auto image = make_image();
  auto loaded = Library::load(image.data());
  ASSERT_TRUE(loaded) << loaded.error().text;
  image.clear();  // it has a copy
  Library& library = **loaded;
  const auto mirror = library.kernel("mirror", 0);
  ASSERT_TRUE(mirror) << mirror.error().text;
  EXPECT_EQ(*library.kernel("mirror", 1), *mirror) << "one handle for all devices";
  EXPECT_EQ(library.kernel("mirror_", 0).error().code, Code::kSymbolNotFound);
  const auto all = library.kernels(0);
  ASSERT_TRUE(all);
  EXPECT_NE(std::find(all->begin(), all->end(), *mirror), all->end());
  EXPECT_TRUE(library.kernel("unknown", 0)) << "what cannot be compiled says so at its launch";

  const auto factor = library.variable("factor", false, 0);
  ASSERT_TRUE(factor);
  EXPECT_NE(factor->address, variable_for(&program().factor, 0)->address);
  EXPECT_EQ(library.variable("factor", true, 0).error().code, Code::kSymbolNotFound);
  *static_cast<int*>(factor->address) = 2;
  std::vector<int> out(256);
  int* pointer = out.data();
  int offset = 1;
  ASSERT_EQ(run(*mirror, 0, {1}, {256}, {&pointer, &offset}), Code::kOk);
  EXPECT_EQ(out[0], 255 * 2 + 1);

  unload_device(0);  // a reset: everything starts afresh
  ASSERT_EQ(run(*mirror, 0, {1}, {256}, {&pointer, &offset}), Code::kOk);
  EXPECT_EQ(out[0], 255 * 3 + 1);
  const void* const stale = *mirror;
  loaded->reset();
  EXPECT_EQ(kernel_for(stale, 0).error().code, Code::kInvalidResourceHandle);
}

TEST(RealImage, LibraryRefusesWhatIsNoImage) {
  const std::vector<std::byte> zeros(256);
  EXPECT_EQ(Library::load(zeros.data()).error().code, Code::kInvalidKernelImage);
  EXPECT_EQ(Library::load_file("/no/such/file").error().code, Code::kFileNotFound);
  EXPECT_EQ(Library::load_file("/dev/null").error().code, Code::kInvalidKernelImage);
  auto image = make_image();
  const std::string path = testing::TempDir() + "riffle_library_test.bin";
  for (const std::size_t bytes : {image.size() - 1, sizeof(compiler::ImageHeader), image.size()}) {
    std::ofstream(path, std::ios::binary)
        .write(reinterpret_cast<const char*>(image.data()), static_cast<std::streamsize>(bytes));
    EXPECT_EQ(Library::load_file(path).has_value(), bytes == image.size()) << bytes;
  }
  std::remove(path.c_str());
}

}  // namespace
}  // namespace riffle::module
