// SPDX-License-Identifier: Apache-2.0
// The precompiled headers that one compilation uses, on both sides.
#pragma once

#include <string>
#include <vector>

#include "cc/precompiled_headers.h"
#include "cc/process_group.h"

namespace riffle::tool {

class UsedHeaders {
 public:
  void find(const LineContext& context);
  /// `line` with that side's header, if there is one.
  [[nodiscard]] CommandLine in_line(CommandLine line, const LineContext& context, Side side) const;

  /// Names in the user's folders that would have kept the headers in use from being used.
  [[nodiscard]] std::vector<std::string> names_not_found(const NvccOptions& options) const;

  /// Another process may have removed a header, or the disk have lost a part of it: clang names it then. A clang that crashes
  /// for another reason names it too, in its command line.
  [[nodiscard]] bool may_have_failed(const FinishedProcess& finished) const;
  /// From here on none is used. The unit that failed is compiled again, and so it is found out whether they were at fault.
  void give_up();
  /// What compiles without them shows that those given up are spoilt.
  void remove_given_up();

  /// Makes in the background what was worth making.
  void make_missing();

 private:
  HeaderState device_;
  HeaderState host_;
  std::vector<std::string> given_up_;
};

}  // namespace riffle::tool
