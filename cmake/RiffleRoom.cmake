# riffle_room(NAME SOURCES a.cpp ... LINK rooms ...): one static library per room. What a room may
# include is what it links: the link step checks the order of the rooms.
function(riffle_room name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LINK" ${ARGN})
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${PROJECT_SOURCE_DIR}/src)
  target_link_libraries(${name} PUBLIC ${ARG_LINK} Threads::Threads)
  riffle_target_options(${name})
  riffle_precompile_common(${name} ${ARG_SOURCES})
endfunction()

# Where there are enough sources to be worth it: the standard library.
function(riffle_precompile_common name)
  list(LENGTH ARGN count)
  if(count GREATER 6)
    riffle_precompile(${name} <algorithm> <array> <atomic> <chrono> <expected> <functional> <map> <memory> <mutex> <optional>
      <span> <string> <string_view> <unordered_map> <vector>)
  endif()
endfunction()

# Warnings, thread-safety analysis and the sanitizer of the preset.
function(riffle_target_options name)
  target_compile_options(${name} PRIVATE -Wall -Wextra -Wshadow -Wthread-safety
                         $<$<BOOL:${RIFFLE_WERROR}>:-Werror>)
  if(RIFFLE_SANITIZER)
    target_compile_options(${name} PRIVATE -fsanitize=${RIFFLE_SANITIZER} -fno-omit-frame-pointer
                           -fno-sanitize-recover=all)
    target_link_options(${name} PUBLIC -fsanitize=${RIFFLE_SANITIZER})
  endif()
endfunction()

# riffle_precompile(NAME HEADER...): the headers that most sources of a target include, read once. Sources include what they
# need all the same: a build with CMAKE_DISABLE_PRECOMPILE_HEADERS shows what they forget.
function(riffle_precompile name)
  target_precompile_headers(${name} PRIVATE ${ARGN})
  # Without times in it the file is the same whenever it is made, which a compiler cache needs.
  target_compile_options(${name} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:SHELL:-Xclang -fno-pch-timestamp>)
endfunction()

# riffle_unit_test(NAME [SANITIZER] [WORKERS n ...] SOURCES ... LINK ...): a GoogleTest executable, run by CTest; with
# WORKERS once more with each of these numbers of workers. With SANITIZER it is also built and run under ThreadSanitizer
# and AddressSanitizer by scripts/test.
function(riffle_unit_test name)
  cmake_parse_arguments(ARG "SANITIZER" "" "WORKERS;SOURCES;LINK" ${ARGN})
  find_package(GTest REQUIRED)
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LINK} GTest::gtest_main)
  riffle_target_options(${name})
  list(LENGTH ARG_SOURCES count)
  if(count GREATER 2)
    riffle_precompile(${name} <gtest/gtest.h> <vector>)
  endif()
  set(tests ${name})
  add_test(NAME ${name} COMMAND ${name})
  foreach(workers IN LISTS ARG_WORKERS)
    list(APPEND tests ${name}.${workers}_workers)
    add_test(NAME ${name}.${workers}_workers COMMAND ${name})
    set_tests_properties(${name}.${workers}_workers PROPERTIES ENVIRONMENT RIFFLE_WORKERS=${workers})
  endforeach()
  set_tests_properties(${tests} PROPERTIES TIMEOUT 300)
  if(ARG_SANITIZER)
    set_tests_properties(${tests} PROPERTIES LABELS sanitizer)
    add_dependencies(riffle_sanitizer_tests ${name})
  endif()
endfunction()
