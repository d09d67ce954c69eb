// SPDX-License-Identifier: Apache-2.0
#include "cc/standard_input.h"

#include "file.h"

namespace riffle::tool {

Result<std::string> keep_standard_input(NvccOptions& options, TemporaryFolder& folder) {
  std::string kept;
  for (Input& input : options.inputs) {
    if (input.path != "-" || options.dry_run) continue;
    if (!kept.empty())
      return error(Code::kInvalidValue,
                   "'-' is given twice; standard input can be only one source");
    if (Status status = folder.create(); !status) return std::unexpected(status.error());
    const Result<std::string> source = read_file("/dev/stdin");
    if (!source) return std::unexpected(source.error());
    kept = folder.path() + "/-";
    // Messages name what the user knows.
    if (Status status = write_file(kept, "#line 1 \"<stdin>\"\n" + *source); !status)
      return std::unexpected(status.error());
    input.path = kept;
  }
  return kept;
}

void include_from_current_folder(Unit& unit) {
  for (CommandLine* line : {&unit.device, &unit.host, &unit.host_with_pipe}) {
    if (!line->empty()) line->insert(line->end(), {"-iquote", "."});
  }
}

}  // namespace riffle::tool
