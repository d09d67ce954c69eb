// SPDX-License-Identifier: Apache-2.0
// Who comes after whom, by what the program has declared: streams' order, waits for moments of other streams, and what
// the host had waited for when it made a call. Never by what ran when.
//
// The host's threads are one actor: what one of them has waited for, the others know from then on. Threads tell each
// other through locks and flags that nobody sees here; to take them apart would report programs that are right.
//
// Invariants
// 1. A stream's tickets are told in their order; a moment is named by the number of a timeline and a ticket, and tickets
//    of a timeline never restart, so that a moment of a stream that has ended stays what it was.
// 2. A signal is an actor too, its channel, whose times are the numbers of signals. What is before a signal is looked up when two
//    operations are compared: a stream may wait for one that is given later. Of a channel of several processes, what
//    another one gives counts as after all that this one has told anybody.
// 3. What is not known any more (old marks are dropped) is taken to be ordered: never a false alarm.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "race/vector_clock.h"

namespace riffle::race {

/// Names a timeline of the engine.
using TimelineKey = std::uintptr_t;

/// What one stream tells others in a way of its own (engine::Signal).
struct SignalName {
  std::pair<std::uint64_t, std::uint64_t> channel;
  Time number = 0;
  bool is_local = false;
};

class Order {
 public:
  static constexpr Actor kHost = 0;
  // Channels by which other processes may tell streams of this one anything. Within the process nothing follows from them.
  static constexpr SignalName kOutside{{0, 1}, 1};
  static constexpr SignalName kFunction{{0, 2}, 1};

  /// The next operation of a timeline, made by a call of the host now.
  Stamp submit(TimelineKey timeline, Time ticket);
  /// What the timeline gets from now on comes after the moment.
  void wait(TimelineKey timeline, TimelineKey awaited, Time ticket);
  /// Tickets of `fence` from this one on, until told otherwise, stand for an operation of another timeline.
  void stand_for(TimelineKey fence, Time fence_ticket, TimelineKey timeline, Time ticket);
  /// What the timeline gets from now on may be ordered by something that is not seen here.
  void lose_track(TimelineKey timeline);

  /// What is before the end of the moment comes before the signal. Answers that.
  SharedClock give_signal(TimelineKey timeline, Time ticket, const SignalName& signal);
  /// What the timeline gets from now on comes after the signal.
  void await_signal(TimelineKey timeline, const SignalName& signal);
  /// What the timeline gets from now on comes after a function of the program, which other processes may tell something.
  void await_function(TimelineKey timeline) { await_signal(timeline, kFunction); }
  void host_saw_signal(const SignalName& signal);

  /// The host knows that the moment is complete; of a moment that is not known: that everything is.
  void host_saw(TimelineKey timeline, Time ticket);
  /// All of the timeline so far.
  void host_saw_all(TimelineKey timeline);
  /// The host, and what it enqueues from now on, may have been told that the moment is complete.
  void host_learned(TimelineKey timeline, Time ticket);
  /// The host may have been told, in a way that nobody sees, that the moment is complete: what it does itself from now on
  /// counts as after it. What it enqueues does not.
  /// Answers what is before the moment's end.
  SharedClock host_may_know(TimelineKey timeline, Time ticket);
  /// Something that the host does itself, now.
  [[nodiscard]] Stamp host_acts();
  /// What the host knows, and may have been told.
  [[nodiscard]] SharedClock host_may_know() const { return joined(host_, learned_); }
  /// What the host knows.
  [[nodiscard]] const SharedClock& host() const { return host_; }

  /// As Stamp::is_after; also true when `later` is of a timeline whose track was lost before.
  [[nodiscard]] bool is_ordered(const Stamp& earlier, const Stamp& later) const;
  /// Whether what has the clock comes after it, by signals too.
  [[nodiscard]] bool is_known(const Stamp& earlier, const SharedClock& clock) const {
    return time_in(clock, earlier.actor) >= earlier.time ||
           (!channels_.empty() && is_before_signals(earlier, clock));
  }
  [[nodiscard]] bool has_signals() const { return !channels_.empty(); }
  /// Null: the actor is a stream, or the host.
  [[nodiscard]] const SignalName* channel_of(Actor actor) const;

 private:
  /// From the ticket `first` on, the timeline's operations come after `before`.
  struct Mark {
    Time first = 0;
    SharedClock before;
  };
  struct Line {
    Actor actor = 0;
    Time newest = 0;  ///< ticket
    std::deque<Mark> marks;
    Time lost_from = 0;  ///< 0: never
    SharedClock waits;   ///< of the next operation
  };
  struct Stand {
    Time fence_ticket = 0;
    TimelineKey timeline = 0;
    Time ticket = 0;
  };
  struct Channel {
    Actor actor = 0;
    SignalName name;
    /// What is before the signals that this process gives: each, or an earlier one.
    std::map<Time, SharedClock> given;
  };
  static constexpr std::size_t kMostMarks = 256;
  static constexpr std::size_t kMostSignals = 1024;  ///< of a channel

  Line& line(TimelineKey timeline);
  void mark(Line& line, Time ticket);
  Channel& channel(const SignalName& signal);
  /// Whether it comes before what has this clock, by signals.
  [[nodiscard]] bool is_before_signals(const Stamp& earlier, const SharedClock& clock) const;
  /// What comes before the end of an operation, itself included; false when the moment is of nobody known.
  bool moment(TimelineKey timeline, Time ticket, SharedClock& clock) const;

  std::unordered_map<TimelineKey, Line> lines_;
  std::unordered_map<TimelineKey, std::deque<Stand>> stands_;
  std::vector<const Line*> actors_{nullptr};  ///< by actor; null: no stream
  std::map<std::pair<std::uint64_t, std::uint64_t>, Channel> channels_;
  std::unordered_map<Actor, const Channel*> channels_by_actor_;
  SharedClock told_;  ///< before signals that others may wait for
  SharedClock host_;
  SharedClock learned_;
  Time host_time_ = 1;
};

}  // namespace riffle::race
