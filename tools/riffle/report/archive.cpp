// SPDX-License-Identifier: Apache-2.0
#include "report/archive.h"

#include <algorithm>
#include <array>
#include <new>
#include <numeric>

#include <zlib.h>

#include <fmt/format.h>

#include "base/check.h"

namespace riffle::tool::report {
namespace {

constexpr std::size_t kBlockBytes = 512;
constexpr std::size_t kNameBytes = 100;

/// The fields of a header, each at its place; what is not written stays zero.
class TarHeader {
 public:
  void put(std::size_t at, std::string_view text) { std::ranges::copy(text, bytes_.begin() + at); }
  /// The sum is made with spaces in its own place.
  std::string_view with_sum() {
    put(148, "        ");
    const unsigned sum =
        std::accumulate(bytes_.begin(), bytes_.end(), 0U,
                        [](unsigned all, char c) { return all + static_cast<unsigned char>(c); });
    put(148, fmt::format("{:06o}", sum));
    bytes_[154] = 0;
    return {bytes_.data(), bytes_.size()};
  }

 private:
  std::array<char, kBlockBytes> bytes_{};
};

}  // namespace

std::string tar_of(const std::vector<ArchiveEntry>& entries, std::time_t time) {
  std::string tar;
  for (const ArchiveEntry& entry : entries) {
    RIFFLE_CHECK(entry.name.size() < kNameBytes, "a name in an archive is too long");
    TarHeader header;
    header.put(0, entry.name);
    header.put(100, "0000600");
    header.put(108, "0000000");
    header.put(116, "0000000");
    header.put(124, fmt::format("{:011o}", entry.content.size()));
    header.put(136, fmt::format("{:011o}", static_cast<long long>(time)));
    header.put(156, "0");
    header.put(257, std::string_view("ustar\0"
                                     "00",
                                     8));
    tar += header.with_sum();
    tar += entry.content;
    tar.append((kBlockBytes - entry.content.size() % kBlockBytes) % kBlockBytes, '\0');
  }
  return tar.append(2 * kBlockBytes, '\0');
}

std::string gzip_of(std::string_view content) {
  constexpr int kGzip = 16, kMemoryLevel = 8;
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + kGzip, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string packed(deflateBound(&stream, content.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(content.data()));
  stream.avail_in = static_cast<uInt>(content.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  const int result = deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  RIFFLE_CHECK(result == Z_STREAM_END, "an archive does not fit into its bound");
  return packed;
}

}  // namespace riffle::tool::report
