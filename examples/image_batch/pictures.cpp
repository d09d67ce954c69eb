// SPDX-License-Identifier: Apache-2.0
// Decoding and encoding with libjpeg and libpng. libjpeg reports errors by jumping out of the
// library (setjmp/longjmp), so its functions below own nothing that a destructor would have to
// free.
#include "pictures.h"

#include <cerrno>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include <jpeglib.h>
// after jpeglib.h:
#include <jerror.h>
#include <png.h>

namespace {

constexpr long kMostPixels = 400L * 1000 * 1000;

struct JpegErrors {
  jpeg_error_mgr manager;  // first, so that libjpeg's pointer to it is a pointer to this
  std::jmp_buf escape;
  char text[JMSG_LENGTH_MAX];
};

[[noreturn]] void on_error(j_common_ptr jpeg) {
  auto* errors = reinterpret_cast<JpegErrors*>(jpeg->err);
  jpeg->err->format_message(jpeg, errors->text);
  std::longjmp(errors->escape, 1);
}

// libjpeg carries on after damage and fills the rest with grey. A cut-off photograph must not come
// out as a good one, so these warnings count as errors; harmless ones (stray bytes between parts)
// do not.
void on_message(j_common_ptr jpeg, int level) {
  const int code = jpeg->err->msg_code;
  if (level < 0 &&
      (code == JWRN_JPEG_EOF || code == JWRN_HIT_MARKER || code == JWRN_HUFF_BAD_CODE)) {
    on_error(jpeg);
  }
}

void set_up(JpegErrors& errors) {
  jpeg_std_error(&errors.manager);
  errors.manager.error_exit = on_error;
  errors.manager.emit_message = on_message;
}

void check_size(long width, long height) {
  if (width <= 0 || height <= 0 || width * height > kMostPixels) {
    throw PictureError("size " + std::to_string(width) + " x " + std::to_string(height) +
                       " is out of range");
  }
}

// True when all went well. On failure errors.text says why. `buffer` must stay valid.
bool jpeg_header(jpeg_decompress_struct& jpeg, JpegErrors& errors, const unsigned char* bytes,
                 std::size_t size) {
  if (setjmp(errors.escape)) return false;
  jpeg_mem_src(&jpeg, bytes, size);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.out_color_space = JCS_RGB;
  jpeg_start_decompress(&jpeg);
  return true;
}

bool jpeg_rows(jpeg_decompress_struct& jpeg, JpegErrors& errors, std::uint8_t* rgb) {
  if (setjmp(errors.escape)) return false;
  const std::size_t pitch = std::size_t{jpeg.output_width} * 3;
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW row = rgb + jpeg.output_scanline * pitch;
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_decompress(&jpeg);
  return true;
}

void decode_jpeg(const std::vector<std::uint8_t>& file, PixelSink& sink) {
  jpeg_decompress_struct jpeg;
  JpegErrors errors;
  jpeg.err = &errors.manager;
  set_up(errors);
  jpeg_create_decompress(&jpeg);
  struct Destroy {
    jpeg_decompress_struct& jpeg;
    ~Destroy() { jpeg_destroy_decompress(&jpeg); }
  } destroy{jpeg};
  if (!jpeg_header(jpeg, errors, file.data(), file.size())) throw PictureError(errors.text);
  check_size(jpeg.output_width, jpeg.output_height);
  std::uint8_t* rgb =
      sink.rgb_buffer(static_cast<int>(jpeg.output_width), static_cast<int>(jpeg.output_height));
  if (!jpeg_rows(jpeg, errors, rgb)) throw PictureError(errors.text);
}

void decode_png(const std::vector<std::uint8_t>& file, PixelSink& sink) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  struct Free {
    png_image& image;
    ~Free() { png_image_free(&image); }
  } free_at_end{image};
  if (!png_image_begin_read_from_memory(&image, file.data(), file.size())) {
    throw PictureError(image.message);
  }
  check_size(image.width, image.height);
  image.format = PNG_FORMAT_RGB;
  const png_color white = {255, 255, 255};  // behind transparent pixels
  std::uint8_t* rgb =
      sink.rgb_buffer(static_cast<int>(image.width), static_cast<int>(image.height));
  if (!png_image_finish_read(&image, &white, rgb, 0, nullptr)) throw PictureError(image.message);
}

bool write_jpeg(jpeg_compress_struct& jpeg, JpegErrors& errors, const std::uint8_t* grey, int width,
                int height, unsigned char** memory, unsigned long* size) {
  if (setjmp(errors.escape)) return false;
  jpeg_mem_dest(&jpeg, memory, size);
  jpeg.image_width = static_cast<JDIMENSION>(width);
  jpeg.image_height = static_cast<JDIMENSION>(height);
  jpeg.input_components = 1;
  jpeg.in_color_space = JCS_GRAYSCALE;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, 90, TRUE);
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < jpeg.image_height) {
    JSAMPROW row = const_cast<std::uint8_t*>(grey) + std::size_t{jpeg.next_scanline} * width;
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  return true;
}

std::vector<std::uint8_t> encode_jpeg(const std::uint8_t* grey, int width, int height) {
  jpeg_compress_struct jpeg;
  JpegErrors errors;
  jpeg.err = &errors.manager;
  set_up(errors);
  jpeg_create_compress(&jpeg);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  const bool written = write_jpeg(jpeg, errors, grey, width, height, &memory, &size);
  jpeg_destroy_compress(&jpeg);
  std::vector<std::uint8_t> bytes;
  if (written) bytes.assign(memory, memory + size);
  std::free(memory);
  if (!written) throw PictureError(errors.text);
  return bytes;
}

std::vector<std::uint8_t> encode_png(const std::uint8_t* grey, int width, int height) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = PNG_FORMAT_GRAY;
  image.flags = PNG_IMAGE_FLAG_FAST;  // a little larger, several times as fast
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::vector<std::uint8_t> bytes(size);
  if (!png_image_write_to_memory(&image, bytes.data(), &size, 0, grey, 0, nullptr)) {
    throw PictureError(image.message);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

std::vector<std::uint8_t> read_file(const std::string& path) {
  std::FILE* in = std::fopen(path.c_str(), "rb");
  if (in == nullptr) throw PictureError(std::strerror(errno));
  std::vector<std::uint8_t> bytes;
  std::uint8_t piece[65536];
  for (std::size_t got; (got = std::fread(piece, 1, sizeof piece, in)) > 0;) {
    bytes.insert(bytes.end(), piece, piece + got);
  }
  const int error = std::ferror(in) ? errno : 0;
  std::fclose(in);
  if (error != 0) throw PictureError(std::strerror(error));
  return bytes;
}

void decode(const std::vector<std::uint8_t>& file, PixelSink& sink) {
  const bool jpeg = file.size() >= 3 && file[0] == 0xff && file[1] == 0xd8 && file[2] == 0xff;
  const bool png = file.size() >= 8 && png_sig_cmp(file.data(), 0, 8) == 0;
  if (jpeg) {
    decode_jpeg(file, sink);
  } else if (png) {
    decode_png(file, sink);
  } else {
    throw PictureError(file.empty() ? "the file is empty" : "neither a JPEG nor a PNG picture");
  }
}

std::vector<std::uint8_t> encode_grey(const std::uint8_t* grey, int width, int height,
                                      Format format) {
  return format == Format::kJpeg ? encode_jpeg(grey, width, height)
                                 : encode_png(grey, width, height);
}
