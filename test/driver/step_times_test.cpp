// SPDX-License-Identifier: Apache-2.0
// The table of --time.
#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

#include "cc/step_times.h"

namespace riffle::tool {
namespace {

TEST(StepTimes, RowsHaveTheColumnsOfNvcc) {
  StepTimes times;
  times.add({"a.cu", "clang (device)", "a.cu", "a.bc", "compute_80"},
            std::chrono::microseconds(1234));
  EXPECT_EQ(times.table(true),
            "source file name , phase name , phase input files , phase output file , arch , tool, "
            "metric , unit\n"
            "a.cu , clang (device) , a.cu , a.bc , compute_80 , nvcc , 1.2340 , ms\n");
}

TEST(StepTimes, AFileGetsOneHeading) {
  const std::string path = testing::TempDir() + "/step_times.csv";
  std::filesystem::remove(path);
  for (int round = 0; round < 2; ++round) {
    StepTimes times;
    times.begin(3, {"a.cu", "clang (host)", "a.cu", "a.o", ""});
    times.end(3);
    times.end(4);
    ASSERT_TRUE(times.write(path, "a.o"));
  }
  std::ifstream file(path);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  EXPECT_EQ(std::ranges::count(text, '\n'), 5);
  EXPECT_EQ(text.find("source file name", 1), std::string::npos);
  EXPECT_NE(text.find("\n , nvcc (driver) ,  , a.o ,  , nvcc , "), std::string::npos);
  EXPECT_FALSE(StepTimes().write("/nonexistent/x.csv", ""));
}

}  // namespace
}  // namespace riffle::tool
