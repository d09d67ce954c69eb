// SPDX-License-Identifier: Apache-2.0
// Every RIFFLE_* environment option in one struct. Read once, at the first use.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace riffle {

/// How the threads of a block are run; kAuto lets the compiler choose per kernel.
enum class StrategyOption : std::uint8_t { kAuto, kSimd, kLoop, kRegion, kFiber };

/// Which kernels of an image are compiled together; kAuto: all of a small image, else none.
enum class KernelsOption : std::uint8_t { kAuto, kTogether, kApart };

/// When a kernel gets code for the blocks that it is launched with.
enum class SpecialiseOption : std::uint8_t { kOff, kOn, kNow };

struct Options {
  /// RIFFLE_WORKERS: worker threads, 1 to 1024; 0: as many as this process has cores.
  std::uint32_t workers = 0;
  /// RIFFLE_DEVICES: how many devices the program sees, 0 to 64.
  std::uint32_t devices = 1;
  /// Those that CUDA_VISIBLE_DEVICES leaves of them, in its order; all where it is not set.
  std::vector<std::uint32_t> visible_devices;
  /// RIFFLE_SEED: seed of randomised tests; 0: each picks its own.
  std::uint64_t seed = 0;
  /// RIFFLE_STRATEGY: auto, simd, loop, region or fiber.
  StrategyOption strategy = StrategyOption::kAuto;
  /// RIFFLE_WIDTH: threads of a packet: auto, 16, 32, 64 or 128; 0: the compiler chooses per kernel.
  std::uint32_t width = 0;
  /// RIFFLE_KERNELS: auto, together or apart.
  KernelsOption kernels = KernelsOption::kAuto;
  /// RIFFLE_SPECIALISE: off; on: kernels that run for long get code for the shape of their launches, made beside them;
  /// now: at the first launch of each shape, which waits for it.
  SpecialiseOption specialise = SpecialiseOption::kOn;
  /// RIFFLE_MEMORY: bytes of device memory per device (suffix K, M, G, T); 0: from the machine's.
  std::uint64_t memory_bytes = 0;

  /// RIFFLE_CACHE: on or off.
  bool cache = true;
  /// RIFFLE_CACHE_DIR: folder of the cache of native code and of programs; unless set, riffle in
  /// $XDG_CACHE_HOME or ~/.cache, or, where that cannot be written to, a folder of the user's own in $TMPDIR. Empty
  /// when there is none of them: then nothing is kept. Whoever uses the cache asks for it (base/cache_folder.h).
  std::string cache_directory;
  /// It is the one in $TMPDIR, which may have to be made.
  bool cache_is_temporary = false;
  /// RIFFLE_CACHE_SIZE: the cache's bound in bytes (suffix K, M, G, T).
  std::uint64_t cache_bytes = std::uint64_t{1} << 30;

  /// RIFFLE_PROGRESS: on: a terminal shows what a program waits for when compiling takes longer than two seconds.
  bool progress = true;
  /// RIFFLE_LOG: topics to report on stderr, separated by commas (engine, compiler, cache, api,
  /// ...); "all".
  std::string log;
  /// RIFFLE_DUMP: steps of the compiler whose result is printed, separated by commas.
  std::string dump;
  /// RIFFLE_PASS_OFF: optional steps of the compiler that are left out, separated by commas; "optional": all of them.
  std::string pass_off;
  /// RIFFLE_VERIFY: on: the code is verified after each step of the compiler.
  bool verify = false;
  /// RIFFLE_REMARKS: on: what the compiler decided for each kernel is told on stderr when it is loaded.
  bool remarks = false;
  /// RIFFLE_DUMP_IR: folder that each kernel's code is written to after each step of the compiler. Empty: none.
  std::string dump_folder;

  /// RIFFLE_TRACE: file to record into, for `riffle trace --recording`; it must not exist, or be empty. Empty:
  /// nothing is recorded.
  std::string trace_file;
  /// RIFFLE_TRACE_LAYERS: on: the recording has the layers of TensorRT's inferences, too.
  bool trace_layers = false;

  /// RIFFLE_CHECK: file that findings are written to, for `riffle check`. Empty: nothing is checked.
  std::string check_file;
  /// RIFFLE_CHECK_TOOLS: what is checked: mem, init, race, block, sync, leak, api, separated by commas.
  std::string check_tools = "mem,init,race,block,sync,leak,api";
  /// Whether `tool` is one of them.
  [[nodiscard]] bool checks(std::string_view tool) const;

  /// RIFFLE_SCHEDULE: one operation runs at a time, in the order that this says (base/schedule_plan.h). Empty: as fast
  /// as possible.
  std::string schedule;
  /// RIFFLE_SCHEDULE_RECORD: file that the decisions of that order are written to, for `riffle explore`. Empty: none.
  std::string schedule_record;

  /// RIFFLE_STACK: bytes of stack of a worker thread, on which host functions run (suffix K, M, G), at
  /// least 64K. Kernels have stacks of their own. As much as threads have elsewhere: a level of the recursion by which OpenBLAS
  /// factorises matrices takes half a megabyte.
  std::uint64_t stack_bytes = std::uint64_t{8} << 20;

  // The engine's thresholds; measured defaults. For tests and for measuring again on other
  // machines.
  /// RIFFLE_ENGINE_SPIN_US: an idle worker polls this long before it sleeps.
  std::uint32_t spin_us = 30;
  /// RIFFLE_ENGINE_SETTLE_NS: a polling worker leaves new work alone this long (its host may sync).
  std::uint32_t settle_ns = 2000;
  /// RIFFLE_ENGINE_NAP_US: length of the keeper's naps.
  std::uint32_t nap_us = 50;
  /// RIFFLE_ENGINE_QUIET_NAPS: naps with nothing ready before the keeper sleeps for good.
  std::uint32_t quiet_naps = 40;
  /// RIFFLE_ENGINE_STUCK_US: ready work untouched this long while every worker is held: add a
  /// worker.
  std::uint32_t stuck_us = 1000;
  /// RIFFLE_ENGINE_WAIT_SPIN_US: a waiting host polls this long before it sleeps.
  std::uint32_t wait_spin_us = 30;
  /// RIFFLE_ENGINE_BUDGET: operations of one stream that a worker runs before it looks at others.
  std::uint32_t budget = 256;
  /// RIFFLE_ENGINE_SHARE_NS: an operation with more than this left is offered to polling workers.
  std::uint32_t share_ns = 2000;
  /// RIFFLE_ENGINE_SHARE_WAKE_NS: with more than this left, sleeping workers are woken for it.
  std::uint32_t share_wake_ns = 60000;
  /// RIFFLE_ENGINE_WAVE_NS: operations longer than this may run piece by piece with those behind them.
  std::uint32_t wave_ns = 50000;
  /// RIFFLE_ENGINE_PIECE: bytes that such a piece touches (K, M, G).
  std::uint64_t piece_bytes = std::uint64_t{256} << 10;
  /// RIFFLE_ENGINE_PENDING: bytes of pending operations per stream that make an enqueue wait (K, M,
  /// G).
  std::uint64_t pending_bytes = std::uint64_t{16} << 20;
};

/// The process's options. The first call reads the environment and reports bad values on stderr,
/// each with the value it saw and the values it takes; the default is used instead.
const Options& options();
/// The same without a word about bad values, when this is the first call: for the riffle command, whose
/// programs and devices say it themselves.
const Options& options_of_programs();

/// `environment` returns the value of a variable, or null; `names` are those of all variables. Complaints
/// about bad values, and about names that are almost an option's, go to `complaints`.
Options parse_options(const std::function<const char*(const char* name)>& environment,
                      std::span<const std::string_view> names,
                      std::vector<std::string>& complaints);

}  // namespace riffle
