// SPDX-License-Identifier: Apache-2.0
// A packet of lanes gets from a texture what each of its lanes gets alone, bit by bit, and lanes that are off get nothing.
#include "device/cpu/texture_unit.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <vector>

#include "device/cpu/block_executor.h"
#include "device/cpu/launch.h"
#include "device/cpu/texel.h"
#include "device/cpu/texture_packet.h"
#include "riffle_device/image_layout.h"

namespace riffle::device {
namespace {

constexpr unsigned kWidth = 13, kHeight = 7;

/// A plane with a pitch that is wider than its rows.
class Plane {
 public:
  Plane(riffle_channel_type type, unsigned channels, std::mt19937& random)
      : bytes_(kPitch * kHeight) {
    image_.level[0] = {.base = bytes_.data(),
                       .row_pitch_bytes = kPitch,
                       .slice_pitch_bytes = kPitch * kHeight,
                       .width = kWidth,
                       .height = kHeight,
                       .depth = 1,
                       .readable_slices = 1};
    image_.kind = RIFFLE_IMAGE_TEXTURE;
    image_.level_count = 1;
    image_.type = type;
    image_.channels = channels;
    const bool is_float = type == RIFFLE_CHANNEL_F32;
    const unsigned each = is_float ? 4 : type == RIFFLE_CHANNEL_U16 ? 2 : 1;
    image_.element_bytes = channels * each;
    image_.reads_as_float = is_float ? 0 : 1;
    image_.source = RIFFLE_SOURCE_PLANE;
    for (unsigned i = 0; i < 4; ++i) image_.border[i] = 0.1F * static_cast<float>(i + 1);
    for (std::size_t i = 0; i < bytes_.size(); i += 4) {
      const std::uint32_t bits = is_float ? number(random) : random();
      std::memcpy(&bytes_[i], &bits, sizeof bits);
    }
  }
  riffle_image& image() { return image_; }

 private:
  static constexpr unsigned kPitch = 256;

  /// Mostly of usual size, some of each kind that needs care.
  static std::uint32_t number(std::mt19937& random) {
    constexpr std::uint32_t kOdd[] = {0,          0x80000000, 0x7f800000, 0xff800000, 0x7fc01234,
                                      0x00000001, 0x807fffff, 0x7f7fffff, 0x7f000000, 0x00800000};
    if (random() % 64 == 0) return kOdd[random() % std::size(kOdd)];
    return (random() & 0x80ffffff) + ((60 + random() % 120) << 23 & 0x7f800000);
  }

  std::vector<char> bytes_;
  riffle_image image_ = {};
};

float place(std::mt19937& random, bool is_normalized) {
  constexpr float kOdd[] = {0,     -0.0F,  1,    -1,     2,           0.5F,     1e-30F,
                            1e30F, -1e30F, 3e7F, 1.7e7F, 0.99999994F, INFINITY, -INFINITY};
  if (random() % 16 == 0) return kOdd[random() % std::size(kOdd)];
  if (random() % 64 == 0) return std::numeric_limits<float>::quiet_NaN();
  const float part = static_cast<float>(random() % 65536) / 65536 * 3 - 1;
  return is_normalized ? part : part * kWidth;
}

void compare(riffle_image& image, std::uint32_t lanes, std::mt19937& random) {
  const auto object = reinterpret_cast<std::uint64_t>(&image);
  float x[64], y[64], zero[64] = {};
  const std::int32_t layer[64] = {};
  for (unsigned i = 0; i < lanes; ++i) {
    x[i] = place(random, image.is_normalized != 0);
    y[i] = place(random, image.is_normalized != 0);
  }
  const std::uint64_t all = lanes == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << lanes) - 1;
  const std::uint64_t some = (std::uint64_t{random()} << 32 | random()) & all;
  const std::uint64_t mask = random() % 2 == 0 ? all : some;
  constexpr std::uint32_t kUntouched = 0xabcdef12;
  Texel together[64];
  for (Texel& texel : together) std::fill_n(texel.channel, 4, kUntouched);
  sample_packet(object, RIFFLE_SAMPLE_2D, lanes, mask, x, y, zero, layer, zero, together);
  for (unsigned i = 0; i < 64; ++i) {
    Texel alone;
    std::fill_n(alone.channel, 4, kUntouched);
    if ((mask >> i & 1) != 0) sample_texture(object, RIFFLE_SAMPLE_2D, x[i], y[i], 0, 0, 0, &alone);
    for (unsigned c = 0; c < 4; ++c)
      ASSERT_EQ(together[i].channel[c], alone.channel[c])
          << "lane " << i << " of " << lanes << " at " << x[i] << ", " << y[i] << ", channel " << c
          << ", type " << image.type << ", modes " << image.address_mode[0] << " "
          << image.address_mode[1] << ", filters " << image.filters << ", normalized "
          << image.is_normalized;
  }
}

TEST(TextureTest, PacketsGetWhatLanesGet) {
  std::mt19937 random(7);
  for (const auto type : {RIFFLE_CHANNEL_F32, RIFFLE_CHANNEL_U8, RIFFLE_CHANNEL_U16}) {
    for (unsigned kind = 0; kind < 3 * 64; ++kind) {
      Plane plane(type, 1U << kind % 3, random);
      riffle_image& image = plane.image();
      image.filters = kind & 1;
      image.is_normalized = kind >> 1 & 1;
      image.address_mode[0] = kind >> 2 & 3;
      image.address_mode[1] = kind >> 4 & 3;
      make_border_element(image);
      ASSERT_TRUE(is_common_plane(image, RIFFLE_SAMPLE_2D));
      for (const std::uint32_t lanes : {4U, 8U, 16U, 32U, 64U}) compare(image, lanes, random);
      if (HasFatalFailure()) return;
    }
  }
}

TEST(TextureTest, OtherTexturesAreNotCommon) {
  std::mt19937 random(7);
  Plane plane(RIFFLE_CHANNEL_U8, 4, random);
  riffle_image& image = plane.image();
  EXPECT_FALSE(is_common_plane(image, RIFFLE_SAMPLE_3D));
  EXPECT_FALSE(is_common_plane(image, RIFFLE_SAMPLE_2D_LAYERED));
  image.is_srgb = 1;
  EXPECT_FALSE(is_common_plane(image, RIFFLE_SAMPLE_2D));
  image.is_srgb = 0;
  image.reads_as_float = 0;
  EXPECT_FALSE(is_common_plane(image, RIFFLE_SAMPLE_2D));
  image.reads_as_float = 1;
  image.level[0].height = 1U << 24;
  EXPECT_FALSE(is_common_plane(image, RIFFLE_SAMPLE_2D));
}

TEST(Texture, WhatAnInstrumentedKernelReadsIsNoted) {
  std::mt19937 random(5);
  Plane plane(RIFFLE_CHANNEL_F32, 1, random);
  riffle_image& image = plane.image();
  image.filters = 1;
  const auto object = reinterpret_cast<std::uint64_t>(&image);
  const abi::KernelRow kernel{};
  KernelPayload launch;
  launch.kernel = &kernel;
  BlockExecutor* const executor = BlockExecutor::attach();
  ASSERT_NE(executor, nullptr);
  ASSERT_TRUE(executor->begin_notes(launch));
  // Between four elements; the second lane is off.
  const float x[] = {3.25F, 9}, y[] = {2.75F, 5}, zero[] = {0, 0};
  const std::int32_t layer[] = {0, 0};
  Texel results[2];
  sample_packet(object, RIFFLE_SAMPLE_2D, 2, 1, x, y, zero, layer, zero, results);
  executor->end_notes();
  const auto summary = take_accesses(launch);
  ASSERT_TRUE(summary.has_value());
  ASSERT_EQ(summary->ranges.size(), 2U);
  const auto base = reinterpret_cast<std::uintptr_t>(image.level[0].base);
  for (std::size_t row = 0; row < 2; ++row) {
    EXPECT_EQ(summary->ranges[row].begin, base + (2 + row) * 256 + 8);
    EXPECT_EQ(summary->ranges[row].end, base + (2 + row) * 256 + 16);
    EXPECT_EQ(summary->ranges[row].kind, AccessKind::kRead);
  }
}

}  // namespace
}  // namespace riffle::device
