// SPDX-License-Identifier: Apache-2.0
// Writes a picture of at most 256 colours as a PNG file, in 60 lines and without a library: the
// pixels are stored, not compressed, which the format allows.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace png {

struct Colour {
  std::uint8_t red, green, blue;
};

inline void append_u32(std::string& bytes, std::uint32_t value) {
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(value >> shift);
}

inline std::uint32_t crc32(const std::string& bytes) {
  std::uint32_t crc = 0xffffffffu;
  for (char byte : bytes) {
    crc ^= static_cast<std::uint8_t>(byte);
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ (0xedb88320u & (0u - (crc & 1u)));
  }
  return ~crc;
}

// A chunk of the file: length, name, content, checksum of name and content.
inline void append_chunk(std::string& file, const char* name, const std::string& content) {
  append_u32(file, static_cast<std::uint32_t>(content.size()));
  const std::string checked = name + content;
  file += checked;
  append_u32(file, crc32(checked));
}

// The zlib format with "stored" blocks of at most 65,535 bytes.
inline std::string zlib_stored(const std::string& bytes) {
  std::string out = "\x78\x01";
  std::uint32_t a = 1, b = 0;  // Adler-32
  for (char byte : bytes) {
    a = (a + static_cast<std::uint8_t>(byte)) % 65521;
    b = (b + a) % 65521;
  }
  for (std::size_t at = 0; at < bytes.size(); at += 65535) {
    const std::size_t length = bytes.size() - at < 65535 ? bytes.size() - at : 65535;
    out += static_cast<char>(at + length == bytes.size());  // 1 marks the last block
    out += static_cast<char>(length & 255);
    out += static_cast<char>(length >> 8);
    out += static_cast<char>(~length & 255);
    out += static_cast<char>(~length >> 8 & 255);
    out.append(bytes, at, length);
  }
  append_u32(out, b << 16 | a);
  return out;
}

/// `pixels` holds width * height indices into `palette`, row by row. False when the file cannot be
/// written; errno says why.
inline bool write(const std::string& path, int width, int height, const std::uint8_t* pixels,
                  const std::vector<Colour>& palette) {
  std::string header, colours, rows;
  append_u32(header, static_cast<std::uint32_t>(width));
  append_u32(header, static_cast<std::uint32_t>(height));
  header.append("\x08\x03\0\0\0", 5);  // 8 bits a pixel, palette
  for (const Colour& colour : palette) {
    colours += static_cast<char>(colour.red);
    colours += static_cast<char>(colour.green);
    colours += static_cast<char>(colour.blue);
  }
  for (int y = 0; y < height; ++y) {
    rows += '\0';  // no filter in this row
    rows.append(reinterpret_cast<const char*>(pixels) + static_cast<std::size_t>(y) * width, width);
  }
  std::string file("\x89PNG\r\n\x1a\n", 8);
  append_chunk(file, "IHDR", header);
  append_chunk(file, "PLTE", colours);
  append_chunk(file, "IDAT", zlib_stored(rows));
  append_chunk(file, "IEND", "");

  std::FILE* out = std::fopen(path.c_str(), "wb");
  if (out == nullptr) return false;
  const bool written = std::fwrite(file.data(), 1, file.size(), out) == file.size();
  return (std::fclose(out) == 0) && written;
}

}  // namespace png
