// SPDX-License-Identifier: Apache-2.0
#include "libraries/nvjpeg/image.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "libraries/stream_work.h"

namespace riffle::nvjpeg {
namespace {

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

/// Finds the frame's marker, for what libjpeg-turbo's interface does not tell.
void read_frame(const unsigned char* data, std::size_t length, Info& info) {
  std::size_t at = 2;
  while (at + 4 <= length && data[at] == 0xff) {
    const unsigned char marker = data[at + 1];
    const bool is_frame =
        marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
    if (is_frame && at + 5 <= length) {
      info.encoding =
          marker <= 0xc3 ? static_cast<nvjpegJpegEncoding_t>(marker) : NVJPEG_ENCODING_UNKNOWN;
      info.precision = data[at + 4];
      info.frame = at;
      return;
    }
    if (marker == 0xff) {
      ++at;
      continue;
    }
    at += 2 + (std::size_t{data[at + 2]} << 8 | data[at + 3]);
  }
}

/// libjpeg-turbo decodes what it can: with a warning the image is there, but for what is cut off. Thumbnails, which have an end of
/// their own, lie before the frame.
nvjpegStatus_t status_of(const TurboJpeg& turbo, void* instance, int failed,
                         const unsigned char* data, std::size_t length, const Info& info) {
  if (failed == 0) return NVJPEG_STATUS_SUCCESS;
  constexpr int kWarning = 0;
  if (turbo.error_code(instance) != kWarning) return NVJPEG_STATUS_BAD_JPEG;
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
  if (data == nullptr || length == 0) return NVJPEG_STATUS_INVALID_PARAMETER;
  const TurboJpeg* const turbo = turbojpeg();
  if (turbo == nullptr) return NVJPEG_STATUS_NOT_INITIALIZED;
  const Instance instance(turbo->init_decompress());
  if (instance == nullptr) return NVJPEG_STATUS_ALLOCATOR_FAILURE;
  int samples = 0;
  int colours = 0;
  if (length < 4 || data[0] != 0xff || data[1] != 0xd8 ||
      turbo->decompress_header(instance.get(), data, length, &info.width, &info.height, &samples,
                               &colours) != 0)
    return NVJPEG_STATUS_BAD_JPEG;
  if (samples < 0 || samples > static_cast<int>(Samples::k411) || colours >= kCmyk)
    return NVJPEG_STATUS_JPEG_NOT_SUPPORTED;
  info.samples = static_cast<Samples>(samples);
  read_frame(data, length, info);
  return NVJPEG_STATUS_SUCCESS;
}

nvjpegStatus_t decode(const unsigned char* data, std::size_t length, const Info& info,
                      nvjpegOutputFormat_t format, bool with_interpolation, Decoded& decoded) {
  const TurboJpeg* const turbo = turbojpeg();
  if (turbo == nullptr) return NVJPEG_STATUS_NOT_INITIALIZED;
  const Instance instance(turbo->init_decompress());
  if (instance == nullptr) return NVJPEG_STATUS_ALLOCATOR_FAILURE;
  const int flags = kAccurateDct | (with_interpolation ? 0 : kFastUpsampling);
  const auto pixels = [&](Pixels wanted, Plane& plane) {
    return decode_pixels(*turbo, instance.get(), data, length, info, wanted, flags, plane);
  };
  decoded.clear();
  switch (format) {
    case NVJPEG_OUTPUT_UNCHANGED:
    case NVJPEG_OUTPUT_YUV:
      return decode_planes(*turbo, instance.get(), data, length, info, flags, decoded);
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
