// SPDX-License-Identifier: Apache-2.0
// Code for the shape of a launch: made in time, kept in the cache, gone with its module.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <thread>
#include <vector>

#include "compiler/cache/hash.h"
#include "compiler/image.h"
#include "compiler/native.h"
#include "device/cpu/launch.h"
#include "runtime/module/library.h"
#include "runtime/module/loaded_module.h"
#include "runtime/module/prepare_launch.h"
#include "runtime/module/specialise.h"

namespace riffle::module {
namespace {

namespace fs = std::filesystem;

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

class SpecialiseTest : public ::testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder() = testing::TempDir() + "riffle-specialise-" + std::to_string(::getpid());
    setenv("RIFFLE_COMPILER", COMPILER_LIBRARY, 1);
    setenv("RIFFLE_CACHE_DIR", folder().c_str(), 1);
  }
  static void TearDownTestSuite() { fs::remove_all(folder()); }
  static std::string& folder() {
    static std::string path;
    return path;
  }

  void SetUp() override { library_ = std::move(*Library::load(make_image().data())); }

  LoadedKernel& kernel(const char* name) {
    const auto found = kernel_for(*library_->kernel(name, 0), 0);
    EXPECT_TRUE(found) << found.error().text;
    return static_cast<LoadedKernel&>(**found);
  }

  /// Launches that are thought to take long, until there is code for their shape.
  static const abi::KernelRow& wait_for_code(LoadedKernel& kernel, Dim3 grid, Dim3 block) {
    kernel.cost.picoseconds_per_unit = 4'000'000'000;
    const abi::KernelRow* code = kernel.code;
    while (code == kernel.code) {
      code = &code_for(kernel, grid, block);
      std::this_thread::yield();
    }
    return *code;
  }

  static std::vector<int> run_mirror(const LoadedKernel& kernel, const abi::KernelRow& code,
                                     Dim3 grid, Dim3 block) {
    std::vector<int> out(grid.count() * block.count());
    int* pointer = out.data();
    int offset = 7;
    void* arguments[] = {&pointer, &offset};
    std::vector<std::max_align_t> payload(kernel.payload_bytes / sizeof(std::max_align_t) + 1);
    write_launch(payload.data(), {.kernel = &code, .grid = grid, .block = block}, kernel,
                 arguments);
    EXPECT_EQ(device::run_blocks(payload.data(), 0, grid.count()), Code::kOk);
    return out;
  }

  static std::vector<int> run_ring(const LoadedKernel& kernel, const abi::KernelRow& code,
                                   const int* cells, int first, int size) {
    std::vector<int> out(128);
    int* pointer = out.data();
    void* arguments[] = {&pointer, &cells, &first, &size};
    std::vector<std::max_align_t> payload(kernel.payload_bytes / sizeof(std::max_align_t) + 1);
    write_launch(payload.data(), {.kernel = &code, .grid = {1}, .block = {128}}, kernel, arguments);
    EXPECT_EQ(device::run_blocks(payload.data(), 0, 1), Code::kOk);
    return out;
  }

  static std::vector<int> run_board(const LoadedKernel& kernel, const abi::KernelRow& code,
                                    Dim3 block, int steps) {
    std::vector<int> cells(block.count());
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = static_cast<int>(i * i % 1009);
    int* pointer = cells.data();
    void* arguments[] = {&pointer, &steps};
    std::vector<std::max_align_t> payload(kernel.payload_bytes / sizeof(std::max_align_t) + 1);
    write_launch(payload.data(), {.kernel = &code, .grid = {1}, .block = block}, kernel, arguments);
    EXPECT_EQ(device::run_blocks(payload.data(), 0, 1), Code::kOk);
    return cells;
  }

  /// `out` is what follows `skipped` words of what is read: they may meet.
  static std::vector<int> run_products(const LoadedKernel& kernel, const abi::KernelRow& code,
                                       Dim3 block, int size, int rounds, int skipped) {
    std::vector<int> words(4096);
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = static_cast<int>(i * i % 1009);
    const int* in = words.data();
    int* out = words.data() + skipped;
    void* arguments[] = {&out, &in, &size, &rounds};
    std::vector<std::max_align_t> payload(kernel.payload_bytes / sizeof(std::max_align_t) + 1);
    write_launch(payload.data(), {.kernel = &code, .grid = {2, 2}, .block = block}, kernel,
                 arguments);
    EXPECT_EQ(device::run_blocks(payload.data(), 0, 4), Code::kOk);
    return words;
  }

  std::unique_ptr<Library> library_;
};

TEST_F(SpecialiseTest, ShortKernelsKeepWhatTheyHave) {
  LoadedKernel& mirror = kernel("mirror");
  for (int launch = 0; launch < 1000; ++launch)
    ASSERT_EQ(&code_for(mirror, {3}, {192}), mirror.code);
}

TEST_F(SpecialiseTest, LongOnesGetCodeThatDoesTheSame) {
  LoadedKernel& mirror = kernel("mirror");
  for (const Dim3 block : {Dim3{256}, Dim3{20}, Dim3{64}}) {
    const std::vector<int> expected = run_mirror(mirror, *mirror.code, {3}, block);
    const abi::KernelRow& special = wait_for_code(mirror, {3}, block);
    EXPECT_STREQ(special.name, "mirror");
    EXPECT_EQ(run_mirror(mirror, special, {3}, block), expected);
    // Only launches of that shape.
    EXPECT_EQ(&code_for(mirror, {1}, block), &special);
    EXPECT_EQ(&code_for(mirror, {1, 2}, block), mirror.code);
    EXPECT_EQ(&code_for(mirror, {1}, {block.x + 1}), mirror.code);
  }
}

TEST_F(SpecialiseTest, LaunchesByKernelsGetWhatLaunchesOfTheHostHaveHadMade) {
  LoadedKernel& mirror = kernel("mirror");
  const LaunchConfiguration launch{.grid = {3}, .block = {224}};
  EXPECT_EQ(prepare_child_launch(mirror, launch).kernel, mirror.code);
  EXPECT_EQ(mirror.shapes.load(), nullptr);  // nothing is asked for
  const abi::KernelRow& special = wait_for_code(mirror, launch.grid, launch.block);
  EXPECT_EQ(prepare_child_launch(mirror, launch).kernel, &special);
  EXPECT_EQ(prepare_launch(mirror, launch).kernel, &special);
  EXPECT_EQ(prepare_child_launch(mirror, {.grid = {1, 2}, .block = launch.block}).kernel,
            mirror.code);
}

// Packets at the edge of the ring, and of rings that are smaller than a packet, are like all others.
TEST_F(SpecialiseTest, RingsCloseAtTheirEdges) {
  LoadedKernel& ring = kernel("ring");
  const abi::KernelRow& special = wait_for_code(ring, {1}, {128});
  std::vector<int> memory(4000);
  for (std::size_t i = 0; i < memory.size(); ++i) memory[i] = static_cast<int>(i * i % 1009);
  for (const int size : {1, 2, 31, 32, 33, 64, 100, 128, 129, 1000, 1 << 30, (1 << 30) + 1}) {
    for (int first : {-5, -1, 0, 1, 2, 30, 31, 32, 60, 871, 872, 873, 900}) {
      if (first < 1 && size > 1000) continue;
      if (first < 0) first = std::max(first, 1 - size);  // operands of remainders stay positive
      const int* cells = memory.data();
      EXPECT_EQ(run_ring(ring, special, cells, first, size),
                run_ring(ring, *ring.code, cells, first, size))
          << first << " of " << size;
    }
  }
}

// Rows that load what their neighbours load stand one behind the other; sums wrap.
TEST_F(SpecialiseTest, RowsOfABlockShareTheirNeighbours) {
  LoadedKernel& board = kernel("board");
  for (const Dim3 block : {Dim3{32, 8}, Dim3{32, 7}, Dim3{32, 1}, Dim3{16, 16}, Dim3{24, 4}}) {
    const abi::KernelRow& special = wait_for_code(board, {1}, block);
    for (const int steps : {0, 1, 2, 100}) {
      EXPECT_EQ(run_board(board, special, block, steps),
                run_board(board, *board.code, block, steps))
          << block.x << " x " << block.y << ", " << steps << " steps";
    }
  }
}

// Rows go through loops together, but where some of their threads do not get there.
TEST_F(SpecialiseTest, RowsOfABlockShareALoop) {
  LoadedKernel& products = kernel("products");
  for (const Dim3 block : {Dim3{16, 16}, Dim3{32, 4}, Dim3{8, 6}, Dim3{16, 3}, Dim3{5, 4}}) {
    const abi::KernelRow& special = wait_for_code(products, {2, 2}, block);
    for (const int size : {1, 16, 31, 32, 40}) {
      for (const int rounds : {0, 1, 8, 16, 37}) {
        const int apart = size * size + rounds;
        EXPECT_EQ(run_products(products, special, block, size, rounds, apart),
                  run_products(products, *products.code, block, size, rounds, apart))
            << block.x << " x " << block.y << ", " << size << ", " << rounds << " rounds";
      }
    }
  }
}

// A block of which one thread is there, whose sum is among what it reads.
TEST_F(SpecialiseTest, SumsMayBeAmongWhatIsRead) {
  LoadedKernel& products = kernel("products");
  const abi::KernelRow& special = wait_for_code(products, {2, 2}, {16, 16});
  for (const int rounds : {1, 8, 16, 40}) {
    for (const int place : {0, 1, 7, 15, 39, 40})
      EXPECT_EQ(run_products(products, special, {16, 16}, 1, rounds, place),
                run_products(products, *products.code, {16, 16}, 1, rounds, place))
          << rounds << " rounds, " << place;
  }
}

TEST_F(SpecialiseTest, NextTimeTheFirstLaunchHasIt) {
  {
    LoadedKernel& mirror = kernel("mirror");
    (void)wait_for_code(mirror, {3}, {128});
  }
  unload_device(0);
  LoadedKernel& again = kernel("mirror");
  EXPECT_NE(&code_for(again, {3}, {128}), again.code);
}

TEST_F(SpecialiseTest, KernelsHaveSoManyShapes) {
  LoadedKernel& mirror = kernel("mirror");
  for (unsigned threads = 1; threads <= 20; ++threads) (void)code_for(mirror, {1}, {threads});
  unsigned count = 0;
  for (const ShapeCode* shape = mirror.shapes; shape != nullptr; shape = shape->next) ++count;
  EXPECT_EQ(count, kMostShapes);
}

TEST_F(SpecialiseTest, OnlyCodeThatFitsTheLaunchIsTaken) {
  const abi::KernelRow general = *kernel("mirror").code;
  EXPECT_TRUE(may_replace(general, general));
  abi::KernelRow other = general;
  other.strategy = abi::Strategy::kFiber;
  EXPECT_FALSE(may_replace(general, other));
  other = general;
  other.static_shared_bytes += 4;  // kernels can ask for it
  EXPECT_FALSE(may_replace(general, other));
}

TEST_F(SpecialiseTest, AModuleCanGoWhileItsCodeIsMade) {
  for (unsigned threads = 33; threads < 40; ++threads) {
    LoadedKernel& mirror = kernel("mirror");
    mirror.cost.picoseconds_per_unit = 4'000'000'000;
    for (int launch = 0; launch < 20; ++launch) (void)code_for(mirror, {3}, {threads});
    unload_device(0);
  }
}

TEST_F(SpecialiseTest, ManyThreadsLaunchOneShape) {
  LoadedKernel& mirror = kernel("mirror");
  std::vector<std::thread> threads;
  for (int host = 0; host < 4; ++host)
    threads.emplace_back([&] { (void)wait_for_code(mirror, {5}, {96}); });
  for (std::thread& thread : threads) thread.join();
  EXPECT_NE(&code_for(mirror, {5}, {96}), mirror.code);
}

TEST_F(SpecialiseTest, ACancelledCompilationFails) {
  const auto image = make_image();
  const compiler::SpecialisedKernel wanted{image, "mirror", {{48}, true}};
  EXPECT_FALSE(compiler::find_specialised(wanted));
  const auto cancelled = compiler::specialised_kernel(wanted, [] { return true; });
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(cancelled.error().text, "cancelled");
  EXPECT_FALSE(compiler::find_specialised(wanted));
  EXPECT_TRUE(compiler::specialised_kernel(wanted, nullptr));
  EXPECT_TRUE(compiler::find_specialised(wanted));
}

}  // namespace
}  // namespace riffle::module
