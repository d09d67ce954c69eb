// SPDX-License-Identifier: Apache-2.0
#include "race/interprocess.h"

#include <algorithm>
#include <utility>

#include "platform/clock.h"
#include "race/explain.h"
#include "race/json_text.h"

namespace riffle::race {
namespace {

std::string list_of(std::initializer_list<std::uint64_t> numbers) {
  std::string all;
  for (const std::uint64_t number : numbers)
    all += (all.empty() ? "" : ",") + std::to_string(number);
  return "[" + all + "]";
}

void append(std::string& list, const std::string& item) {
  list += (list.empty() ? "" : ",") + item;
}

std::uint64_t now() { return static_cast<std::uint64_t>(platform::now_ns()); }

const char* kind_name(device::AccessKind kind) {
  switch (kind) {
    case device::AccessKind::kRead:
      return "read";
    case device::AccessKind::kWrite:
      return "write";
    case device::AccessKind::kAtomic:
      return "atomic";
  }
  return "";
}

/// A channel of this process alone has a name that no other process has.
std::string channel_of(const SignalName& name) {
  return std::to_string(name.channel.first) + "," +
         std::to_string(name.is_local ? name.channel.second ^ process_instance()
                                      : name.channel.second);
}

void add_clock(Object& object, const Order& order, const SharedClock& clock) {
  if (clock == nullptr) return;
  std::string before, awaits;
  for (const auto& [actor, time] : clock->entries()) {
    if (const SignalName* const channel = order.channel_of(actor))
      append(awaits, "[" + channel_of(*channel) + "," + std::to_string(time) + "]");
    else
      append(before, list_of({actor, time}));
  }
  if (!before.empty()) object.put("before", "[" + before + "]");
  if (!awaits.empty()) object.put("awaits", "[" + awaits + "]");
}

Object begin_of_line(std::uint64_t at) {
  Object object;
  object.add("in", process_instance());
  object.add("at", at);
  return object;
}

}  // namespace

bool Interprocess::may_write(std::uint64_t& lines, const char* of) {
  if (++lines <= kMostLines && bytes_ <= kMostBytes) return true;
  cut(of);
  return false;
}

void Interprocess::write_line(const std::string& line) {
  bytes_ += line.size();
  state_.write_line(line);
}

void Interprocess::cut(const char* of) {
  if (!cut_.insert(of).second) return;
  Object object = begin_of_line(now());
  object.add("of", of);
  state_.write_line(object.line("cut"));
}

void Interprocess::share(const engine::SharedMemoryNotice& notice, History& history) {
  if (notice.bytes == 0) return gone({notice.begin, notice.begin});
  const bool is_foreign = state_.resources().memory_at(notice.begin) == nullptr;
  const auto [known, is_new] = memory_.try_emplace(notice.begin);
  if (!is_new && known->second.file == notice.file && known->second.offset == notice.offset) return;
  const ByteRange bytes{notice.begin, notice.begin + notice.bytes};
  known->second = {bytes.end, notice.file, notice.offset, is_foreign};
  if (is_foreign) return history.forget(bytes);
  // What the host knows to have ended before others can open the memory is before all that they do.
  std::map<const RecordedAccess*, std::vector<ByteRange>> accesses;
  const SharedClock host = order_.host_may_know();
  history.visit(bytes, [&](const RecordedAccess& access, ByteRange where) {
    if (!order_.is_known(access.operation->stamp, host)) accesses[&access].push_back(where);
  });
  for (const auto& [access, ranges] : accesses) note(*access, ranges);
}

void Interprocess::gone(ByteRange memory) {
  const auto found = memory_.find(memory.begin);
  if (found == memory_.end()) return;
  if (!found->second.is_foreign) {
    Object object = begin_of_line(now());
    object.add("file", found->second.file);
    object.add("begin", found->second.offset);
    object.add("end", found->second.offset + (found->second.end - memory.begin));
    state_.write_line(object.line("forgotten"));
  }
  memory_.erase(found);
}

void Interprocess::note(const RecordedAccess& access, std::span<const ByteRange> ranges) {
  struct Touched {
    std::string list;
    std::uintptr_t place = 0;
    unsigned count = 0;
  };
  std::map<std::uint64_t, Touched> by_file;
  for (const ByteRange& range : ranges) {
    auto each = memory_.upper_bound(range.begin);
    if (each != memory_.begin()) --each;
    for (; each != memory_.end() && each->first < range.end; ++each) {
      const auto& [begin, extent] = *each;
      const ByteRange both{std::max(range.begin, begin), std::min(range.end, extent.end)};
      if (both.begin >= both.end) continue;
      auto& [list, place, count] = by_file[extent.file];
      if (count++ == kMostRanges) cut("accesses");
      if (count > kMostRanges) continue;
      if (list.empty()) place = both.begin;
      append(list, list_of({both.begin - begin + extent.offset, both.end - begin + extent.offset}));
    }
  }
  for (const auto& [file, touched] : by_file)
    write_access(access, file, touched.list, touched.place);
}

void Interprocess::write_access(const RecordedAccess& access, std::uint64_t file,
                                const std::string& ranges, std::uintptr_t place) {
  if (!may_write(accesses_, "accesses")) return;
  const Operation& operation = *access.operation;
  const Stamp& stamp = operation.stamp;
  Object object = begin_of_line(static_cast<std::uint64_t>(operation.made_ns));
  object.add("id", accesses_);
  object.add("file", file);
  object.add("actor", stamp.actor);
  object.add("time", stamp.time);
  object.add("kind", kind_name(access.kind));
  object.add("done", now());
  add_clock(object, order_, stamp.before);
  object.put("ranges", "[" + ranges + "]");
  if (file != 0) {
    object.put("party", json_text_of(party_of(access)));
    object.put("memory", json_text_of(state_.place_of(place, 1)));
  }
  write_line(object.line("shared"));
  unknown_.push_back({accesses_, stamp.actor, stamp.time});
}

void Interprocess::tell_known(bool all) {
  const SharedClock host = order_.host_may_know();
  std::string ids;
  std::erase_if(unknown_, [&](const Unknown& each) {
    if (!all && !order_.is_known({each.actor, each.time, nullptr}, host)) return false;
    append(ids, std::to_string(each.id));
    return true;
  });
  if (ids.empty()) return;
  Object object = begin_of_line(now());
  object.put("ids", "[" + ids + "]");
  state_.write_line(object.line("known"));
}

void Interprocess::tell_seen() {
  const SharedClock host = order_.host_may_know();
  if (host == nullptr) return;
  std::string awaits;
  for (const auto& [actor, number] : host->entries()) {
    const SignalName* const channel = order_.channel_of(actor);
    // What a function has heard, some host has known by then.
    if (channel == nullptr || channel->channel == Order::kFunction.channel) continue;
    if (Time& seen = seen_[actor]; seen < number) {
      seen = number;
      append(awaits, "[" + channel_of(*channel) + "," + std::to_string(number) + "]");
    }
  }
  if (awaits.empty() || !may_write(saws_, "signals")) return;
  Object object = begin_of_line(now());
  object.put("awaits", "[" + awaits + "]");
  write_line(object.line("saw"));
}

void Interprocess::gave_signal(const engine::Signal& signal, const SharedClock& before) {
  if (!may_write(signals_, "signals")) return;
  Object object = begin_of_line(now());
  const SignalName name{{signal.channel[0], signal.channel[1]}, signal.number, signal.is_local};
  object.put("channel", "[" + channel_of(name) + "]");
  object.add("number", signal.number);
  object.add("of", signal.parties);
  object.add("by", signal.giver);
  add_clock(object, order_, before);
  write_line(object.line("given"));
}

}  // namespace riffle::race
