// SPDX-License-Identifier: Apache-2.0
// Writes animated GIF files of at most 256 colours, compressed with LZW as the format demands.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

namespace gif {

struct Colour {
  std::uint8_t red, green, blue;
};

inline void append_u16(std::string& bytes, int value) {
  bytes += static_cast<char>(value & 255);
  bytes += static_cast<char>(value >> 8 & 255);
}

// Codes of growing width, least significant bit first, in blocks of at most 255 bytes.
class CodeStream {
 public:
  explicit CodeStream(std::string& out) : out_(out) {}
  void put(unsigned code, int width) {
    bits_ |= code << count_;
    for (count_ += width; count_ >= 8; count_ -= 8, bits_ >>= 8) put_byte(bits_ & 255);
  }
  void finish() {
    if (count_ > 0) put_byte(bits_ & 255);
    flush_block();
    out_ += '\0';  // no more blocks
  }

 private:
  void put_byte(unsigned byte) {
    block_ += static_cast<char>(byte);
    if (block_.size() == 255) flush_block();
  }
  void flush_block() {
    if (block_.empty()) return;
    out_ += static_cast<char>(block_.size());
    out_ += block_;
    block_.clear();
  }
  std::string& out_;
  std::string block_;
  unsigned bits_ = 0;
  int count_ = 0;
};

// LZW: strings of pixels seen before are replaced by the number under which they were entered into
// the dictionary. The dictionary is a tree: child[node * 256 + pixel] is the node of the longer
// string.
inline void append_lzw(std::string& out, const std::uint8_t* pixels, std::size_t count,
                       int colour_bits) {
  const int start_bits = colour_bits < 2 ? 2 : colour_bits;
  const unsigned clear = 1u << start_bits, end = clear + 1;
  out += static_cast<char>(start_bits);
  CodeStream codes(out);
  std::vector<std::uint16_t> child;
  unsigned next = 0;
  int width = 0;
  const auto reset = [&] {
    child.assign(std::size_t{4096} * 256, 0);
    next = end + 1;
    width = start_bits + 1;
  };
  reset();
  codes.put(clear, width);
  unsigned node = pixels[0];
  for (std::size_t i = 1; i < count; ++i) {
    const std::size_t edge = std::size_t{node} * 256 + pixels[i];
    if (child[edge] != 0) {
      node = child[edge];
      continue;
    }
    codes.put(node, width);
    if (next == 4096) {  // the dictionary is full: begin a new one
      codes.put(clear, width);
      reset();
    } else {
      if (next == 1u << width) ++width;
      child[edge] = static_cast<std::uint16_t>(next++);
    }
    node = pixels[i];
  }
  codes.put(node, width);
  codes.put(end, width);
  codes.finish();
}

/// An animation that plays for ever. Add frames, then save.
class Animation {
 public:
  /// `colours` are padded with black to a power of two. `delay_cs` is shown per frame, in 1/100 s.
  Animation(int width, int height, std::vector<Colour> colours, int delay_cs)
      : width_(width), height_(height), delay_cs_(delay_cs) {
    while ((1u << colour_bits_) < colours.size()) ++colour_bits_;
    colours.resize(std::size_t{1} << colour_bits_);
    bytes_ = "GIF89a";
    append_u16(bytes_, width);
    append_u16(bytes_, height);
    bytes_ += static_cast<char>(0xf0 | (colour_bits_ - 1));  // one palette for all frames
    bytes_.append(2, '\0');
    for (const Colour& colour : colours) {
      bytes_ += static_cast<char>(colour.red);
      bytes_ += static_cast<char>(colour.green);
      bytes_ += static_cast<char>(colour.blue);
    }
    bytes_.append("\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0", 19);  // repeat for ever
  }

  /// `pixels` holds width * height colour numbers, row by row.
  void add_frame(const std::uint8_t* pixels) {
    bytes_.append("\x21\xf9\x04\x04", 4);
    append_u16(bytes_, delay_cs_);
    bytes_.append("\0\0\x2c\0\0\0\0", 7);
    append_u16(bytes_, width_);
    append_u16(bytes_, height_);
    bytes_ += '\0';
    append_lzw(bytes_, pixels, static_cast<std::size_t>(width_) * height_, colour_bits_);
  }

  /// False when the file cannot be written; errno says why.
  bool save(const std::string& path) const {
    std::FILE* out = std::fopen(path.c_str(), "wb");
    if (out == nullptr) return false;
    const std::string file = bytes_ + ";";
    const bool written = std::fwrite(file.data(), 1, file.size(), out) == file.size();
    return (std::fclose(out) == 0) && written;
  }

 private:
  int width_, height_, delay_cs_;
  int colour_bits_ = 1;
  std::string bytes_;
};

}  // namespace gif
