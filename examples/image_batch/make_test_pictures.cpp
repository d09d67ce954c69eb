// SPDX-License-Identifier: Apache-2.0
// Makes the folder with which image_batch is tested: small JPEG and PNG pictures of several kinds
// and sizes, and three files that only pretend to be pictures.
//
//   usage: make_test_pictures FOLDER        prints how many are good and how many are not
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>
#include <vector>

#include <jpeglib.h>
// after jpeglib.h:
#include <png.h>

namespace {

void save(const std::string& path, const std::vector<std::uint8_t>& bytes) {
  std::FILE* out = std::fopen(path.c_str(), "wb");
  if (out == nullptr || std::fwrite(bytes.data(), 1, bytes.size(), out) != bytes.size() ||
      std::fclose(out) != 0) {
    std::perror(path.c_str());
    std::exit(1);
  }
}

// A colourful pattern without symmetry, so that exchanged channels or rows would show.
std::vector<std::uint8_t> pattern(int width, int height, int channels) {
  std::vector<std::uint8_t> pixels(static_cast<std::size_t>(width) * height * channels);
  for (std::size_t i = 0; i < pixels.size(); ++i) {
    const std::size_t pixel = i / channels;
    const std::size_t x = pixel % width, y = pixel / width, channel = i % channels;
    pixels[i] =
        static_cast<std::uint8_t>((x * (3 + channel) + y * (7 - 2 * channel) + 40 * channel) & 255);
  }
  return pixels;
}

std::vector<std::uint8_t> jpeg(int width, int height, bool colour) {
  jpeg_compress_struct writer;
  jpeg_error_mgr errors;
  writer.err = jpeg_std_error(&errors);  // ends the program on an error
  jpeg_create_compress(&writer);
  unsigned char* memory = nullptr;
  unsigned long size = 0;
  jpeg_mem_dest(&writer, &memory, &size);
  writer.image_width = static_cast<JDIMENSION>(width);
  writer.image_height = static_cast<JDIMENSION>(height);
  writer.input_components = colour ? 3 : 1;
  writer.in_color_space = colour ? JCS_RGB : JCS_GRAYSCALE;
  jpeg_set_defaults(&writer);
  jpeg_start_compress(&writer, TRUE);
  std::vector<std::uint8_t> pixels = pattern(width, height, writer.input_components);
  while (writer.next_scanline < writer.image_height) {
    JSAMPROW row =
        &pixels[static_cast<std::size_t>(writer.next_scanline) * width * writer.input_components];
    jpeg_write_scanlines(&writer, &row, 1);
  }
  jpeg_finish_compress(&writer);
  jpeg_destroy_compress(&writer);
  std::vector<std::uint8_t> bytes(memory, memory + size);
  std::free(memory);
  return bytes;
}

std::vector<std::uint8_t> png(int width, int height, png_uint_32 format) {
  png_image image;
  std::memset(&image, 0, sizeof image);
  image.version = PNG_IMAGE_VERSION;
  image.width = static_cast<png_uint_32>(width);
  image.height = static_cast<png_uint_32>(height);
  image.format = format;
  const std::vector<std::uint8_t> pixels = pattern(width, height, PNG_IMAGE_PIXEL_CHANNELS(format));
  png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(image);
  std::vector<std::uint8_t> bytes(size);
  if (!png_image_write_to_memory(&image, bytes.data(), &size, 0, pixels.data(), 0, nullptr)) {
    std::fprintf(stderr, "%s\n", image.message);
    std::exit(1);
  }
  bytes.resize(size);
  return bytes;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: %s FOLDER\n", argv[0]);
    return 2;
  }
  const std::string folder = argv[1];
  std::filesystem::create_directories(folder + "/deeper/still");

  const std::vector<std::uint8_t> photograph = jpeg(640, 481, true);
  save(folder + "/photograph.jpg", photograph);
  save(folder + "/CAPITALS.JPEG", jpeg(33, 17, true));
  save(folder + "/already_grey.jpg", jpeg(64, 64, false));
  save(folder + "/one_pixel.png", png(1, 1, PNG_FORMAT_RGB));
  save(folder + "/deeper/see_through.png", png(301, 100, PNG_FORMAT_RGBA));
  save(folder + "/deeper/still/wide.png", png(2000, 3, PNG_FORMAT_RGB));

  save(folder + "/cut_off.jpg", {photograph.begin(), photograph.begin() + photograph.size() / 2});
  save(folder + "/deeper/empty.png", {});
  const std::string text = "this is no picture\n";
  save(folder + "/text.jpg", {text.begin(), text.end()});
  save(folder + "/notes.txt", {text.begin(), text.end()});  // not even called a picture: ignored
  std::puts("pictures=6 skipped=3");
  return 0;
}
