// SPDX-License-Identifier: Apache-2.0
// Managed memory that is attached to a stream.
#include "../cases.h"
#include "../gate.h"

__global__ void add(int *p) { *p += 1; }

// Managed memory that is attached to one stream or to the host: what the calls accept, and which wait.
CASE(attached) {
  prepare_gates();
  cudaStream_t s, other;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking));
  int *p, *host;
  MUST(cudaMallocManaged(&p, 4096));
  SHOW(cudaMallocManaged(&host, 4096, cudaMemAttachHost));
  *p = 1;
  *host = 1;
  SHOW(cudaStreamAttachMemAsync(s, p));
  SHOW(cudaStreamSynchronize(s));
  add<<<1, 1, 0, s>>>(p);
  SHOW(cudaStreamSynchronize(s));
  show_value("value", *p);
  SHOW(cudaStreamAttachMemAsync(other, p));
  SHOW(cudaStreamSynchronize(other));
  add<<<1, 1, 0, other>>>(p);
  SHOW(cudaStreamSynchronize(other));
  show_value("value", *p);
  SHOW(cudaStreamAttachMemAsync(s, host, 4096, cudaMemAttachSingle));
  add<<<1, 1, 0, s>>>(host);
  SHOW(cudaStreamSynchronize(s));
  show_value("value", *host);
  SHOW(cudaStreamAttachMemAsync(nullptr, p, 0, cudaMemAttachGlobal));
  SHOW(cudaStreamAttachMemAsync(nullptr, p, 0, cudaMemAttachHost));
  SHOW(cudaDeviceSynchronize());
  *p = 10;
  SHOW(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
  SHOW(cudaStreamDestroy(s));
  SHOW(cudaDeviceSynchronize());
  add<<<1, 1, 0, other>>>(p);
  SHOW(cudaDeviceSynchronize());
  show_value("value", *p);
  show_while_busy("attach", other, [&] { return cudaStreamAttachMemAsync(other, p, 0, cudaMemAttachGlobal); });
  show_while_busy("prefetch", other, [&] {
    cudaMemLocation device = {};
    device.type = cudaMemLocationTypeDevice;
    return cudaMemPrefetchAsync(p, 4096, device, 0, other);
  });
  show_while_busy("advise", other, [&] {
    cudaMemLocation device = {};
    device.type = cudaMemLocationTypeDevice;
    return cudaMemAdvise(p, 4096, cudaMemAdviseSetReadMostly, device);
  });
  SHOW(cudaFree(p));
  SHOW(cudaFree(host));
}

// What a stream answers when it has had time to run what can run.
template <class Query>
static cudaError_t settled(Query query) {
  for (int i = 0; i < 500 && query() == cudaErrorNotReady; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return query();
}

// What attaching managed memory waits for, and what waits for it: it is an operation of its stream.
CASE(attach_order) {
  prepare_gates();
  cudaStream_t s, t, blocking, second;
  MUST(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
  MUST(cudaStreamCreateWithFlags(&t, cudaStreamNonBlocking));
  MUST(cudaStreamCreate(&blocking));
  MUST(cudaStreamCreate(&second));
  int *p;
  MUST(cudaMallocManaged(&p, 4096));
  *p = 0;
  cudaEvent_t event;
  MUST(cudaEventCreate(&event));
  for (unsigned flags : {cudaMemAttachGlobal, cudaMemAttachHost, cudaMemAttachSingle}) {
    std::printf("flags %u\n", flags);
    {
      Gate gate(s);
      SHOW(cudaStreamAttachMemAsync(s, p, 0, flags));
      SHOW(cudaStreamQuery(s));
      SHOW(cudaEventRecord(event, s));
      SHOW(cudaEventQuery(event));
      gate.open();
      SHOW(cudaStreamSynchronize(s));
    }
    {
      Gate gate(cudaStreamLegacy);
      SHOW(cudaStreamAttachMemAsync(blocking, p, 0, flags));
      settled([&] { return cudaStreamQuery(blocking); });
      SHOW(cudaStreamQuery(blocking));
      gate.open();
      SHOW(cudaDeviceSynchronize());
    }
    {
      Gate gate(blocking);
      SHOW(cudaStreamAttachMemAsync(cudaStreamLegacy, p, 0, flags));
      SHOW(cudaEventRecord(event, second));
      settled([&] { return cudaEventQuery(event); });
      SHOW(cudaEventQuery(event));
      gate.open();
      SHOW(cudaDeviceSynchronize());
    }
  }
  std::printf("from one stream to another\n");
  int *q;
  MUST(cudaMallocManaged(&q, 4096));
  *q = 0;
  add<<<1, 1, 0, t>>>(q);
  MUST(cudaDeviceSynchronize());
  struct {
    const char *name;
    bool attached_before, attaches;
    unsigned flags;
    bool uses_other;
  } cases[] = {{"nothing attached", false, false, 0, false},
               {"attached to the busy stream, other memory", true, false, 0, true},
               {"attached to the busy stream, then to its own, other memory", true, true, cudaMemAttachSingle, true},
               {"attached to the busy stream, then to its own", true, true, cudaMemAttachSingle, false},
               {"attached to the busy stream, then to all", true, true, cudaMemAttachGlobal, false},
               {"attached to the busy stream, then to the host, other memory", true, true, cudaMemAttachHost, true},
               {"attached to its own stream", false, true, cudaMemAttachSingle, false},
               {"attached to the host, other memory", false, true, cudaMemAttachHost, true}};
  for (auto &c : cases) {
    if (c.attached_before) MUST(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachSingle));
    MUST(cudaDeviceSynchronize());
    {
      Gate gate(s);
      if (c.attaches) MUST(cudaStreamAttachMemAsync(t, p, 0, c.flags));
      const cudaError_t attached = settled([&] { return cudaStreamQuery(t); });
      add<<<1, 1, 0, t>>>(c.uses_other ? q : p);
      const cudaError_t run = settled([&] { return cudaStreamQuery(t); });
      std::printf("%s: %s, %s\n", c.name, name_of(attached), name_of(run));
      gate.open();
      MUST(cudaDeviceSynchronize());
    }
    MUST(cudaStreamAttachMemAsync(t, p, 0, cudaMemAttachGlobal));
    MUST(cudaDeviceSynchronize());
  }
  show_row("values", {*p, *q});
  std::printf("a stream alone with an attachment\n");
  cudaStream_t fresh;
  MUST(cudaStreamCreate(&fresh));
  {
    Gate gate(cudaStreamLegacy);
    SHOW(cudaStreamAttachMemAsync(fresh, p, 0, cudaMemAttachSingle));
    SHOW(cudaStreamWaitEvent(fresh, event));
    settled([&] { return cudaStreamQuery(fresh); });
    SHOW(cudaStreamQuery(fresh));
    SHOW(cudaStreamDestroy(fresh));
    gate.open();
    SHOW(cudaDeviceSynchronize());
  }
  std::printf("memory that is freed while an attachment is pending\n");
  {
    Gate gate(s);
    SHOW(cudaStreamAttachMemAsync(s, p, 0, cudaMemAttachHost));
    gate.open();
    SHOW(cudaFree(p));
  }
  SHOW(cudaDeviceSynchronize());
}
