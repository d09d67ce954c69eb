// SPDX-License-Identifier: Apache-2.0
// NVTX for C++: ranges that end with their scope, domains and strings that are made once, attributes as arguments.
//
// Everything is in nvtx3::v1, and in nvtx3 unless NVTX3_CPP_REQUIRE_EXPLICIT_VERSION is defined. C++11 and later. With
// NVTX_DISABLE nothing is called.
#ifndef NVTX3_CPP_VERSION_MAJOR
#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 0

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <utility>

#include <nvtx3/nvToolsExt.h>

#if defined(NVTX3_CPP_REQUIRE_EXPLICIT_VERSION)
#define RIFFLE_NVTX_VERSION_NAMESPACE namespace v1
#else
#define RIFFLE_NVTX_VERSION_NAMESPACE inline namespace v1
#endif
#if __cplusplus >= 201703L
#define RIFFLE_NVTX_NODISCARD [[nodiscard]]
#define RIFFLE_NVTX_UNUSED [[maybe_unused]]
#else
#define RIFFLE_NVTX_NODISCARD
#define RIFFLE_NVTX_UNUSED
#endif
// What calls NVTX, or what stands for it.
#ifdef NVTX_DISABLE
#define RIFFLE_NVTX_ON(...)
#define RIFFLE_NVTX_CALL(call, otherwise) (otherwise)
#else
#define RIFFLE_NVTX_ON(...) __VA_ARGS__
#define RIFFLE_NVTX_CALL(call, otherwise) (call)
#endif

namespace nvtx3 {
RIFFLE_NVTX_VERSION_NAMESPACE {
  class domain;
  class event_attributes;
  class message;

  namespace detail {

  template <class T>
  struct is_text
      : std::integral_constant<
            bool, std::is_same<typename std::decay<T>::type, const char*>::value ||
                      std::is_same<typename std::decay<T>::type, const wchar_t*>::value> {};

  inline nvtxDomainHandle_t make_domain(const char* name) {
    return RIFFLE_NVTX_CALL(nvtxDomainCreateA(name), (static_cast<void>(name), nullptr));
  }
  inline nvtxDomainHandle_t make_domain(const wchar_t* name) {
    return RIFFLE_NVTX_CALL(nvtxDomainCreateW(name), (static_cast<void>(name), nullptr));
  }
  inline nvtxStringHandle_t make_string(nvtxDomainHandle_t d, const char* text) {
    return RIFFLE_NVTX_CALL(nvtxDomainRegisterStringA(d, text),
                            (static_cast<void>(d), static_cast<void>(text), nullptr));
  }
  inline nvtxStringHandle_t make_string(nvtxDomainHandle_t d, const wchar_t* text) {
    return RIFFLE_NVTX_CALL(nvtxDomainRegisterStringW(d, text),
                            (static_cast<void>(d), static_cast<void>(text), nullptr));
  }
  inline void name_category(nvtxDomainHandle_t d, std::uint32_t id, const char* name) {
    RIFFLE_NVTX_ON(nvtxDomainNameCategoryA(d, id, name);)
    static_cast<void>(d), static_cast<void>(id), static_cast<void>(name);
  }
  inline void name_category(nvtxDomainHandle_t d, std::uint32_t id, const wchar_t* name) {
    RIFFLE_NVTX_ON(nvtxDomainNameCategoryW(d, id, name);)
    static_cast<void>(d), static_cast<void>(id), static_cast<void>(name);
  }

  }  // namespace detail

  /// A group of ranges, marks, strings and categories with a name of its own. One for each type `D` that has a static
  /// member `name`, made at its first use and kept.
  class domain {
   public:
    domain(const domain&) = delete;
    domain& operator=(const domain&) = delete;
    domain(domain&&) = delete;
    domain& operator=(domain&&) = delete;

    /// The one that no name belongs to.
    struct global {};

    template <class D = global>
    static const domain& get() noexcept {
      static_assert(detail::is_text<decltype(D::name)>::value,
                    "an NVTX domain needs a static member 'name': const char* or const wchar_t*");
      static const domain made(detail::make_domain(D::name));
      return made;
    }
    operator nvtxDomainHandle_t() const noexcept { return handle_; }

   private:
    explicit domain(nvtxDomainHandle_t handle) noexcept : handle_(handle) {}
    nvtxDomainHandle_t handle_;
  };
  template <>
  inline const domain& domain::get<domain::global>() noexcept {
    static const domain made(nullptr);
    return made;
  }

  struct rgb {
    using component_type = std::uint8_t;
    constexpr rgb(component_type r, component_type g, component_type b) noexcept
        : red(r), green(g), blue(b) {}
    component_type red;
    component_type green;
    component_type blue;
  };

  struct argb final : rgb {
    constexpr argb(component_type a, component_type r, component_type g, component_type b) noexcept
        : rgb(r, g, b), alpha(a) {}
    component_type alpha;
  };

  class color {
   public:
    using value_type = std::uint32_t;
    /// 0xAARRGGBB.
    constexpr explicit color(value_type hex_code) noexcept : value_(hex_code) {}
    constexpr color(argb c) noexcept : color(pack(c.alpha, c.red, c.green, c.blue)) {}
    constexpr color(rgb c) noexcept : color(pack(0xff, c.red, c.green, c.blue)) {}
    constexpr value_type get_value() const noexcept { return value_; }
    constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

   private:
    static constexpr value_type pack(value_type a, value_type r, value_type g, value_type b) {
      return a << 24 | r << 16 | g << 8 | b;
    }
    value_type value_;
  };

  class category {
   public:
    using id_type = std::uint32_t;
    constexpr explicit category(id_type id) noexcept : id_(id) {}
    constexpr id_type get_id() const noexcept { return id_; }

   private:
    id_type id_;
  };

  /// A category with a name in domain `D`.
  template <class D = domain::global>
  class named_category_in final : public category {
   public:
    /// The one of type `C`, which has static members `name` and `id`.
    template <class C>
    static const named_category_in& get() noexcept {
      static_assert(detail::is_text<decltype(C::name)>::value &&
                        std::is_same<typename std::decay<decltype(C::id)>::type, id_type>::value,
                    "an NVTX category needs static members 'name' and 'id', a uint32_t");
      static const named_category_in made(C::id, C::name);
      return made;
    }
    named_category_in(id_type id, const char* name) noexcept : category(id) {
      detail::name_category(domain::get<D>(), id, name);
    }
    named_category_in(id_type id, const wchar_t* name) noexcept : category(id) {
      detail::name_category(domain::get<D>(), id, name);
    }
  };
  using named_category = named_category_in<domain::global>;

  /// A text that NVTX knows already: the cheapest message. Lasts as long as the program.
  template <class D = domain::global>
  class registered_string_in {
   public:
    /// The one of type `M`, which has a static member `message`.
    template <class M>
    static const registered_string_in& get() noexcept {
      static_assert(detail::is_text<decltype(M::message)>::value,
                    "a registered string needs a static member 'message': const char* or const "
                    "wchar_t*");
      static const registered_string_in made(M::message);
      return made;
    }
    explicit registered_string_in(const char* text) noexcept
        : handle_(detail::make_string(domain::get<D>(), text)) {}
    explicit registered_string_in(const wchar_t* text) noexcept
        : handle_(detail::make_string(domain::get<D>(), text)) {}
    explicit registered_string_in(const std::string& text) noexcept
        : registered_string_in(text.c_str()) {}
    explicit registered_string_in(const std::wstring& text) noexcept
        : registered_string_in(text.c_str()) {}
    nvtxStringHandle_t get_handle() const noexcept { return handle_; }

   private:
    nvtxStringHandle_t handle_;
  };
  using registered_string = registered_string_in<domain::global>;

  /// The text of an event. Does not own it: it must live until the event was told.
  class message {
   public:
    using value_type = nvtxMessageValue_t;
    message(const char* text) noexcept : type_(NVTX_MESSAGE_TYPE_ASCII) { value_.ascii = text; }
    message(const wchar_t* text) noexcept : type_(NVTX_MESSAGE_TYPE_UNICODE) {
      value_.unicode = text;
    }
    message(const std::string& text) noexcept : message(text.c_str()) {}
    message(const std::wstring& text) noexcept : message(text.c_str()) {}
    message(std::string&&) = delete;
    message(std::wstring&&) = delete;
    template <class D>
    message(const registered_string_in<D>& text) noexcept : message(text.get_handle()) {}
    message(nvtxStringHandle_t handle) noexcept : type_(NVTX_MESSAGE_TYPE_REGISTERED) {
      value_.registered = handle;
    }
    constexpr message(nvtxMessageType_t type, const value_type& value) noexcept
        : type_(type), value_(value) {}
    constexpr value_type get_value() const noexcept { return value_; }
    constexpr nvtxMessageType_t get_type() const noexcept { return type_; }

   private:
    nvtxMessageType_t type_;
    value_type value_{};
  };

  /// A number that belongs to an event.
  class payload {
   public:
    using value_type = nvtxEventAttributes_v2::payload_t;
    explicit payload(std::int64_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_INT64) {
      value_.llValue = value;
    }
    explicit payload(std::int32_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_INT32) {
      value_.iValue = value;
    }
    explicit payload(std::uint64_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64) {
      value_.ullValue = value;
    }
    explicit payload(std::uint32_t value) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32) {
      value_.uiValue = value;
    }
    explicit payload(float value) noexcept : type_(NVTX_PAYLOAD_TYPE_FLOAT) {
      value_.fValue = value;
    }
    explicit payload(double value) noexcept : type_(NVTX_PAYLOAD_TYPE_DOUBLE) {
      value_.dValue = value;
    }
    constexpr payload(nvtxPayloadType_t type, const value_type& value) noexcept
        : type_(type), value_(value) {}
    constexpr value_type get_value() const noexcept { return value_; }
    constexpr nvtxPayloadType_t get_type() const noexcept { return type_; }

   private:
    nvtxPayloadType_t type_;
    value_type value_{};
  };

  /// What an event is told with, in any order; of two of a kind the first one counts.
  class event_attributes {
   public:
    using value_type = nvtxEventAttributes_t;
    event_attributes() noexcept : attributes_() {
      attributes_.version = NVTX_VERSION;
      attributes_.size = sizeof(value_type);
    }
    // Each one is set after those that follow it.
    template <class... Rest>
    explicit event_attributes(const category& value, const Rest&... rest) noexcept
        : event_attributes(rest...) {
      attributes_.category = value.get_id();
    }
    template <class... Rest>
    explicit event_attributes(const color& value, const Rest&... rest) noexcept
        : event_attributes(rest...) {
      attributes_.color = value.get_value();
      attributes_.colorType = value.get_type();
    }
    template <class... Rest>
    explicit event_attributes(const payload& value, const Rest&... rest) noexcept
        : event_attributes(rest...) {
      attributes_.payload = value.get_value();
      attributes_.payloadType = value.get_type();
    }
    template <class... Rest>
    explicit event_attributes(const message& value, const Rest&... rest) noexcept
        : event_attributes(rest...) {
      attributes_.message = value.get_value();
      attributes_.messageType = value.get_type();
    }
    const value_type* get() const noexcept { return &attributes_; }

   private:
    value_type attributes_;
  };

  /// From its construction to the end of its scope, on one thread: ranges of a thread nest.
  template <class D = domain::global>
  class RIFFLE_NVTX_UNUSED scoped_range_in {
   public:
    explicit scoped_range_in(const event_attributes& attributes) noexcept {
      RIFFLE_NVTX_ON(nvtxDomainRangePushEx(domain::get<D>(), attributes.get());)
      static_cast<void>(attributes);
    }
    template <class... Arguments>
    explicit scoped_range_in(const Arguments&... arguments) noexcept
        : scoped_range_in(event_attributes(arguments...)) {}
    scoped_range_in() noexcept : scoped_range_in(event_attributes()) {}
    ~scoped_range_in() noexcept { RIFFLE_NVTX_ON(nvtxDomainRangePop(domain::get<D>());) }
    scoped_range_in(const scoped_range_in&) = delete;
    scoped_range_in& operator=(const scoped_range_in&) = delete;
    scoped_range_in(scoped_range_in&&) = delete;
    scoped_range_in& operator=(scoped_range_in&&) = delete;
    // On the heap it could outlive ranges that it encloses.
    void* operator new(std::size_t) = delete;
  };
  using scoped_range = scoped_range_in<domain::global>;

  namespace detail {

  /// A scoped range that begins when it is told to, or not at all.
  template <class D = domain::global>
  class RIFFLE_NVTX_UNUSED optional_scoped_range_in {
   public:
    optional_scoped_range_in() noexcept = default;
    void begin(const event_attributes& attributes) noexcept {
      RIFFLE_NVTX_ON(nvtxDomainRangePushEx(domain::get<D>(), attributes.get());)
      static_cast<void>(attributes);
      has_begun_ = true;
    }
    ~optional_scoped_range_in() noexcept {
      if (has_begun_) {
        RIFFLE_NVTX_ON(nvtxDomainRangePop(domain::get<D>());)
      }
    }
    optional_scoped_range_in(const optional_scoped_range_in&) = delete;
    optional_scoped_range_in& operator=(const optional_scoped_range_in&) = delete;
    void* operator new(std::size_t) = delete;

   private:
    bool has_begun_ = false;
  };

  }  // namespace detail

  /// Which range to end.
  struct range_handle {
    using value_type = nvtxRangeId_t;
    constexpr explicit range_handle(value_type id) noexcept : id_(id) {}
    constexpr range_handle() noexcept = default;
    constexpr range_handle(std::nullptr_t) noexcept {}
    constexpr explicit operator bool() const noexcept { return id_ != 0; }
    constexpr value_type get_value() const noexcept { return id_; }

   private:
    value_type id_ = 0;
  };
  inline constexpr bool operator==(range_handle a, range_handle b) noexcept {
    return a.get_value() == b.get_value();
  }
  inline constexpr bool operator!=(range_handle a, range_handle b) noexcept { return !(a == b); }

  /// A range that any thread may end.
  template <class D = domain::global>
  RIFFLE_NVTX_NODISCARD inline range_handle start_range_in(
      const event_attributes& attributes) noexcept {
    static_cast<void>(attributes);
    return RIFFLE_NVTX_CALL(
        range_handle(nvtxDomainRangeStartEx(domain::get<D>(), attributes.get())), range_handle());
  }
  template <class D = domain::global, class... Arguments>
  RIFFLE_NVTX_NODISCARD inline range_handle start_range_in(const Arguments&... arguments) noexcept {
    return start_range_in<D>(event_attributes(arguments...));
  }
  RIFFLE_NVTX_NODISCARD inline range_handle start_range(
      const event_attributes& attributes) noexcept {
    return start_range_in<domain::global>(attributes);
  }
  template <class... Arguments>
  RIFFLE_NVTX_NODISCARD inline range_handle start_range(const Arguments&... arguments) noexcept {
    return start_range_in<domain::global>(arguments...);
  }
  template <class D = domain::global>
  inline void end_range_in(range_handle range) noexcept {
    RIFFLE_NVTX_ON(nvtxDomainRangeEnd(domain::get<D>(), range.get_value());)
    static_cast<void>(range);
  }
  inline void end_range(range_handle range) noexcept { end_range_in<domain::global>(range); }

  /// A range that ends with its owner, which may be moved, also to another thread.
  template <class D = domain::global>
  class RIFFLE_NVTX_UNUSED unique_range_in {
   public:
    explicit unique_range_in(const event_attributes& attributes) noexcept
        : range_(start_range_in<D>(attributes)) {}
    template <class... Arguments>
    explicit unique_range_in(const Arguments&... arguments) noexcept
        : unique_range_in(event_attributes(arguments...)) {}
    unique_range_in() noexcept : unique_range_in(event_attributes()) {}
    ~unique_range_in() noexcept { end(); }
    unique_range_in(unique_range_in&& other) noexcept : range_(other.range_) {
      other.range_ = nullptr;
    }
    unique_range_in& operator=(unique_range_in&& other) noexcept {
      if (this == &other) return *this;
      end();
      range_ = other.range_;
      other.range_ = nullptr;
      return *this;
    }
    unique_range_in(const unique_range_in&) = delete;
    unique_range_in& operator=(const unique_range_in&) = delete;

   private:
    void end() noexcept {
      if (range_) end_range_in<D>(range_);
    }
    range_handle range_;
  };
  using unique_range = unique_range_in<domain::global>;

  /// A moment.
  template <class D = domain::global>
  inline void mark_in(const event_attributes& attributes) noexcept {
    RIFFLE_NVTX_ON(nvtxDomainMarkEx(domain::get<D>(), attributes.get());)
    static_cast<void>(attributes);
  }
  template <class D = domain::global, class... Arguments>
  inline void mark_in(const Arguments&... arguments) noexcept {
    mark_in<D>(event_attributes(arguments...));
  }
  inline void mark(const event_attributes& attributes) noexcept {
    mark_in<domain::global>(attributes);
  }
  template <class... Arguments>
  inline void mark(const Arguments&... arguments) noexcept {
    mark_in<domain::global>(arguments...);
  }
}
}  // namespace nvtx3

// A range named like the function that this stands in, from here to the end of the scope; with _IF, only if C holds.
#ifdef NVTX_DISABLE
#define NVTX3_V1_FUNC_RANGE_IN(D) static_cast<void>(0)
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C) static_cast<void>(C)
#else
#define RIFFLE_NVTX_FUNCTION_NAME(D)                                              \
  static const ::nvtx3::v1::registered_string_in<D> riffle_nvtx_name__{__func__}; \
  static const ::nvtx3::v1::event_attributes riffle_nvtx_attributes__ { riffle_nvtx_name__ }
#define NVTX3_V1_FUNC_RANGE_IN(D) \
  RIFFLE_NVTX_FUNCTION_NAME(D);   \
  const ::nvtx3::v1::scoped_range_in<D> riffle_nvtx_range__ { riffle_nvtx_attributes__ }
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C)                                 \
  ::nvtx3::v1::detail::optional_scoped_range_in<D> riffle_nvtx_range__; \
  if (C) {                                                              \
    RIFFLE_NVTX_FUNCTION_NAME(D);                                       \
    riffle_nvtx_range__.begin(riffle_nvtx_attributes__);                \
  }                                                                     \
  static_cast<void>(0)
#endif
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, C)
#if !defined(NVTX3_CPP_REQUIRE_EXPLICIT_VERSION)
#define NVTX3_FUNC_RANGE NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IF NVTX3_V1_FUNC_RANGE_IF
#define NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE_IF_IN NVTX3_V1_FUNC_RANGE_IF_IN
#endif

#endif  // NVTX3_CPP_VERSION_MAJOR
