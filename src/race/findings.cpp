// SPDX-License-Identifier: Apache-2.0
#include "race/findings.h"

#include <algorithm>
#include <cstdlib>
#include <string_view>

#include <unistd.h>

#include "platform/clock.h"
#include "platform/code_place.h"
#include "race/json_text.h"
#include "race/script_stack.h"

namespace riffle::race {
namespace {

/// As a file and an address in it.
std::string frame_of(std::uintptr_t address) {
  const platform::CodePlace place = platform::code_place(address);
  Object object;
  object.add("module", place.module);
  object.add("offset", place.offset);
  return object.text();
}

std::string frames_of(const CallSite& call) {
  std::string all;
  for (const std::uintptr_t frame : call.frames) {
    if (frame == 0) break;
    all += (all.empty() ? "" : ",") + frame_of(frame);
  }
  return "[" + all + "]";
}

/// Of lines `  File "a.py", line 3 in step`.
std::string script_frames_of(const CallSite& call) {
  std::string all;
  std::string_view text = script_stack(call.script);
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    constexpr std::string_view kFile = "  File \"", kLine = "\", line ", kFunction = " in ";
    const std::size_t number = line.rfind(kLine), function = line.find(kFunction, number);
    if (!line.starts_with(kFile) || number == line.npos || function == line.npos) continue;
    Object object;
    object.add("file", line.substr(kFile.size(), number - kFile.size()));
    object.put("line",
               std::string(line.substr(number + kLine.size(), function - number - kLine.size())));
    object.add("function", line.substr(function + kFunction.size()));
    all += (all.empty() ? "" : ",") + object.text();
  }
  return "[" + all + "]";
}

/// One that is not the first of its object.
void add_call(Object& object, const std::string& prefix, const CallSite& call) {
  if (call.frames[0] == 0) return;
  object.add((prefix + "call").c_str(), call.symbol);
  object.put((prefix + "frames").c_str(), frames_of(call));
  if (call.script != 0) object.put((prefix + "script_frames").c_str(), script_frames_of(call));
}

std::string json_of(const Party& party) {
  Object object;
  object.add("what", party.what);
  object.add("name", party.name);
  object.add("access", party.access);
  object.add("stream", party.stream_id);
  object.add("ticket", party.ticket);
  object.add("node", party.part);
  object.add("file", party.file);
  object.add("line", party.line);
  object.add("block", party.block);
  object.add("thread", party.thread);
  object.add("call", party.call.symbol);
  object.put("frames", frames_of(party.call));
  if (party.call.script != 0) object.put("script_frames", script_frames_of(party.call));
  if (party.function != 0) object.put("function_frames", "[" + frame_of(party.function) + "]");
  if (party.code.frames[0] != 0) object.put("code_frames", frames_of(party.code));
  if (party.code.script != 0) object.put("code_script_frames", script_frames_of(party.code));
  add_call(object, "node_", party.node_made);
  return object.text();
}

std::string json_of(const MemoryPlace& memory) {
  Object object;
  object.add("address", memory.address);
  object.add("bytes", memory.bytes);
  object.add("allocation", memory.allocation);
  object.add("allocation_bytes", memory.allocation_bytes);
  object.add("allocation_kind", memory.allocation_kind);
  object.add("variable", memory.variable);
  object.add("call", memory.call.symbol);
  object.put("frames", frames_of(memory.call));
  if (memory.call.script != 0) object.put("script_frames", script_frames_of(memory.call));
  add_call(object, "freed_", memory.freed);
  return object.text();
}

/// A script's place is all of its stack; the interpreter's own functions go on in many ways from there.
std::string place_key(const CallSite& place) {
  std::string all;
  if (place.script != 0) return " script " + std::to_string(place.script);
  for (const std::uintptr_t frame : place.frames) all += ' ' + std::to_string(frame);
  return all;
}

/// By the launcher's variables; empty: not started by one that numbers its processes. Slurm sets its own in batch scripts too, beside
/// which it has a step.
std::string rank_name() {
  const char* const of_slurm = std::getenv("SLURM_STEP_ID") != nullptr ? "SLURM_PROCID" : "";
  for (const char* const name : {"OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", of_slurm})
    if (const char* const rank = std::getenv(name); rank != nullptr && *rank != 0)
      return std::string("rank ") + rank;
  return {};
}

}  // namespace

std::uint64_t process_instance() {
  static std::uint64_t instance = 0;
  static pid_t owner = 0;
  if (owner == getpid()) return instance;
  owner = getpid();
  instance = static_cast<std::uint64_t>(platform::now_ns()) << 10 ^
             (static_cast<std::uint64_t>(owner) << 1 | 1);
  return instance;
}

std::string began_line() {
  Object object;
  object.put("began", "true");
  object.add("process", static_cast<std::uint64_t>(getpid()));
  object.add("instance", process_instance());
  object.add("rank", rank_name());
  return object.text() + "\n";
}

std::string json_text_of(const Party& party) { return json_of(party); }
std::string json_text_of(const MemoryPlace& memory) { return json_of(memory); }

std::string looked_at_line(const std::string& kernel, const BlockCoverage& counts) {
  Object object;
  object.add("kernel", kernel);
  object.add("blocks", counts.blocks);
  object.add("all_blocks", counts.all_blocks);
  object.add("cut_short", counts.cut_short);
  Object line;
  line.put("looked_at", object.text());
  return line.text() + "\n";
}

std::string Finding::key() const {
  std::string all = tool + '|' + kind;
  // Which of two came first is chance, where nothing orders them: another round may find them the other way round.
  std::vector<std::string> parties;
  for (const Party& party : operations) {
    std::string& one =
        parties.emplace_back('|' + party.what + ' ' + party.name + ' ' + party.access + ' ' +
                             party.file + ' ' + std::to_string(party.line));
    for (const CallSite* place : {&party.call, &party.code, &party.node_made})
      one += place_key(*place);
  }
  std::ranges::sort(parties);
  for (const std::string& one : parties) all += one;
  if (operations.empty() && memory) all += place_key(memory->call);
  return all;
}

std::string Finding::line() const {
  Object object;
  object.add("tool", tool);
  object.add("kind", kind);
  object.add("severity", severity == Severity::kError ? "error" : "performance");
  object.add("process", static_cast<std::uint64_t>(getpid()));
  object.add("instance", process_instance());
  object.add("text", text);
  object.add("fix", fix);
  std::string parties;
  for (const Party& party : operations) parties += (parties.empty() ? "" : ",") + json_of(party);
  object.put("operations", "[" + parties + "]");
  if (memory) object.put("memory", json_of(*memory));
  return object.text() + "\n";
}

}  // namespace riffle::race
