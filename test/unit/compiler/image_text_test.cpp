// SPDX-License-Identifier: Apache-2.0
#include "compiler/image_text.h"

#include <gtest/gtest.h>

namespace riffle::compiler {
namespace {

std::string bytes(std::size_t count) {
  std::string made;
  for (std::size_t i = 0; i < count; ++i) made += static_cast<char>(i * 37 + count);
  return made;
}

TEST(ImageText, EveryLengthComesBack) {
  for (std::size_t count = 0; count < 300; ++count) {
    const std::string text = ".version 8.8\n" + image_comment(bytes(count)) + "// more\n";
    const auto image = image_in_text(text);
    ASSERT_TRUE(image.has_value()) << count;
    EXPECT_EQ(*image, bytes(count));
  }
}

TEST(ImageText, LinesOfAnotherSystem) {
  std::string text;
  for (const char c : image_comment(bytes(200))) {
    if (c == '\n') text += '\r';
    text += c;
  }
  EXPECT_EQ(image_in_text(text), bytes(200));
}

TEST(ImageText, NothingInOrdinaryText) {
  EXPECT_FALSE(image_in_text(""));
  EXPECT_FALSE(image_in_text(".version 8.8\n.target sm_80\n// riffle\n"));
}

TEST(ImageText, NothingInDamagedText) {
  const std::string text = image_comment(bytes(200));
  EXPECT_FALSE(image_in_text(text.substr(0, text.size() - 5)));
  EXPECT_FALSE(image_in_text(text.substr(0, text.find('\n'))));
  std::string changed = text;
  changed[text.size() - 5] = '!';
  EXPECT_FALSE(image_in_text(changed));
  changed = text;
  changed[text.rfind("//@")] = '+';
  EXPECT_FALSE(image_in_text(changed));
}

}  // namespace
}  // namespace riffle::compiler
