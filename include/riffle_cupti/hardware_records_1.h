// SPDX-License-Identifier: Apache-2.0
// Records of devices, counters and samples, and of OpenACC and OpenMP.
#pragma once

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityUnifiedMemoryCounterScope scope;
  CUpti_ActivityUnifiedMemoryCounterKind kind;
  uint32_t deviceId;
  uint32_t enable;
} CUpti_ActivityUnifiedMemoryCounterConfig;

typedef struct PACKED_ALIGNMENT {
  uint32_t enabled;
  uint32_t pid;
} CUpti_ActivityAutoBoostState;

typedef struct PACKED_ALIGNMENT {
  uint32_t size;
  CUpti_ActivityPCSamplingPeriod samplingPeriod;
  uint32_t samplingPeriod2;
} CUpti_ActivityPCSamplingConfig;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityPreemptionKind preemptionKind;
  uint64_t timestamp;
  int64_t gridId;
  uint32_t blockX;
  uint32_t blockY;
  uint32_t blockZ;
  uint32_t pad;
} CUpti_ActivityPreemption;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_EventID id;
  uint64_t value;
  CUpti_EventDomainID domain;
  uint32_t correlationId;
} CUpti_ActivityEvent;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_EventID id;
  CUpti_EventDomainID domain;
  uint32_t instance;
  uint64_t value;
  uint32_t correlationId;
  uint32_t pad;
} CUpti_ActivityEventInstance;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_MetricID id;
  CUpti_MetricValue value;
  uint32_t correlationId;
  uint8_t flags;
  uint8_t pad[3];
} CUpti_ActivityMetric;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_MetricID id;
  CUpti_MetricValue value;
  uint32_t instance;
  uint32_t correlationId;
  uint8_t flags;
  uint8_t pad[7];
} CUpti_ActivityMetricInstance;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t id;
  uint32_t lineNumber;
  uint32_t pad;
  const char* fileName;
} CUpti_ActivitySourceLocator;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t sourceLocatorId;
  uint32_t correlationId;
  uint32_t functionId;
  uint32_t executed;
  uint64_t pcOffset;
  uint64_t threadsExecuted;
  uint64_t l2_transactions;
  uint64_t theoreticalL2Transactions;
} CUpti_ActivityGlobalAccess3;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t sourceLocatorId;
  uint32_t correlationId;
  uint32_t functionId;
  uint32_t pcOffset;
  uint32_t diverged;
  uint64_t threadsExecuted;
  uint32_t executed;
  uint32_t pad;
} CUpti_ActivityBranch2;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint64_t globalMemoryBandwidth;
  uint64_t globalMemorySize;
  uint32_t constantMemorySize;
  uint32_t l2CacheSize;
  uint32_t numThreadsPerWarp;
  uint32_t coreClockRate;
  uint32_t numMemcpyEngines;
  uint32_t numMultiprocessors;
  uint32_t maxIPC;
  uint32_t maxWarpsPerMultiprocessor;
  uint32_t maxBlocksPerMultiprocessor;
  uint32_t maxSharedMemoryPerMultiprocessor;
  uint32_t maxRegistersPerMultiprocessor;
  uint32_t maxRegistersPerBlock;
  uint32_t maxSharedMemoryPerBlock;
  uint32_t maxThreadsPerBlock;
  uint32_t maxBlockDimX;
  uint32_t maxBlockDimY;
  uint32_t maxBlockDimZ;
  uint32_t maxGridDimX;
  uint32_t maxGridDimY;
  uint32_t maxGridDimZ;
  uint32_t computeCapabilityMajor;
  uint32_t computeCapabilityMinor;
  uint32_t id;
  uint32_t eccEnabled;
  CUuuid uuid;
  const char* name;
  uint8_t isCudaVisible;
  uint8_t isMigEnabled;
  uint8_t reserved[6];
  uint32_t gpuInstanceId;
  uint32_t computeInstanceId;
  CUuuid migUuid;
  uint32_t isNumaNode;
  uint32_t numaId;
} CUpti_ActivityDevice5;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t deviceId;
  union {
    CUdevice_attribute cu;
    CUpti_DeviceAttribute cupti;
  } attribute;
  union {
    double vDouble;
    uint32_t vUint32;
    uint64_t vUint64;
    int32_t vInt32;
    int64_t vInt64;
  } value;
} CUpti_ActivityDeviceAttribute;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t deviceId;
  uint64_t timestamp;
  CUpti_ActivityEnvironmentKind environmentKind;
  union {
    struct {
      uint32_t smClock;
      uint32_t memoryClock;
      uint32_t pcieLinkGen;
      uint32_t pcieLinkWidth;
      CUpti_EnvironmentClocksThrottleReason clocksThrottleReasons;
    } speed;
    struct {
      uint32_t gpuTemperature;
    } temperature;
    struct {
      uint32_t power;
      uint32_t powerLimit;
    } power;
    struct {
      uint32_t fanSpeed;
    } cooling;
  } data;
} CUpti_ActivityEnvironment;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t sourceLocatorId;
  uint32_t correlationId;
  uint32_t functionId;
  uint32_t pcOffset;
  uint64_t threadsExecuted;
  uint64_t notPredOffThreadsExecuted;
  uint32_t executed;
  uint32_t pad;
} CUpti_ActivityInstructionExecution;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t sourceLocatorId;
  uint32_t correlationId;
  uint32_t functionId;
  uint32_t latencySamples;
  uint32_t samples;
  CUpti_ActivityPCSamplingStallReason stallReason;
  uint64_t pcOffset;
} CUpti_ActivityPCSampling3;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t correlationId;
  uint64_t totalSamples;
  uint64_t droppedSamples;
  uint64_t samplingPeriodInCycles;
} CUpti_ActivityPCSamplingRecordInfo;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityUnifiedMemoryCounterKind counterKind;
  uint64_t value;
  uint64_t start;
  uint64_t end;
  uint64_t address;
  uint32_t srcId;
  uint32_t dstId;
  uint32_t streamId;
  uint32_t processId;
  uint32_t flags;
  uint32_t pad;
  uint64_t processors[5];
} CUpti_ActivityUnifiedMemoryCounter3;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t id;
  uint32_t contextId;
  uint32_t moduleId;
  uint32_t functionIndex;
  uint32_t pad;
  const char* name;
} CUpti_ActivityFunction;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  uint32_t contextId;
  uint32_t id;
  uint32_t cubinSize;
  const void* cubin;
} CUpti_ActivityModule;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t sourceLocatorId;
  uint32_t correlationId;
  uint32_t functionId;
  uint32_t pcOffset;
  uint64_t threadsExecuted;
  uint64_t sharedTransactions;
  uint64_t theoreticalSharedTransactions;
  uint32_t executed;
  uint32_t pad;
} CUpti_ActivitySharedAccess;

typedef struct PACKED_ALIGNMENT {
  CUpti_ActivityKind kind;
  CUpti_ActivityFlag flags;
  uint32_t sourceLocatorId;
  uint32_t functionId;
  uint32_t pcOffset;
  uint32_t pad;
} CUpti_ActivityInstructionCorrelation;

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
} CUpti_ActivityOpenAcc;
