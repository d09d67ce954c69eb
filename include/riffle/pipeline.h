// SPDX-License-Identifier: Apache-2.0
// A large array, or an endless one, through the device in chunks: to the device, kernels, back, several chunks at once.
#pragma once

#include <riffle/array.h>
#include <riffle/device.h>
#include <riffle/event.h>
#include <riffle/page_locked.h>

#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <functional>
#include <memory>
#include <optional>
#include <source_location>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

namespace riffle {

/// Which streams the copies of a Pipeline are in: `by_chunk`, each chunk's in one stream with its kernels; `by_direction`, all
/// to the device in one stream, all to the host in another, all kernels in a third, ordered by events. A GPU's copy engines go on
/// without a pause by direction; Riffle's cores have a chunk in their caches while it goes on in its stream.
enum class PipelineCopies { automatic, by_chunk, by_direction };

struct PipelineOptions {
  std::size_t chunk_elems = 0;  ///< 0: chosen by the size of the elements and of the whole
  int depth = 0;  ///< chunks on their way at once, each with a stream and buffers; 0: chosen
  PipelineCopies copies = PipelineCopies::automatic;
};

/// The result of a run.
struct PipelineReport {
  std::size_t elems = 0;  ///< delivered
  std::size_t chunks = 0;
  std::size_t chunk_elems = 0;
  int depth = 0;
  bool was_cancelled = false;
};

/// `Pipeline<float>([&](auto& chunk) { chunk.out = 2.0f * chunk.in + 1.0f; }).run(in, out)`.
///
/// Chunk k + 1 travels to the device while chunk k is computed and chunk k - 1 travels back. Everything of the host - stage, source, sink -
/// is called by the thread that calls run(), in the order of the chunks. At most `depth` chunks are on their way: the source is not asked for more before the
/// sink has taken the oldest. A Pipeline keeps its streams and buffers for the next run(); one run() at a time.
///
/// Errors - what source, stage or sink throws, what CUDA reports - end the run: it waits for what is on its way, since that uses the caller's memory,
/// and throws. Nothing after the chunk that failed is delivered.
template <typename In, typename Out = In>
class Pipeline {
 public:
  using Where = std::source_location;

  /// The piece of data that a stage enqueues its work for. `in` and `out` have the same number of elements and are views of device
  /// memory whose assignments run in `stream`.
  struct Chunk {
    GpuView<In> in;
    GpuView<Out> out;
    StreamRef stream;
    std::size_t first = 0;   ///< number of its first element in the whole
    std::size_t number = 0;  ///< of the chunk
    [[nodiscard]] std::size_t size() const { return in.size(); }
  };
  /// Enqueues, does not wait.
  using Stage = std::function<void(Chunk&)>;
  /// Writes up to `to.size()` elements and returns how many; 0 is the end.
  using Source = std::function<std::size_t(std::span<In> to)>;
  /// Gets the results in order. They are there during the call only.
  using Sink = std::function<void(std::span<const Out> from)>;

  explicit Pipeline(Stage stage, PipelineOptions options = {})
      : stage_(std::move(stage)), options_(options) {}

  /// output[i] is the stage's result for input[i], for all elements; sizes must be the same. Page-locked memory is copied from and to directly, other
  /// memory is page-locked for the run, and where that cannot be done goes through page-locked buffers. A `stop` ends the run early: the
  /// report says how many elements are there.
  PipelineReport run(std::span<const In> input, std::span<Out> output, std::stop_token stop = {},
                     Where where = Where::current()) {
    if (input.size() != output.size())
      throw Error(CUDA_ERROR_INVALID_VALUE,
                  "a pipeline from " + std::to_string(input.size()) + " elements to " +
                      std::to_string(output.size()),
                  where);
    detail::current_context(where);
    std::optional<Registered> locked_input, locked_output;
    const bool is_input_direct = is_locked(input.data()) || lock(input, locked_input);
    const bool is_output_direct = is_locked(output.data()) || lock(output, locked_output);
    Ends ends;
    ends.uses_buffers = !is_input_direct || !is_output_direct;
    ends.fill = [&](Passage& chunk) {
      Slot& slot = *chunk.slot;
      chunk.elems = std::min(slot.in.size(), input.size() - chunk.first);
      const auto part = input.subspan(chunk.first, chunk.elems);
      if (!is_input_direct) std::copy(part.begin(), part.end(), slot.stage_in(where).begin());
      chunk.from = is_input_direct ? part.data() : slot.staged_in.data();
      chunk.to = is_output_direct ? output.data() + chunk.first : slot.stage_out(where).data();
    };
    ends.deliver = [&](Passage& chunk) {
      if (!is_output_direct) std::copy_n(chunk.to, chunk.elems, output.data() + chunk.first);
    };
    return run(ends, chunk_for(input.size(), where), stop, where);
  }

  /// From a function to a function, through page-locked buffers that they write and read in place.
  PipelineReport run(const Source& source, const Sink& sink, std::stop_token stop = {},
                     Where where = Where::current()) {
    Ends ends;
    ends.fill = [&](Passage& chunk) {
      PageLocked<In>& buffer = chunk.slot->stage_in(where);
      chunk.elems = source(std::span<In>(buffer.data(), buffer.size()));
      if (chunk.elems > buffer.size())
        throw Error(CUDA_ERROR_INVALID_VALUE, "a pipeline's source wrote more than a chunk", where);
      chunk.from = buffer.data();
      chunk.to = chunk.slot->stage_out(where).data();
    };
    ends.deliver = [&](Passage& chunk) { sink(std::span<const Out>(chunk.to, chunk.elems)); };
    return run(ends, chunk_for(kEndless, where), stop, where);
  }

 private:
  static constexpr std::size_t kEndless = ~std::size_t{0};
  static constexpr int kDepth = 4;
  static constexpr std::size_t kElemBytes = std::max(sizeof(In), sizeof(Out));
  // Chunks that wait: bytes of them, and the chunks of a slot that wait in its stream.
  static constexpr std::size_t kAheadBytes = std::size_t{64} << 20;
  static constexpr std::size_t kLeastAhead = 16;
  static constexpr std::size_t kMostAhead = 64;
  // A chunk's copy must outlast the calls that start it; the first and the last chunk travel alone, so that there should be many.
  // A GPU likes chunks long; where cores copy, a chunk should stay in their caches until it travels back.
  static constexpr std::size_t kMostChunkBytes = std::size_t{16} << 20;
  static constexpr std::size_t kMostChunkBytesOfShared = std::size_t{1} << 20;
  static constexpr std::size_t kLeastChunkBytes = std::size_t{256} << 10;
  static constexpr std::size_t kChunks = 32;

  /// A GPU's engine for copies in one direction goes from chunk to chunk without a pause when all of them are in one stream,
  /// and waits for kernels that are in one stream too.
  struct Engines {
    explicit Engines(const Where& where)
        : to_device(CU_STREAM_DEFAULT, 0, where),
          compute(CU_STREAM_DEFAULT, 0, where),
          to_host(CU_STREAM_DEFAULT, 0, where) {}
    Stream to_device, compute, to_host;
  };
  /// The buffers and events of a chunk on its way. The next chunk in the same slot runs after it: the slot's own stream orders them,
  /// or, with engines, the events.
  struct Slot {
    Slot(std::size_t chunk_elems, const std::optional<Engines>& engines, const Where& where)
        : arrived(CU_EVENT_DISABLE_TIMING, where),
          computed(CU_EVENT_DISABLE_TIMING, where),
          left(CU_EVENT_DISABLE_TIMING, where) {
      if (!engines) own_stream.emplace(CU_STREAM_DEFAULT, 0, where);
      stream = engines ? engines->compute : *own_stream;
      in = GpuArray<In>(chunk_elems, stream, where);
      out = GpuArray<Out>(chunk_elems, stream, where);
    }
    PageLocked<In>& stage_in(const Where& where) {
      if (staged_in.size() == 0)
        staged_in = PageLocked<In>(in.size(), CU_MEMHOSTALLOC_PORTABLE, where);
      return staged_in;
    }
    PageLocked<Out>& stage_out(const Where& where) {
      if (staged_out.size() == 0)
        staged_out = PageLocked<Out>(out.size(), CU_MEMHOSTALLOC_PORTABLE, where);
      return staged_out;
    }

    std::optional<Stream> own_stream;
    StreamRef stream;
    Event arrived, computed, left;
    GpuArray<In> in;
    GpuArray<Out> out;
    PageLocked<In> staged_in;
    PageLocked<Out> staged_out;
  };
  /// A chunk on its way.
  struct Passage {
    explicit Passage(const Where& where) : done(CU_EVENT_DISABLE_TIMING, where) {}
    Event done;
    Slot* slot = nullptr;
    std::size_t first = 0;
    std::size_t elems = 0;
    const In* from = nullptr;
    Out* to = nullptr;
  };
  /// The sources and destinations of chunks. `fill` sets elems (0: the end), from and to. Without host buffers that must be emptied,
  /// the host may run ahead of the device.
  struct Ends {
    std::function<void(Passage&)> fill;
    std::function<void(Passage&)> deliver;
    bool uses_buffers = true;
  };
  /// However a run ends, nothing of it uses the caller's memory afterwards.
  struct Drained {
    const Pipeline& pipeline;
    ~Drained() {
      for (const auto& slot : pipeline.slots_) cuStreamSynchronize(slot->stream.handle());
      if (!pipeline.engines_) return;
      cuStreamSynchronize(pipeline.engines_->to_device.handle());
      cuStreamSynchronize(pipeline.engines_->to_host.handle());
    }
  };

  PipelineReport run(const Ends& ends, std::size_t chunk_elems, const std::stop_token& stop,
                     const Where& where) {
    const int depth = options_.depth > 0 ? options_.depth : kDepth;
    prepare(chunk_elems, depth, where);
    // A run that reports each chunk must wait for each. Others wait now and then, to notice errors and a stop: each wait
    // puts this thread to sleep and makes a worker wake it.
    const std::size_t window =
        ends.uses_buffers ? slots_.size()
                          : std::clamp(kAheadBytes / (chunk_elems * kElemBytes),
                                       slots_.size() * kLeastAhead, slots_.size() * kMostAhead);
    const std::size_t batch = ends.uses_buffers ? 1 : window / 2;
    while (passages_.size() < window) passages_.emplace_back(where);
    const Drained drained{*this};
    PipelineReport report{.chunk_elems = chunk_elems, .depth = depth};
    const auto deliver = [&] {
      Passage& oldest = passages_[report.chunks % window];
      oldest.done.synchronize(where);
      ends.deliver(oldest);
      report.elems += oldest.elems;
      ++report.chunks;
    };
    std::size_t sent = 0;
    std::size_t sent_elems = 0;
    bool is_at_end = false;
    while (!stop.stop_requested()) {
      if (sent - report.chunks == window) {
        passages_[(report.chunks + batch - 1) % window].done.synchronize(where);
        for (std::size_t i = 0; i < batch; ++i) deliver();
      }
      Passage& chunk = passages_[sent % window];
      chunk.slot = slots_[sent % slots_.size()].get();
      chunk.first = sent_elems;
      ends.fill(chunk);
      is_at_end = chunk.elems == 0;
      if (is_at_end) break;
      send(chunk, sent, where);
      sent_elems += chunk.elems;
      ++sent;
    }
    // A wait for each chunk would wake this thread as often.
    if (is_at_end && !ends.uses_buffers) wait_for_last(where);
    while (report.chunks < sent && !stop.stop_requested()) deliver();
    report.was_cancelled = !is_at_end || report.chunks < sent;
    return report;
  }

  /// For all chunks.
  void wait_for_last(const Where& where) {
    if (engines_) return engines_->to_host.synchronize(where);
    for (const auto& slot : slots_) slot->stream.synchronize(where);
  }

  void send(Passage& passage, std::size_t number, const Where& where) {
    Slot& slot = *passage.slot;
    const StreamRef up = engines_ ? StreamRef(engines_->to_device) : slot.stream;
    const StreamRef down = engines_ ? StreamRef(engines_->to_host) : slot.stream;
    Chunk chunk{slot.in.slice(0, passage.elems), slot.out.slice(0, passage.elems), slot.stream,
                passage.first, number};
    if (engines_) up.wait(slot.computed, where);  // the slot's last chunk: it reads `in`
    detail::check(cuMemcpyHtoDAsync(detail::device_address(chunk.in.data()), passage.from,
                                    passage.elems * sizeof(In), up.handle()),
                  "cuMemcpyHtoDAsync", where);
    if (engines_) {
      slot.arrived.record(up, where);
      slot.stream.wait(slot.arrived, where);
      slot.stream.wait(slot.left, where);  // of the last chunk: `out` is written again
    }
    stage_(chunk);
    if (engines_) {
      slot.computed.record(slot.stream, where);
      down.wait(slot.computed, where);
    }
    detail::check(cuMemcpyDtoHAsync(passage.to, detail::device_address(chunk.out.data()),
                                    passage.elems * sizeof(Out), down.handle()),
                  "cuMemcpyDtoHAsync", where);
    if (engines_) slot.left.record(down, where);
    passage.done.record(down, where);
  }

  void prepare(std::size_t chunk_elems, int depth, const Where& where) {
    const CUcontext context = detail::current_context(where);
    const auto count = static_cast<std::size_t>(depth);
    if (context == context_ && slots_.size() == count && slots_[0]->in.size() == chunk_elems)
      return;
    slots_.clear();
    passages_.clear();
    engines_.reset();
    const bool by_direction = options_.copies == PipelineCopies::automatic
                                  ? !Device::current(where).is_processor(where)
                                  : options_.copies == PipelineCopies::by_direction;
    if (by_direction) engines_.emplace(where);
    for (std::size_t i = 0; i < count; ++i)
      slots_.push_back(std::make_unique<Slot>(chunk_elems, engines_, where));
    context_ = context;
  }

  std::size_t chunk_for(std::size_t elems, const Where& where) const {
    if (options_.chunk_elems != 0) return options_.chunk_elems;
    const std::size_t most =
        Device::current(where).is_processor(where) ? most_in_caches() : kMostChunkBytes;
    const std::size_t wanted = elems == kEndless ? most : elems / kChunks * kElemBytes;
    const std::size_t bytes = std::clamp(wanted, kLeastChunkBytes, most);
    // Whole pages, so that chunks begin at addresses that copies like.
    return std::max<std::size_t>(1, bytes / kElemBytes / 1024 * 1024);
  }

  /// Bytes of a chunk that is still in a core's caches when it travels back: with what it came from and goes to it is there
  /// four times. Where a core's own cache has no room for chunks of a sensible size, the one that cores share has.
  static std::size_t most_in_caches() {
    const long own = sysconf(_SC_LEVEL2_CACHE_SIZE);
    const std::size_t fitting = own > 0 ? static_cast<std::size_t>(own) / 8 : 0;
    return fitting >= kLeastChunkBytes ? std::min(fitting, kMostChunkBytesOfShared)
                                       : kMostChunkBytesOfShared;
  }

  static bool is_locked(const void* memory) {
    unsigned type = 0;
    return cuPointerGetAttribute(&type, CU_POINTER_ATTRIBUTE_MEMORY_TYPE,
                                 reinterpret_cast<CUdeviceptr>(memory)) == CUDA_SUCCESS &&
           type != 0;
  }
  /// False where the system refuses: its buffers are used then.
  template <typename T>
  static bool lock(std::span<T> memory, std::optional<Registered>& locked) {
    try {
      locked.emplace(memory);
      return true;
    } catch (const Error&) {
      return false;
    }
  }

  Stage stage_;
  PipelineOptions options_;
  CUcontext context_ = nullptr;
  std::optional<Engines> engines_;  // none where cores copy
  std::vector<std::unique_ptr<Slot>> slots_;
  std::vector<Passage> passages_;
};

}  // namespace riffle
