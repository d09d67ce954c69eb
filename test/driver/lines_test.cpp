// SPDX-License-Identifier: Apache-2.0
// What clang is asked for an option: the rules that golden command lines would hide.
#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gtest/gtest.h>

#include "cc/clang_lines.h"
#include "cc/plan.h"

namespace riffle::tool {
namespace {

using Words = std::vector<std::string>;

class Lines : public testing::Test {
 protected:
  void parse(const Words& words) {
    Result<NvccOptions> parsed = parse_nvcc_options(words);
    ASSERT_TRUE(parsed) << parsed.error().text;
    options = *parsed;
    options.dry_run = true;
    ASSERT_TRUE(check_nvcc_options(options));
    const Toolchain toolchain{"/bin/clang", "/bin/ar", true};
    const LineContext context{options, toolchain, "/riffle/include", "/riffle/lib", false};
    plan = make_plan(context, "/tmp/x", false);
  }

  [[nodiscard]] static bool has(const CommandLine& line, const std::string& word) {
    return std::ranges::find(line, word) != line.end();
  }
  [[nodiscard]] static std::ptrdiff_t position(const CommandLine& line, const std::string& word) {
    return std::ranges::find(line, word) - line.begin();
  }
  [[nodiscard]] const CommandLine& device() const { return plan.units.at(0).device; }
  [[nodiscard]] const CommandLine& host() const { return plan.units.at(0).host; }

  NvccOptions options;
  BuildPlan plan;
};

TEST_F(Lines, BothSidesShareTheUnitIdAndSourcesDoNot) {
  parse({"a.cu", "b.cu"});
  const auto id = [](const CommandLine& line) {
    return *std::ranges::find_if(
        line, [](const std::string& word) { return word.starts_with("-cuid="); });
  };
  EXPECT_EQ(id(plan.units[0].device), id(plan.units[0].host));
  EXPECT_NE(id(plan.units[0].device), id(plan.units[1].device));
}

TEST_F(Lines, DeviceLevelFollowsNvcc) {
  parse({"-c", "a.cu", "-O0"});
  EXPECT_TRUE(has(device(), "-O2"));
  EXPECT_TRUE(has(host(), "-O0"));
  parse({"-c", "a.cu", "-O3"});
  EXPECT_TRUE(has(device(), "-O3"));
  parse({"-c", "a.cu", "-G"});
  EXPECT_TRUE(has(device(), "-O0"));
  EXPECT_TRUE(has(device(), "-disable-O0-optnone"));
  parse({"-c", "a.cu", "-G", "-dopt=on"});
  EXPECT_TRUE(has(device(), "-O2"));
}

TEST_F(Lines, DebugInformationOnBothSides) {
  parse({"-c", "a.cu", "-g"});
  EXPECT_TRUE(has(host(), "-g"));
  EXPECT_TRUE(has(host(), "-O0"));
  EXPECT_TRUE(has(device(), "-debug-info-kind=line-tables-only"));
  parse({"-c", "a.cu", "-lineinfo"});
  EXPECT_FALSE(has(host(), "-g"));
  EXPECT_TRUE(has(device(), "-debug-info-kind=line-tables-only"));
}

TEST_F(Lines, ContractionAndDenormals) {
  parse({"-c", "a.cu"});
  EXPECT_TRUE(has(device(), "-ffp-contract=fast"));
  EXPECT_FALSE(has(device(), "-fgpu-flush-denormals-to-zero"));
  parse({"-c", "a.cu", "-fmad=false"});
  EXPECT_TRUE(has(device(), "-ffp-contract=off"));
  parse({"-c", "a.cu", "-use_fast_math"});
  EXPECT_TRUE(has(device(), "-fgpu-flush-denormals-to-zero"));
  EXPECT_TRUE(has(device(), "-fgpu-approx-transcendentals"));
  parse({"-c", "a.cu", "-use_fast_math", "-ftz=false"});
  EXPECT_FALSE(has(device(), "-fgpu-flush-denormals-to-zero"));
}

TEST_F(Lines, HostCompilerOptionsReachTheDeviceWhereTheyChangeTheSource) {
  parse({"-c", "a.cu", "-Xcompiler", "-Wall,-DX,-march=native,-fPIC,-Wl"});
  for (const char* word : {"-Wall", "-DX", "-march=native", "-fPIC"})
    EXPECT_TRUE(has(host(), word)) << word;
  EXPECT_TRUE(has(device(), "-Wall"));
  EXPECT_TRUE(has(device(), "-DX"));
  EXPECT_FALSE(has(device(), "-march=native"));
  EXPECT_FALSE(has(device(), "-fPIC"));
}

TEST_F(Lines, FoldersOfAnotherToolkitComeLast) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "other_toolkit";
  std::filesystem::create_directories(folder);
  std::ofstream(folder / "cuda_runtime_api.h") << "#error another toolkit\n";
  parse({"-c", "a.cu", "-I" + folder.string(), "-Imine"});
  EXPECT_FALSE(has(host(), "-I" + folder.string()));
  EXPECT_TRUE(has(host(), "-Imine"));
  const auto at = position(host(), folder.string());
  ASSERT_LT(at, static_cast<std::ptrdiff_t>(host().size()));
  EXPECT_EQ(host()[static_cast<std::size_t>(at) - 1], "-idirafter");
  EXPECT_GT(at, position(host(), "/riffle/include"));
  std::filesystem::remove_all(folder);
}

TEST_F(Lines, PerThreadDefaultStream) {
  parse({"-c", "a.cu", "b.cpp", "--default-stream", "per-thread"});
  EXPECT_TRUE(has(device(), "-fgpu-default-stream=per-thread"));
  EXPECT_TRUE(has(host(), "-fgpu-default-stream=per-thread"));
  EXPECT_TRUE(has(plan.units[1].host, "-DCUDA_API_PER_THREAD_DEFAULT_STREAM=1"));
}

TEST_F(Lines, LanguageOptionCoversSourcesOnly) {
  parse({"-x", "cu", "a.cpp", "b.o", "-o", "p"});
  EXPECT_TRUE(plan.units.at(0).cuda_code);
  EXPECT_EQ(plan.units.size(), 1U);
  EXPECT_TRUE(has(plan.last, "b.o"));
}

TEST_F(Lines, StandardStaysAwayFromC) {
  parse({"-c", "-std=c++20", "a.c"});
  EXPECT_FALSE(has(host(), "-std=c++20"));
}

TEST_F(Lines, RuntimeIsLinkedUnlessRefused) {
  parse({"a.o"});
  EXPECT_TRUE(has(plan.last, "-lcudart"));
  parse({"a.o", "-cudart", "none"});
  EXPECT_FALSE(has(plan.last, "-lcudart"));
}

TEST_F(Lines, SourcesOfOneNameDoNotCollide) {
  parse({"a/x.cu", "b/x.cu"});
  EXPECT_NE(plan.units[0].object, plan.units[1].object);
  EXPECT_NE(plan.units[0].bitcode, plan.units[1].bitcode);
}

}  // namespace
}  // namespace riffle::tool
