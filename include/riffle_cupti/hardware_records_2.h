// SPDX-License-Identifier: Apache-2.0
// Records of devices, counters and samples, and of OpenACC and OpenMP.
#pragma once

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_OpenAccEventKind eventKind;
  CUpti_OpenAccConstructKind parentConstruct;
  uint32_t version;
  uint32_t implicit;
  uint32_t deviceType;
  uint32_t deviceNumber;
  uint32_t threadId;
  uint64_t async;
  uint64_t asyncMap;
  uint32_t lineNo;
  uint32_t endLineNo;
  uint32_t funcLineNo;
  uint32_t funcEndLineNo;
  uint64_t start;
  uint64_t end;
  uint32_t cuDeviceId;
  uint32_t cuContextId;
  uint32_t cuStreamId;
  uint32_t cuProcessId;
  uint32_t cuThreadId;
  uint32_t externalId;
  const char* srcFile;
  const char* funcName;
  uint64_t bytes;
  uint64_t hostPtr;
  uint64_t devicePtr;
  const char* varName;
} CUpti_ActivityOpenAccData;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_OpenAccEventKind eventKind;
  CUpti_OpenAccConstructKind parentConstruct;
  uint32_t version;
  uint32_t implicit;
  uint32_t deviceType;
  uint32_t deviceNumber;
  uint32_t threadId;
  uint64_t async;
  uint64_t asyncMap;
  uint32_t lineNo;
  uint32_t endLineNo;
  uint32_t funcLineNo;
  uint32_t funcEndLineNo;
  uint64_t start;
  uint64_t end;
  uint32_t cuDeviceId;
  uint32_t cuContextId;
  uint32_t cuStreamId;
  uint32_t cuProcessId;
  uint32_t cuThreadId;
  uint32_t externalId;
  const char* srcFile;
  const char* funcName;
  uint64_t numGangs;
  uint64_t numWorkers;
  uint64_t vectorLength;
  const char* kernelName;
} CUpti_ActivityOpenAccLaunch;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_OpenAccEventKind eventKind;
  CUpti_OpenAccConstructKind parentConstruct;
  uint32_t version;
  uint32_t implicit;
  uint32_t deviceType;
  uint32_t deviceNumber;
  uint32_t threadId;
  uint64_t async;
  uint64_t asyncMap;
  uint32_t lineNo;
  uint32_t endLineNo;
  uint32_t funcLineNo;
  uint32_t funcEndLineNo;
  uint64_t start;
  uint64_t end;
  uint32_t cuDeviceId;
  uint32_t cuContextId;
  uint32_t cuStreamId;
  uint32_t cuProcessId;
  uint32_t cuThreadId;
  uint32_t externalId;
  const char* srcFile;
  const char* funcName;
} CUpti_ActivityOpenAccOther;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_OpenMpEventKind eventKind;
  uint32_t version;
  uint32_t threadId;
  uint64_t start;
  uint64_t end;
  uint32_t cuProcessId;
  uint32_t cuThreadId;
} CUpti_ActivityOpenMp;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t nvlinkVersion;
  CUpti_DevType typeDev0;
  CUpti_DevType typeDev1;
  union {
    CUuuid uuidDev;
    struct {
      uint32_t index;
      uint32_t domainId;
    } npu;
  } idDev0;
  union {
    CUuuid uuidDev;
    struct {
      uint32_t index;
      uint32_t domainId;
    } npu;
  } idDev1;
  uint32_t flag;
  uint32_t physicalNvLinkCount;
  int8_t portDev0[32];
  int8_t portDev1[32];
  uint64_t bandwidth;
  uint8_t nvswitchConnected;
  uint8_t pad[7];
} CUpti_ActivityNvLink4;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_PcieDeviceType type;
  union {
    CUdevice devId;
    uint32_t bridgeId;
  } id;
  uint32_t domain;
  uint16_t pcieGeneration;
  uint16_t linkRate;
  uint16_t linkWidth;
  uint16_t upstreamBus;
  union {
    struct {
      CUuuid uuidDev;
      CUdevice peerDev[32];
    } gpuAttr;
    struct {
      uint16_t secondaryBus;
      uint16_t deviceId;
      uint16_t vendorId;
      uint16_t pad0;
    } bridgeAttr;
  } attr;
} CUpti_ActivityPcie;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ConfidentialComputeRotationEventType eventType;
  uint32_t deviceId;
  uint32_t contextId;
  uint32_t channelId;
  CUpti_ChannelType channelType;
  uint64_t timestamp;
} CUpti_ActivityConfidentialComputeRotation;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_EventID id;
  uint64_t value;
  uint64_t timestamp;
  uint32_t deviceId;
  uint32_t reserved;
} CUpti_ActivityInstantaneousEvent;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_EventID id;
  uint64_t value;
  uint64_t timestamp;
  uint32_t deviceId;
  uint8_t instance;
  uint8_t pad[3];
} CUpti_ActivityInstantaneousEventInstance;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_MetricID id;
  CUpti_MetricValue value;
  uint64_t timestamp;
  uint32_t deviceId;
  uint8_t flags;
  uint8_t pad[3];
} CUpti_ActivityInstantaneousMetric;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_MetricID id;
  CUpti_MetricValue value;
  uint64_t timestamp;
  uint32_t deviceId;
  uint8_t flags;
  uint8_t instance;
  uint8_t pad[2];
} CUpti_ActivityInstantaneousMetricInstance;
