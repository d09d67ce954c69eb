// SPDX-License-Identifier: Apache-2.0
#include "base/cache_folder.h"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <map>
#include <string>

#include "base/options.h"

namespace riffle {
namespace {

namespace fs = std::filesystem;
using Environment = std::map<std::string, std::string>;

Options options_with(const Environment& environment) {
  std::vector<std::string> complaints;
  return parse_options(
      [&](const char* name) -> const char* {
        const auto found = environment.find(name);
        return found == environment.end() ? nullptr : found->second.c_str();
      },
      {}, complaints);
}

std::string chosen(const Environment& environment) {
  return options_with(environment).cache_directory;
}

/// Runs as a user who may not write everywhere, in folders of its own.
class CacheFolderTest : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string pattern = ::testing::TempDir() + "/cache_folder_test.XXXXXX";
    ASSERT_NE(::mkdtemp(pattern.data()), nullptr);
    here_ = pattern;
    home_ = here_ + "/home";
    temporary_ = here_ + "/temporary";
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0) {
      ASSERT_EQ(::chown(here_.c_str(), kNobody, kNobody), 0);
      ASSERT_EQ(::seteuid(kNobody), 0);
    }
    ASSERT_TRUE(fs::create_directory(home_) && fs::create_directory(temporary_));
    own_ = temporary_ + "/riffle-cache-" + std::to_string(::geteuid());
  }

  void TearDown() override {
    if (::getuid() == 0) {
      ASSERT_EQ(::seteuid(0), 0);
    }
    for (const char* folder : {"/home/.cache/riffle", "/home/.cache", "/home"})
      ::chmod((here_ + folder).c_str(), 0700);
    fs::remove_all(here_);
  }

  std::string here_, home_, temporary_, own_;
};

TEST_F(CacheFolderTest, IsWhereTheUserKeepsCaches) {
  EXPECT_EQ(chosen({{"RIFFLE_CACHE_DIR", "/a"}, {"XDG_CACHE_HOME", here_}, {"HOME", home_}}), "/a");
  EXPECT_EQ(chosen({{"RIFFLE_CACHE_DIR", ""}, {"XDG_CACHE_HOME", here_}, {"HOME", home_}}),
            here_ + "/riffle");
  EXPECT_EQ(chosen({{"XDG_CACHE_HOME", ""}, {"HOME", home_}}), home_ + "/.cache/riffle");
  EXPECT_EQ(chosen({{"HOME", home_ + "/is/made/later"}}), home_ + "/is/made/later/.cache/riffle");
}

TEST_F(CacheFolderTest, IsATemporaryOneWhereTheUsualOneCannotBeWritten) {
  EXPECT_EQ(chosen({{"TMPDIR", temporary_}}), own_);
  EXPECT_EQ(chosen({{"HOME", "/proc/nothing"}, {"TMPDIR", temporary_}}), own_);
  EXPECT_EQ(chosen({{"XDG_CACHE_HOME", "/proc/nothing"}, {"TMPDIR", temporary_}}), own_);
  const std::string usual = home_ + "/.cache/riffle";
  ASSERT_TRUE(fs::create_directories(usual));
  EXPECT_EQ(chosen({{"HOME", home_}, {"TMPDIR", temporary_}}), usual);
  ASSERT_EQ(::chmod(usual.c_str(), 0500), 0);
  EXPECT_EQ(chosen({{"HOME", home_}, {"TMPDIR", temporary_}}), own_);
  ASSERT_TRUE(fs::remove(usual));
  ASSERT_EQ(::chmod((home_ + "/.cache").c_str(), 0500), 0);
  EXPECT_EQ(chosen({{"HOME", home_}, {"TMPDIR", temporary_}}), own_)
      << "that the home itself can be written to does not help";
  EXPECT_EQ(chosen({{"TMPDIR", temporary_ + "/missing"}}), "");
}

TEST_F(CacheFolderTest, IsMadeWhenItIsUsed) {
  Options options = options_with({{"TMPDIR", temporary_}, {"RIFFLE_CACHE", "off"}});
  EXPECT_EQ(cache_folder(options), "");
  EXPECT_FALSE(fs::exists(own_)) << "reading options makes nothing, nor does a cache that is off";
  options.cache = true;
  EXPECT_EQ(cache_folder(options), own_);
  EXPECT_EQ(cache_folder(options), own_);
  struct stat status{};
  ASSERT_EQ(::stat(own_.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777U, 0700U);
}

TEST_F(CacheFolderTest, IsNotTakenFromOthers) {
  const Options early = options_with({{"TMPDIR", temporary_}});
  ASSERT_EQ(::mkdir(own_.c_str(), 0700), 0);
  ASSERT_EQ(::chmod(own_.c_str(), 0777), 0);
  EXPECT_EQ(chosen({{"TMPDIR", temporary_}}), "");
  EXPECT_EQ(cache_folder(early), "") << "it was made after the options had been read";
  ASSERT_EQ(::rmdir(own_.c_str()), 0);
  ASSERT_EQ(::symlink(home_.c_str(), own_.c_str()), 0);
  EXPECT_EQ(chosen({{"TMPDIR", temporary_}}), "");
  EXPECT_EQ(cache_folder(early), "");
}

TEST_F(CacheFolderTest, HasFoldersOfEachUserWhereSeveralWrite) {
  EXPECT_EQ(places_in_cache(home_, "programs").own, home_ + "/programs");
  EXPECT_EQ(places_in_cache(home_, "programs").common, "");
  ASSERT_EQ(::chmod(home_.c_str(), 01777), 0);
  const CachePlaces places = places_in_cache(home_, "programs");
  EXPECT_EQ(places.own, home_ + "/programs-" + std::to_string(::geteuid()));
  EXPECT_EQ(places.common, home_ + "/programs");
}

TEST_F(CacheFolderTest, FoldersInItAreTheirOwnersAlone) {
  const auto mode_of = [](const std::string& path) {
    struct stat status{};
    return ::stat(path.c_str(), &status) == 0 ? status.st_mode & 0777U : 0U;
  };
  ASSERT_EQ(::chmod(home_.c_str(), 0755), 0);
  const std::string cache = home_ + "/.cache/riffle";
  ASSERT_TRUE(make_folder_in_cache(cache + "/programs"));
  for (const std::string& made : {cache, cache + "/programs"}) {
    EXPECT_EQ(mode_of(made), 0700U) << made;
    EXPECT_TRUE(is_trusted_in_cache(made));
  }
  // As an earlier version made it where a umask lets the group write.
  ASSERT_EQ(::chmod((cache + "/programs").c_str(), 0775), 0);
  EXPECT_FALSE(is_trusted_in_cache(cache + "/programs"));
  ASSERT_TRUE(make_folder_in_cache(cache + "/programs"));
  EXPECT_EQ(mode_of(cache + "/programs"), 0755U);
  EXPECT_FALSE(make_folder_in_cache("/proc/nothing/programs"));
}

}  // namespace
}  // namespace riffle
