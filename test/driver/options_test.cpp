// SPDX-License-Identifier: Apache-2.0
// Command lines of nvcc, read.
#include <random>
#include <set>

#include <gtest/gtest.h>

#include "cc/option_table.h"

namespace riffle::tool {
namespace {

using Words = std::vector<std::string>;

NvccOptions parse(const Words& words) {
  Result<NvccOptions> parsed = parse_nvcc_options(words);
  EXPECT_TRUE(parsed) << (parsed ? "" : parsed.error().text);
  return parsed ? *parsed : NvccOptions{};
}

std::string error_of(const Words& words) {
  Result<NvccOptions> parsed = parse_nvcc_options(words);
  EXPECT_FALSE(parsed);
  return parsed ? "" : parsed.error().text;
}

TEST(OptionTable, NamesAreUnique) {
  std::set<std::string_view> long_names;
  std::set<std::string_view> short_names;
  for (const OptionRow& row : option_table()) {
    EXPECT_FALSE(row.long_name.empty() && row.short_name.empty());
    if (!row.long_name.empty())
      EXPECT_TRUE(long_names.insert(row.long_name).second) << row.long_name;
    if (!row.short_name.empty()) {
      EXPECT_TRUE(short_names.insert(row.short_name).second) << row.short_name;
    }
  }
}

TEST(OptionTable, RowsWithAValueNameIt) {
  for (const OptionRow& row : option_table()) {
    EXPECT_EQ(row.take == Take::kNone, row.value_name.empty()) << row.long_name << row.short_name;
  }
}

TEST(Options, ValuesFollowAfterSpaceEqualsOrJoined) {
  for (const Words& words : {Words{"-I", "inc"}, Words{"-Iinc"}, Words{"-I=inc"},
                             Words{"--include-path", "inc"}, Words{"--include-path=inc"}}) {
    EXPECT_EQ(parse(words).include_folders, Words{"inc"});
  }
  EXPECT_EQ(parse({"-O3"}).optimize, "3");
  EXPECT_EQ(parse({"-O", "1"}).optimize, "1");
  EXPECT_EQ(parse({"--optimize=0"}).optimize, "0");
  EXPECT_EQ(parse({"-Ofast"}).optimize, "fast");
  EXPECT_EQ(parse({"-t8"}).threads, 8U);
  EXPECT_EQ(parse({"--threads", "3"}).threads, 3U);
  EXPECT_EQ(parse({"-std=c++20"}).standard, "c++20");
  EXPECT_EQ(parse({"--std", "c++14"}).standard, "c++14");
}

TEST(Options, JoinedValuesDoNotSwallowOtherOptions) {
  EXPECT_TRUE(parse({"-lineinfo"}).line_info);
  EXPECT_TRUE(parse({"-lineinfo"}).libraries.empty());
  EXPECT_EQ(parse({"-link", "-lpng"}).libraries, Words{"png"});
  EXPECT_EQ(parse({"-isystem=dir"}).system_include_folders, Words{"dir"});
  EXPECT_EQ(parse({"-include", "a.h"}).pre_includes, Words{"a.h"});
}

TEST(Options, ListsSplitAtCommas) {
  EXPECT_EQ(parse({"-I", "a,b"}).include_folders, (Words{"a", "b"}));
  EXPECT_EQ(parse({"-lfoo,bar"}).libraries, (Words{"foo", "bar"}));
  EXPECT_EQ(parse({"-DA=1,B=2", "-UC"}).macros, (Words{"-DA=1", "-DB=2", "-UC"}));
  EXPECT_EQ(parse({"-DF(a,b)=a+b"}).macros, Words{"-DF(a,b)=a+b"});
  EXPECT_EQ(parse({"-Xcompiler", "-Wall,-fPIC -g"}).compiler_options,
            (Words{"-Wall", "-fPIC", "-g"}));
  EXPECT_EQ(parse({"-Xlinker=-rpath,/x"}).linker_options, (Words{"-rpath", "/x"}));
}

TEST(Options, Architectures) {
  EXPECT_EQ(parse({"-arch=sm_90a"}).architectures, (std::vector<Architecture>{{90, 'a'}}));
  EXPECT_EQ(parse({"-arch", "native"}).architectures, (std::vector<Architecture>{{80, 0}}));
  for (const std::string code :
       {"code=sm_86", "code=[compute_86,sm_86]", "code=\"sm_86,compute_86\""}) {
    EXPECT_EQ(parse({"-gencode", "arch=compute_86," + code}).architectures,
              (std::vector<Architecture>{{86, 0}}));
  }
  EXPECT_NE(error_of({"-arch=sm_99"}).find("'sm_99'"), std::string::npos);
  EXPECT_NE(error_of({"-gencode", "arch=compute_80,code=sm_7"}).find("'sm_7'"), std::string::npos);
  EXPECT_NE(error_of({"-gencode", "code=sm_80"}).find("arch=compute_NN"), std::string::npos);
}

TEST(Options, UnknownOptionIsNamed) {
  EXPECT_EQ(error_of({"--foo"}), "unknown option '--foo'");
  EXPECT_EQ(error_of({"-ofoo", "x.cu"}), "unknown option '-ofoo'");
  EXPECT_EQ(error_of({"-fopenmp"}), "unknown option '-fopenmp'");
}

TEST(Options, UnknownOptionsAreForwardedOnRequest) {
  const NvccOptions options = parse({"-fopenmp", "x.cu", "-forward-unknown-to-host-compiler"});
  EXPECT_EQ(options.forwarded, Words{"-fopenmp"});
  EXPECT_TRUE(options.forward_unknown_to_compiler);
  EXPECT_FALSE(options.forward_unknown_to_linker);
}

TEST(Options, WrongValuesAreNamedWithWhatIsExpected) {
  EXPECT_EQ(error_of({"-ftz=maybe"}), "'-ftz': expected true or false, got 'maybe'");
  EXPECT_NE(error_of({"--default-stream", "x"}).find("per-thread"), std::string::npos);
  EXPECT_EQ(error_of({"-o"}), "'-o' needs a value (FILE)");
  EXPECT_NE(error_of({"-O", "much"}).find("'much'"), std::string::npos);
  EXPECT_NE(error_of({"-std=c++98"}).find("'c++98'"), std::string::npos);
  EXPECT_NE(error_of({"-m32"}).find("'32'"), std::string::npos);
}

TEST(Options, MissingFeaturesAreErrorsThatNameTheOption) {
  for (const char* option : {"-optix-ir", "-ltoir"}) {
    EXPECT_NE(error_of({option}).find(option), std::string::npos) << option;
  }
}

TEST(Options, RelocatableDeviceCode) {
  EXPECT_FALSE(parse({"-c"}).relocatable);
  EXPECT_TRUE(parse({"-rdc=true"}).relocatable);
  EXPECT_FALSE(parse({"-rdc=true", "--relocatable-device-code=false"}).relocatable);
  EXPECT_EQ(parse({"-dc"}).phase, Phase::kCompile);
  EXPECT_TRUE(parse({"--device-c"}).relocatable);
  EXPECT_FALSE(parse({"-dw"}).relocatable);
  EXPECT_EQ(parse({"-dlink"}).phase, Phase::kDeviceLink);
  EXPECT_NE(error_of({"-rdc=maybe"}).find("'maybe'"), std::string::npos);
}

TEST(Options, WhatHasNoEffectIsNoted) {
  const NvccOptions options = parse({"-Xptxas", "-v", "-maxrregcount=32", "-ccbin", "g++"});
  EXPECT_EQ(options.notes.size(), 3U);
  EXPECT_NE(options.notes[0].find("-Xptxas -v"), std::string::npos);
}

TEST(Options, Warnings) {
  EXPECT_EQ(parse({"-Werror", "default-stream-launch"}).nvcc_warnings,
            Words{"default-stream-launch=error"});
  EXPECT_EQ(parse({"--Wext-lambda-captures-this"}).nvcc_warnings,
            Words{"ext-lambda-captures-this"});
  EXPECT_EQ(parse({"-Werror=all-warnings"}).warning_flags, Words{"-Werror"});
}

TEST(Options, DefaultStream) {
  EXPECT_TRUE(parse({"--default-stream", "per-thread"}).per_thread_stream);
  EXPECT_FALSE(parse({"-default-stream=legacy"}).per_thread_stream);
  EXPECT_FALSE(parse({"-default-stream=null"}).per_thread_stream);
}

TEST(Options, RunStopsAtTheFirstInput) {
  Words rest;
  Result<NvccOptions> parsed =
      parse_nvcc_options_until_input(Words{"-O3", "-D", "N=1", "x.cu", "-O1", "--help"}, rest);
  ASSERT_TRUE(parsed);
  EXPECT_EQ(parsed->inputs.size(), 1U);
  EXPECT_EQ(parsed->optimize, "3");
  EXPECT_EQ(rest, (Words{"-O1", "--help"}));
}

/// Whatever the words, parsing ends with options or with a message.
TEST(Options, RandomCommandLines) {
  std::mt19937 random(20240613);  // fixed: a failure can be repeated
  const auto below = [&](std::size_t bound) {
    return std::uniform_int_distribution<std::size_t>(0, bound - 1)(random);
  };
  const std::string letters = "-=,\\\"'[]() abDIOx8\n";
  for (int round = 0; round < 20000; ++round) {
    Words words(1 + below(4));
    for (std::string& word : words) {
      const OptionRow& row = option_table()[below(option_table().size())];
      switch (below(4)) {
        case 0:
          word = "--" + std::string(row.long_name);
          break;
        case 1:
          word = "-" + std::string(row.short_name);
          break;
        default:
          break;
      }
      for (std::size_t i = below(8); i > 0; --i) word += letters[below(letters.size())];
    }
    const Result<NvccOptions> parsed = parse_nvcc_options(words);
    if (!parsed) EXPECT_FALSE(parsed.error().text.empty());
  }
}

TEST(Inputs, LanguageComesFromTheSuffix) {
  EXPECT_EQ(language_of("a/b.cu"), Language::kCuda);
  EXPECT_EQ(language_of("b.cxx"), Language::kCpp);
  EXPECT_EQ(language_of("b.c"), Language::kC);
  EXPECT_EQ(language_of(".c"), Language::kC);
  EXPECT_EQ(language_of("libx.so.1.2"), Language::kObject);
  EXPECT_EQ(language_of("libx.a"), Language::kObject);
  EXPECT_EQ(language_of("x.txt"), std::nullopt);
  EXPECT_EQ(language_of("x"), std::nullopt);
}

}  // namespace
}  // namespace riffle::tool
