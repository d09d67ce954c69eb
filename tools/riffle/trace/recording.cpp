// SPDX-License-Identifier: Apache-2.0
#include "trace/recording.h"

#include <algorithm>
#include <array>
#include <cstring>

#include <fmt/format.h>

#include "file.h"

namespace riffle::tool {
namespace {

using trace::FileHeader;
using trace::Record;
using trace::RecordKind;

constexpr double kLeastRateNs = 5e6;  // shorter recordings take the rate that was measured at first

/// Bytes that are aligned for nothing.
template <class Value>
Value load(std::string_view bytes, std::size_t offset) {
  Value value;
  std::memcpy(static_cast<void*>(&value), bytes.data() + offset, sizeof value);
  return value;
}

void read_clocks(const FileHeader& header, Recording& recording) {
  recording.first_ticks = header.first_ticks;
  const auto ticks = static_cast<double>(header.last_ticks - header.first_ticks);
  const auto ns = static_cast<double>(header.last_ns) - static_cast<double>(header.first_ns);
  const auto measured = std::max<std::uint32_t>(1, header.ticks_per_us);
  recording.ns_per_tick = ns > kLeastRateNs && ticks > 0 ? ns / ticks : 1000.0 / measured;
}

class ChunkReader {
 public:
  ChunkReader(std::string_view bytes, Recording& recording)
      : bytes_(bytes), recording_(recording) {}

  /// False when there is no chunk at `offset`, or it does not make sense.
  bool read(std::size_t& offset) {
    if (bytes_.size() - offset < sizeof(Record)) return false;
    const auto head = load<Record>(bytes_, offset);
    if (head.kind != RecordKind::kThread || head.begin < sizeof(Record)) return false;
    const std::size_t chunk = std::min<std::size_t>(head.begin, bytes_.size() - offset);
    ThreadRecords& thread = thread_of(head);
    const std::size_t end = offset + chunk;
    for (std::size_t at = offset + sizeof(Record); end - at >= sizeof(Record) && at < end;
         at += sizeof(Record)) {
      const auto record = load<Record>(bytes_, at);
      if (record.kind == RecordKind::kNone) break;
      if (record.kind != RecordKind::kText) {
        thread.records.push_back(record);
        continue;
      }
      const std::size_t room = end - at - sizeof(Record);
      if (record.small > room) return false;
      recording_.texts[record.name] = bytes_.substr(at + sizeof(Record), record.small);
      at += (record.small + sizeof(Record) - 1) / sizeof(Record) * sizeof(Record);
    }
    offset += chunk;
    return true;
  }

 private:
  ThreadRecords& thread_of(const Record& head) {
    const auto known = std::ranges::find(recording_.threads, head.small, &ThreadRecords::id);
    ThreadRecords& thread =
        known != recording_.threads.end() ? *known : recording_.threads.emplace_back();
    thread.id = head.small;
    // A chunk that another thread wrote has no name.
    if (head.text[0] == 0) return thread;
    thread.name = std::string(head.text.data(), strnlen(head.text.data(), head.text.size()));
    return thread;
  }

  const std::string_view bytes_;
  Recording& recording_;
};

}  // namespace

Result<Recording> parse_recording(std::string_view bytes, const std::string& name) {
  if (bytes.empty()) return error(Code::kNotReady, fmt::format("'{}' is empty", name));
  // A copy: a text's bytes are aligned for nothing.
  FileHeader header{};
  if (bytes.size() >= trace::kHeaderBytes)
    std::memcpy(static_cast<void*>(&header), bytes.data(), sizeof header);
  const bool is_untouched = header.magic == std::array<char, 8>{} && header.process == 0;
  if (is_untouched && bytes.size() >= trace::kHeaderBytes)
    return error(Code::kNotReady, fmt::format("'{}' contains no recording", name));
  if (header.magic != trace::kMagic)
    return error(Code::kInvalidValue, fmt::format("'{}' is not a recording of this version", name));
  Recording recording;
  recording.process = header.process;
  recording.lost = header.lost;
  recording.has_ended = header.has_ended != 0;
  read_clocks(header, recording);
  ChunkReader reader(bytes.substr(0, std::min<std::uint64_t>(header.end, bytes.size())), recording);
  std::size_t offset = trace::kHeaderBytes;
  while (reader.read(offset)) {
  }
  return recording;
}

Result<Recording> read_recording(const std::string& path) {
  const Result<std::string> bytes = read_file(path);
  if (!bytes) return std::unexpected(bytes.error());
  return parse_recording(*bytes, path);
}

}  // namespace riffle::tool
