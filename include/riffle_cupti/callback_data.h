// SPDX-License-Identifier: Apache-2.0
// The data that callbacks get.
#pragma once

typedef struct {
  CUpti_ApiCallbackSite callbackSite;
  const char* functionName;
  const void* functionParams;
  void* functionReturnValue;
  const char* symbolName;
  CUcontext context;
  uint32_t contextUid;
  uint64_t* correlationData;
  uint32_t correlationId;
} CUpti_CallbackData;

typedef struct {
  CUcontext context;
  union {
    CUstream stream;
  } resourceHandle;
  void* resourceDescriptor;
} CUpti_ResourceData;

typedef struct {
  uint32_t moduleId;
  size_t cubinSize;
  const char* pCubin;
} CUpti_ModuleResourceData;

typedef struct {
  CUgraph graph;
  CUgraph originalGraph;
  CUgraphNode node;
  CUgraphNode originalNode;
  CUgraphNodeType nodeType;
  CUgraphNode dependency;
  CUgraphExec graphExec;
} CUpti_GraphData;

typedef struct {
  CUcontext context;
  CUstream stream;
} CUpti_SynchronizeData;

typedef struct {
  const char* functionName;
  const void* functionParams;
  const void* functionReturnValue;
} CUpti_NvtxData;

typedef struct {
  CUstream stream;
  CUstreamAttrID attr;
  const CUstreamAttrValue* value;
} CUpti_StreamAttrData;

typedef struct {
  union {
    struct {
      CUptiResult result;
      const char* message;
    } notification;
  };
} CUpti_StateData;

typedef struct {
  size_t structSize;
  const char* subscriberName;
  char* oldSubscriberName;
  size_t oldSubscriberSize;
} CUpti_SubscriberParams;
