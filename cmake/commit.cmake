# Writes OUTPUT, a source file with the commit of SOURCE and its date: from git, or from what git-archive wrote into
# commit.txt. Where neither knows it (a copy of the files alone), both are empty. The build runs this each time, as a
# commit changes no file that a build looks at; a file that says the same already keeps its time.
#   cmake -DSOURCE=FOLDER -DOUTPUT=FILE -P commit.cmake
set(commit "")
if(EXISTS ${SOURCE}/.git)
  # The date first, as --dirty ends the other.
  execute_process(COMMAND git -C ${SOURCE} log -1 --format=%cs
                  OUTPUT_VARIABLE date OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE no_date)
  execute_process(COMMAND git -C ${SOURCE} describe --always --abbrev=12 --exclude=* --dirty=-modified
                  OUTPUT_VARIABLE name OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE no_name)
  if(no_date STREQUAL "0" AND no_name STREQUAL "0")
    set(commit "${name} ${date}")
  endif()
else()
  file(STRINGS ${SOURCE}/cmake/commit.txt archived LIMIT_COUNT 1)
  if(NOT archived MATCHES "Format:")
    set(commit "${archived}")
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
// SPDX-License-Identifier: Apache-2.0
#include "commit.h"

namespace riffle::tool {

std::string_view commit() { return "@commit@"; }

}  // namespace riffle::tool
]])
