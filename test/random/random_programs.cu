// SPDX-License-Identifier: Apache-2.0
// Random legal CUDA programs against a sequential model of them: streams of all kinds, events, copies, kernels, host
// functions, allocation and graphs on one device or several. One source for riffle cc and nvcc.
//
//   random_programs [--seed N] [--count N] [--devices N] [--graphs] [--managed] [--host] [--threads N] [--promised]
//                   [--steps N] [--print] [--mutant N] [--judge]
//
// --host: the host's code touches pinned and managed memory, too. --promised: nothing relies on asynchronous copies of pageable memory
// that wait, which CUDA does not promise. --mutant N makes a mistake, the N-th possible one modulo how many there are (mutants.h). --judge
// runs nothing: it says of each program whether it is clean, racy or neither for certain (judge.h), and the kind of the mistake.
// Exit code 0: all programs left what the model leaves; 1: one did not, and its seed was printed; 3: a call failed.
#include <cstring>

#include "executor.h"
#include "generator.h"
#include "judge.h"

namespace {

using namespace random_programs;

struct Options {
  unsigned long long seed = 1, count = 200;
  Shape shape;
  bool print = false, is_mutant = false, judges = false, is_promised = false;
  unsigned long long mutant = 0;
};

Options parse(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const auto is = [&](const char* name) { return std::strcmp(argv[i], name) == 0; };
    const auto number = [&] { return i + 1 < argc ? std::strtoull(argv[++i], nullptr, 10) : 0; };
    if (is("--seed")) {
      options.seed = number();
    } else if (is("--count")) {
      options.count = number();
    } else if (is("--devices")) {
      options.shape.devices = static_cast<int>(number());
    } else if (is("--steps")) {
      options.shape.steps = static_cast<int>(number());
    } else if (is("--graphs")) {
      options.shape.graphs = true;
    } else if (is("--managed")) {
      options.shape.managed = true;
    } else if (is("--host")) {
      options.shape.host = true;
    } else if (is("--threads")) {
      options.shape.threads = static_cast<int>(number());
    } else if (is("--promised")) {
      options.is_promised = true;
    } else if (is("--mutant")) {
      options.is_mutant = true;
      options.mutant = number();
    } else if (is("--judge")) {
      options.judges = true;
    } else if (is("--print")) {
      options.print = true;
    } else {
      std::fprintf(stderr, "random_programs: unknown option '%s'\n", argv[i]);
      std::exit(2);
    }
  }
  return options;
}

// Kernels of one device reach memory of the others, cudaMallocAsync's too.
void let_devices_reach_each_other(int devices) {
  for (int device = 0; device < devices; ++device) {
    RANDOM_MUST(cudaSetDevice(device));
    cudaMemPool_t pool = nullptr;
    const bool has_pool = cudaDeviceGetDefaultMemPool(&pool, device) == cudaSuccess;
    for (int peer = 0; peer < devices; ++peer) {
      if (peer == device) continue;
      RANDOM_MUST(cudaDeviceEnablePeerAccess(peer, 0));
      cudaMemAccessDesc access = {};
      access.location.type = cudaMemLocationTypeDevice;
      access.location.id = peer;
      access.flags = cudaMemAccessFlagsProtReadWrite;
      if (has_pool) (void)cudaMemPoolSetAccess(pool, &access, 1);
    }
  }
  (void)cudaGetLastError();
}

void print(const Task& task) {
  static const char* const names[] = {"fill", "mix",    "reverse", "count",
                                      "slow", "memset", "copy",    "host"};
  std::printf(" %s b%d, %#x", names[static_cast<int>(task.work)], task.out, task.amount);
  if (task.first >= 0) std::printf(" from b%d", task.first);
  if (task.second >= 0) std::printf(", b%d", task.second);
  if (task.work == Work::kCopy)
    std::printf(", %zu words %zu -> %zu", task.words, task.from, task.to);
}

void print(const Program& program) {
  static const char* const kinds[] = {"blocking", "non-blocking", "legacy", "per-thread"};
  static const char* const acts[] = {"task",
                                     "upload",
                                     "download",
                                     "memcpy",
                                     "record",
                                     "wait",
                                     "synchronize event",
                                     "synchronize stream",
                                     "synchronize device",
                                     "query",
                                     "host read",
                                     "host write",
                                     "create stream",
                                     "destroy stream",
                                     "allocate in stream",
                                     "free in stream",
                                     "free",
                                     "capture",
                                     "build",
                                     "launch graph"};
  for (std::size_t b = 0; b < program.buffers.size(); ++b) {
    const Buffer& buffer = program.buffers[b];
    std::printf("b%zu: %s of device %d, %zu words%s\n", b,
                buffer.where == Where::kDevice   ? "memory"
                : buffer.where == Where::kPinned ? "pinned"
                                                 : "managed",
                buffer.device, buffer.words, buffer.is_ordered ? ", stream-ordered" : "");
  }
  for (std::size_t s = 0; s < program.streams.size(); ++s) {
    std::printf("s%zu: %s of device %d\n", s, kinds[program.streams[s].kind],
                program.streams[s].device);
  }
  for (std::size_t i = 0; i < program.steps.size(); ++i) {
    const Step& step = program.steps[i];
    std::printf("%4zu: %s", i, acts[static_cast<int>(step.act)]);
    if (step.thread > 0) std::printf(" by thread %d", step.thread);
    if (step.stream >= 0) std::printf(" s%d", step.stream);
    if (step.event >= 0) std::printf(" e%d", step.event);
    if (step.buffer >= 0) std::printf(" b%d", step.buffer);
    if (step.graph >= 0) std::printf(" g%d", step.graph);
    if (step.act == Act::kSynchronizeDevice) std::printf(" %d", step.device);
    if (step.act == Act::kUpload) std::printf(" %#x", step.task.amount);
    if (step.act == Act::kTask) print(step.task);
    for (const Task& task : step.tasks) print(task);
    std::printf("\n");
  }
}

Mutant mutant_of(const Program& program, const Options& options) {
  const std::vector<Mutant> all = mutants(program);
  return all.empty() ? Mutant{Mutant::kNonBlocking, 0} : all[options.mutant % all.size()];
}

Program make(std::uint64_t seed, const Options& options) {
  Program program = Generator(seed, options.shape).make();
  if (options.is_mutant) apply(mutant_of(program, options), program);
  return program;
}

}  // namespace

int main(int argc, char** argv) {
  Options options = parse(argc, argv);
  if (options.judges) {
    for (unsigned long long seed = options.seed; seed < options.seed + options.count; ++seed) {
      static const char* const verdicts[] = {"clean", "unknown", "racy"};
      const Program program = Generator(seed, options.shape).make();
      const char* kind = options.is_mutant ? name_of(mutant_of(program, options).kind) : "-";
      std::printf("%llu %s %s\n", seed,
                  verdicts[static_cast<int>(Judge::judge(make(seed, options)))], kind);
    }
    return 0;
  }
  int devices = 0;
  RANDOM_MUST(cudaGetDeviceCount(&devices));
  if (options.shape.devices > devices) {
    std::printf("%d devices asked for, there are %d\n", options.shape.devices, devices);
    return 2;
  }
  let_devices_reach_each_other(options.shape.devices);
  unsigned long long steps = 0, wrong = 0;
  for (unsigned long long seed = options.seed; seed < options.seed + options.count; ++seed) {
    const Program program = make(seed, options);
    if (options.print) print(program);
    std::fflush(stdout);
    Model model(program);
    if (!Execution(program, model, options.is_promised).run()) ++wrong;
    steps += program.steps.size();
  }
  std::printf("%llu programs, %llu steps, %llu wrong\n", options.count, steps, wrong);
  return wrong == 0 ? 0 : 1;
}
