// SPDX-License-Identifier: Apache-2.0
// Images as libjpeg-turbo and nvJPEG see them.
#pragma once

#include <nvjpeg.h>

#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include "libraries/nvjpeg/turbojpeg.h"

namespace riffle::nvjpeg {

/// What the header of a bitstream says.
struct Info {
  int width = 0;
  int height = 0;
  Samples samples = Samples::kGray;
  nvjpegJpegEncoding_t encoding = NVJPEG_ENCODING_UNKNOWN;
  int precision = 8;
  std::size_t frame = 0;  ///< where its marker is

  [[nodiscard]] int components() const { return samples == Samples::kGray ? 1 : 3; }
  [[nodiscard]] int plane_width(int component) const;
  [[nodiscard]] int plane_height(int component) const;
};

nvjpegStatus_t read_header(const unsigned char* data, std::size_t length, Info& info);

nvjpegChromaSubsampling_t subsampling_of(Samples samples);
/// Nothing: libjpeg-turbo does not know it.
std::optional<Samples> samples_of(nvjpegChromaSubsampling_t subsampling);

/// Rows of bytes on the host, without room between them.
struct Plane {
  std::size_t row_bytes = 0;
  std::size_t rows = 0;
  std::vector<unsigned char> bytes;

  Plane() = default;
  Plane(std::size_t row, std::size_t count) : row_bytes(row), rows(count), bytes(row * count) {}
};

/// A decoded image on the host: the planes of the output format.
using Decoded = std::vector<Plane>;

/// In pixels.
struct Region {
  int x, y, width, height;
};
/// Leaves the region of each plane, where all planes have the image's size. A part that the image does not have is an error.
nvjpegStatus_t crop(const Info& info, nvjpegOutputFormat_t format, const Region& region,
                    Decoded& decoded);

/// What there is room in nvjpegImage_t for.
bool is_format(nvjpegOutputFormat_t format);

/// `with_interpolation`: of chroma that has fewer samples.
nvjpegStatus_t decode(const unsigned char* data, std::size_t length, const Info& info,
                      nvjpegOutputFormat_t format, bool with_interpolation, Decoded& decoded);

/// Puts copies of the planes into the stream, or into its capture, which keeps the image.
nvjpegStatus_t copy_out(std::shared_ptr<const Decoded> decoded, const nvjpegImage_t& destination,
                        cudaStream_t stream);

}  // namespace riffle::nvjpeg
