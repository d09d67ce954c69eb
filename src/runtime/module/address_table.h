// SPDX-License-Identifier: Apache-2.0
// A hash table from addresses to pointers that readers search without a lock.
//
// Invariants
// 1. A slot's key is written once; its value may change, and null means "forgotten".
// 2. A table that was outgrown stays, linked from its successor: a reader may still be in it. Sizes
//    double, so all outgrown tables together are smaller than the one in use.
// 3. Usable before static constructors have run, and never destroyed: programs register from theirs.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <new>

namespace riffle::module {

template <class Value>
class AddressTable {
 public:
  constexpr AddressTable() = default;

  [[nodiscard]] Value* find(const void* key) const {
    const Table* table = table_.load(std::memory_order_acquire);  // pairs with the release in grow
    if (table == nullptr) return nullptr;
    for (std::size_t index = hash(key) & table->mask;; index = (index + 1) & table->mask) {
      const Slot& slot = table->slots[index];
      const void* present =
          slot.key.load(std::memory_order_acquire);  // pairs with the release in insert
      if (present == key) return slot.value.load(std::memory_order_acquire);
      if (present == nullptr) return nullptr;
    }
  }

  /// Sets the value of `key`. Callers exclude each other. False when out of memory.
  bool insert(const void* key, Value* value) {
    Table* table = table_.load(std::memory_order_relaxed);
    if (table == nullptr || 2 * (count_ + 1) > table->mask + 1) {
      table = grow(table);
      if (table == nullptr) return false;
    }
    put(*table, key, value);
    return true;
  }

  /// After this, `find` gives null until the key is inserted again.
  void erase(const void* key) {
    if (find(key) != nullptr) put(*table_.load(std::memory_order_relaxed), key, nullptr);
  }

 private:
  struct Slot {
    std::atomic<const void*> key{nullptr};
    std::atomic<Value*> value{nullptr};
  };
  struct Table {
    std::size_t mask;
    Slot* slots;
    const Table* outgrown;
  };

  static std::size_t hash(const void* key) {
    // Fibonacci hashing: code addresses differ in their middle bits.
    return static_cast<std::size_t>((reinterpret_cast<std::uintptr_t>(key) * 0x9e3779b97f4a7c15u) >>
                                    20);
  }

  void put(Table& table, const void* key, Value* value) {
    for (std::size_t index = hash(key) & table.mask;; index = (index + 1) & table.mask) {
      Slot& slot = table.slots[index];
      const void* present = slot.key.load(std::memory_order_relaxed);
      if (present != nullptr && present != key) continue;
      slot.value.store(value, std::memory_order_release);
      if (present == nullptr) {
        slot.key.store(key, std::memory_order_release);  // the value is there before the key shows
        ++count_;
      }
      return;
    }
  }

  Table* grow(const Table* old) {
    const std::size_t size = old == nullptr ? 64 : 2 * (old->mask + 1);
    auto* table = new (std::nothrow) Table{size - 1, new (std::nothrow) Slot[size], old};
    if (table == nullptr || table->slots == nullptr) {
      delete table;
      return nullptr;
    }
    count_ = 0;
    for (std::size_t index = 0; old != nullptr && index <= old->mask; ++index) {
      Value* value = old->slots[index].value.load(std::memory_order_relaxed);
      if (value != nullptr)
        put(*table, old->slots[index].key.load(std::memory_order_relaxed), value);
    }
    table_.store(table, std::memory_order_release);
    return table;
  }

  std::atomic<Table*> table_{nullptr};
  std::size_t count_ = 0;  ///< occupied slots of the table in use; the writers' lock guards it
};

}  // namespace riffle::module
