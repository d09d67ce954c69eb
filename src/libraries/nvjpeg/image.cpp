// SPDX-License-Identifier: Apache-2.0
#include "libraries/nvjpeg/image.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "libraries/stream_work.h"

namespace riffle::nvjpeg {
namespace {

constexpr int kWarning = 0;  ///< libjpeg-turbo's code of errors that leave an image

struct Factors {
  int horizontal, vertical;
};
/// How many samples of luma there are for one of chroma.
Factors factors_of(Samples samples) {
  switch (samples) {
    case Samples::k422:
      return {2, 1};
    case Samples::k420:
      return {2, 2};
    case Samples::k440:
      return {1, 2};
    case Samples::k411:
      return {4, 1};
    case Samples::k444:
    case Samples::kGray:
      break;
  }
  return {1, 1};
}

int divided(int length, int factor) { return (length + factor - 1) / factor; }

std::size_t word_at(const unsigned char* data) { return std::size_t{data[0]} << 8 | data[1]; }

/// Where the next marker begins, bytes that are none being passed over. `length`: there is none.
std::size_t next_marker(const unsigned char* data, std::size_t length, std::size_t at) {
  while (at + 1 < length && (data[at] != 0xff || data[at + 1] == 0xff || data[at + 1] == 0)) ++at;
  return at + 1 < length ? at : length;
}

bool is_frame(unsigned char marker) {
  return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
}

/// By the factors of the components, which follow the frame's own numbers.
std::optional<Samples> samples_of_frame(const unsigned char* components, unsigned count) {
  if (count == 1) return Samples::kGray;
  const auto horizontal = [&](int i) { return components[3 * i + 1] >> 4; };
  const auto vertical = [&](int i) { return components[3 * i + 1] & 15; };
  if (count != 3 || horizontal(1) != horizontal(2) || vertical(1) != vertical(2))
    return std::nullopt;
  for (const Samples samples :
       {Samples::k444, Samples::k422, Samples::k420, Samples::k440, Samples::k411}) {
    const Factors factors = factors_of(samples);
    if (horizontal(1) > 0 && vertical(1) > 0 &&
        horizontal(0) == horizontal(1) * factors.horizontal &&
        vertical(0) == vertical(1) * factors.vertical)
      return samples;
  }
  return std::nullopt;
}

nvjpegStatus_t read_frame(const unsigned char* frame, std::size_t length, Info& info) {
  constexpr std::size_t kComponents = 10;
  if (length < kComponents || length < 2 + word_at(frame + 2) ||
      length < kComponents + 3u * frame[9])
    return NVJPEG_STATUS_INCOMPLETE_BITSTREAM;
  info.encoding =
      frame[1] <= 0xc3 ? static_cast<nvjpegJpegEncoding_t>(frame[1]) : NVJPEG_ENCODING_UNKNOWN;
  info.precision = frame[4];
  info.height = static_cast<int>(word_at(frame + 5));
  info.width = static_cast<int>(word_at(frame + 7));
  if (info.width == 0 || info.height == 0) return NVJPEG_STATUS_BAD_JPEG;
  const std::optional<Samples> samples = samples_of_frame(frame + kComponents, frame[9]);
  if (!samples) return NVJPEG_STATUS_JPEG_NOT_SUPPORTED;
  info.samples = *samples;
  return NVJPEG_STATUS_SUCCESS;
}

/// Markers without a length: TEM and RST0 to RST7.
bool is_alone(unsigned char marker) { return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd7); }

/// Behind the marker and what belongs to it.
std::size_t end_of_segment(const unsigned char* data, std::size_t at) {
  return is_alone(data[at + 1]) ? at + 2 : at + 2 + word_at(data + at + 2);
}

/// Whether there are bytes of a scan behind its header.
bool has_scan(const unsigned char* data, std::size_t length, std::size_t at) {
  while ((at = next_marker(data, length, at)) + 4 <= length) {
    const std::size_t end = end_of_segment(data, at);
    if (data[at + 1] == 0xda) return end < length;
    at = end;
  }
  return false;
}

/// What libjpeg-turbo writes into planes goes by what it has read itself.
bool is_as_read(const TurboJpeg& turbo, void* instance, const unsigned char* data,
                std::size_t length, const Info& info) {
  int width = 0;
  int height = 0;
  int samples = 0;
  int colours = 0;
  const int failed =
      turbo.decompress_header(instance, data, length, &width, &height, &samples, &colours);
  if (failed != 0 && turbo.error_code(instance) != kWarning) return false;
  return width == info.width && height == info.height && samples == static_cast<int>(info.samples);
}

/// libjpeg-turbo decodes what it can: with a warning the image is there, but for what is cut off. That is enough where the scans
/// have whole rows, as on an H200. Thumbnails, which have an end of their own, lie before the frame.
nvjpegStatus_t status_of(const TurboJpeg& turbo, void* instance, int failed,
                         const unsigned char* data, std::size_t length, const Info& info) {
  if (failed == 0) return NVJPEG_STATUS_SUCCESS;
  if (turbo.error_code(instance) != kWarning) return NVJPEG_STATUS_BAD_JPEG;
  if (info.encoding != NVJPEG_ENCODING_PROGRESSIVE_DCT_HUFFMAN) return NVJPEG_STATUS_SUCCESS;
  constexpr std::array<unsigned char, 2> kEnd{0xff, 0xd9};
  const unsigned char* const end = data + length;
  return std::find_end(data + std::min(info.frame, length), end, kEnd.begin(), kEnd.end()) == end
             ? NVJPEG_STATUS_INCOMPLETE_BITSTREAM
             : NVJPEG_STATUS_SUCCESS;
}

nvjpegStatus_t decode_pixels(const TurboJpeg& turbo, void* instance, const unsigned char* data,
                             std::size_t length, const Info& info, Pixels pixels, int flags,
                             Plane& plane) {
  const int bytes = pixels == Pixels::kGray ? 1 : 3;
  plane = Plane(static_cast<std::size_t>(info.width) * static_cast<std::size_t>(bytes),
                static_cast<std::size_t>(info.height));
  const int failed = turbo.decompress(instance, data, length, plane.bytes.data(), info.width,
                                      static_cast<int>(plane.row_bytes), info.height,
                                      static_cast<int>(pixels), flags);
  return status_of(turbo, instance, failed, data, length, info);
}

/// Planes as libjpeg-turbo gives them may have a column and a row more.
nvjpegStatus_t decode_planes(const TurboJpeg& turbo, void* instance, const unsigned char* data,
                             std::size_t length, const Info& info, int flags, Decoded& decoded) {
  std::array<Plane, 3> padded;
  std::array<unsigned char*, 3> pointers{};
  std::array<int, 3> strides{};
  const auto samples = static_cast<int>(info.samples);
  for (int i = 0; i < info.components(); ++i) {
    padded[i] = Plane(static_cast<std::size_t>(turbo.plane_width(i, info.width, samples)),
                      static_cast<std::size_t>(turbo.plane_height(i, info.height, samples)));
    pointers[i] = padded[i].bytes.data();
    strides[i] = static_cast<int>(padded[i].row_bytes);
  }
  const int failed = turbo.decompress_to_planes(instance, data, length, pointers.data(), info.width,
                                                strides.data(), info.height, flags);
  if (const nvjpegStatus_t status = status_of(turbo, instance, failed, data, length, info);
      status != NVJPEG_STATUS_SUCCESS)
    return status;
  for (int i = 0; i < info.components(); ++i) {
    Plane& plane =
        decoded.emplace_back(info.plane_width(i), static_cast<std::size_t>(info.plane_height(i)));
    for (std::size_t row = 0; row < plane.rows; ++row)
      std::memcpy(&plane.bytes[row * plane.row_bytes], &padded[i].bytes[row * padded[i].row_bytes],
                  plane.row_bytes);
  }
  return NVJPEG_STATUS_SUCCESS;
}

/// Luma, and chroma with both values of a sample beside each other.
nvjpegStatus_t decode_nv12(const TurboJpeg& turbo, void* instance, const unsigned char* data,
                           std::size_t length, const Info& info, int flags, Decoded& decoded) {
  if (info.samples != Samples::k420) return NVJPEG_STATUS_JPEG_NOT_SUPPORTED;
  Decoded planes;
  const nvjpegStatus_t status = decode_planes(turbo, instance, data, length, info, flags, planes);
  if (status != NVJPEG_STATUS_SUCCESS) return status;
  Plane chroma(2 * planes[1].row_bytes, planes[1].rows);
  for (std::size_t i = 0; i < planes[1].bytes.size(); ++i) {
    chroma.bytes[2 * i] = planes[1].bytes[i];
    chroma.bytes[2 * i + 1] = planes[2].bytes[i];
  }
  decoded.push_back(std::move(planes[0]));
  decoded.push_back(std::move(chroma));
  return NVJPEG_STATUS_SUCCESS;
}

/// Pixels of three components as three planes.
Decoded separated(const Plane& pixels) {
  Decoded planes(3, Plane(pixels.row_bytes / 3, pixels.rows));
  for (std::size_t i = 0; i < planes[0].bytes.size(); ++i)
    for (std::size_t component = 0; component < 3; ++component)
      planes[component].bytes[i] = pixels.bytes[3 * i + component];
  return planes;
}

}  // namespace

int Info::plane_width(int component) const {
  return component == 0 ? width : divided(width, factors_of(samples).horizontal);
}
int Info::plane_height(int component) const {
  return component == 0 ? height : divided(height, factors_of(samples).vertical);
}

nvjpegChromaSubsampling_t subsampling_of(Samples samples) {
  switch (samples) {
    case Samples::k444:
      return NVJPEG_CSS_444;
    case Samples::k422:
      return NVJPEG_CSS_422;
    case Samples::k420:
      return NVJPEG_CSS_420;
    case Samples::kGray:
      return NVJPEG_CSS_GRAY;
    case Samples::k440:
      return NVJPEG_CSS_440;
    case Samples::k411:
      return NVJPEG_CSS_411;
  }
  return NVJPEG_CSS_UNKNOWN;
}
std::optional<Samples> samples_of(nvjpegChromaSubsampling_t subsampling) {
  for (const Samples samples :
       {Samples::k444, Samples::k422, Samples::k420, Samples::kGray, Samples::k440, Samples::k411})
    if (subsampling_of(samples) == subsampling) return samples;
  return std::nullopt;
}

nvjpegStatus_t read_header(const unsigned char* data, std::size_t length, Info& info) {
  if (data == nullptr) return NVJPEG_STATUS_INVALID_PARAMETER;
  if ((length > 0 && data[0] != 0xff) || (length > 1 && data[1] != 0xd8))
    return NVJPEG_STATUS_BAD_JPEG;
  constexpr unsigned char kBegin = 0xd8;
  constexpr unsigned char kEnd = 0xd9;
  for (std::size_t at = 2; (at = next_marker(data, length, at)) + 4 <= length;
       at = end_of_segment(data, at)) {
    info.frame = at;
    if (is_frame(data[at + 1])) return read_frame(data + at, length - at, info);
    if (data[at + 1] == kEnd || data[at + 1] == kBegin) return NVJPEG_STATUS_BAD_JPEG;
  }
  return NVJPEG_STATUS_INCOMPLETE_BITSTREAM;
}

nvjpegStatus_t decode(const unsigned char* data, std::size_t length, const Info& info,
                      nvjpegOutputFormat_t format, bool with_interpolation, Decoded& decoded) {
  if (!has_scan(data, length, info.frame)) return NVJPEG_STATUS_INCOMPLETE_BITSTREAM;
  const TurboJpeg* const turbo = turbojpeg();
  if (turbo == nullptr) return NVJPEG_STATUS_NOT_INITIALIZED;
  const TurboInstance instance(turbo->init_decompress());
  if (instance == nullptr) return NVJPEG_STATUS_ALLOCATOR_FAILURE;
  if (!is_as_read(*turbo, instance.get(), data, length, info)) return NVJPEG_STATUS_BAD_JPEG;
  const int flags = kAccurateDct | (with_interpolation ? 0 : kFastUpsampling);
  const auto pixels = [&](Pixels wanted, Plane& plane) {
    return decode_pixels(*turbo, instance.get(), data, length, info, wanted, flags, plane);
  };
  decoded.clear();
  switch (format) {
    case NVJPEG_OUTPUT_UNCHANGED:
    case NVJPEG_OUTPUT_YUV:
      return decode_planes(*turbo, instance.get(), data, length, info, flags, decoded);
    case NVJPEG_OUTPUT_NV12:
      return decode_nv12(*turbo, instance.get(), data, length, info, flags, decoded);
    case NVJPEG_OUTPUT_Y:
      return pixels(Pixels::kGray, decoded.emplace_back());
    case NVJPEG_OUTPUT_RGBI:
      return pixels(Pixels::kRgb, decoded.emplace_back());
    case NVJPEG_OUTPUT_BGRI:
      return pixels(Pixels::kBgr, decoded.emplace_back());
    case NVJPEG_OUTPUT_RGB:
    case NVJPEG_OUTPUT_BGR: {
      Plane plane;
      const nvjpegStatus_t status =
          pixels(format == NVJPEG_OUTPUT_RGB ? Pixels::kRgb : Pixels::kBgr, plane);
      if (status == NVJPEG_STATUS_SUCCESS) decoded = separated(plane);
      return status;
    }
    default:
      return NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED;
  }
}

bool is_format(nvjpegOutputFormat_t format) {
  return (format >= NVJPEG_OUTPUT_UNCHANGED && format <= NVJPEG_OUTPUT_BGRI) ||
         format == NVJPEG_OUTPUT_NV12;
}

nvjpegStatus_t crop(const Info& info, nvjpegOutputFormat_t format, const Region& region,
                    Decoded& decoded) {
  if (region.width > info.width - region.x || region.height > info.height - region.y)
    return NVJPEG_STATUS_BAD_JPEG;
  std::size_t bytes = 1;
  switch (format) {
    case NVJPEG_OUTPUT_RGBI:
    case NVJPEG_OUTPUT_BGRI:
      bytes = 3;
      break;
    case NVJPEG_OUTPUT_RGB:
    case NVJPEG_OUTPUT_BGR:
    case NVJPEG_OUTPUT_Y:
      break;
    default:
      return NVJPEG_STATUS_IMPLEMENTATION_NOT_SUPPORTED;
  }
  for (Plane& plane : decoded) {
    Plane part(bytes * static_cast<std::size_t>(region.width),
               static_cast<std::size_t>(region.height));
    for (std::size_t row = 0; row < part.rows && part.row_bytes > 0; ++row)
      std::memcpy(&part.bytes[row * part.row_bytes],
                  &plane.bytes[(row + static_cast<std::size_t>(region.y)) * plane.row_bytes +
                               bytes * static_cast<std::size_t>(region.x)],
                  part.row_bytes);
    plane = std::move(part);
  }
  return NVJPEG_STATUS_SUCCESS;
}

nvjpegStatus_t copy_out(std::shared_ptr<const Decoded> decoded, const nvjpegImage_t& destination,
                        cudaStream_t stream) {
  for (std::size_t i = 0; i < decoded->size(); ++i) {
    const Plane& plane = (*decoded)[i];
    if (destination.channel[i] == nullptr || destination.pitch[i] < plane.row_bytes)
      return NVJPEG_STATUS_INVALID_PARAMETER;
  }
  // A graph copies as often as it is launched: it keeps the image, from before its first copy on.
  cudaStreamCaptureStatus capturing = cudaStreamCaptureStatusNone;
  if (cudaStreamIsCapturing(stream, &capturing) != cudaSuccess)
    return NVJPEG_STATUS_EXECUTION_FAILED;
  if (capturing != cudaStreamCaptureStatusNone &&
      libraries::enqueue(stream, [decoded] {}) != cudaSuccess)
    return NVJPEG_STATUS_EXECUTION_FAILED;
  for (std::size_t i = 0; i < decoded->size(); ++i) {
    const Plane& plane = (*decoded)[i];
    if (cudaMemcpy2DAsync(destination.channel[i], destination.pitch[i], plane.bytes.data(),
                          plane.row_bytes, plane.row_bytes, plane.rows, cudaMemcpyDefault,
                          stream) != cudaSuccess)
      return NVJPEG_STATUS_EXECUTION_FAILED;
  }
  return NVJPEG_STATUS_SUCCESS;
}

}  // namespace riffle::nvjpeg
