// SPDX-License-Identifier: Apache-2.0
// Records of earlier versions.
#pragma once

typedef struct {
  CUpti_ActivityKind kind;
  uint32_t correlationId;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t graphId;
  uint32_t contextId;
  uint32_t streamId;
  void* reserved;
} CUpti_ActivityGraphTrace;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t deviceId;
  uint16_t computeApiKind;
  uint16_t nullStreamId;
} CUpti_ActivityContext;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t deviceId;
  uint16_t computeApiKind;
  uint16_t nullStreamId;
  uint32_t parentContextId;
  uint8_t isGreenContext;
  uint8_t padding;
  uint16_t numMultiprocessors;
} CUpti_ActivityContext2;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityJitEntryType jitEntryType;
  CUpti_ActivityJitOperationType jitOperationType;
  uint32_t deviceId;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t padding;
  uint64_t jitOperationCorrelationId;
  uint64_t cacheSize;
  const char* cachePath;
} CUpti_ActivityJit;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t eventId;
  uint32_t pad;
} CUpti_ActivityCudaEvent;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivitySynchronizationType type;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t cudaEventId;
} CUpti_ActivitySynchronization;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint8_t copyKind;
  uint8_t srcKind;
  uint8_t dstKind;
  uint8_t flags;
  uint64_t bytes;
  uint64_t start;
  uint64_t end;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t correlationId;
  uint32_t runtimeCorrelationId;
  uint32_t pad;
  void* reserved0;
  uint64_t graphNodeId;
  uint32_t graphId;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint32_t pad2;
} CUpti_ActivityMemcpy5;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t id;
  CUpti_MetricValueKind payloadKind;
  CUpti_MetricValue payload;
  uint32_t color;
  uint32_t category;
} CUpti_ActivityMarkerData;
