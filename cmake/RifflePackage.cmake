# A Debian package of the installed tree: `cmake --build --preset release --target package`. Everything lies in /opt/riffle, as
# libcudart.so.13 and cuda.h in /usr would meet those of Debian's package of NVIDIA's toolkit; only the command is in /usr/bin.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME riffle)
set(CPACK_PACKAGE_CONTACT "The Riffle developers")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "CUDA stream programs on machines without a GPU")
set(CPACK_PACKAGE_DESCRIPTION
    "Compiles CUDA C++ with nvcc's command line, runs it on the processor's cores with CUDA's whole stream model, and finds races \
between streams. Not affiliated with NVIDIA.")
set(CPACK_INSTALL_PREFIX /opt/riffle)
# Links of the toolkit folder are made for the place that the package goes to.
set(CPACK_SET_DESTDIR ON)
set(CPACK_STRIP_FILES ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
# What it calls, or compiles against, when a program is compiled or checked; dependencies.cmake adds the libraries.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "clang-22, lld-22, llvm-22, libllvm22, g++, libc6-dev")
set(CPACK_DEBIAN_PACKAGE_RECOMMENDS "libomp-22-dev, libopenblas0-pthread")
set(CPACK_DEBIAN_PACKAGE_CONTROL_EXTRA ${CMAKE_CURRENT_LIST_DIR}/package/postinst ${CMAKE_CURRENT_LIST_DIR}/package/prerm)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_PROJECT_CONFIG_FILE ${CMAKE_CURRENT_BINARY_DIR}/package_dependencies.cmake)
file(CONFIGURE OUTPUT package_dependencies.cmake @ONLY
     CONTENT "set(RIFFLE_BUILD_FOLDER @PROJECT_BINARY_DIR@)\ninclude(@CMAKE_CURRENT_LIST_DIR@/package/dependencies.cmake)\n")
set(CPACK_PRE_BUILD_SCRIPTS ${CMAKE_CURRENT_LIST_DIR}/package/command_link.cmake)
include(CPack)
