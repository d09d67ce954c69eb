// SPDX-License-Identifier: Apache-2.0
// NVTX: a program's marks and ranges for a profiler. Without one they do nothing, at the cost of a load and a branch.
//
// As with NVIDIA's header, a profiler is a library that NVTX_INJECTION64_PATH names: `riffle trace` brings one. It is
// loaded at the first call, and puts its functions into the tables below. See riffle_api/nvtx_injection.h.
#ifndef NVTX_VERSION
#define NVTX_VERSION 3

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

#include <riffle_api/nvtx_injection.h>

#ifdef __cplusplus
#define RIFFLE_NVTX_CAST(type, value) (static_cast<type>(value))
extern "C" {
#else
#define RIFFLE_NVTX_CAST(type, value) ((type)(value))
#endif

#define NVTX_API
#define NVTX_INLINE_STATIC inline static
#define NVTX_DECLSPEC NVTX_INLINE_STATIC

#define NVTX_SUCCESS 0
#define NVTX_FAIL 1
#define NVTX_ERR_INIT_LOAD_PROPERTY 2
#define NVTX_ERR_INIT_ACCESS_LIBRARY 3
#define NVTX_ERR_INIT_LOAD_LIBRARY 4
#define NVTX_ERR_INIT_MISSING_LIBRARY_ENTRY_POINT 5
#define NVTX_ERR_INIT_FAILED_LIBRARY_ENTRY_POINT 6
#define NVTX_ERR_NO_INJECTION_LIBRARY_AVAILABLE 7

#define NVTX_EVENT_ATTRIB_STRUCT_SIZE RIFFLE_NVTX_CAST(uint16_t, sizeof(nvtxEventAttributes_t))
#define NVTX_RESOURCE_ATTRIB_STRUCT_SIZE \
  RIFFLE_NVTX_CAST(uint16_t, sizeof(nvtxResourceAttributes_t))
// The nesting level of a range that nobody records.
#define NVTX_NO_PUSH_POP_TRACKING RIFFLE_NVTX_CAST(int, -2)

typedef uint64_t nvtxRangeId_t;
typedef struct nvtxDomainRegistration_st nvtxDomainRegistration;
typedef nvtxDomainRegistration* nvtxDomainHandle_t;
typedef struct nvtxStringRegistration_st nvtxStringRegistration;
typedef nvtxStringRegistration* nvtxStringHandle_t;
typedef struct nvtxResourceHandle* nvtxResourceHandle_t;

typedef enum nvtxColorType_t { NVTX_COLOR_UNKNOWN = 0, NVTX_COLOR_ARGB = 1 } nvtxColorType_t;

typedef enum nvtxMessageType_t {
  NVTX_MESSAGE_UNKNOWN = 0,
  NVTX_MESSAGE_TYPE_ASCII = 1,
  NVTX_MESSAGE_TYPE_UNICODE = 2,
  NVTX_MESSAGE_TYPE_REGISTERED = 3
} nvtxMessageType_t;

typedef union nvtxMessageValue_t {
  const char* ascii;
  const wchar_t* unicode;
  nvtxStringHandle_t registered;
} nvtxMessageValue_t;

typedef enum nvtxPayloadType_t {
  NVTX_PAYLOAD_UNKNOWN = 0,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT64 = 1,
  NVTX_PAYLOAD_TYPE_INT64 = 2,
  NVTX_PAYLOAD_TYPE_DOUBLE = 3,
  NVTX_PAYLOAD_TYPE_UNSIGNED_INT32 = 4,
  NVTX_PAYLOAD_TYPE_INT32 = 5,
  NVTX_PAYLOAD_TYPE_FLOAT = 6
} nvtxPayloadType_t;

typedef struct nvtxEventAttributes_v2 {
  uint16_t version;
  uint16_t size;
  uint32_t category;
  int32_t colorType;
  uint32_t color;
  int32_t payloadType;
  int32_t reserved0;
  union payload_t {
    uint64_t ullValue;
    int64_t llValue;
    double dValue;
    uint32_t uiValue;
    int32_t iValue;
    float fValue;
  } payload;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxEventAttributes_v2;
typedef struct nvtxEventAttributes_v2 nvtxEventAttributes_t;

#define NVTX_RESOURCE_CLASS_GENERIC 1
#define NVTX_RESOURCE_MAKE_TYPE(CLASS, INDEX)                          \
  (((RIFFLE_NVTX_CAST(uint32_t, NVTX_RESOURCE_CLASS_##CLASS)) << 16) | \
   (RIFFLE_NVTX_CAST(uint32_t, INDEX)))

typedef enum nvtxResourceGenericType_t {
  NVTX_RESOURCE_TYPE_UNKNOWN = 0,
  NVTX_RESOURCE_TYPE_GENERIC_POINTER = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 1),
  NVTX_RESOURCE_TYPE_GENERIC_HANDLE = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 2),
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_NATIVE = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 3),
  NVTX_RESOURCE_TYPE_GENERIC_THREAD_POSIX = NVTX_RESOURCE_MAKE_TYPE(GENERIC, 4)
} nvtxResourceGenericType_t;

typedef struct nvtxResourceAttributes_v0 {
  uint16_t version;
  uint16_t size;
  int32_t identifierType;
  union identifier_t {
    const void* pValue;
    uint64_t ullValue;
  } identifier;
  int32_t messageType;
  nvtxMessageValue_t message;
} nvtxResourceAttributes_v0;
typedef struct nvtxResourceAttributes_v0 nvtxResourceAttributes_t;

// Each call goes to the function in its place of the tables, or answers as without a profiler.
#define RIFFLE_NVTX_0(type, value, place, name)                                   \
  NVTX_DECLSPEC type NVTX_API name(void) {                                        \
    const riffle_nvtx_function function = riffle_nvtx_find(&riffle_nvtx.place);   \
    if (function != NULL) return RIFFLE_NVTX_POINTER(type (*)(void), function)(); \
    return value;                                                                 \
  }
#define RIFFLE_NVTX_1(type, value, place, name, A)                              \
  NVTX_DECLSPEC type NVTX_API name(A a) {                                       \
    const riffle_nvtx_function function = riffle_nvtx_find(&riffle_nvtx.place); \
    if (function != NULL) return RIFFLE_NVTX_POINTER(type (*)(A), function)(a); \
    return value;                                                               \
  }
#define RIFFLE_NVTX_2(type, value, place, name, A, B)                                 \
  NVTX_DECLSPEC type NVTX_API name(A a, B b) {                                        \
    const riffle_nvtx_function function = riffle_nvtx_find(&riffle_nvtx.place);       \
    if (function != NULL) return RIFFLE_NVTX_POINTER(type (*)(A, B), function)(a, b); \
    return value;                                                                     \
  }
#define RIFFLE_NVTX_3(type, value, place, name, A, B, C)                                    \
  NVTX_DECLSPEC type NVTX_API name(A a, B b, C c) {                                         \
    const riffle_nvtx_function function = riffle_nvtx_find(&riffle_nvtx.place);             \
    if (function != NULL) return RIFFLE_NVTX_POINTER(type (*)(A, B, C), function)(a, b, c); \
    return value;                                                                           \
  }
#define RIFFLE_NVTX_NOTHING RIFFLE_NVTX_CAST(void, 0)
#define RIFFLE_NVTX_NO_ID RIFFLE_NVTX_CAST(nvtxRangeId_t, 0)

RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, core2[15], nvtxInitialize, const void*)

RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, core2[1], nvtxDomainMarkEx, nvtxDomainHandle_t,
              const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, core[1], nvtxMarkEx, const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, core[2], nvtxMarkA, const char*)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, core[3], nvtxMarkW, const wchar_t*)

RIFFLE_NVTX_2(nvtxRangeId_t, RIFFLE_NVTX_NO_ID, core2[2], nvtxDomainRangeStartEx,
              nvtxDomainHandle_t, const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(nvtxRangeId_t, RIFFLE_NVTX_NO_ID, core[4], nvtxRangeStartEx,
              const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(nvtxRangeId_t, RIFFLE_NVTX_NO_ID, core[5], nvtxRangeStartA, const char*)
RIFFLE_NVTX_1(nvtxRangeId_t, RIFFLE_NVTX_NO_ID, core[6], nvtxRangeStartW, const wchar_t*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, core2[3], nvtxDomainRangeEnd, nvtxDomainHandle_t,
              nvtxRangeId_t)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, core[7], nvtxRangeEnd, nvtxRangeId_t)

RIFFLE_NVTX_2(int, NVTX_NO_PUSH_POP_TRACKING, core2[4], nvtxDomainRangePushEx, nvtxDomainHandle_t,
              const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(int, NVTX_NO_PUSH_POP_TRACKING, core[8], nvtxRangePushEx,
              const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(int, NVTX_NO_PUSH_POP_TRACKING, core[9], nvtxRangePushA, const char*)
RIFFLE_NVTX_1(int, NVTX_NO_PUSH_POP_TRACKING, core[10], nvtxRangePushW, const wchar_t*)
RIFFLE_NVTX_1(int, NVTX_NO_PUSH_POP_TRACKING, core2[5], nvtxDomainRangePop, nvtxDomainHandle_t)
RIFFLE_NVTX_0(int, NVTX_NO_PUSH_POP_TRACKING, core[11], nvtxRangePop)

RIFFLE_NVTX_2(nvtxResourceHandle_t, NULL, core2[6], nvtxDomainResourceCreate, nvtxDomainHandle_t,
              nvtxResourceAttributes_t*)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, core2[7], nvtxDomainResourceDestroy, nvtxResourceHandle_t)
RIFFLE_NVTX_3(void, RIFFLE_NVTX_NOTHING, core2[8], nvtxDomainNameCategoryA, nvtxDomainHandle_t,
              uint32_t, const char*)
RIFFLE_NVTX_3(void, RIFFLE_NVTX_NOTHING, core2[9], nvtxDomainNameCategoryW, nvtxDomainHandle_t,
              uint32_t, const wchar_t*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, core[12], nvtxNameCategoryA, uint32_t, const char*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, core[13], nvtxNameCategoryW, uint32_t, const wchar_t*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, core[14], nvtxNameOsThreadA, uint32_t, const char*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, core[15], nvtxNameOsThreadW, uint32_t, const wchar_t*)
RIFFLE_NVTX_2(nvtxStringHandle_t, NULL, core2[10], nvtxDomainRegisterStringA, nvtxDomainHandle_t,
              const char*)
RIFFLE_NVTX_2(nvtxStringHandle_t, NULL, core2[11], nvtxDomainRegisterStringW, nvtxDomainHandle_t,
              const wchar_t*)
RIFFLE_NVTX_1(nvtxDomainHandle_t, NULL, core2[12], nvtxDomainCreateA, const char*)
RIFFLE_NVTX_1(nvtxDomainHandle_t, NULL, core2[13], nvtxDomainCreateW, const wchar_t*)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, core2[14], nvtxDomainDestroy, nvtxDomainHandle_t)

#ifdef UNICODE
#define RIFFLE_NVTX_TEXT(name) name##W
#else
#define RIFFLE_NVTX_TEXT(name) name##A
#endif
#define nvtxMark RIFFLE_NVTX_TEXT(nvtxMark)
#define nvtxRangeStart RIFFLE_NVTX_TEXT(nvtxRangeStart)
#define nvtxRangePush RIFFLE_NVTX_TEXT(nvtxRangePush)
#define nvtxNameCategory RIFFLE_NVTX_TEXT(nvtxNameCategory)
#define nvtxNameOsThread RIFFLE_NVTX_TEXT(nvtxNameOsThread)
#define nvtxDomainCreate RIFFLE_NVTX_TEXT(nvtxDomainCreate)
#define nvtxDomainRegisterString RIFFLE_NVTX_TEXT(nvtxDomainRegisterString)
#define nvtxDomainNameCategory RIFFLE_NVTX_TEXT(nvtxDomainNameCategory)

#ifdef __cplusplus
}
#endif

#endif  // NVTX_VERSION
