// SPDX-License-Identifier: Apache-2.0
// User objects: a pointer of the program with a count of references; its destructor is called when
// the last one goes.
#pragma once

#include <atomic>
#include <cstdint>
#include <vector>

#include "runtime/graph/handles.h"

namespace riffle::graph {

/// Thread-safe. The program's own references and those of graphs are counted alike.
class UserObject {
 public:
  using Destructor = void (*)(void* pointer);

  /// With `count` references of the program.
  UserObject(void* pointer, Destructor destructor, std::uint32_t count)
      : pointer_(pointer), destructor_(destructor), count_(count) {}
  UserObject(const UserObject&) = delete;
  UserObject& operator=(const UserObject&) = delete;

  void retain(std::uint64_t count) { count_.fetch_add(count, std::memory_order_relaxed); }
  /// Destroys this and calls the destructor with the last reference.
  static void release(UserObject* object, std::uint64_t count);
  /// Destroys one that nobody has seen, without its destructor.
  static void discard(UserObject* object) { delete object; }
  [[nodiscard]] std::uint64_t count() const { return count_.load(std::memory_order_relaxed); }

  HandlePlace handle_place;

 private:
  ~UserObject();

  void* const pointer_;
  const Destructor destructor_;
  std::atomic<std::uint64_t> count_;
};

/// The references that a graph, or what was instantiated from it, holds. One thread at a time.
class UserObjectReferences {
 public:
  UserObjectReferences() = default;
  UserObjectReferences(const UserObjectReferences&) = delete;
  UserObjectReferences& operator=(const UserObjectReferences&) = delete;
  ~UserObjectReferences();

  [[nodiscard]] bool is_empty() const { return held_.empty(); }
  /// Retains as many of each as `other` holds.
  void add_all(const UserObjectReferences& other);
  /// Takes over `count` references that the caller has.
  void add(UserObject* object, std::uint64_t count);
  /// False if fewer than `count` are held.
  bool release(UserObject* object, std::uint64_t count);

 private:
  struct Held {
    UserObject* object;
    std::uint64_t count;
  };
  std::vector<Held> held_;
};

}  // namespace riffle::graph
