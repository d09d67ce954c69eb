// SPDX-License-Identifier: Apache-2.0
// What compiled device code and the CPU device agree on. Plain C types: generated code knows these
// layouts by offset. Change kAbiVersion with any change here; it is part of the cache key.
//
// A device module becomes one shared object that exports `riffle_module` (a Module). It refers to
// libc, libm and libgcc_s by DT_NEEDED and to Riffle only through the Runtime table, which the
// loader stores into *Module::runtime right after dlopen: no symbol of Riffle is looked up by name.
// Device variables are plain globals of that object; each device loads its own copy of the object.
//
// A large image becomes a base object with its variables, the functions whose address is taken, and
// a row for each kernel; and an object for each kernel, made when it is first needed. A kernel's
// object reaches what the base has through pointers that the loader sets (Module::imports).
#pragma once

#include <cstdint>

namespace riffle::abi {

inline constexpr std::uint32_t kAbiVersion = 11;

/// Constant while one launch runs; shared by all workers that run its blocks.
struct GridLaunch {
  const unsigned char* arguments;  ///< kernel parameters, each at ParameterSlot::offset
  std::uint32_t grid[3];           ///< in blocks
  std::uint32_t block[3];          ///< in threads
  std::uint32_t threads;           ///< block[0] * block[1] * block[2]
  std::uint32_t dynamic_shared_bytes;
  /// 1: the launch writes more than the caches keep, so that stores of whole cache lines may pass by
  /// them. 0: they may not. Compared with the low bits of addresses, therefore a number.
  std::uint64_t streams;
};

/// Code that runs several blocks of a range at once has the shared memory of each, so much in all.
inline constexpr std::uint32_t kSharedBytesOfRange = 64 << 10;

/// One per worker while it runs blocks of one launch.
struct Frame {
  /// Static then dynamic shared memory of the block that runs, 128-aligned. Where a range has several blocks, that of the
  /// others may lie before it: kSharedBytesOfRange end where this one's ends.
  unsigned char* shared;
  unsigned char* scratch;  ///< state of the block's threads across barriers, 64-aligned:
  ///< Kernel::scratch_bytes_per_thread * threads (threads rounded up to 64)
  ///< + Kernel::scratch_bytes_per_block
  std::uint32_t block_index[3];  ///< kept current per block, for asserts, printf and fault reports
  std::uint32_t thread;  ///< linear thread index, kept current only where it is cheap: before
                         ///< calls to the runtime and by the fiber strategy
  void* executor;        ///< the CPU device's own; generated code passes it on
};

/// Position of one thread; what a device function that was not inlined receives, and a fiber's
/// body.
struct Thread {
  const GridLaunch* launch;
  Frame* frame;
  std::uint32_t thread_index[3];
  std::uint32_t block_index[3];
  std::uint32_t linear;  ///< x + block[0] * (y + block[1] * z); lane = linear % 32
};

/// Runs blocks [first, end) of the launch; block number b is x + grid[0] * (y + grid[1] * z).
using BlockRangeFunction = void(const GridLaunch*, Frame*, std::uint64_t first, std::uint64_t end);
/// Body of one thread, for the fiber strategy.
using ThreadFunction = void(const Thread*);

enum class WarpOp : std::uint32_t {
  kSync,
  kShuffleIndex,
  kShuffleUp,
  kShuffleDown,
  kShuffleXor,
  kVoteAll,
  kVoteAny,
  kVoteUni,
  kVoteBallot,
  kMatchAny,
  kMatchAll,
  kReduceAdd,  // redux.sync, 32 bit; signedness where it matters
  kReduceMinSigned,
  kReduceMinUnsigned,
  kReduceMaxSigned,
  kReduceMaxUnsigned,
  kReduceAnd,
  kReduceOr,
  kReduceXor,
  kActiveMask,
  kMatrix,  ///< the value is the address of the lane's registers, the shape in operand and clamp
};

/// Elements of the matrices that a warp multiplies (mma.sync).
enum class MatrixElement : std::uint8_t {
  kHalf,
  kBfloat,
  kTf32,
  kDouble,
  kSigned8,
  kUnsigned8,
  kSigned4,
  kUnsigned4,
  kBit,
  kFloat,    // sums only
  kInteger,  // sums only
};
enum MatrixFlags : std::uint8_t {
  kMatrixSaturates = 1,
  kMatrixAnd = 2,         ///< of bits: and instead of exclusive or
  kMatrixAByColumns = 4,  ///< m8n8k4 of halves
  kMatrixBByRows = 8,     ///< m8n8k4 of halves
};
/// An m x k matrix A times a k x n matrix B, plus an m x n matrix C.
struct MatrixShape {
  std::uint8_t m, n;
  std::uint16_t k;
  MatrixElement a, b, c;
  std::uint8_t flags;
};
static_assert(sizeof(MatrixShape) == sizeof(std::uint64_t));

/// Of what device code allocates without a word on its alignment.
inline constexpr std::uint64_t kMallocAlignment = 16;

enum class BarrierReduce : std::uint32_t { kNone, kPopc, kAnd, kOr, kArrive };

enum class FaultKind : std::uint32_t {
  kTrap = 1,
  kAssert,
  kIllegalAddress,
  kMisaligned,
  kStackOverflow
};

/// What device code asks of the runtime. Filled by src/device/cpu.
struct RuntimeTable {
  std::uint32_t abi_version;
  /// Runs one block of a fiber-strategy kernel: `body` once per thread, each on a stack of its own.
  void (*run_block_as_fibers)(const GridLaunch*, Frame*, ThreadFunction* body);
  /// __syncthreads and its _count/_and/_or forms; only from a fiber. Returns the reduction. kArrive does not wait.
  std::uint32_t (*barrier)(const Thread*, std::uint32_t barrier_id, std::uint32_t thread_count_or_0,
                           BarrierReduce, std::uint32_t predicate);
  /// A warp-level operation; only from a fiber. `operand` is the lane, delta or mask of a shuffle,
  /// `clamp` PTX's c operand. `predicate_out` may be null (match.all, shuffles with predicate).
  std::uint64_t (*warp)(const Thread*, WarpOp, std::uint32_t member_mask, std::uint64_t value,
                        std::uint32_t operand, std::uint32_t clamp, std::uint32_t* predicate_out);
  /// Another chance for other fibers of the block (nanosleep, spin loops).
  void (*yield)(const Thread*);
  /// Device printf: arguments packed as clang packs them for vprintf. Returns the number of
  /// arguments.
  std::int32_t (*vprintf)(const char* format, const void* arguments);
  /// Does not return: ends the kernel and marks the context.
  void (*fault)(const Frame*, FaultKind);
  /// Prints CUDA's assertion text with block and thread; a fault of kAssert follows.
  void (*assert_fail)(const Thread*, const char* expression, const char* file, std::uint32_t line,
                      const char* function);
  /// Null where the heap has no such piece, for zero bytes, and for an alignment that is no power of two.
  void* (*malloc)(std::uint64_t bytes, std::uint64_t alignment);
  void (*free)(void*);
  /// Nanoseconds, for %globaltimer.
  std::uint64_t (*global_timer_ns)();
  /// Multiplies matrices of a warp whose lanes run together. `words[r * 32 + lane]`: registers of A, of B and of C;
  /// `results` likewise, those of the sum.
  void (*multiply_matrices)(MatrixShape, const std::uint32_t* words, std::uint32_t* results);
};

/// Bytes [begin, end) that blocks touch, or more.
struct TouchedSpan {
  std::uint64_t begin;
  std::uint64_t end;
  std::uint64_t writes;  ///< 0 or 1
};
inline constexpr std::uint32_t kMostSpans = 8;
/// What blocks [first, end), one at least, of a launch touch at most: how many of `spans`, the same number for all ranges of
/// the launch, or 0: it is not known.
using SpanFunction = std::uint32_t(const GridLaunch*, std::uint64_t first, std::uint64_t end,
                                   TouchedSpan* spans);

struct ParameterSlot {
  std::uint32_t offset;  ///< in GridLaunch::arguments, bytes
  std::uint32_t size;    ///< bytes
};

enum class Strategy : std::uint32_t { kLoop = 1, kRegion = 2, kFiber = 3, kSimd = 4 };

enum KernelFlags : std::uint32_t {
  kKernelUsesPrintf = 1,
  kKernelUsesAtomics = 2,
  /// Proved to end: no loop whose exit depends on memory. A waiting host may help with it.
  kKernelEnds = 4,
  /// To be run with denormals flushed to zero, operands and results (-ftz=true).
  kKernelFlushesDenormals = 8,
  /// Calls malloc, free, new or delete.
  kKernelUsesHeap = 16,
  /// May call what device_calls.h lists: launch kernels, and the like.
  kKernelLaunches = 32,
  /// Ends, and its blocks share lines of memory with those beside and with those below them: see device/cpu/grid_tiles.h.
  kKernelWantsTiles = 64,
  // From 128 on: access_abi.h.
  /// Threads wait for what other blocks write, and run together all the same.
  kKernelWaitsForBlocks = 1U << 16,
};

struct KernelRow {
  const char* name;  ///< mangled, as cudaRegisterFunction gives it
  /// Null: the code is in an object of its own, with a row of its own. Of this row only the parameters,
  /// the bounds and the sizes of static shared and local memory count then.
  BlockRangeFunction* run;
  const ParameterSlot* parameters;
  std::uint32_t parameter_count;
  std::uint32_t argument_bytes;
  std::uint32_t static_shared_bytes;
  std::uint32_t scratch_bytes_per_thread;
  std::uint32_t scratch_bytes_per_block;
  std::uint32_t max_threads_per_block;  ///< __launch_bounds__, or 1024
  std::uint32_t local_bytes_per_thread;
  Strategy strategy;
  std::uint32_t flags;
  /// Bytes that a thread stores by what may pass by the caches (GridLaunch::streams); 0: nothing may.
  std::uint32_t streamed_bytes_per_thread;
  SpanFunction* spans;  ///< null: not known
  /// Neighbouring blocks of a row run as one where they make whole packets of so many threads, or bands of rows (many more), a power
  /// of two; 0: they do not.
  std::uint32_t joined_threads;
};

enum VariableFlags : std::uint32_t {
  kVariableConstant = 1,
  /// The initial value of the managed variable v, named "v.managed". Kernels use the variable "v", a
  /// pointer that the loader sets to storage that host and devices share.
  kVariableManaged = 2,
  /// What the address of the kernel k is in device code, named "k.kernel": a pointer that the loader
  /// sets to what it knows of the kernel.
  kVariableKernel = 4,
};
inline constexpr char kManagedSuffix[] = ".managed";
inline constexpr char kKernelSuffix[] = ".kernel";
/// PTX's reference t is the variable "t.texture" or "t.surface": the number of the object that kernels read through.
inline constexpr char kTextureReferenceSuffix[] = ".texture";
inline constexpr char kSurfaceReferenceSuffix[] = ".surface";

struct VariableRow {
  const char* name;
  void* address;
  std::uint64_t size;
  std::uint32_t flags;
};

/// A kernel of the image that could not be compiled; the others run.
struct RefusedKernelRow {
  const char* name;
  const char* reason;  ///< names the intrinsic, symbol or text
};

/// Exported by every compiled object under the name `riffle_module`.
struct ModuleTable {
  std::uint32_t abi_version;
  std::uint32_t kernel_count;
  std::uint32_t variable_count;
  const KernelRow* kernels;
  const VariableRow* variables;
  const RuntimeTable** runtime;  ///< where the loader stores the table
  std::uint32_t refused_count;
  const RefusedKernelRow* refused;
  /// Of a base object: what kernels' objects may refer to, by name. An address is null when the
  /// function could not be compiled.
  const char* const* export_names;
  void* const* exports;
  /// Of a kernel's object: where the loader stores the addresses of these.
  const char* const* import_names;
  void** imports;
  std::uint32_t export_count;
  std::uint32_t import_count;
};

}  // namespace riffle::abi
