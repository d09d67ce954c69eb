// SPDX-License-Identifier: Apache-2.0
// Keeps a recording's file ahead of the program that grows it: to make pages of a file takes longer than to write records
// into them, and so it is done here, not by the program.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <thread>

#include "trace/record.h"

namespace riffle::tool {

class RecordingRoom {
 public:
  /// The file is empty. Where there is no room the program finds that out by itself.
  explicit RecordingRoom(const std::string& path);
  ~RecordingRoom();
  RecordingRoom(const RecordingRoom&) = delete;
  RecordingRoom& operator=(const RecordingRoom&) = delete;

 private:
  void run();
  /// False when no more is to be had.
  bool extend(std::uint64_t until);

  int descriptor_ = -1;
  trace::FileHeader* header_ = nullptr;
  std::atomic<bool> ends_{false};
  std::thread thread_;
};

}  // namespace riffle::tool
