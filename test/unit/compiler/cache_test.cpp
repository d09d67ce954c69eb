// SPDX-License-Identifier: Apache-2.0
// The disk cache alone, without a compiler: whole entries only, bounded size, no failure ever.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <thread>

#include "compiler/cache/disk_cache.h"
#include "compiler/cache/entry.h"
#include "compiler/cache/key.h"

namespace riffle::compiler {
namespace {

namespace fs = std::filesystem;

std::vector<std::byte> bytes_of(char fill, std::size_t count) {
  return std::vector<std::byte>(count, std::byte(fill));
}

class CacheTest : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = ::testing::TempDir() + "riffle-cache-" + std::to_string(::getpid()) + "-" +
              ::testing::UnitTest::GetInstance()->current_test_info()->name();
    fs::remove_all(folder_);
  }
  void TearDown() override {
    std::error_code ignored;
    fs::permissions(folder_, fs::perms::owner_all, ignored);
    fs::remove_all(folder_, ignored);
  }

  [[nodiscard]] DiskCache cache(std::uint64_t limit = 1 << 20) const {
    return DiskCache(folder_, limit);
  }
  [[nodiscard]] std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_), fs::directory_iterator()));
  }
  /// Closes what it looks at.
  static bool has(const DiskCache& cache, const Hash128& key) {
    const auto found = cache.find(key);
    if (found) ::close(found->descriptor);
    return found.has_value();
  }
  static bool put(const DiskCache& cache, const Hash128& key,
                  const std::vector<std::byte>& object) {
    const auto stored = cache.store(key, object);
    if (stored) ::close(stored->descriptor);
    return stored.has_value();
  }

  std::string folder_;
};

TEST_F(CacheTest, StoredEntryIsFoundWhole) {
  const DiskCache cache = this->cache();
  const Hash128 key{1, 2};
  EXPECT_FALSE(has(cache, key));
  ASSERT_TRUE(put(cache, key, bytes_of('x', 1000)));
  const auto found = cache.find(key);
  ASSERT_TRUE(found.has_value());
  std::vector<std::byte> content(1000);
  EXPECT_EQ(::pread(found->descriptor, content.data(), content.size(), 0), 1000);
  EXPECT_EQ(content, bytes_of('x', 1000));
  ::close(found->descriptor);
  EXPECT_FALSE(has(cache, Hash128{1, 3}));
}

TEST_F(CacheTest, EveryFlippedByteIsNoticedAndTheFileRemoved) {
  const DiskCache cache = this->cache();
  const Hash128 key{7, 7};
  const std::size_t size = 40 + sizeof(EntryTrailer);
  for (std::size_t i = 0; i < size; ++i) {
    ASSERT_TRUE(put(cache, key, bytes_of('y', 40)));
    {
      std::fstream file(cache.path_of(key), std::ios::in | std::ios::out | std::ios::binary);
      file.seekg(static_cast<std::streamoff>(i));
      const char flipped = static_cast<char>(file.get() ^ 1);
      file.seekp(static_cast<std::streamoff>(i));
      file.put(flipped);
    }
    EXPECT_FALSE(has(cache, key)) << "byte " << i;
    EXPECT_FALSE(fs::exists(cache.path_of(key)));
  }
}

TEST_F(CacheTest, TruncatedAndForeignFilesAreMisses) {
  const DiskCache cache = this->cache();
  const Hash128 key{8, 8};
  for (std::uintmax_t size : {0U, 1U, 10U, 60U, 99U}) {
    ASSERT_TRUE(put(cache, key, bytes_of('z', 100)));
    fs::resize_file(cache.path_of(key), size);
    EXPECT_FALSE(has(cache, key)) << size;
  }
  ASSERT_TRUE(put(cache, Hash128{9, 9}, bytes_of('z', 100)));
  fs::rename(cache.path_of(Hash128{9, 9}), cache.path_of(key));  // whole, but another key's
  EXPECT_FALSE(has(cache, key));
}

TEST_F(CacheTest, FileThatOthersMayWriteIsNotRun) {
  const DiskCache cache = this->cache();
  const Hash128 key{5, 5};
  ASSERT_TRUE(put(cache, key, bytes_of('w', 100)));
  ::chmod(cache.path_of(key).c_str(), 0666);
  EXPECT_FALSE(has(cache, key));
}

TEST_F(CacheTest, UnusableFolderIsNoFailure) {
  std::ofstream(folder_) << "a file where the folder should be";
  EXPECT_FALSE(put(cache(), Hash128{1, 1}, bytes_of('x', 10)));
  EXPECT_FALSE(has(cache(), Hash128{1, 1}));
  EXPECT_FALSE(put(DiskCache("", 100), Hash128{1, 1}, bytes_of('x', 10)));
}

TEST_F(CacheTest, WhatWasUsedLongestAgoGoesFirst) {
  const std::size_t object = 1000, entry = object + sizeof(EntryTrailer);
  const DiskCache cache = this->cache(3 * entry);
  for (std::uint64_t i = 0; i < 3; ++i) {
    ASSERT_TRUE(put(cache, Hash128{i, 0}, bytes_of('a', object)));
    fs::last_write_time(cache.path_of(Hash128{i, 0}),
                        fs::file_time_type::clock::now() - std::chrono::minutes(10 - i));
  }
  ASSERT_TRUE(has(cache, Hash128{0, 0}));  // used now: the second is the oldest
  ASSERT_TRUE(put(cache, Hash128{3, 0}, bytes_of('a', object)));
  EXPECT_TRUE(has(cache, Hash128{0, 0}));
  EXPECT_FALSE(has(cache, Hash128{1, 0}));
  EXPECT_TRUE(has(cache, Hash128{2, 0}));
  EXPECT_TRUE(has(cache, Hash128{3, 0}));
}

TEST_F(CacheTest, TheFolderIsReadOnlyAfterMuchWasStored) {
  const std::size_t object = 1000, entry = object + sizeof(EntryTrailer);
  const DiskCache cache = this->cache(1000 * entry);
  const std::string stale = folder_ + "/left.part";
  unsigned readings = 0;
  for (std::uint64_t i = 0; i < 500; ++i) {
    fs::create_directories(folder_);
    std::ofstream(stale) << "of a process that died";
    fs::last_write_time(stale, fs::file_time_type::clock::now() - std::chrono::hours(2));
    ASSERT_TRUE(put(cache, Hash128{i, 0}, bytes_of('a', object)));
    if (!fs::exists(stale)) ++readings;
  }
  EXPECT_GE(readings, 2U);
  EXPECT_LE(readings, 5U);
}

TEST_F(CacheTest, NewEntryStaysEvenIfLargerThanTheLimit) {
  const DiskCache cache = this->cache(10);
  ASSERT_TRUE(put(cache, Hash128{1, 0}, bytes_of('a', 1000)));
  EXPECT_TRUE(has(cache, Hash128{1, 0}));
  ASSERT_TRUE(put(cache, Hash128{2, 0}, bytes_of('a', 1000)));
  EXPECT_FALSE(has(cache, Hash128{1, 0}));
  EXPECT_EQ(files(), 1U);
}

TEST_F(CacheTest, ManyWritersOfOneKeyLeaveOneWholeFile) {
  const DiskCache cache = this->cache();
  const Hash128 key{4, 2};
  std::vector<std::thread> writers;
  for (int i = 0; i < 8; ++i) {
    writers.emplace_back([&, i] {
      for (int n = 0; n < 20; ++n) {
        EXPECT_TRUE(put(cache, key, bytes_of(static_cast<char>('a' + i), 5000)));
        EXPECT_TRUE(has(cache, key));
      }
    });
  }
  for (std::thread& writer : writers) writer.join();
  EXPECT_TRUE(has(cache, key));
  EXPECT_EQ(files(), 1U);
}

TEST(CacheKey, DependsOnEverything) {
  const Hash128 payload = hash128(bytes_of('p', 100)), other = hash128(bytes_of('q', 100));
  const Hash128 key = cache_key({payload, 0, 2}, {});
  EXPECT_EQ(cache_key({payload, 0, 2}, {}), key);
  EXPECT_NE(cache_key({other, 0, 2}, {}), key);
  EXPECT_NE(cache_key({payload, 1, 2}, {}), key);
  EXPECT_NE(cache_key({payload, 0, 3}, {}), key);
  EXPECT_NE(cache_key({payload, 0, 2, "kernel"}, {}), key);
  EXPECT_NE(cache_key({payload, 0, 2}, {.strategy = "fiber"}), key);
  EXPECT_NE(cache_key({payload, 0, 2}, {.cpu = "haswell"}), key);
  EXPECT_NE(cache_key({payload, 0, 2}, {.compiler = "100:5.0"}), key);
  EXPECT_NE(cache_key({payload, 0, 2}, {.cpu = "fiber"}),
            cache_key({payload, 0, 2}, {.strategy = "fiber"}));
}

}  // namespace
}  // namespace riffle::compiler
