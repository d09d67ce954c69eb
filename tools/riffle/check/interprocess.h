// SPDX-License-Identifier: Apache-2.0
// Races between processes: what each has done to memory that they share (src/race/interprocess.h), compared when all have ended.
//
// Of two operations of different processes one comes before the other by signals, in any number of steps; if the host of any
// process knew that it had ended before the other one was made; and if kernels of both may have talked through atomics. What is not
// known counts as ordered.
#pragma once

#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace riffle::tool::check {

using Instance = std::uint64_t;

class InterprocessLog {
 public:
  using Json = nlohmann::json;

  /// False: the line is about something else.
  bool add(const Json& line);
  /// A line could not be read: anything may have been known.
  void lose_line() { lost_at_ = 0; }
  void ended(Instance process) { ended_.insert(process); }
  /// As lines of findings, in which operations have "instance" too.
  [[nodiscard]] std::vector<Json> races();
  /// Whether something is missing that matters: signals do where processes have the same memory.
  [[nodiscard]] bool is_cut() const;

 private:
  using Key = std::pair<std::uint64_t, std::uint64_t>;
  using Signal = std::pair<Key, std::uint64_t>;  ///< channel, number

  struct Clock {
    std::vector<Key> before;  ///< actor, time
    std::vector<Signal> awaits;
  };
  struct Access {
    Instance process = 0;
    std::uint64_t id = 0;
    std::uint64_t file = 0;
    std::uint64_t actor = 0;
    std::uint64_t time = 0;
    std::uint64_t at = 0;
    std::uint64_t done = 0;
    std::string kind;
    Clock clock;
    std::vector<std::pair<std::uint64_t, std::uint64_t>> ranges;
    std::string party;  ///< of findings alone: as text
    std::string memory;
    bool is_forgotten = false;  ///< no access: the bytes are other memory from here on
  };
  /// A host knows what is before the signals.
  struct Saw {
    Instance process = 0;
    std::uint64_t at = 0;
    Clock clock;
  };
  struct Given {
    Instance process = 0;
    std::uint64_t at = 0;
    unsigned of = 1;  ///< so many give it
    std::uint64_t by = 0;
    Clock clock;
  };
  /// What comes before something, in all processes.
  struct Past {
    std::map<std::pair<Instance, std::uint64_t>, std::uint64_t> times;  ///< by process and actor
    std::uint64_t latest = 0;  ///< when the newest of it was made
    bool is_lost = false;      ///< it may be anything
    void join(const Past& other);
  };
  struct Cell {
    std::uint64_t end = 0;
    std::vector<std::size_t> accesses;
  };
  using Cells = std::map<std::uint64_t, Cell>;

  static constexpr std::size_t kMostPasts = 4096;  ///< of accesses, to be found again

  static Clock clock_of(const Json& object);
  static bool is_complete(const std::vector<Given>& all);
  void add_access(const Json& object);
  /// Of what hosts saw: what they know by it, and when.
  void learn();
  void note_talk(const Access& access);
  /// Without what has to be resolved first, which is pushed on `open`: null.
  const Past* resolved(const Signal& signal, std::vector<Signal>& open);
  const Past& past_of(const Signal& signal);
  Past past_of(Instance process, const Clock& clock, std::uint64_t function_at);
  const Past& past_of(std::size_t access);
  std::uint64_t known_at(const Access& access) const;
  bool talks_before(const Access& first, const Access& second) const;
  bool is_before(std::size_t first, std::size_t second);
  void touch(std::size_t access);
  void meet(std::size_t first, std::size_t second, std::uint64_t bytes);
  Json finding(std::size_t first, std::size_t second) const;

  std::vector<Access> accesses_;  ///< in the order in which they ended
  std::map<Key, std::map<std::uint64_t, std::vector<Given>>> given_;
  std::map<std::pair<Instance, std::uint64_t>, std::uint64_t> known_;  ///< by process and id
  std::map<Instance, std::uint64_t> last_seen_;
  std::set<Instance> ended_;
  std::vector<Saw> saws_;
  std::uint64_t lost_at_ = std::numeric_limits<std::uint64_t>::max();  ///< hosts may know anything
  bool is_cut_ = false;
  std::set<Instance>
      without_accesses_;  ///< they did more than the lines say: kernels may have talked

  std::map<Signal, Past> pasts_;
  std::set<Signal> resolving_;
  std::map<std::size_t, Past> pasts_of_accesses_;
  /// By process and actor: up to which of its times a host of another process knew, and since when. Both only grow.
  std::map<std::pair<Instance, std::uint64_t>, std::map<std::uint64_t, std::uint64_t>> learned_;
  // Kernels that may talk: of each process, what is before them, and the first of each actor.
  std::map<std::pair<Instance, std::uint64_t>, std::uint64_t> talked_;
  std::map<std::pair<Instance, std::uint64_t>, std::uint64_t> first_talk_;
  std::map<std::uint64_t, Cells> files_;
  std::map<std::string, Json> found_;
  std::vector<std::string> order_found_;
};

}  // namespace riffle::tool::check
