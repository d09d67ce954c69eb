// SPDX-License-Identifier: Apache-2.0
// Photographs in and out: JPEG through libjpeg, PNG through libpng. Nothing of CUDA here.
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

/// Why one picture could not be used. The batch goes on without it.
struct PictureError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Where the decoder may put the pixels: asks for memory once the size is known, so that the caller
/// can hand out pinned memory. Receives width and height, returns room for width * height * 3
/// bytes.
class PixelSink {
 public:
  virtual std::uint8_t* rgb_buffer(int width, int height) = 0;

 protected:
  ~PixelSink() = default;
};

/// The file's bytes. Throws PictureError.
std::vector<std::uint8_t> read_file(const std::string& path);

/// Decodes JPEG or PNG, told apart by their first bytes, to 8-bit RGB, row by row without padding.
/// Throws PictureError when the picture is damaged, cut off, or of another kind.
void decode(const std::vector<std::uint8_t>& file, PixelSink& sink);

enum class Format { kJpeg, kPng };

/// Encodes grey pixels. Throws PictureError.
std::vector<std::uint8_t> encode_grey(const std::uint8_t* grey, int width, int height,
                                      Format format);
