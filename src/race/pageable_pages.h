// SPDX-License-Identifier: Apache-2.0
// Pages of pageable memory that asynchronous copies use, closed for the program when the call has returned: by CUDA's promise the copy
// may still read or write them, though the runtime has done so by then. The first access opens all pages of the copy, for good.
//
// Nobody tells when such memory is given back, and what lies there next is nobody's business. Therefore
//
// 1. pages are closed once, and only where they are writable memory of no stack;
// 2. they are opened only where the system says that they still are as they were closed.
#pragma once

#include <functional>
#include <vector>

#include "race/operation.h"
#include "race/page_rights.h"

namespace riffle::race {

class PageablePages {
 public:
  /// Says to the system, and to whom faults ask, what may be done with pages.
  using SetRights = std::function<bool(ByteRange pages, PageRights::Rights rights)>;
  explicit PageablePages(SetRights set_rights) : set_rights_(std::move(set_rights)) {}

  /// The whole pages among these bytes, which a copy writes or reads.
  void close(const SharedOperation& operation, ByteRange bytes, bool writes);
  /// All pages of those copies that use some of the bytes.
  void open(ByteRange bytes);
  /// What the host knows of by CUDA's promise.
  void open_seen(const SharedClock& host);
  void open_all();
  [[nodiscard]] bool is_empty() const { return closed_.empty(); }

 private:
  /// More copies are not watched at once.
  static constexpr std::size_t kMost = 64;
  struct Closed {
    SharedOperation operation;
    ByteRange pages;
    PageRights::Rights rights = PageRights::Rights::kAll;
  };
  template <class Which>
  void open_if(Which&& which);

  const SetRights set_rights_;
  std::vector<Closed> closed_;
};

}  // namespace riffle::race
