// SPDX-License-Identifier: Apache-2.0
// The observer that writes everything into a recording. See record.h.
#pragma once

#include <cstdint>
#include <memory>

#include "runtime/engine/observer.h"
#include "trace/graph_shapes.h"
#include "trace/recording_file.h"
#include "trace/thread_log.h"

namespace riffle::trace {

/// Any thread, without locks but when a thread needs a new chunk. Never destroyed.
class Recorder final : public engine::Observer {
 public:
  explicit Recorder(std::unique_ptr<RecordingFile> file) : file_(std::move(file)) {}

  void enqueued(const engine::OperationNotice& notice) noexcept override;
  void started(const engine::OperationNotice& notice) noexcept override;
  void finished(const engine::OperationNotice& notice) noexcept override;
  void helps(engine::Moment operation) noexcept override;
  void helped(engine::Moment operation, bool ran) noexcept override;
  void wait_was_over(const engine::OperationNotice& notice) noexcept override;
  void stream_created(const engine::StreamNotice& notice) noexcept override;
  void context_started(const engine::ContextStreams& context, int device) noexcept override;
  void resource_made(const engine::ResourceNotice& notice) noexcept override;
  void resource_gone(const engine::ResourceNotice& notice) noexcept override;
  void call_entered(const char* symbol, const void* caller) noexcept override;
  void call_left(const char* symbol, int result) noexcept override;

  [[nodiscard]] RecordingFile& file() noexcept { return *file_; }

  /// The process ends.
  void end() noexcept;

 private:
  /// Null when there is no memory.
  ThreadLog* log() noexcept;
  ThreadLog* make_log() noexcept;
  void note_memory(const engine::ResourceNotice& notice, bool is_made) noexcept;

  std::unique_ptr<RecordingFile> file_;
  GraphShapeLog shapes_;
};

/// Begins to record when RIFFLE_TRACE names a file. Once, before any context starts.
void start_if_asked();
/// Null when nothing is recorded.
[[nodiscard]] Recorder* recorder();

}  // namespace riffle::trace
