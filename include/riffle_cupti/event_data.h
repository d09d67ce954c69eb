// SPDX-License-Identifier: Apache-2.0
// The types of groups of events.
#pragma once

typedef struct {
  uint32_t numEventGroups;
  CUpti_EventGroup* eventGroups;
} CUpti_EventGroupSet;

typedef struct {
  uint32_t numSets;
  CUpti_EventGroupSet* sets;
} CUpti_EventGroupSets;
