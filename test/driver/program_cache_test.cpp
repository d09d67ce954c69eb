// SPDX-License-Identifier: Apache-2.0
// The cache of programs: when an entry may be used, and what harm files cannot do.
#include <filesystem>
#include <fstream>

#include <sys/stat.h>

#include <gtest/gtest.h>

#include "file.h"
#include "run/program_cache.h"

namespace riffle::tool {
namespace {

namespace fs = std::filesystem;

class ProgramCacheTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = testing::TempDir() + "/riffle-cache-XXXXXX";
    ASSERT_NE(mkdtemp(pattern.data()), nullptr);
    folder = pattern;
    header = folder / "a.h";
    put(header, "one");
  }
  void TearDown() override { fs::remove_all(folder); }

  static void put(const fs::path& path, const std::string& content) {
    std::ofstream(path) << content;
  }

  [[nodiscard]] ProgramCache cache(const std::string& request = "request") const {
    return ProgramCache((folder / "programs").string(), request);
  }

  std::string store(const std::string& program) {
    put(folder / "linked", program);
    const std::optional<std::string> stored =
        cache().store((folder / "linked").string(), Inputs{.read = {header.string()}});
    EXPECT_TRUE(stored);
    return stored.value_or("");
  }

  fs::path folder;
  fs::path header;
};

TEST_F(ProgramCacheTest, FindsWhatWasStored) {
  EXPECT_FALSE(cache().find());
  const std::string path = store("program");
  EXPECT_EQ(cache().find(), path);
  EXPECT_EQ(*read_file(path), "program");
  EXPECT_FALSE(cache("another request").find());
}

TEST_F(ProgramCacheTest, AChangedOrMissingHeaderIsAMiss) {
  store("program");
  put(header, "two");
  EXPECT_FALSE(cache().find());
  put(header, "one");
  EXPECT_TRUE(cache().find());
  fs::remove(header);
  EXPECT_FALSE(cache().find());
}

TEST_F(ProgramCacheTest, ANameThatComesOrGoesIsAMiss) {
  const fs::path missing = folder / "b.h";
  put(folder / "linked", "program");
  const Inputs inputs{
      .read = {}, .there = {header.string()}, .absent = {missing.string()}, .listed = {}};
  ASSERT_TRUE(cache().store((folder / "linked").string(), inputs));
  put(header, "another");
  EXPECT_TRUE(cache().find());
  put(missing, "");
  EXPECT_FALSE(cache().find());
  fs::remove(missing);
  EXPECT_TRUE(cache().find());
  fs::remove(header);
  EXPECT_FALSE(cache().find());
}

TEST_F(ProgramCacheTest, WhatHasChangedSinceItWasRecordedIsNotKept) {
  put(folder / "linked", "program");
  const Inputs inputs{.read = {}, .there = {}, .absent = {header.string()}, .listed = {}};
  EXPECT_FALSE(cache().store((folder / "linked").string(), inputs));
}

TEST_F(ProgramCacheTest, ADamagedProgramIsAMiss) {
  const std::string path = store("program");
  std::ofstream(path, std::ios::app) << "x";
  EXPECT_FALSE(cache().find());
}

TEST_F(ProgramCacheTest, AProgramThatOthersCanWriteIsNotRun) {
  const std::string path = store("program");
  chmod(path.c_str(), 0777);
  EXPECT_FALSE(cache().find());
}

TEST_F(ProgramCacheTest, ADamagedListOfHeadersIsAMiss) {
  store("program");
  for (const auto& entry : fs::directory_iterator(folder / "programs")) {
    if (entry.path().extension() != ".inputs") continue;
    for (const char* damage :
         {"", "riffle-program 2\n", "riffle-program 2\nx y\nno_separator\n", "other"}) {
      put(entry.path(), damage);
      EXPECT_FALSE(cache().find()) << damage;
    }
  }
}

TEST_F(ProgramCacheTest, AFolderThatCannotBeMadeKeepsNothing) {
  put(folder / "file", "");
  const ProgramCache blocked((folder / "file" / "programs").string(), "request");
  put(folder / "linked", "program");
  EXPECT_FALSE(blocked.store((folder / "linked").string(), Inputs{.read = {header.string()}}));
}

}  // namespace
}  // namespace riffle::tool
