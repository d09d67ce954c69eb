// SPDX-License-Identifier: Apache-2.0
// Arrays in device memory, with numpy's arithmetic.
#pragma once

#include <riffle/expression.h>
#include <riffle/page_locked.h>
#include <riffle/shape.h>

#include <cstddef>
#include <memory>
#include <ranges>
#include <source_location>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

namespace riffle {

namespace detail {

template <typename T>
CUdeviceptr device_address(T* pointer) {
  return reinterpret_cast<CUdeviceptr>(pointer);
}

/// Reading: what arrays, views and views of constant elements share. Self has data(), shape(), stream(), memory().
template <typename Self, typename T>
class Readable : public Operators<Self> {
 public:
  using Where = std::source_location;
  using value_type = T;

  /// Elements.
  [[nodiscard]] std::size_t size() const { return self().shape().count(); }
  [[nodiscard]] std::size_t size_bytes() const { return size() * sizeof(T); }
  [[nodiscard]] bool empty() const { return size() == 0; }

  /// Copies the elements to the host and waits for that, and for what the stream of the array holds.
  void get(std::span<T> to, Where where = Where::current()) const {
    copy_to(to, self().stream(), where);
    self().stream().synchronize(where);
  }
  [[nodiscard]] std::vector<T> get(Where where = Where::current()) const {
    if constexpr (std::is_same_v<T, bool>) {  // whose vector has no elements in memory
      const auto values = std::make_unique<bool[]>(size());
      get(std::span<bool>(values.get(), size()), where);
      return std::vector<bool>(values.get(), values.get() + size());
    } else {
      std::vector<T> values(size());
      get(std::span<T>(values), where);
      return values;
    }
  }
  /// The only element of an array of one.
  [[nodiscard]] T value(Where where = Where::current()) const {
    T value;
    get(std::span<T>(&value, 1), where);
    return value;
  }
  /// Starts the copy in `stream` and returns: the elements are there when the stream has come so far.
  void get_async(std::span<T> to, StreamRef stream, Where where = Where::current()) const {
    copy_to(to, stream, where);
  }
  [[nodiscard]] PageLocked<T> get_async(StreamRef stream, Where where = Where::current()) const {
    PageLocked<T> values(size(), CU_MEMHOSTALLOC_PORTABLE, where);
    copy_to(std::span<T>(values.data(), values.size()), stream, where);
    return values;
  }

  /// As a part of an expression.
  [[nodiscard]] Leaf<T> node() const { return {self().data(), self().shape(), self().memory()}; }

 protected:
  /// Elements [first, last) of the first axis; throws CUDA_ERROR_INVALID_VALUE when there are fewer.
  Shape checked_slice(std::size_t first, std::size_t last, const Where& where) const {
    const Shape& shape = self().shape();
    if (shape.rank() == 0 || first > last || last > shape[0])
      throw Error(CUDA_ERROR_INVALID_VALUE,
                  "slice [" + std::to_string(first) + ", " + std::to_string(last) +
                      ") of an array of the shape " + shape.text(),
                  where);
    return shape.with_first(last - first);
  }

 private:
  const Self& self() const { return static_cast<const Self&>(*this); }
  void copy_to(std::span<T> to, StreamRef stream, const Where& where) const {
    if (to.size() != size())
      throw Error(CUDA_ERROR_INVALID_VALUE,
                  "an array of " + std::to_string(size()) + " elements read into " +
                      std::to_string(to.size()),
                  where);
    if (to.empty()) return;
    current_context(where);
    check(cuMemcpyDtoHAsync(to.data(), device_address(self().data()), to.size_bytes(),
                            stream.handle()),
          "cuMemcpyDtoHAsync", where);
  }
};

}  // namespace detail

/// A part of an array, or all of it: assignments write its elements. It keeps the memory alive, as a std::span does not. A
/// GpuView<const T> is only read.
template <typename T>
class GpuView : public detail::Readable<GpuView<T>, std::remove_const_t<T>>,
                public detail::CompoundOperators<GpuView<T>> {
  static_assert(std::is_trivially_copyable_v<T>);
  using Elem = std::remove_const_t<T>;
  static constexpr bool kIsWritten = !std::is_const_v<T>;

 public:
  using Where = std::source_location;
  static constexpr bool kIsView = true;

  /// Views of device memory that others own are made without `memory`.
  GpuView(T* data, Shape shape, StreamRef stream = {},
          std::shared_ptr<detail::Memory> memory = nullptr)
      : data_(data), shape_(shape), stream_(stream), memory_(std::move(memory)) {}
  GpuView(const GpuView&) = default;
  ~GpuView() = default;
  /// Converts a view that may be written to a read-only one.
  template <class U>
    requires(!kIsWritten && std::is_same_v<U, Elem>)
  GpuView(const GpuView<U>& other)
      : GpuView(other.data(), other.shape(), other.stream(), other.memory()) {}

  [[nodiscard]] T* data() const { return data_; }
  [[nodiscard]] const Shape& shape() const { return shape_; }
  /// The stream in which assignments to this view run.
  [[nodiscard]] StreamRef stream() const { return stream_; }
  [[nodiscard]] const std::shared_ptr<detail::Memory>& memory() const { return memory_; }
  [[nodiscard]] T* kernel_argument() const { return data_; }

  /// Elements [first, last) of the first axis.
  [[nodiscard]] GpuView slice(std::size_t first, std::size_t last,
                              Where where = Where::current()) const {
    const Shape shape = this->checked_slice(first, last, where);
    return {data_ + first * shape_.row().count(), shape, stream_, memory_};
  }
  /// The k-th of the first axis: an array with one axis less.
  [[nodiscard]] GpuView operator[](std::size_t k) const {
    const Shape shape = this->checked_slice(k, k + 1, Where::current());
    return {data_ + k * shape.row().count(), shape.row(), stream_, memory_};
  }
  [[nodiscard]] GpuView reshaped(const Shape& shape, Where where = Where::current()) const {
    if (shape.count() != shape_.count())
      throw Error(CUDA_ERROR_INVALID_VALUE,
                  "an array of the shape " + shape_.text() + " as one of " + shape.text(), where);
    return {data_, shape, stream_, memory_};
  }
  /// The same elements; what is written through this view runs in `stream`.
  [[nodiscard]] GpuView on(StreamRef stream) const { return {data_, shape_, stream, memory_}; }

  /// Computes `what` - an expression, an array, a number for all elements - into the elements, in `stream`. Shapes must be the
  /// same.
  template <detail::Operand X>
    requires kIsWritten
  void assign(const X& what, StreamRef stream, Where where = Where::current()) const {
    if constexpr (detail::Number<X>) {
      detail::evaluate<Elem>(detail::device_address(data_), this->size(),
                             detail::ScalarExpression<Elem>{static_cast<Elem>(what)}, stream,
                             where);
    } else {
      write(detail::node_of(what), stream, where);
    }
  }
  template <detail::Operand X>
    requires kIsWritten
  const GpuView& operator=(const X& what) const {
    assign(what, stream_, place_of(what));
    return *this;
  }
  const GpuView& operator=(const GpuView& other) const
    requires kIsWritten
  {
    assign(other, stream_, Where::current());
    return *this;
  }

  /// Copies elements from the host; waits for it.
  void set(std::span<const Elem> values, Where where = Where::current()) const
    requires kIsWritten
  {
    set_async(values, stream_, where);
    stream_.synchronize(where);
  }
  /// Starts the copy in `stream` and returns; `values` must stay until it is done.
  void set_async(std::span<const Elem> values, StreamRef stream,
                 Where where = Where::current()) const
    requires kIsWritten
  {
    same_size(values.size(), where);
    if (values.empty()) return;
    detail::current_context(where);
    detail::check(cuMemcpyHtoDAsync(detail::device_address(data_), values.data(),
                                    values.size_bytes(), stream.handle()),
                  "cuMemcpyHtoDAsync", where);
  }
  /// From an array of the same elements, on the device.
  void set_async(const GpuView<const Elem>& other, StreamRef stream,
                 Where where = Where::current()) const
    requires kIsWritten
  {
    same_size(other.size(), where);
    if (other.empty()) return;
    detail::current_context(where);
    detail::check(
        cuMemcpyDtoDAsync(detail::device_address(data_), detail::device_address(other.data()),
                          other.size_bytes(), stream.handle()),
        "cuMemcpyDtoDAsync", where);
  }

 private:
  template <typename X>
  static Where place_of(const X& what) {
    if constexpr (requires { what.where(); }) {
      return what.where();
    } else {
      return Where::current();
    }
  }
  template <typename Node>
  void write(Node node, StreamRef stream, const Where& where) const {
    const Shape shape = detail::shape_of(node, where);
    if (shape != shape_)
      throw Error(CUDA_ERROR_INVALID_VALUE,
                  "an expression of the shape " + shape.text() + " assigned to an array of " +
                      shape_.text(),
                  where);
    if constexpr (std::is_same_v<Node, detail::Leaf<Elem>>) {
      if (node.data == data_) return;
      set_async(GpuView<const Elem>(node.data, shape), stream, where);
    } else {
      detail::evaluate<Elem>(detail::device_address(data_), this->size(), std::move(node), stream,
                             where);
    }
  }
  void same_size(std::size_t elems, const Where& where) const {
    if (elems != this->size())
      throw Error(
          CUDA_ERROR_INVALID_VALUE,
          std::to_string(elems) + " elements copied to an array of " + std::to_string(this->size()),
          where);
  }

  T* data_;
  Shape shape_;
  StreamRef stream_;
  std::shared_ptr<detail::Memory> memory_;
};

/// An array of the device, a value as std::vector is: copies have elements of their own. What it computes runs in its stream, the
/// legacy default stream unless it was made with another; whoever uses other streams orders them by events.
template <typename T>
class GpuArray : public detail::Readable<GpuArray<T>, T>,
                 public detail::CompoundOperators<GpuArray<T>> {
  static_assert(std::is_trivially_copyable_v<T> && !std::is_const_v<T>);

 public:
  using Where = std::source_location;
  static constexpr bool kIsView = false;

  GpuArray() : shape_({0}) {}
  /// Elements that are not initialised.
  explicit GpuArray(const Shape& shape, StreamRef stream = {}, Where where = Where::current())
      : memory_(std::make_shared<detail::Memory>(shape.count() * sizeof(T), where)),
        shape_(shape),
        stream_(stream) {}
  /// Computes an expression.
  template <typename Tree>
  GpuArray(const Lazy<Tree>& expression, Where where = Where::current())
      : GpuArray(expression.shape(), {}, where) {
    assign(expression, stream_, where);
  }
  GpuArray(const GpuArray& other, Where where = Where::current())
      : GpuArray(other.shape_, other.stream_, where) {
    view().set_async(other.view(), stream_, where);
  }
  /// A copy of what a view shows.
  template <typename U>
    requires std::same_as<std::remove_const_t<U>, T>
  explicit GpuArray(const GpuView<U>& other, Where where = Where::current())
      : GpuArray(other.shape(), other.stream(), where) {
    view().set_async(other, stream_, where);
  }
  GpuArray(GpuArray&& other) noexcept
      : memory_(std::move(other.memory_)),
        shape_(std::exchange(other.shape_, Shape{0})),
        stream_(other.stream_) {}
  ~GpuArray() = default;

  GpuArray& operator=(const GpuArray& other) {
    if (this != &other) assign(other, stream_, Where::current());
    return *this;
  }
  GpuArray& operator=(GpuArray&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(shape_, other.shape_);
    std::swap(stream_, other.stream_);
    return *this;
  }
  /// Computes the expression into this array's memory; into new memory where its shape is another.
  template <typename Tree>
  GpuArray& operator=(const Lazy<Tree>& expression) {
    assign(expression, stream_, expression.where());
    return *this;
  }
  template <typename U>
  GpuArray& operator=(const GpuView<U>& other) {
    assign(other, stream_, Where::current());
    return *this;
  }
  /// The same in `stream`.
  template <detail::Elementwise X>
  void assign(const X& what, StreamRef stream, Where where = Where::current()) {
    const Shape shape = detail::shape_of(detail::node_of(what), where);
    if (shape != shape_) {
      if (shape.count() != shape_.count() || memory_ == nullptr)
        memory_ = std::make_shared<detail::Memory>(shape.count() * sizeof(T), where);
      shape_ = shape;
    }
    view().assign(what, stream, where);
  }

  [[nodiscard]] T* data() { return address(); }
  [[nodiscard]] const T* data() const { return address(); }
  [[nodiscard]] T* kernel_argument() { return address(); }
  [[nodiscard]] const T* kernel_argument() const { return address(); }
  [[nodiscard]] const Shape& shape() const { return shape_; }
  [[nodiscard]] StreamRef stream() const { return stream_; }
  void set_stream(StreamRef stream) { stream_ = stream; }
  [[nodiscard]] const std::shared_ptr<detail::Memory>& memory() const { return memory_; }

  /// All of it.
  [[nodiscard]] GpuView<T> view() { return {address(), shape_, stream_, memory_}; }
  [[nodiscard]] GpuView<const T> view() const { return {address(), shape_, stream_, memory_}; }
  operator GpuView<T>() { return view(); }
  operator GpuView<const T>() const { return view(); }

  /// Elements [first, last) of the first axis: a view, no copy.
  [[nodiscard]] GpuView<T> slice(std::size_t first, std::size_t last,
                                 Where where = Where::current()) {
    return view().slice(first, last, where);
  }
  [[nodiscard]] GpuView<const T> slice(std::size_t first, std::size_t last,
                                       Where where = Where::current()) const {
    return view().slice(first, last, where);
  }
  [[nodiscard]] GpuView<T> operator[](std::size_t k) { return view()[k]; }
  [[nodiscard]] GpuView<const T> operator[](std::size_t k) const { return view()[k]; }
  [[nodiscard]] GpuView<T> reshaped(const Shape& shape, Where where = Where::current()) {
    return view().reshaped(shape, where);
  }

  /// The same number everywhere.
  template <detail::Number N>
  void fill(N number, Where where = Where::current()) {
    view().assign(number, stream_, where);
  }
  /// Copies elements from the host; waits for it.
  void set(std::span<const T> values, Where where = Where::current()) { view().set(values, where); }
  /// Starts the copy in `stream` and returns; `values` must stay until it is done.
  void set_async(std::span<const T> values, StreamRef stream, Where where = Where::current()) {
    view().set_async(values, stream, where);
  }
  void set_async(const GpuArray& other, StreamRef stream, Where where = Where::current()) {
    view().set_async(other.view(), stream, where);
  }
  void set_async(const GpuView<const T>& other, StreamRef stream, Where where = Where::current()) {
    view().set_async(other, stream, where);
  }

 private:
  T* address() const {
    return memory_ == nullptr ? nullptr : reinterpret_cast<T*>(memory_->address());
  }

  std::shared_ptr<detail::Memory> memory_;
  Shape shape_;
  StreamRef stream_;
};

template <typename Tree>
GpuArray(const Lazy<Tree>&) -> GpuArray<typename Tree::value_type>;
template <typename T>
GpuArray(const GpuView<T>&) -> GpuArray<std::remove_const_t<T>>;

/// Host memory in a row: vectors, arrays, spans, PageLocked.
template <typename R>
concept HostRange = std::ranges::contiguous_range<R> && std::ranges::sized_range<R> &&
                    std::is_trivially_copyable_v<std::ranges::range_value_t<R>>;

/// Not initialised.
template <typename T>
[[nodiscard]] GpuArray<T> empty(const Shape& shape, StreamRef stream = {},
                                std::source_location where = std::source_location::current()) {
  return GpuArray<T>(shape, stream, where);
}
template <detail::Elementwise X>
[[nodiscard]] auto empty_like(const X& other,
                              std::source_location where = std::source_location::current()) {
  return GpuArray<typename X::value_type>(other.shape(), {}, where);
}
/// All `number`.
template <typename T, detail::Number N>
[[nodiscard]] GpuArray<T> full(const Shape& shape, N number, StreamRef stream = {},
                               std::source_location where = std::source_location::current()) {
  GpuArray<T> array(shape, stream, where);
  array.fill(number, where);
  return array;
}
/// All bytes zero.
template <typename T>
[[nodiscard]] GpuArray<T> zeros(const Shape& shape, StreamRef stream = {},
                                std::source_location where = std::source_location::current()) {
  GpuArray<T> array(shape, stream, where);
  if (!array.empty())
    detail::check(cuMemsetD8Async(detail::device_address(array.data()), 0, array.size_bytes(),
                                  stream.handle()),
                  "cuMemsetD8Async", where);
  return array;
}
template <detail::Elementwise X>
[[nodiscard]] auto zeros_like(const X& other,
                              std::source_location where = std::source_location::current()) {
  return zeros<typename X::value_type>(other.shape(), {}, where);
}
/// start, start + step, ... : `size` elements.
template <typename T>
[[nodiscard]] GpuArray<T> arange(std::size_t size, T start = T(0), T step = T(1),
                                 std::source_location where = std::source_location::current()) {
  GpuArray<T> array(size, {}, where);
  using Term = detail::Tree<detail::InfixText<detail::Symbol{"*"}>, T, detail::ScalarExpression<T>,
                            detail::IndexExpression<T>>;
  using Sum =
      detail::Tree<detail::InfixText<detail::Symbol{"+"}>, T, detail::ScalarExpression<T>, Term>;
  detail::evaluate<T>(
      detail::device_address(array.data()), size,
      Sum{{detail::ScalarExpression<T>{start}, Term{{detail::ScalarExpression<T>{step}, {}}}}}, {},
      where);
  return array;
}
/// A copy of host memory on the device, with one axis or the given shape. The host may change its own afterwards.
template <HostRange R>
[[nodiscard]] auto to_gpu(const R& values,
                          std::source_location where = std::source_location::current()) {
  GpuArray<std::ranges::range_value_t<R>> array(std::ranges::size(values), {}, where);
  array.set(std::span(std::ranges::data(values), std::ranges::size(values)), where);
  return array;
}
template <HostRange R>
[[nodiscard]] auto to_gpu(const R& values, const Shape& shape,
                          std::source_location where = std::source_location::current()) {
  GpuArray<std::ranges::range_value_t<R>> array(shape, {}, where);
  array.set(std::span(std::ranges::data(values), std::ranges::size(values)), where);
  return array;
}
/// The same, started in `stream`, which becomes the array's: `values` must stay until the stream has come so far.
template <HostRange R>
[[nodiscard]] auto to_gpu_async(const R& values, StreamRef stream,
                                std::source_location where = std::source_location::current()) {
  GpuArray<std::ranges::range_value_t<R>> array(std::ranges::size(values), stream, where);
  array.set_async(std::span(std::ranges::data(values), std::ranges::size(values)), stream, where);
  return array;
}

}  // namespace riffle
