// SPDX-License-Identifier: Apache-2.0
// Fat binaries: those that nvcc made, and what becomes of them when bytes are changed or missing.
#include "compiler/fat_binary/fat_binary.h"

#include <gtest/gtest.h>

#include <cstring>
#include <fstream>
#include <iterator>
#include <memory>
#include <random>
#include <string>

#include "compiler/fat_binary/ptx_text.h"

namespace riffle::compiler {
namespace {

constexpr std::uint32_t kDevice = 80;

std::string file(const std::string& name) {
  std::ifstream stream(std::string(FAT_BINARIES) + "/" + name + ".fatbin", std::ios::binary);
  EXPECT_TRUE(stream) << name;
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::span<const std::byte> bytes_of(const std::string& binary) {
  return std::as_bytes(std::span(binary));
}

std::string text(const std::string& name, std::uint32_t architecture = kDevice) {
  const auto found = ptx_text_in(bytes_of(file(name)), architecture);
  EXPECT_TRUE(found) << name << ": " << found.error().text;
  return found ? *found : "";
}

template <class Number>
void put(std::string& binary, std::size_t offset, Number number) {
  std::memcpy(binary.data() + offset, &number, sizeof number);
}

/// The code that reading all of it ends with. What is read lies alone in memory, so that a sanitizer sees each byte too many.
Code code_of(const std::string& binary) {
  const auto copy = std::make_unique<std::byte[]>(binary.size());
  std::memcpy(copy.get(), binary.data(), binary.size());
  const auto found = ptx_text_in({copy.get(), binary.size()}, kDevice);
  return found ? Code::kOk : found.error().code;
}

// Fields of the first entry, which follows the header.
constexpr std::size_t kEntry = kFatBinaryHeaderBytes;
constexpr std::size_t kHeaderBytes = kEntry + 4;
constexpr std::size_t kPayloadBytes = kEntry + 8;
constexpr std::size_t kCompressedBytes = kEntry + 16;
constexpr std::size_t kOptionsRecord = kEntry + 20;
constexpr std::size_t kFlags = kEntry + 40;
constexpr std::size_t kTextBytes = kEntry + 56;

TEST(FatBinaryTest, EachCompressionGivesTheSameText) {
  const std::string plain = text("plain");
  EXPECT_TRUE(plain.contains(".target sm_80"));
  EXPECT_TRUE(plain.contains(".entry _Z1kPi"));
  EXPECT_FALSE(plain.contains('\0'));
  EXPECT_EQ(text("lz4"), plain);
  EXPECT_EQ(text("zstd"), plain);
}

/// The uncompressed binary, where the assembler is told `options`.
std::string with_options(const std::string& options) {
  std::string binary = file("plain");
  std::uint32_t header = 0, begin = 0;
  std::memcpy(&header, binary.data() + kHeaderBytes, sizeof header);
  begin = header + 8;
  std::string record(8, '\0');
  put(record, 0, begin);
  put(record, 4, static_cast<std::uint32_t>(options.size()));
  record += options;
  record.resize((record.size() + 7) / 8 * 8);
  binary.insert(kEntry + header, record);
  put(binary, kHeaderBytes, static_cast<std::uint32_t>(header + record.size()));
  put(binary, kOptionsRecord, header);
  std::uint64_t rest = 0;
  std::memcpy(&rest, binary.data() + 8, sizeof rest);
  put(binary, 8, rest + record.size());
  return binary;
}

TEST(FatBinaryTest, OptionsOfTheAssemblerGoWithTheText) {
  const auto contracts = [](const std::string& options) {
    const auto found = ptx_text_in(bytes_of(with_options(options)), kDevice);
    EXPECT_TRUE(found) << options;
    return found && !found->contains("riffle-fmad=false");
  };
  EXPECT_FALSE(contracts(" --fmad false "));
  EXPECT_FALSE(contracts("-g -fmad=false -O1"));
  EXPECT_TRUE(contracts("--fmad false --fmad true"));
  EXPECT_TRUE(contracts("--compile-only -maxrregcount=32 "));
  EXPECT_TRUE(contracts(""));
  std::string far = with_options(" --fmad false ");
  put(far, kOptionsRecord, std::uint32_t{0x7ffffff0});
  EXPECT_EQ(code_of(far), Code::kInvalidKernelImage);
}

TEST(FatBinaryTest, TheNewestPtxUpToTheDeviceIsTaken) {
  EXPECT_TRUE(text("several", 80).contains(".target sm_75"));
  EXPECT_TRUE(text("several", 89).contains(".target sm_75"));
  EXPECT_TRUE(text("several", 90).contains(".target sm_90"));
  EXPECT_TRUE(text("several", 120).contains(".target sm_90"));
}

TEST(FatBinaryTest, WithoutItTheOldestIsTaken) {
  EXPECT_TRUE(text("several", 70).contains(".target sm_75"));
  EXPECT_TRUE(text("newer").contains(".target sm_120"));
}

TEST(FatBinaryTest, WhatIsChosenIsAFatBinaryStillCompressed) {
  const std::string all = file("several");
  const auto chosen = chosen_ptx(bytes_of(all), kDevice);
  ASSERT_TRUE(chosen);
  const auto entries = fat_entries(bytes_of(*chosen));
  ASSERT_TRUE(entries);
  ASSERT_EQ(entries->size(), 1u);
  EXPECT_EQ(entries->front().architecture, 75u);
  EXPECT_EQ(entries->front().compression, FatCompression::kZstd);
  EXPECT_LT(chosen->size(), 600u);
  EXPECT_EQ(*ptx_text_in(bytes_of(*chosen), kDevice), text("several"));
}

TEST(FatBinaryTest, PartsAndCodeForOptimisationAtLinkTimeHavePtx) {
  EXPECT_TRUE(text("part_1").contains(".extern .func"));
  EXPECT_TRUE(text("part_2").contains(".visible .func"));
  EXPECT_TRUE(text("lto").contains(".target sm_80"));
}

TEST(FatBinaryTest, WithoutPtxTheErrorSaysHowToCompile) {
  const auto none = chosen_ptx(bytes_of(file("processors")), kDevice);
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, Code::kNoKernelImageForDevice);
  EXPECT_TRUE(none.error().text.contains("only code for sm_90; compile it with -gencode"))
      << none.error().text;
  std::string lto = file("lto");
  put(lto, kEntry, std::uint16_t{2});  // its PTX becomes a processor's code
  const auto other = chosen_ptx(bytes_of(lto), kDevice);
  ASSERT_FALSE(other);
  EXPECT_EQ(other.error().code, Code::kNoKernelImageForDevice);
  EXPECT_TRUE(other.error().text.contains("sm_80 and link-time optimisation"))
      << other.error().text;
  std::string empty = file("plain").substr(0, kFatBinaryHeaderBytes);
  put(empty, 8, std::uint64_t{0});
  EXPECT_EQ(code_of(empty), Code::kNoKernelImageForDevice);
}

TEST(FatBinaryTest, SizesThatOverflowAreRefused) {
  for (const std::string name : {"plain", "lz4", "zstd"}) {
    for (const std::uint64_t size :
         {~std::uint64_t{0}, ~std::uint64_t{0} - 15, std::uint64_t{1} << 63, std::uint64_t{1} << 32,
          std::uint64_t{100000}}) {
      for (const std::size_t offset : {std::size_t{8}, kPayloadBytes}) {
        std::string binary = file(name);
        put(binary, offset, size);
        EXPECT_EQ(code_of(binary), Code::kInvalidKernelImage) << name << " " << offset;
      }
    }
    for (const std::uint32_t size : {0u, 63u, 0x7fffffffu, ~0u}) {
      std::string binary = file(name);
      put(binary, kHeaderBytes, size);
      EXPECT_EQ(code_of(binary), Code::kInvalidKernelImage) << name;
    }
  }
}

TEST(FatBinaryTest, WrongSizesOfCompressedTextAreRefused) {
  for (const std::string name : {"lz4", "zstd"}) {
    for (const std::uint64_t size : {~std::uint64_t{0}, std::uint64_t{1} << 40, std::uint64_t{908},
                                     std::uint64_t{910}, std::uint64_t{0}}) {
      std::string binary = file(name);
      put(binary, kTextBytes, size);
      EXPECT_EQ(code_of(binary), Code::kInvalidKernelImage) << name << " " << size;
    }
    for (const std::uint32_t size : {0u, 1u, 300u, 100000u, ~0u}) {
      std::string binary = file(name);
      put(binary, kCompressedBytes, size);
      EXPECT_EQ(code_of(binary), Code::kInvalidKernelImage) << name << " " << size;
    }
  }
  std::string binary = file("lz4");
  put(binary, kFlags, std::uint64_t{0x8011});  // no frame of zstd
  EXPECT_EQ(code_of(binary), Code::kInvalidKernelImage);
}

TEST(FatBinaryTest, EveryTruncationIsRefused) {
  for (const std::string name : {"plain", "lz4", "zstd", "several"}) {
    const std::string binary = file(name);
    for (std::size_t bytes = 0; bytes < binary.size(); ++bytes)
      EXPECT_EQ(code_of(binary.substr(0, bytes)), Code::kInvalidKernelImage)
          << name << " " << bytes;
  }
}

TEST(FatBinaryTest, ChangedBytesAreTextOrAnError) {
  std::mt19937 random(20);
  const auto below = [&](std::size_t bound) { return random() % bound; };
  for (const std::string name :
       {"plain", "lz4", "zstd", "several", "lto", "processors", "part_2"}) {
    const std::string whole = file(name);
    for (int round = 0; round < 3000; ++round) {
      std::string binary = whole;
      for (std::size_t changes = 1 + below(4); changes > 0; --changes) {
        // Half of them in the headers, where sizes are.
        const std::size_t at = below(below(2) == 0 ? binary.size() : 100);
        if (below(4) == 0)
          put(binary, std::min(at, binary.size() - 8), std::uint64_t{random()} << below(40));
        else
          binary[at] = static_cast<char>(random());
      }
      if (below(8) == 0) binary.resize(below(binary.size()));
      const Code code = code_of(binary);
      EXPECT_TRUE(code == Code::kOk || code == Code::kInvalidKernelImage ||
                  code == Code::kNoKernelImageForDevice)
          << name << " " << round;
    }
  }
}

}  // namespace
}  // namespace riffle::compiler
