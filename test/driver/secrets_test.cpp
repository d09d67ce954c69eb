// SPDX-License-Identifier: Apache-2.0
#include "report/secrets.h"

#include <gtest/gtest.h>

namespace riffle::tool::report {
namespace {

TEST(Secrets, NamesOfInterest) {
  for (const char* name : {"RIFFLE_WORKERS", "CUDA_VISIBLE_DEVICES", "LD_LIBRARY_PATH",
                           "LD_PRELOAD", "NVCC_APPEND_FLAGS"})
    EXPECT_TRUE(is_of_interest(name)) << name;
  for (const char* name :
       {"HOME", "PATH", "AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "MY_CUDA_PATH", "LD"})
    EXPECT_FALSE(is_of_interest(name)) << name;
}

TEST(Secrets, WhatIsNone) {
  for (const char* text :
       {"", "=", "/opt/riffle/lib64:/usr/lib/x86_64-linux-gnu", "at:2.1,h1.9", "17/3/120",
        "--size=1000000000000000000000", "GPU-8c0b1a2e-5d3f-4a6b-9c7d-0123456789ab",
        "a_function_with_a_rather_long_name", "sk-", "eyJ"})
    EXPECT_EQ(without_secrets(text), text);
}

TEST(Secrets, WhatIsOne) {
  EXPECT_EQ(without_secrets("ghp_12345678"), "[left out]");
  EXPECT_EQ(without_secrets("x ghp_12345678, y"), "x [left out], y");
  EXPECT_EQ(without_secrets("--password=short"), "--password=[left out]");
  EXPECT_EQ(without_secrets("CUDA_AUTH=a b"), "CUDA_AUTH=[left out]");
  EXPECT_EQ(without_secrets("https://me:word@host/x"), "https://[left out]");
  EXPECT_EQ(without_secrets("0123456789abcdefghij"), "[left out]");
}

TEST(Secrets, OfACommandLine) {
  EXPECT_EQ(without_secrets("--api-key=short"), "--api-key=[left out]");
  EXPECT_EQ(command_text({"./x", "--auth-token", "short", "--size", "7"}),
            "./x --auth-token [left out] --size 7");
  EXPECT_EQ(command_text({}), "");
}

TEST(Secrets, EnvironmentIsSorted) {
  EXPECT_EQ(environment_text({"RIFFLE_B=1", "HOME=/root", "CUDA_A=x=y", "RIFFLE_C"}),
            "CUDA_A=x=y\nRIFFLE_B=1\nRIFFLE_C\n");
}

}  // namespace
}  // namespace riffle::tool::report
