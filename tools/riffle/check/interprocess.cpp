// SPDX-License-Identifier: Apache-2.0
#include "check/interprocess.h"

#include <algorithm>
#include <limits>

namespace riffle::tool::check {
namespace {

using Json = nlohmann::json;

std::uint64_t number(const Json& object, const char* name) {
  return object.value(name, std::uint64_t{0});
}

/// Names of channels that say only that something unseen may have come before (src/race/order.h).
constexpr std::uint64_t kUnseen = 0;
constexpr std::uint64_t kFunction = 2;

}  // namespace

// ---- Lines ----

bool InterprocessLog::add(const Json& line) {
  for (const char* const kind : {"shared", "known", "saw", "given", "forgotten", "cut"}) {
    if (!line.contains(kind)) continue;
    const Json& object = line[kind];
    const Instance process = number(object, "in");
    std::uint64_t& last = last_seen_[process];
    last = std::max({last, number(object, "at"), number(object, "done")});
    const std::string_view name = kind;
    if (name == "shared") {
      add_access(object);
    } else if (name == "known") {
      for (const Json& id : object.value("ids", Json::array()))
        known_.emplace(std::pair(process, id.get<std::uint64_t>()), number(object, "at"));
    } else if (name == "saw") {
      saws_.push_back({process, number(object, "at"), clock_of(object)});
    } else if (name == "given") {
      const Json channel = object.value("channel", Json::array({0, 0}));
      given_[{channel.at(0), channel.at(1)}][number(object, "number")].push_back(
          {.process = process,
           .at = number(object, "at"),
           .of = static_cast<unsigned>(number(object, "of")),
           .by = number(object, "by"),
           .clock = clock_of(object)});
    } else if (name == "forgotten") {
      Access& access = accesses_.emplace_back();
      access.file = number(object, "file");
      access.ranges = {{number(object, "begin"), number(object, "end")}};
      access.is_forgotten = true;
    } else {
      is_cut_ = true;
      if (object.value("of", std::string()) == "accesses") without_accesses_.insert(process);
      lost_at_ = std::min(lost_at_, number(object, "at"));
    }
    return true;
  }
  return false;
}

InterprocessLog::Clock InterprocessLog::clock_of(const Json& object) {
  Clock clock;
  for (const Json& each : object.value("before", Json::array()))
    clock.before.emplace_back(each.at(0), each.at(1));
  for (const Json& each : object.value("awaits", Json::array()))
    clock.awaits.push_back({{each.at(0), each.at(1)}, each.at(2)});
  return clock;
}

void InterprocessLog::add_access(const Json& object) {
  Access access{.process = number(object, "in"),
                .id = number(object, "id"),
                .file = number(object, "file"),
                .actor = number(object, "actor"),
                .time = number(object, "time"),
                .at = number(object, "at"),
                .done = number(object, "done"),
                .kind = object.value("kind", std::string()),
                .clock = clock_of(object),
                .ranges = {},
                .party = object.value("party", Json::object()).dump(),
                .memory = object.value("memory", Json::object()).dump()};
  for (const Json& range : object.value("ranges", Json::array()))
    access.ranges.emplace_back(range.at(0), range.at(1));
  if (access.kind == "atomic") note_talk(access);
  if (access.file != 0) accesses_.push_back(std::move(access));
}

void InterprocessLog::note_talk(const Access& access) {
  const auto raise = [&](std::uint64_t actor, std::uint64_t time) {
    std::uint64_t& known = talked_[{access.process, actor}];
    known = std::max(known, time);
  };
  raise(access.actor, access.time);
  for (const auto& [actor, time] : access.clock.before) raise(actor, time);
  const auto [first, is_new] = first_talk_.try_emplace({access.process, access.actor}, access.time);
  if (!is_new) first->second = std::min(first->second, access.time);
}

// ---- Order ----

void InterprocessLog::Past::join(const Past& other) {
  for (const auto& [actor, time] : other.times) {
    std::uint64_t& known = times[actor];
    known = std::max(known, time);
  }
  latest = std::max(latest, other.latest);
  is_lost = is_lost || other.is_lost;
}

bool InterprocessLog::is_complete(const std::vector<Given>& all) {
  std::set<std::uint64_t> givers;
  for (const Given& each : all) givers.insert(each.by);
  return givers.size() >= all.front().of;
}

/// All signals that it names are resolved, or never will be.
InterprocessLog::Past InterprocessLog::past_of(Instance process, const Clock& clock,
                                               std::uint64_t function_at) {
  Past past;
  for (const auto& [actor, time] : clock.before) past.times[{process, actor}] = time;
  for (const Signal& signal : clock.awaits) {
    if (const auto& [channel, kind] = signal.first; channel == kUnseen) {
      if (kind == kFunction && function_at != 0)
        past.latest = std::max(past.latest, function_at);
      else
        past.is_lost = true;
      continue;
    }
    const auto known = pasts_.find(signal);
    if (known == pasts_.end() || is_cut_)
      past.is_lost = true;
    else
      past.join(known->second);
  }
  return past;
}

const InterprocessLog::Past* InterprocessLog::resolved(const Signal& signal,
                                                       std::vector<Signal>& open) {
  if (const auto known = pasts_.find(signal); known != pasts_.end()) return &known->second;
  const auto& [channel, number] = signal;
  const std::size_t before = open.size();
  const auto need = [&](const Signal& other) {
    if (!pasts_.contains(other) && !resolving_.contains(other)) open.push_back(other);
  };
  auto& numbers = given_[channel];
  const auto own = numbers.find(number);
  const auto earlier = numbers.lower_bound(number);
  if (earlier != numbers.begin()) need({channel, std::prev(earlier)->first});
  if (own != numbers.end())
    for (const Given& given : own->second)
      for (const Signal& awaited : given.clock.awaits)
        if (awaited.first.first != kUnseen) need(awaited);
  if (open.size() != before) return nullptr;
  // Signals of a channel that a clock has seen are those up to a number.
  Past past;
  if (earlier != numbers.begin()) {
    const auto last = pasts_.find({channel, std::prev(earlier)->first});
    if (last != pasts_.end()) past = last->second;
  }
  if (own == numbers.end() || !is_complete(own->second)) {
    past.is_lost = true;
  } else {
    for (const Given& given : own->second) {
      past.join(past_of(given.process, given.clock, 0));
      past.latest = std::max(past.latest, given.at);
    }
  }
  return &pasts_.emplace(signal, std::move(past)).first->second;
}

const InterprocessLog::Past& InterprocessLog::past_of(const Signal& signal) {
  std::vector<Signal> open{signal};
  while (true) {
    const Signal next = open.back();
    resolving_.insert(next);
    const Past* const past = resolved(next, open);
    if (past == nullptr) continue;
    resolving_.erase(next);
    open.pop_back();
    if (open.empty()) return *past;
  }
}

const InterprocessLog::Past& InterprocessLog::past_of(std::size_t access) {
  const auto known = pasts_of_accesses_.find(access);
  if (known != pasts_of_accesses_.end()) return known->second;
  const Access& own = accesses_[access];
  for (const Signal& signal : own.clock.awaits)
    if (signal.first.first != kUnseen) past_of(signal);
  Past past = past_of(own.process, own.clock, own.done);
  past.latest = std::max(past.latest, own.at);
  if (pasts_of_accesses_.size() == kMostPasts) pasts_of_accesses_.clear();
  return pasts_of_accesses_.emplace(access, std::move(past)).first->second;
}

void InterprocessLog::learn() {
  std::ranges::sort(saws_, {}, &Saw::at);
  for (const Saw& saw : saws_) {
    for (const Signal& signal : saw.clock.awaits)
      if (signal.first.first != kUnseen) past_of(signal);
    const Past past = past_of(saw.process, saw.clock, 0);
    if (past.is_lost) lost_at_ = std::min(lost_at_, saw.at);
    for (const auto& [actor, time] : past.times) {
      auto& steps = learned_[actor];
      if (steps.empty() || steps.rbegin()->first < time)
        steps.emplace_hint(steps.end(), time, saw.at);
    }
  }
}

/// When a host, of its process or of another one, knows it to have ended. A process that was ended by others takes its operations
/// along.
std::uint64_t InterprocessLog::known_at(const Access& access) const {
  std::uint64_t at = lost_at_;
  if (const auto known = known_.find({access.process, access.id}); known != known_.end())
    at = std::min(at, known->second);
  else if (!ended_.contains(access.process))
    at = std::min(at, last_seen_.at(access.process));
  const auto steps = learned_.find({access.process, access.actor});
  if (steps == learned_.end()) return at;
  const auto step = steps->second.lower_bound(access.time);
  return step == steps->second.end() ? at : std::min(at, step->second);
}

bool InterprocessLog::talks_before(const Access& first, const Access& second) const {
  const auto told = talked_.find({first.process, first.actor});
  const bool has_talked = told != talked_.end() && told->second >= first.time;
  if (!has_talked && !without_accesses_.contains(first.process)) return false;
  const auto is_after_talk = [&](std::uint64_t actor, std::uint64_t time) {
    const auto talk = first_talk_.find({second.process, actor});
    return talk != first_talk_.end() && talk->second <= time;
  };
  return is_after_talk(second.actor, second.time) ||
         std::ranges::any_of(second.clock.before, [&](const Key& each) {
           return is_after_talk(each.first, each.second);
         });
}

bool InterprocessLog::is_before(std::size_t first, std::size_t second) {
  const Access& earlier = accesses_[first];
  const Access& later = accesses_[second];
  if (earlier.process == later.process) {
    if (earlier.actor == later.actor) return earlier.time <= later.time;
    return std::ranges::any_of(later.clock.before, [&](const Key& each) {
      return each.first == earlier.actor && each.second >= earlier.time;
    });
  }
  const Past& past = past_of(second);
  if (past.is_lost || known_at(earlier) <= past.latest) return true;
  const auto seen = past.times.find({earlier.process, earlier.actor});
  return (seen != past.times.end() && seen->second >= earlier.time) || talks_before(earlier, later);
}

// ---- Bytes ----

void InterprocessLog::touch(std::size_t number) {
  const Access& access = accesses_[number];
  Cells& cells = files_[access.file];
  const auto divide = [&](std::uint64_t at) {
    auto cell = cells.upper_bound(at);
    if (cell == cells.begin() || (--cell)->first == at || cell->second.end <= at) return;
    Cell rest = cell->second;
    cell->second.end = at;
    cells.emplace(at, std::move(rest));
  };
  for (const auto& [begin, end] : access.ranges) {
    divide(begin);
    divide(end);
    std::uint64_t at = begin;
    for (auto cell = cells.lower_bound(begin); at < end;) {
      if (cell == cells.end() || cell->first > at)
        cell = cells.emplace_hint(cell, at,
                                  Cell{cell == cells.end() ? end : std::min(end, cell->first), {}});
      auto& known = cell->second.accesses;
      if (access.is_forgotten) {
        known.clear();
      } else {
        for (const std::size_t other : known) meet(other, number, cell->second.end - cell->first);
        std::erase_if(known, [&](std::size_t other) {
          const Access& old = accesses_[other];
          return old.process == access.process &&
                 (access.kind == "write" || old.kind == access.kind) && is_before(other, number);
        });
        known.push_back(number);
      }
      at = cell->second.end;
      ++cell;
    }
  }
}

void InterprocessLog::meet(std::size_t first, std::size_t second, std::uint64_t bytes) {
  const Access& one = accesses_[first];
  const Access& other = accesses_[second];
  if (one.process == other.process || (one.kind == other.kind && one.kind != "write")) return;
  if (is_before(first, second) || is_before(second, first)) return;
  const bool is_in_order = one.at <= other.at;
  const std::size_t earlier = is_in_order ? first : second;
  const std::size_t later = is_in_order ? second : first;
  // The same places once.
  std::string key;
  for (const std::size_t each : {earlier, later}) {
    Json party = Json::parse(accesses_[each].party);
    for (const char* const name : {"stream", "ticket", "node"}) party.erase(name);
    key += std::to_string(accesses_[each].process) + party.dump();
  }
  const auto [found, is_new] = found_.try_emplace(key);
  if (is_new) {
    found->second = finding(earlier, later);
    order_found_.push_back(key);
  } else if (found->second["pair"] != Json::array({earlier, later})) {
    return;
  }
  found->second["pair"] = {earlier, later};
  Json& sum = found->second["memory"]["bytes"];
  sum = (is_new ? 0 : sum.get<std::uint64_t>()) + bytes;
}

Json InterprocessLog::finding(std::size_t first, std::size_t second) const {
  const Access& earlier = accesses_[first];
  const Access& later = accesses_[second];
  const Json memory = Json::parse(earlier.memory);
  Json all{{"tool", "race"},
           {"kind", "between processes"},
           {"severity", "error"},
           {"operations", Json::array()},
           {"memory", memory.contains("call") ? memory : Json::parse(later.memory)}};
  for (const Access* const each : {&earlier, &later}) {
    Json party = Json::parse(each->party);
    party["instance"] = each->process;
    all["operations"].push_back(std::move(party));
  }
  const auto what = [](const Access& access) {
    return "the " + Json::parse(access.party).value("what", std::string("operation"));
  };
  all["text"] = "when the second process called for " + what(later) +
                ", the first one had not waited for " + what(earlier) +
                ", and no event that both have, or collective, makes one wait for the other";
  all["fix"] = "record an event with cudaEventInterprocess after " + what(earlier) +
               " and let the other process's stream wait for it before " + what(later) +
               ", or synchronise before the other process continues";
  return all;
}

bool InterprocessLog::is_cut() const {
  std::map<std::uint64_t, Instance> files;
  return !without_accesses_.empty() ||
         (is_cut_ && std::ranges::any_of(accesses_, [&](const Access& access) {
            return !access.is_forgotten &&
                   files.try_emplace(access.file, access.process).first->second != access.process;
          }));
}

std::vector<Json> InterprocessLog::races() {
  learn();
  for (std::size_t access = 0; access < accesses_.size(); ++access) touch(access);
  std::vector<Json> all;
  for (const std::string& key : order_found_) all.push_back(found_[key]);
  return all;
}

}  // namespace riffle::tool::check
