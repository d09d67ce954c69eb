// SPDX-License-Identifier: Apache-2.0
#include "runtime/module/image_bytes.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>
#include <fstream>
#include <random>
#include <string>

#include "compiler/image.h"
#include "compiler/image_text.h"
#include "compiler/make_image.h"
#include "platform/pages.h"
#include "runtime/module/fat_wrapper.h"

namespace riffle::module {
namespace {

std::string some_image(std::size_t payload_bytes = 3000) {
  std::string payload(payload_bytes, '\0');
  std::mt19937 random(7);
  for (char& byte : payload) byte = static_cast<char>(random());
  return compiler::make_image({.cuda_arch = 800}, payload);
}

/// A copy whose last byte is the last one that can be read.
class AtTheEdge {
 public:
  explicit AtTheEdge(std::string_view content)
      : bytes_(platform::round_up(content.size() + 1, platform::kPageBytes)),
        pages_(static_cast<char*>(platform::reserve_pages(bytes_ + platform::kPageBytes))),
        begin_(pages_ + bytes_ - content.size()) {
    EXPECT_TRUE(platform::commit_pages(pages_, bytes_));
    std::memcpy(begin_, content.data(), content.size());
  }
  ~AtTheEdge() { platform::release_pages(pages_, bytes_ + platform::kPageBytes); }
  AtTheEdge(const AtTheEdge&) = delete;
  AtTheEdge& operator=(const AtTheEdge&) = delete;

  [[nodiscard]] const void* get() const { return begin_; }

 private:
  const std::size_t bytes_;
  char* const pages_;
  char* const begin_;
};

Code code_at(std::string_view content) {
  const AtTheEdge copy(content);
  const auto image = image_at(copy.get());
  return image ? Code::kOk : image.error().code;
}

std::string as_text(const ImageBytes& image) {
  return {reinterpret_cast<const char*>(image.data()), image.size()};
}

TEST(ImageBytesTest, AnImageIsTakenWhole) {
  const std::string image = some_image();
  const AtTheEdge copy(image);
  const auto taken = image_at(copy.get());
  ASSERT_TRUE(taken);
  EXPECT_EQ(as_text(*taken), image);
  const std::string longer = image + "what stands behind it";
  const auto first = image_in(std::as_bytes(std::span(longer)));
  ASSERT_TRUE(first);
  EXPECT_EQ(as_text(*first), image);
}

TEST(ImageBytesTest, TheImageInATextIsTaken) {
  const std::string image = some_image();
  const std::string text = ".version 8.0\n" + compiler::image_comment(image);
  const AtTheEdge ended(text + '\0');
  const auto taken = image_at(ended.get());
  ASSERT_TRUE(taken);
  EXPECT_EQ(as_text(*taken), image);
  EXPECT_EQ(code_at(text), Code::kOk);  // the memory ends where the text does
}

TEST(ImageBytesTest, EveryTruncationIsRefused) {
  const std::string image = some_image(300);
  for (std::size_t bytes = 0; bytes < image.size(); ++bytes) {
    EXPECT_EQ(code_at(image.substr(0, bytes)), Code::kInvalidKernelImage) << bytes << " bytes";
    const auto known = image_in(std::as_bytes(std::span(image.data(), bytes)));
    ASSERT_FALSE(known) << bytes << " bytes";
    EXPECT_EQ(known.error().code, Code::kInvalidKernelImage) << bytes << " bytes";
    EXPECT_FALSE(known.error().text.empty());
  }
}

TEST(ImageBytesTest, EveryWrongBitOfTheCodeIsRefused) {
  const std::string image = some_image(64);
  for (std::size_t bit = 0; bit < 8 * image.size(); ++bit) {
    std::string wrong = image;
    wrong[bit / 8] = static_cast<char>(wrong[bit / 8] ^ (1 << bit % 8));
    const std::size_t byte = bit / 8;
    // Flags, architecture and optimisation level are not what the hash is of.
    const bool is_told_apart = byte < offsetof(compiler::ImageHeader, flags) ||
                               byte >= offsetof(compiler::ImageHeader, payload_bytes);
    if (is_told_apart) EXPECT_EQ(code_at(wrong), Code::kInvalidKernelImage) << "bit " << bit;
  }
}

TEST(ImageBytesTest, RandomDamageIsRefused) {
  std::mt19937 random(11);
  const std::string image = some_image(500);
  const std::string text = ".version 8.0\n" + compiler::image_comment(image);
  for (int round = 0; round < 3000; ++round) {
    std::string wrong = round % 2 == 0 ? image : text;
    for (unsigned changes = 1 + random() % 8; changes > 0; --changes)
      wrong[random() % wrong.size()] = static_cast<char>(random());
    if (random() % 3 == 0) wrong.resize(random() % wrong.size());
    const AtTheEdge copy(wrong);
    const auto taken = image_at(copy.get());
    if (taken) {
      EXPECT_TRUE(image_in(*taken)) << "round " << round;
    } else {
      EXPECT_FALSE(taken.error().text.empty()) << "round " << round;
    }
  }
}

TEST(ImageBytesTest, OtherCodeIsNamed) {
  EXPECT_EQ(code_at("rubbish"), Code::kInvalidKernelImage);
  EXPECT_EQ(code_at(""), Code::kInvalidKernelImage);
  EXPECT_EQ(code_at("// no code\n"), Code::kInvalidKernelImage);
  EXPECT_EQ(code_at("\x7f"
                    "ELF\2\1\1\0"),
            Code::kNoKernelImageForDevice);
  EXPECT_EQ(image_at(nullptr).error().code, Code::kInvalidKernelImage);
}

TEST(ImageBytesTest, FilesAreReadAndNamed) {
  const std::string path = testing::TempDir() + "image_bytes_test.cubin";
  const std::string image = some_image();
  std::ofstream(path, std::ios::binary) << image;
  const auto taken = image_in_file(path);
  ASSERT_TRUE(taken);
  EXPECT_EQ(as_text(*taken), image);
  std::ofstream(path, std::ios::binary) << image.substr(0, 100);
  const auto cut = image_in_file(path);
  ASSERT_FALSE(cut);
  EXPECT_EQ(cut.error().code, Code::kInvalidKernelImage);
  EXPECT_TRUE(cut.error().text.starts_with(path));
  EXPECT_EQ(image_in_file("no/such/file").error().code, Code::kFileNotFound);
}

/// A fat binary with one entry that is not compressed.
std::string fat_binary(std::uint16_t kind, std::string_view content) {
  std::string binary(80, '\0');
  const auto put = [&](std::size_t at, auto number) {
    std::memcpy(binary.data() + at, &number, sizeof number);
  };
  put(0, std::uint32_t{0xba55ed50});
  put(4, std::uint32_t{0x10'0001});
  put(8, std::uint64_t{64 + content.size()});
  put(16, kind);
  put(20, std::uint32_t{64});
  put(24, std::uint64_t{content.size()});
  put(44, std::uint32_t{90});
  return binary.append(content);
}

TEST(ImageBytesTest, AWrapperLeadsToTheImage) {
  const std::string image = some_image();
  const FatBinWrapper wrapper{.image = image.data()};
  const auto taken = image_at(&wrapper);
  ASSERT_TRUE(taken);
  EXPECT_EQ(as_text(*taken), image);
}

TEST(ImageBytesTest, FatBinariesWithoutPtxHaveNoImage) {
  const std::string binary = fat_binary(2, "code of a processor");
  EXPECT_EQ(code_at(binary), Code::kNoKernelImageForDevice);
  for (std::size_t bytes = 4; bytes < binary.size(); ++bytes)
    EXPECT_EQ(code_at(binary.substr(0, bytes)), Code::kInvalidKernelImage) << bytes;
  const FatBinWrapper wrapper{.image = binary.data()};
  EXPECT_EQ(image_at(&wrapper).error().code, Code::kNoKernelImageForDevice);
  const std::array<const void*, 2> parts = {binary.data(), nullptr};
  const FatBinWrapper of_parts{.version = 2, .image = nullptr, .parts = parts.data()};
  EXPECT_EQ(image_at(&of_parts).error().code, Code::kNoKernelImageForDevice);
}

TEST(ImageBytesTest, WrappersThatLeadNowhereAreRefused) {
  const FatBinWrapper nothing{};
  EXPECT_EQ(image_at(&nothing).error().code, Code::kInvalidKernelImage);
  FatBinWrapper itself;
  itself.image = &itself;
  EXPECT_EQ(image_at(&itself).error().code, Code::kInvalidKernelImage);
  const FatBinWrapper unreadable{.image = reinterpret_cast<const void*>(0x10)};
  EXPECT_EQ(image_at(&unreadable).error().code, Code::kInvalidKernelImage);
  const AtTheEdge endless(std::string(8, '\1'));  // one address, and then no memory
  const FatBinWrapper of_parts{.version = 2,
                               .parts = static_cast<const void* const*>(endless.get())};
  EXPECT_EQ(image_at(&of_parts).error().code, Code::kInvalidKernelImage);
  const FatBinWrapper cut_off{};
  EXPECT_EQ(code_at({reinterpret_cast<const char*>(&cut_off), 20}), Code::kInvalidKernelImage);
}

}  // namespace
}  // namespace riffle::module
