// SPDX-License-Identifier: Apache-2.0
// Page-locked host memory: what copies to and from a device can use while the host goes on.
#pragma once

#include <riffle/detail/owner.h>

#include <cassert>
#include <cstddef>
#include <memory>
#include <source_location>
#include <span>
#include <type_traits>
#include <utility>

namespace riffle {

/// An array of the host in page-locked memory. It must outlive the copies that use it; freeing it waits for them.
template <typename T>
class PageLocked {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  using Where = std::source_location;
  using value_type = T;

  PageLocked() = default;
  /// `size` elements, not initialised. `flags`: CU_MEMHOSTALLOC_WRITECOMBINED, ...
  explicit PageLocked(std::size_t size, unsigned flags = CU_MEMHOSTALLOC_PORTABLE,
                      Where where = Where::current())
      : size_(size), owner_(where) {
    if (size == 0) return;
    void* address = nullptr;
    detail::check(cuMemHostAlloc(&address, size * sizeof(T), flags), "cuMemHostAlloc", where);
    data_ = static_cast<T*>(address);
  }
  /// A copy of `values`.
  explicit PageLocked(std::span<const T> values, Where where = Where::current())
      : PageLocked(values.size(), CU_MEMHOSTALLOC_PORTABLE, where) {
    std::uninitialized_copy(values.begin(), values.end(), data_);
  }
  PageLocked(PageLocked&& other) noexcept { swap(other); }
  PageLocked& operator=(PageLocked&& other) noexcept {
    swap(other);
    return *this;
  }
  PageLocked(const PageLocked&) = delete;
  PageLocked& operator=(const PageLocked&) = delete;
  ~PageLocked() {
    if (data_ != nullptr) owner_.release([&] { cuMemFreeHost(data_); });
  }

  [[nodiscard]] T* data() noexcept { return data_; }
  [[nodiscard]] const T* data() const noexcept { return data_; }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t size_bytes() const noexcept { return size_ * sizeof(T); }
  [[nodiscard]] T* begin() noexcept { return data_; }
  [[nodiscard]] T* end() noexcept { return data_ + size_; }
  [[nodiscard]] const T* begin() const noexcept { return data_; }
  [[nodiscard]] const T* end() const noexcept { return data_ + size_; }
  [[nodiscard]] T& operator[](std::size_t i) {
    assert(i < size_);
    return data_[i];
  }
  [[nodiscard]] const T& operator[](std::size_t i) const {
    assert(i < size_);
    return data_[i];
  }

 private:
  void swap(PageLocked& other) noexcept {
    std::swap(data_, other.data_);
    std::swap(size_, other.size_);
    std::swap(owner_, other.owner_);
  }

  T* data_ = nullptr;
  std::size_t size_ = 0;
  detail::Owner owner_;
};

/// Page-locks memory that exists already, for as long as this object lives.
class Registered {
 public:
  using Where = std::source_location;

  template <typename T>
  explicit Registered(std::span<T> memory, unsigned flags = CU_MEMHOSTREGISTER_PORTABLE,
                      Where where = Where::current())
      : owner_(where) {
    if (memory.empty()) return;
    void* const address = const_cast<std::remove_const_t<T>*>(memory.data());
    detail::check(cuMemHostRegister(address, memory.size_bytes(), flags), "cuMemHostRegister",
                  where);
    address_ = address;
  }
  Registered(Registered&& other) noexcept
      : address_(std::exchange(other.address_, nullptr)), owner_(std::move(other.owner_)) {}
  Registered(const Registered&) = delete;
  Registered& operator=(const Registered&) = delete;
  Registered& operator=(Registered&&) = delete;
  ~Registered() {
    if (address_ != nullptr) owner_.release([&] { cuMemHostUnregister(address_); });
  }

 private:
  void* address_ = nullptr;
  detail::Owner owner_;
};

}  // namespace riffle
