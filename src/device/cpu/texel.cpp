// SPDX-License-Identifier: Apache-2.0
// The roundings were measured on an H200: floats are summed exactly and rounded once, halves away from zero, with
// denormals as zero; normalised integers of 8 and 16 bits are filtered as integers of 16 bits, before they become floats.
#include "device/cpu/texel.h"

#include <bit>
#include <cmath>
#include <cstring>

#include "device/cpu/block_executor.h"
#include "device/cpu/srgb_table.h"

namespace riffle::device {
namespace {

constexpr std::uint32_t kNan = 0x7fffffff;  // what hardware makes
constexpr double kSmallestNormal = 0x1p-126;

/// For the summary of an instrumented kernel.
void note_read(const riffle_image& image, const char* element) {
  AccessNotes* const notes = BlockExecutor::notes();
  if (notes == nullptr || element == image.border_element) return;
  notes->note_range(reinterpret_cast<std::uintptr_t>(element), image.element_bytes,
                    AccessKind::kRead, nullptr);
}

template <class T>
T load(const char* from, unsigned index) {
  T value;
  std::memcpy(&value, from + index * sizeof(T), sizeof(T));
  return value;
}

/// Not-a-numbers keep their bits.
float from_half(std::uint16_t half) {
  if ((half & 0x7c00) != 0x7c00) return static_cast<float>(std::bit_cast<_Float16>(half));
  const std::uint32_t sign = (half & 0x8000u) << 16, rest = (half & 0x3ffu) << 13;
  return std::bit_cast<float>(sign | 0x7f800000u | rest);
}

std::uint32_t packed_bits(std::uint32_t element, unsigned channel) {
  return channel == 3 ? element >> 30 : element >> (10 * channel) & 1023;
}

bool is_float(const riffle_image& image) {
  return image.type == RIFFLE_CHANNEL_F16 || image.type == RIFFLE_CHANNEL_F32;
}
/// sRGB has its own table of floats; alpha is as without.
bool is_converted(const riffle_image& image, unsigned channel) {
  return image.is_srgb != 0 && image.type == RIFFLE_CHANNEL_U8 && channel < 3;
}
bool is_signed(const riffle_image& image) {
  return image.type == RIFFLE_CHANNEL_S8 || image.type == RIFFLE_CHANNEL_S16;
}
double full_scale(const riffle_image& image) { return is_signed(image) ? 32767.0 : 65535.0; }

std::uint32_t integer_channel(const riffle_image& image, const char* element, unsigned i) {
  switch (image.type) {
    case RIFFLE_CHANNEL_U8:
      return load<std::uint8_t>(element, i);
    case RIFFLE_CHANNEL_S8:
      return static_cast<std::uint32_t>(load<std::int8_t>(element, i));
    case RIFFLE_CHANNEL_U16:
      return load<std::uint16_t>(element, i);
    case RIFFLE_CHANNEL_S16:
      return static_cast<std::uint32_t>(load<std::int16_t>(element, i));
    case RIFFLE_CHANNEL_U1010102:
      return packed_bits(load<std::uint32_t>(element, 0), i);
    default:
      return load<std::uint32_t>(element, i);
  }
}

float float_channel(const riffle_image& image, const char* element, unsigned i) {
  return image.type == RIFFLE_CHANNEL_F16 ? from_half(load<std::uint16_t>(element, i))
                                          : load<float>(element, i);
}

/// A whole of `most`, exactly rounded.
float fraction(std::int32_t value, std::int32_t most) {
  const double exact = static_cast<double>(value) / most;
  return static_cast<float>(exact < -1 ? -1 : exact);
}

float bounded_fraction(float value, float least) {
  return std::isnan(value) ? 0 : value < least ? least : value > 1 ? 1 : value;
}

/// Halves towards zero.
std::uint32_t whole_of(float value, float most, float least) {
  const float exact = bounded_fraction(value, least) * most;
  const float size = std::ceil(std::fabs(exact) - 0.5F);
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(std::copysign(size, exact)));
}

/// The 16 bits that the filter works with.
std::int32_t filtered_integer(const riffle_image& image, const char* element, unsigned i) {
  const auto value = static_cast<std::int32_t>(integer_channel(image, element, i));
  switch (image.type) {
    case RIFFLE_CHANNEL_U8:
      return value * 257;
    case RIFFLE_CHANNEL_S8:
      return value * 258 + (value >= 64 ? 1 : 0) - (value <= -65 ? 1 : 0);
    case RIFFLE_CHANNEL_U1010102:
      if (element == image.border_element)
        return static_cast<std::int32_t>(whole_of(image.border[i], 65535, 0));
      return i == 3 ? value * 21845 : value << 6 | value >> 4;
    default:
      return value;
  }
}

/// Halves away from zero; denormals are zero.
std::uint32_t rounded(double sum) {
  if (std::isnan(sum)) return kNan;
  if (std::fabs(sum) < kSmallestNormal) return std::signbit(sum) ? 0x80000000u : 0u;
  constexpr std::uint64_t kDropped = (std::uint64_t{1} << 29) - 1;
  if (std::isinf(sum)) return std::bit_cast<std::uint32_t>(static_cast<float>(sum));
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(sum) + (kDropped >> 1) + 1;
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits & ~kDropped)));
}

/// The same to the precision of a half.
std::uint32_t rounded_to_half(double sum) {
  constexpr double kSmallestHalf = 0x1p-14, kDenormalStep = 0x1p-24;
  if (!(std::fabs(sum) <= 65504)) return rounded(sum);
  if (std::fabs(sum) < kSmallestHalf)
    return std::bit_cast<std::uint32_t>(
        static_cast<float>(std::round(sum / kDenormalStep) * kDenormalStep));
  constexpr std::uint64_t kDropped = (std::uint64_t{1} << 42) - 1;
  const std::uint64_t bits = std::bit_cast<std::uint64_t>(sum) + (kDropped >> 1) + 1;
  return std::bit_cast<std::uint32_t>(static_cast<float>(std::bit_cast<double>(bits & ~kDropped)));
}

double without_denormals(float value) {
  return std::fabs(double{value}) < kSmallestNormal ? std::copysign(0.0, value) : value;
}

/// Towards zero, and never an infinity, as hardware narrows the border's colour.
std::uint16_t half_of(float value) {
  constexpr float kLargest = 65504;
  if (std::isnan(value)) return 0x7fff;
  const float bounded = std::fabs(value) < kLargest ? value : std::copysign(kLargest, value);
  auto half = static_cast<_Float16>(bounded);
  if (std::fabs(static_cast<float>(half)) > std::fabs(bounded))
    half =
        std::bit_cast<_Float16>(static_cast<std::uint16_t>(std::bit_cast<std::uint16_t>(half) - 1));
  return std::bit_cast<std::uint16_t>(half);
}

/// The bits of a border's channel in the texture's format.
std::uint32_t border_bits(const riffle_image& image, unsigned i) {
  const float value = image.border[i];
  if (image.type == RIFFLE_CHANNEL_F16) return half_of(value);
  if (image.type == RIFFLE_CHANNEL_U1010102) return whole_of(value, i == 3 ? 3 : 1023, 0);
  if (image.reads_as_float == 0) return std::bit_cast<std::uint32_t>(value);
  switch (image.type) {
    case RIFFLE_CHANNEL_U8:
      return whole_of(value, 255, 0);
    case RIFFLE_CHANNEL_S8:
      return whole_of(value, 127, -1);
    case RIFFLE_CHANNEL_U16:
      return whole_of(value, 65535, 0);
    default:
      return whole_of(value, 32767, -1);
  }
}

/// Of an sRGB texture: a colour that is linear, with the table's precision.
float linear_border(float value) {
  const auto bits = std::bit_cast<std::uint32_t>(bounded_fraction(value, 0));
  return std::bit_cast<float>((bits + 0x8000) & 0xffff0000);
}

float linear_channel(const riffle_image& image, const char* element, unsigned i) {
  if (element == image.border_element) return linear_border(image.border[i]);
  return linear_of_srgb(load<std::uint8_t>(element, i));
}

float normalized_channel(const riffle_image& image, const char* element, unsigned i) {
  if (is_converted(image, i)) return linear_channel(image, element, i);
  const auto value = static_cast<std::int32_t>(integer_channel(image, element, i));
  switch (image.type) {
    case RIFFLE_CHANNEL_U8:
      return fraction(value, 255);
    case RIFFLE_CHANNEL_S8:
      return fraction(value, 127);
    case RIFFLE_CHANNEL_U16:
      return fraction(value, 65535);
    case RIFFLE_CHANNEL_S16:
      return fraction(value, 32767);
    default:
      return fraction(value, i == 3 ? 3 : 1023);
  }
}

}  // namespace

void make_border_element(riffle_image& image) {
  const unsigned bytes = image.element_bytes / image.channels;
  std::uint32_t packed = 0;
  for (unsigned i = 0; i < image.channels; ++i) {
    const std::uint32_t bits = border_bits(image, i);
    packed |= bits << (10 * i);
    if (image.type != RIFFLE_CHANNEL_U1010102)
      std::memcpy(image.border_element + i * bytes, &bits, bytes);
  }
  if (image.type == RIFFLE_CHANNEL_U1010102)
    std::memcpy(image.border_element, &packed, sizeof packed);
}

Texel read_texel(const riffle_image& image, const char* element) {
  note_read(image, element);
  Texel texel;
  for (unsigned i = 0; i < image.channels; ++i) {
    if (image.reads_as_float != 0) {
      texel.channel[i] = std::bit_cast<std::uint32_t>(normalized_channel(image, element, i));
    } else if (is_float(image)) {
      texel.channel[i] = std::bit_cast<std::uint32_t>(float_channel(image, element, i));
    } else {
      texel.channel[i] = integer_channel(image, element, i);
    }
  }
  return texel;
}

void TexelSum::add(const char* element, int weight) {
  if (weight == 0) return;  // infinities that have no part in it
  note_read(image_, element);
  for (unsigned i = 0; i < image_.channels; ++i) {
    if (is_float(image_)) {
      const double value = without_denormals(float_channel(image_, element, i));
      number_[i] = number_[i] == 0 && value == 0 && std::signbit(value)
                       ? value
                       : number_[i] + value * weight;
    } else if (is_converted(image_, i)) {
      number_[i] += double{linear_channel(image_, element, i)} * weight;
    } else {
      integer_[i] += filtered_integer(image_, element, i) * weight;
    }
  }
}

Texel TexelSum::result() const {
  Texel texel;
  for (unsigned i = 0; i < image_.channels; ++i) {
    if (is_float(image_) || is_converted(image_, i)) {
      const double sum = number_[i] / 256;
      texel.channel[i] = image_.type == RIFFLE_CHANNEL_F32 ? rounded(sum) : rounded_to_half(sum);
    } else {
      const std::int32_t whole = (integer_[i] + 128) >> 8;
      texel.channel[i] = std::bit_cast<std::uint32_t>(
          fraction(whole, static_cast<std::int32_t>(full_scale(image_))));
    }
  }
  return texel;
}

Texel blend(const riffle_image& image, const Texel& first, const Texel& second, int weight) {
  if (weight == 0) return first;
  Texel texel;
  for (unsigned i = 0; i < image.channels; ++i) {
    const double a = std::bit_cast<float>(first.channel[i]);
    const double b = std::bit_cast<float>(second.channel[i]);
    texel.channel[i] = rounded((a * (256 - weight) + b * weight) / 256);
  }
  return texel;
}

}  // namespace riffle::device
