// SPDX-License-Identifier: Apache-2.0
// What becomes of the frames: drawn in the terminal, an animated GIF, a PNG file each, or nothing.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "../common/check.h"
#include "../common/gif.h"
#include "../common/png.h"
#include "board.h"

class Film {
 public:
  Film(bool show, std::string gif_path, std::string png_prefix)
      : show_(show), gif_path_(std::move(gif_path)), png_prefix_(std::move(png_prefix)) {}

  bool wanted() const { return show_ || !gif_path_.empty() || !png_prefix_.empty(); }

  /// Boards of one size, side by side.
  void add_frame(const std::vector<Board>& boards, int generation) {
    if (show_) draw(boards, generation);
    if (gif_path_.empty() && png_prefix_.empty()) return;
    render(boards);
    if (!gif_path_.empty()) {
      if (!animation_) {
        const std::vector<gif::Colour> colours = {
            {16, 20, 30}, {120, 220, 130}, {90, 100, 120}, {0, 0, 0}};
        animation_ = std::make_unique<gif::Animation>(width_, height_, colours, 5);
      }
      animation_->add_frame(pixels_.data());
    }
    if (!png_prefix_.empty()) {
      char number[16];
      std::snprintf(number, sizeof number, "%05d.png", generation);
      const bool written = png::write(png_prefix_ + number, width_, height_, pixels_.data(),
                                      {{16, 20, 30}, {120, 220, 130}, {90, 100, 120}});
      if (!written) fail(png_prefix_ + number);
    }
    ++frames_;
  }

  void save() const {
    if (animation_) {
      if (!animation_->save(gif_path_)) fail(gif_path_);
      std::printf("%d frames in %s\n", frames_, gif_path_.c_str());
    }
    if (!png_prefix_.empty()) std::printf("%d frames in %s*.png\n", frames_, png_prefix_.c_str());
  }

 private:
  [[noreturn]] static void fail(const std::string& path) {
    std::fprintf(stderr, "cannot write %s: %s\n", path.c_str(), std::strerror(errno));
    std::exit(kWrong);
  }

  // Enlarges small boards and leaves a line between two of them.
  void render(const std::vector<Board>& boards) {
    const Board& first = boards.front();
    const int count = static_cast<int>(boards.size());
    const int scale = std::max(1, 256 / std::max(first.width, first.height));
    width_ = (first.width * scale + 2) * count - 2;
    height_ = first.height * scale;
    pixels_.assign(static_cast<std::size_t>(width_) * height_, 2);
    for (int k = 0; k < count; ++k) {
      for (int y = 0; y < height_; ++y) {
        std::uint8_t* row =
            &pixels_[static_cast<std::size_t>(y) * width_ + k * (first.width * scale + 2)];
        const int* cells = &boards[k].cells[static_cast<std::size_t>(y / scale) * first.width];
        for (int x = 0; x < first.width * scale; ++x)
          row[x] = static_cast<std::uint8_t>(cells[x / scale]);
      }
    }
  }

  // Two cells of a column share a character. In a terminal each frame overwrites the one before.
  void draw(const std::vector<Board>& boards, int generation) const {
    const bool terminal = isatty(STDOUT_FILENO) != 0;
    std::string text = terminal ? "\x1b[H\x1b[2J" : "";
    const Board& first = boards.front();
    const int rows = terminal ? std::min(first.height, 64) : first.height;
    const int columns =
        terminal ? std::min(first.width, 160 / static_cast<int>(boards.size())) : first.width;
    for (int y = 0; y < rows; y += 2) {
      for (const Board& board : boards) {
        for (int x = 0; x < columns; ++x) {
          const int upper = board.cells[static_cast<std::size_t>(y) * board.width + x];
          const int lower = y + 1 < board.height
                                ? board.cells[static_cast<std::size_t>(y + 1) * board.width + x]
                                : 0;
          text += upper ? (lower ? "█" : "▀") : (lower ? "▄" : " ");
        }
        text += "|";
      }
      text += "\n";
    }
    std::printf("%sgeneration %d\n", text.c_str(), generation);
    std::fflush(stdout);
    if (terminal) std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }

  bool show_;
  std::string gif_path_, png_prefix_;
  std::unique_ptr<gif::Animation> animation_;
  std::vector<std::uint8_t> pixels_;
  int width_ = 0, height_ = 0, frames_ = 0;
};
