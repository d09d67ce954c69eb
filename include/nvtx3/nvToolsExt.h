// SPDX-License-Identifier: Apache-2.0
// NVTX: a program's marks and ranges for a profiler. They do what they do on a machine where no profiler is
// attached: nothing, at no cost.
#ifndef NVTX_VERSION
#define NVTX_VERSION 3

#include <stddef.h>
#include <stdint.h>
#include <wchar.h>

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

// Each call takes its parameters and answers as without a profiler.
#define RIFFLE_NVTX_0(type, value, name) \
  NVTX_DECLSPEC type NVTX_API name(void) { return value; }
#define RIFFLE_NVTX_1(type, value, name, A) \
  NVTX_DECLSPEC type NVTX_API name(A a) {   \
    (void)a;                                \
    return value;                           \
  }
#define RIFFLE_NVTX_2(type, value, name, A, B) \
  NVTX_DECLSPEC type NVTX_API name(A a, B b) { \
    (void)a;                                   \
    (void)b;                                   \
    return value;                              \
  }
#define RIFFLE_NVTX_3(type, value, name, A, B, C)   \
  NVTX_DECLSPEC type NVTX_API name(A a, B b, C c) { \
    (void)a;                                        \
    (void)b;                                        \
    (void)c;                                        \
    return value;                                   \
  }
#define RIFFLE_NVTX_NOTHING RIFFLE_NVTX_CAST(void, 0)
#define RIFFLE_NVTX_NO_ID RIFFLE_NVTX_CAST(nvtxRangeId_t, 0)

RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, nvtxInitialize, const void*)

RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, nvtxDomainMarkEx, nvtxDomainHandle_t,
              const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, nvtxMarkEx, const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, nvtxMarkA, const char*)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, nvtxMarkW, const wchar_t*)

RIFFLE_NVTX_2(nvtxRangeId_t, RIFFLE_NVTX_NO_ID, nvtxDomainRangeStartEx, nvtxDomainHandle_t,
              const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(nvtxRangeId_t, RIFFLE_NVTX_NO_ID, nvtxRangeStartEx, const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(nvtxRangeId_t, RIFFLE_NVTX_NO_ID, nvtxRangeStartA, const char*)
RIFFLE_NVTX_1(nvtxRangeId_t, RIFFLE_NVTX_NO_ID, nvtxRangeStartW, const wchar_t*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, nvtxDomainRangeEnd, nvtxDomainHandle_t, nvtxRangeId_t)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, nvtxRangeEnd, nvtxRangeId_t)

RIFFLE_NVTX_2(int, NVTX_NO_PUSH_POP_TRACKING, nvtxDomainRangePushEx, nvtxDomainHandle_t,
              const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(int, NVTX_NO_PUSH_POP_TRACKING, nvtxRangePushEx, const nvtxEventAttributes_t*)
RIFFLE_NVTX_1(int, NVTX_NO_PUSH_POP_TRACKING, nvtxRangePushA, const char*)
RIFFLE_NVTX_1(int, NVTX_NO_PUSH_POP_TRACKING, nvtxRangePushW, const wchar_t*)
RIFFLE_NVTX_1(int, NVTX_NO_PUSH_POP_TRACKING, nvtxDomainRangePop, nvtxDomainHandle_t)
RIFFLE_NVTX_0(int, NVTX_NO_PUSH_POP_TRACKING, nvtxRangePop)

RIFFLE_NVTX_2(nvtxResourceHandle_t, NULL, nvtxDomainResourceCreate, nvtxDomainHandle_t,
              nvtxResourceAttributes_t*)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, nvtxDomainResourceDestroy, nvtxResourceHandle_t)
RIFFLE_NVTX_3(void, RIFFLE_NVTX_NOTHING, nvtxDomainNameCategoryA, nvtxDomainHandle_t, uint32_t,
              const char*)
RIFFLE_NVTX_3(void, RIFFLE_NVTX_NOTHING, nvtxDomainNameCategoryW, nvtxDomainHandle_t, uint32_t,
              const wchar_t*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, nvtxNameCategoryA, uint32_t, const char*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, nvtxNameCategoryW, uint32_t, const wchar_t*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, nvtxNameOsThreadA, uint32_t, const char*)
RIFFLE_NVTX_2(void, RIFFLE_NVTX_NOTHING, nvtxNameOsThreadW, uint32_t, const wchar_t*)
RIFFLE_NVTX_2(nvtxStringHandle_t, NULL, nvtxDomainRegisterStringA, nvtxDomainHandle_t, const char*)
RIFFLE_NVTX_2(nvtxStringHandle_t, NULL, nvtxDomainRegisterStringW, nvtxDomainHandle_t,
              const wchar_t*)
RIFFLE_NVTX_1(nvtxDomainHandle_t, NULL, nvtxDomainCreateA, const char*)
RIFFLE_NVTX_1(nvtxDomainHandle_t, NULL, nvtxDomainCreateW, const wchar_t*)
RIFFLE_NVTX_1(void, RIFFLE_NVTX_NOTHING, nvtxDomainDestroy, nvtxDomainHandle_t)

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
