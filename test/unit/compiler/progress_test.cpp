// SPDX-License-Identifier: Apache-2.0
// What a terminal shows while a program waits for a compilation, read from a pseudo-terminal.
#include <gtest/gtest.h>
#include <pty.h>
#include <unistd.h>

#include <regex>
#include <string>
#include <vector>

#include "compiler/progress.h"

namespace riffle::compiler {
namespace {

class Terminal {
 public:
  explicit Terminal(unsigned short columns) {
    const winsize size{24, columns, 0, 0};
    EXPECT_EQ(::openpty(&master_, &slave_, nullptr, nullptr, &size), 0);
  }
  ~Terminal() {
    ::close(slave_);
    ::close(master_);
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  [[nodiscard]] int descriptor() const { return slave_; }
  void print(const std::string& text) const {
    EXPECT_EQ(::write(slave_, text.data(), text.size()), static_cast<ssize_t>(text.size()));
  }
  /// Takes what is written up to and with `end`.
  void read_to(const std::string& end) {
    while (!read_.ends_with(end)) {
      char c = 0;
      ASSERT_EQ(::read(master_, &c, 1), 1);
      read_ += c;
    }
  }
  /// The lines as a person sees them, without the blanks at their ends, and n for all times.
  [[nodiscard]] std::vector<std::string> screen(std::size_t columns) const {
    std::vector<std::string> lines(1);
    std::size_t column = 0;
    for (const char c : read_) {
      if (c == '\r') {
        column = 0;
      } else if (c == '\n') {
        lines.emplace_back();
      } else {
        if (column == columns) {
          lines.emplace_back();
          column = 0;
        }
        lines.back().resize(std::max(lines.back().size(), column + 1), ' ');
        lines.back()[column++] = c;
      }
    }
    for (std::string& line : lines) {
      line.resize(line.find_last_not_of(' ') + 1);
      line = std::regex_replace(line, std::regex(", \\d+ s"), ", n s");
    }
    return lines;
  }

 private:
  int master_ = -1;
  int slave_ = -1;
  std::string read_;
};

/// Never destroyed: its thread runs on.
Progress& impatient(const Terminal& terminal) {
  return *new Progress(terminal.descriptor(), Progress::Clock::duration::zero());
}

TEST(Progress, ShowsTheKernelAndErasesIt) {
  Terminal terminal(100);
  Progress& progress = impatient(terminal);
  progress.begin("_ZN3cub6detail6KernelIiEEvPT_");
  terminal.read_to(": Kernel");
  EXPECT_EQ(terminal.screen(100),
            std::vector<std::string>{"riffle: compiling device code, n s: Kernel"});
  progress.end("_ZN3cub6detail6KernelIiEEvPT_");
  terminal.print("next\n");
  terminal.read_to("next\r\n");
  EXPECT_EQ(terminal.screen(100), (std::vector<std::string>{"next", ""}));
}

TEST(Progress, LeavesAloneWhatTheProgramHasWritten) {
  Terminal terminal(60);
  Progress& progress = impatient(terminal);
  terminal.print("sum of 10 numbers: ");
  progress.begin("k");
  terminal.read_to(": k");
  EXPECT_EQ(
      terminal.screen(60),
      (std::vector<std::string>{"sum of 10 numbers:", "riffle: compiling device code, n s: k"}));
  progress.end("k");
  terminal.print("55\n");
  terminal.read_to("55\r\n");
  EXPECT_EQ(terminal.screen(60), (std::vector<std::string>{"sum of 10 numbers:", "55", ""}));
}

TEST(Progress, CountsWhatIsDoneInOneWait) {
  Terminal terminal(100);
  Progress& progress = impatient(terminal);
  progress.begin("all");
  progress.begin("first");
  progress.end("first");
  progress.begin("second");
  terminal.read_to(", 1 done: second");
  progress.end("second");
  progress.end("all");
}

TEST(Progress, NamesMoveNoCursor) {
  Terminal terminal(100);
  Progress& progress = impatient(terminal);
  progress.begin("a\x1b[2J\nb");
  terminal.read_to(": a?[2J?b");
  progress.end("a\x1b[2J\nb");
}

TEST(Progress, FitsIntoOneLine) {
  Terminal terminal(20);
  Progress& progress = impatient(terminal);
  progress.begin("k");
  terminal.read_to("riffle: compiling d");
  EXPECT_EQ(terminal.screen(20), std::vector<std::string>{"riffle: compiling d"});
  progress.end("k");
}

TEST(Progress, SaysNothingOfAShortWait) {
  Terminal terminal(100);
  Progress& progress = *new Progress(terminal.descriptor(), std::chrono::hours(1));
  progress.begin("k");
  progress.end("k");
  terminal.print("next\n");
  terminal.read_to("\n");
  EXPECT_EQ(terminal.screen(100), (std::vector<std::string>{"next", ""}));
}

TEST(Progress, NamesAreShort) {
  EXPECT_EQ(Progress::short_name("_Z4sumsPfS_i"), "sums");
  EXPECT_EQ(Progress::short_name("_ZN1a1b6reduceIiLi4EEEvPT_"), "reduce");
  EXPECT_EQ(Progress::short_name("plain"), "plain");
  EXPECT_EQ(Progress::short_name("PTX text of 3 MB"), "PTX text of 3 MB");
}

// The tests' own standard error is no terminal: ctest takes it.
TEST(Progress, WithoutATerminalThereIsNone) {
  if (::isatty(STDERR_FILENO) == 0) EXPECT_EQ(Progress::of_process(), nullptr);
}

}  // namespace
}  // namespace riffle::compiler
