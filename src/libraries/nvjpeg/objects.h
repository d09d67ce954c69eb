// SPDX-License-Identifier: Apache-2.0
// What the program's handles point to.
#pragma once

#include <memory>
#include <vector>

#include "libraries/nvjpeg/entry.h"
#include "libraries/nvjpeg/image.h"

struct nvjpegHandle {
  unsigned flags = NVJPEG_FLAGS_DEFAULT;

  [[nodiscard]] bool interpolates() const {
    return (flags & (NVJPEG_FLAGS_UPSAMPLING_WITH_INTERPOLATION)) != 0;
  }
};

struct nvjpegJpegState {
  // Of batches.
  int batch = 0;
  int threads = 1;
  nvjpegOutputFormat_t format = NVJPEG_OUTPUT_RGBI;
  /// Between the steps of one image.
  std::shared_ptr<const riffle::nvjpeg::Decoded> decoded;
};

struct nvjpegJpegStream {
  const unsigned char* data = nullptr;  ///< the program's, or of `kept`
  std::size_t length = 0;
  std::vector<unsigned char> kept;
  riffle::nvjpeg::Info info;
};

struct nvjpegDecodeParams {
  nvjpegOutputFormat_t format = NVJPEG_OUTPUT_RGBI;
  std::optional<riffle::nvjpeg::Region> region;  ///< nothing: the whole image
};

struct nvjpegJpegDecoder {};
struct nvjpegBufferPinned {};
struct nvjpegBufferDevice {};

struct nvjpegEncoderParams {
  int quality = 70;
  riffle::nvjpeg::Samples samples = riffle::nvjpeg::Samples::k444;
  bool is_progressive = false;
};

struct nvjpegEncoderState {
  std::vector<unsigned char> bitstream;
};
