// SPDX-License-Identifier: Apache-2.0
// Records of operations, calls and objects.
#pragma once

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint64_t timestamp;
  uint32_t id;
  CUpti_ActivityObjectKind objectKind;
  CUpti_ActivityObjectKindId objectId;
  uint32_t pad;
  const char* name;
  const char* domain;
} CUpti_ActivityMarker2;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t id;
  CUpti_MetricValueKind payloadKind;
  CUpti_MetricValue payload;
  uint32_t color;
  uint32_t category;
  uint32_t cuptiDomainId;
  uint32_t padding;
} CUpti_ActivityMarkerData2;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityOverheadKind overheadKind;
  CUpti_ActivityObjectKind objectKind;
  CUpti_ActivityObjectKindId objectId;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t reserved0;
  void* overheadData;
} CUpti_ActivityOverhead3;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t eventId;
  uint32_t pad;
  uint32_t deviceId;
  uint32_t pad2;
  void* reserved0;
  uint64_t deviceTimestamp;
  uint64_t cudaEventSyncId;
} CUpti_ActivityCudaEvent2;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t priority;
  CUpti_ActivityStreamFlag flag;
  uint32_t correlationId;
} CUpti_ActivityStream;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivitySynchronizationType type;
  uint64_t start;
  uint64_t end;
  uint32_t correlationId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t cudaEventId;
  uint64_t cudaEventSyncId;
  uint32_t returnValue;
  uint32_t pad;
} CUpti_ActivitySynchronization2;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ExternalCorrelationKind externalKind;
  uint64_t externalId;
  uint32_t correlationId;
  uint32_t reserved;
} CUpti_ActivityExternalCorrelation;

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
  uint32_t processId;
  uint32_t threadId;
} CUpti_ActivityJit2;

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
  uint32_t endDeviceId;
  uint32_t endContextId;
} CUpti_ActivityGraphTrace2;

typedef struct {
  CUpti_ActivityKind kind;
  uint32_t deviceId;
  uint64_t start;
  uint64_t end;
  uint32_t graphId;
  uint32_t launcherGraphId;
  uint32_t deviceLaunchMode;
  uint32_t contextId;
  uint64_t streamId;
  void* reserved;
} CUpti_ActivityDeviceGraphTrace;

typedef struct {
  CUpti_ActivityKind kind;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t streamId;
  uint32_t channelID;
  CUpti_ChannelType channelType;
  uint32_t correlationId;
  uint32_t numberOfOperations;
  uint64_t sourceBytes;
  void* reserved0;
  uint64_t start;
  uint64_t end;
} CUpti_ActivityMemDecompress;
