// SPDX-License-Identifier: Apache-2.0
#include "check/rules.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>

namespace riffle::tool::check {
namespace {

constexpr std::array kRules = {
    Rule{"race", "race",
         "Two operations use the same bytes, one of them writes, and nothing that the program has "
         "declared orders them: no stream, event, "
         "synchronisation, edge of a graph or rule of the default stream. The host's own accesses "
         "count as operations.",
         "fill<<<grid, block, 0, one>>>(data);\nadd<<<grid, block, 0, other>>>(data);  // starts "
         "at any time",
         "Record an event after the first operation and let the second one's stream wait for it; "
         "before the host's own accesses "
         "synchronise the stream."},
    Rule{
        "race", "between processes",
        "Two processes use the same bytes of memory that both have opened, one of them writes, and "
        "nothing orders the two: no event of both processes, no collective, and the first process "
        "had not waited when the second one called.",
        "fill<<<grid, block, 0, stream>>>(data);  // in the process that allocated data\n"
        "add<<<grid, block, 0, stream>>>(opened);  // in another one: starts at any time",
        "Record an event with cudaEventInterprocess and let the other process's stream wait for "
        "it, or synchronise before the other process continues."},
    Rule{"race", "unpromised order",
         "The host uses a pageable buffer after an asynchronous copy of it. Such a copy usually "
         "waits, but CUDA does not promise that.",
         "cudaMemcpyAsync(device, buffer.data(), bytes, cudaMemcpyHostToDevice, "
         "stream);\nbuffer[0] = 1;  // may still be read",
         "Synchronise the stream before the buffer is used again, or copy with cudaMemcpy."},
    Rule{"race", "use before allocation",
         "An operation of another stream uses memory before its stream-ordered allocation.",
         "cudaMallocAsync(&data, bytes, one);\nfill<<<grid, block, 0, other>>>(data);  // is data "
         "there?",
         "Let the other stream wait for an event that was recorded after the allocation."},
    Rule{"race", "use after free", "An operation uses memory after it was freed in stream order.",
         "cudaFreeAsync(data, stream);\nfill<<<grid, block, 0, stream>>>(data);",
         "Free the memory after its last use."},
    Rule{"race", "use unordered with free",
         "An operation uses memory that another stream frees, and nothing orders the two.",
         "cudaFreeAsync(data, one);\nfill<<<grid, block, 0, other>>>(data);",
         "Let the stream that frees wait for the last use."},
    Rule{"race", "free of memory in use",
         "Memory is freed while an operation of another stream may still use it. The pool may give "
         "it to the next allocation at once.",
         "fill<<<grid, block, 0, other>>>(data);\ncudaFreeAsync(data, one);",
         "Let the stream that frees wait for an event that was recorded after the last use."},
    Rule{"block", "read after write",
         "A thread reads what another thread of the grid has written, and nothing orders the two.",
         "tile[threadIdx.x] = in[i];\nout[i] = tile[blockDim.x - 1 - threadIdx.x];  // no barrier",
         "Put __syncthreads() between the two, or __syncwarp() within a warp; between blocks, "
         "grid.sync() or a second kernel."},
    Rule{"block", "write after read",
         "A thread writes what another thread of the grid has read, and nothing orders the two.",
         "sum += tile[threadIdx.x ^ 1];\ntile[threadIdx.x] = 0;  // the neighbour may not have "
         "read it",
         "Put __syncthreads() between the two, or __syncwarp() within a warp; between blocks, "
         "grid.sync() or a second kernel."},
    Rule{"block", "write after write",
         "Two threads of a grid write different values to the same bytes, and nothing orders the "
         "two.",
         "histogram[bin[i]] = histogram[bin[i]] + 1;",
         "Give each thread its own bytes, or use an atomic operation such as atomicAdd."},
    Rule{
        "sync", "divergent barrier",
        "A barrier for the whole block that some threads do not reach, or that threads reach from "
        "different lines.",
        "if (threadIdx.x < 32) __syncthreads();",
        "Move the barrier out of the branch, so that threads with nothing to do reach it as well."},
    Rule{
        "sync", "missing lanes",
        "The mask of a warp operation names lanes that have exited or wait somewhere else forever.",
        "if (threadIdx.x % 32 < 16) value = __shfl_xor_sync(0xffffffff, value, 1);",
        "Name only the lanes that reach the operation: compute the mask with __ballot_sync before "
        "the branch."},
    Rule{"sync", "caller not in mask",
         "The mask of a warp operation does not name the thread that calls it.",
         "value = __shfl_xor_sync(0x0000ffff, value, 1);  // by all 32 lanes",
         "Name all lanes that call it."},
    Rule{"mem", "out of bounds",
         "A kernel or a copy uses memory that was freed, or that is outside every allocation, "
         "outside the block's shared memory or outside a thread's local array.",
         "data[blockIdx.x * blockDim.x + threadIdx.x] = 1;  // more threads than elements",
         "Compare the index with the extent, and check when the memory is freed."},
    Rule{"mem", "misaligned",
         "A kernel uses an address that is not a multiple of the alignment that its type requires. "
         "A GPU stops the kernel.",
         "*reinterpret_cast<float4*>(data + 1) = value;",
         "Access the elements one by one, or align the data."},
    Rule{"mem", "host pointer", "A kernel dereferences a pointer to pageable host memory.",
         "std::vector<int> data(n);\nfill<<<grid, block>>>(data.data());",
         "Copy the data to the device, or allocate it with cudaMallocManaged."},
    Rule{"mem", "device pointer",
         "Host code dereferences a pointer to device memory. On a machine with a GPU this ends the "
         "program.",
         "cudaMalloc(&data, bytes);\ndata[0] = 1;",
         "Copy with cudaMemcpy, or allocate the memory with cudaMallocManaged."},
    Rule{"init", "uninitialised",
         "A kernel reads device memory that has not been written since it was allocated.",
         "cudaMalloc(&sums, bytes);\nadd<<<grid, block>>>(sums);  // sums[i] += ...",
         "Initialise the memory before the kernel, for example with cudaMemset or a copy."},
    Rule{"leak", "leak", "Memory, a stream, an event or a graph is never released.",
         "cudaMalloc(&data, bytes);\nreturn 0;",
         "Release it before the program ends, for example in the destructor of its owner."},
    Rule{"api", "unchecked error",
         "A call or a launch fails, and the program checks neither its result nor the last error.",
         "fill<<<grid, 4096>>>(data);  // too many threads: nothing runs",
         "Compare the result with cudaSuccess, and call cudaGetLastError after launches."},
    Rule{"api", "call in a host function",
         "A host function in a stream calls CUDA, which refuses it.",
         "cudaLaunchHostFunc(stream, finish, nullptr);  // finish() calls cudaDeviceSynchronize",
         "Let the host function notify a thread of the program, which makes the call."},
    Rule{"api", "call inside capture",
         "A call that cannot be captured has invalidated the capture.",
         "cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);\ncudaDeviceSynchronize();",
         "Make the call before the capture begins or after it has ended."},
    Rule{"api", "unjoined capture",
         "A stream that was forked in a capture was not joined before its end.",
         "cudaEventRecord(event, origin);\ncudaStreamWaitEvent(forked, "
         "event);\ncudaStreamEndCapture(origin, &graph);",
         "Record an event on the forked stream and let the origin stream wait for it before the "
         "end."},
    Rule{"api", "wrong argument size",
         "A launch of the driver API packs its arguments into a different number of bytes than the "
         "kernel's parameters occupy.",
         "size_t bytes = 4;  // the kernel takes a pointer\nvoid* extra[] = "
         "{CU_LAUNCH_PARAM_BUFFER_POINTER, buffer, "
         "CU_LAUNCH_PARAM_BUFFER_SIZE, &bytes, CU_LAUNCH_PARAM_END};",
         "Pass each argument with the size and alignment of its parameter, or pass pointers to the "
         "arguments."},
    Rule{"api", "asynchronous copy of pageable memory",
         "An asynchronous copy waits, because its host memory is pageable. This costs time and is "
         "not an error.",
         "cudaMemcpyAsync(device, buffer.data(), bytes, cudaMemcpyHostToDevice, stream);",
         "Allocate the host memory with cudaMallocHost, or register it with cudaHostRegister."},
};

}  // namespace

std::span<const Rule> rules() { return kRules; }

std::string id_of(const Rule& rule) {
  std::string id = fmt::format("{}/{}", rule.tool, rule.kind);
  std::ranges::replace(id, ' ', '-');
  return id;
}

const Rule* rule_of(const ReportedFinding& finding) {
  const auto* const found = std::ranges::find_if(kRules, [&](const Rule& rule) {
    return finding.tool == rule.tool && finding.kind == rule.kind;
  });
  return found == kRules.end() ? nullptr : found;
}

std::string id_of_rule(const ReportedFinding& finding) {
  const Rule* const rule = rule_of(finding);
  return rule == nullptr ? std::string() : id_of(*rule);
}

std::string markdown_of(const Rule& rule) {
  return fmt::format("{}\n\n```cpp\n{}\n```\n\nFix: {}\n", rule.what, rule.example, rule.fix);
}

std::string page_of_rules() {
  std::string page =
      "# Rules of riffle check\n\n"
      "Each finding has a rule, with an identifier that does not change: `ruleId` in "
      "[SARIF](check.md#for-programs), `rule` in JSON. "
      "`riffle check --rules` prints this page.\n";
  for (const Rule& rule : kRules)
    page += fmt::format("\n## {}\n\n{}", id_of(rule), markdown_of(rule));
  return page;
}

std::string fingerprint_of(const ReportedFinding& finding) {
  std::vector<std::string> sides;
  const auto name = [](const std::string& path) { return path.substr(path.rfind('/') + 1); };
  for (const ReportedOperation& operation : finding.operations) {
    std::string& side = sides.emplace_back(operation.what + '\n' + operation.name + '\n' +
                                           operation.call + '\n' + name(operation.file));
    if (!operation.frames.empty())
      side += '\n' + operation.frames[0].function + '\n' + name(operation.frames[0].file);
  }
  std::ranges::sort(sides);  // which of two came first is chance
  if (finding.memory && !finding.memory->frames.empty())
    sides.push_back(finding.memory->call + '\n' + finding.memory->frames[0].function);
  std::uint64_t hash = 14695981039346656037u;
  const auto add = [&](const std::string& text) {
    for (const char c : text + '\n') hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  };
  add(finding.tool);
  add(finding.kind);
  for (const std::string& side : sides) add(side);
  return fmt::format("{:016x}", hash);
}

}  // namespace riffle::tool::check
