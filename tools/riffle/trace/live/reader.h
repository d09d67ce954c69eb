// SPDX-License-Identifier: Apache-2.0
// Reads a recording while it grows: each record once, when it is there, and the end of what was open when it is.
// The program is not asked, and does not notice.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "trace/recording.h"

namespace riffle::tool {

/// Is told what is new. Times are in ticks; `thread` counts the threads from 0.
class LiveListener {
 public:
  virtual void thread_began(std::size_t thread, std::uint32_t id, const std::string& name) = 0;
  virtual void text_given(std::uint32_t number, const std::string& text) = 0;
  /// A copy, at the time: a record that is open has no end yet.
  virtual void recorded(std::size_t thread, const trace::Record& record) = 0;
  /// The end of one that was open.
  virtual void ended(std::size_t thread, const trace::Record& record) = 0;

 protected:
  ~LiveListener() = default;
};

class LiveReader {
 public:
  explicit LiveReader(const std::string& path);
  ~LiveReader();
  LiveReader(const LiveReader&) = delete;
  LiveReader& operator=(const LiveReader&) = delete;

  /// Whether a program has begun to record.
  [[nodiscard]] bool has_begun();
  /// Tells what is new since the last time.
  void poll(LiveListener& listener);
  /// Of a time of a record, since the recording began. `has_begun()` was true.
  [[nodiscard]] std::int64_t ns(std::uint64_t ticks) const;
  /// The same of this moment.
  [[nodiscard]] std::int64_t now_ns() const;
  /// Whose recording it is.
  [[nodiscard]] std::uint32_t process() const;

 private:
  struct Chunk {
    const trace::Record* records = nullptr;
    std::size_t count = 0;
    std::size_t next = 1;
    std::size_t thread = 0;
    std::vector<std::size_t> open;
    trace::Record help;  ///< the newest, open; it may yet be taken back
  };

  bool find_chunk();
  std::size_t thread_of(std::uint32_t id, const std::string& name, LiveListener& listener);
  static void read(Chunk& chunk, LiveListener& listener);
  static bool read_help(Chunk& chunk, bool is_help, LiveListener& listener);
  static void look_at_open(Chunk& chunk, LiveListener& listener);

  int descriptor_ = -1;
  const trace::FileHeader* header_ = nullptr;
  std::uint64_t next_chunk_ = trace::kHeaderBytes;
  std::vector<Chunk> chunks_;  ///< those with more to come
  std::vector<std::uint32_t> threads_;
};

}  // namespace riffle::tool
