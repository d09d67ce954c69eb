// SPDX-License-Identifier: Apache-2.0
// A thousand host functions on twenty streams: all run, each stream's in order.
#include "../transcript.h"

struct Stream {
  cudaStream_t stream;
  int next = 0;
  int out_of_order = 0;
};
struct Note {
  Stream *stream;
  int index;
};
void note(void *data) {
  auto *n = static_cast<Note *>(data);
  n->stream->out_of_order += n->stream->next != n->index;
  n->stream->next++;
}

int main() {
  std::vector<Stream> streams(20);
  std::vector<Note> notes(1000);
  for (auto &s : streams) MUST(cudaStreamCreateWithFlags(&s.stream, cudaStreamNonBlocking));
  for (int i = 0; i < 1000; ++i) {
    notes[i] = {&streams[i % 20], i / 20};
    MUST(cudaLaunchHostFunc(notes[i].stream->stream, note, &notes[i]));
  }
  SHOW(cudaDeviceSynchronize());
  int total = 0, wrong = 0;
  for (auto &s : streams) {
    total += s.next;
    wrong += s.out_of_order;
  }
  show_row("run, out of order", {total, wrong});
}
