# RIFFLE_HEADERS: the folder of drop-in headers that the build uses. It holds links to the headers in include/, and to those
# that lists make (include/forwards.txt, the tables of entry points), which installations get from RIFFLE_MADE_HEADERS.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
set(RIFFLE_HEADERS ${CMAKE_BINARY_DIR}/headers)
set(RIFFLE_MADE_HEADERS ${CMAKE_BINARY_DIR}/made_headers)
file(GLOB_RECURSE headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/include/*)  # a new one needs a link
execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/tables.py inputs ${PROJECT_SOURCE_DIR}
                OUTPUT_VARIABLE inputs OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
string(REPLACE "\n" ";" inputs "${inputs}")
set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS
  ${inputs} ${PROJECT_SOURCE_DIR}/include/forwards.txt ${PROJECT_SOURCE_DIR}/cmake/headers.py)
execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/headers.py ${PROJECT_SOURCE_DIR} ${CMAKE_BINARY_DIR}
                COMMAND_ERROR_IS_FATAL ANY)
