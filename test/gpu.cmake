# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What needs a GPU to run: `ninja gpu_tests`, where there is an nvcc. No CMake language, as in kernels/.
# test/tools/on_gpu.py carries it to a machine with a GPU.
set(DETRAIN_GPU_TEST_ARCHITECTURE 90 CACHE STRING "GPU architecture of the tests and benchmarks that need a GPU")
set(nvcc ${DETRAIN_NVCC} -std=c++17 --extended-lambda -fmad=false -Xcompiler -ffp-contract=off -Werror all-warnings
         -I${PROJECT_SOURCE_DIR} -I${PROJECT_BINARY_DIR}/include -arch=sm_${DETRAIN_GPU_TEST_ARCHITECTURE})
file(GLOB gpu_headers CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/kernels/*.h ${PROJECT_SOURCE_DIR}/kernels/*.cuh
     ${PROJECT_SOURCE_DIR}/runtime/gpu/*.h unit/gpu/*.cuh unit/kernels/*.h)
set(gpu_objects ${CMAKE_CURRENT_BINARY_DIR}/gpu)
file(MAKE_DIRECTORY ${gpu_objects} ${PROJECT_BINARY_DIR}/test/unit ${PROJECT_BINARY_DIR}/bin)

# An object of each source, in parallel.
function(detrain_gpu_object source list)
  get_filename_component(name ${source} NAME)
  set(object ${gpu_objects}/${name}.o)
  add_custom_command(OUTPUT ${object} COMMAND ${nvcc} -O3 -c -o ${object} ${source}
    DEPENDS ${source} ${gpu_headers} VERBATIM)
  set(${list} ${${list}} ${object} PARENT_SCOPE)
endfunction()

function(detrain_gpu_program program)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  foreach(source ${arg_SOURCES})
    detrain_gpu_object(${source} objects)
  endforeach()
  get_filename_component(name ${program} NAME)
  add_custom_command(OUTPUT ${program} COMMAND ${nvcc} -o ${program} ${objects} ${arg_LINK}
    DEPENDS ${objects} VERBATIM)
  add_custom_target(${name} DEPENDS ${program})
endfunction()

file(GLOB gpu_tests CONFIGURE_DEPENDS unit/gpu/*.cu)
set(gpu_runtime ${PROJECT_SOURCE_DIR}/runtime/gpu/gpu.cu)
set(gpu_bench ${CMAKE_CURRENT_SOURCE_DIR}/bench/cuda)
detrain_gpu_program(${PROJECT_BINARY_DIR}/test/unit/test_unit_gpu SOURCES ${gpu_tests} ${gpu_runtime}
                    LINK $<TARGET_FILE:GTest::gtest_main> $<TARGET_FILE:GTest::gtest>)
detrain_gpu_program(${PROJECT_BINARY_DIR}/bin/bench_gpu SOURCES ${gpu_bench}/kernels_bench.cu)
detrain_gpu_program(${PROJECT_BINARY_DIR}/bin/bench_sums SOURCES ${gpu_bench}/sums_bench.cu ${gpu_runtime})
add_custom_target(gpu_tests DEPENDS test_unit_gpu bench_gpu bench_sums)
# Of one build, the one without LLVM, with the unit tests, so that they compile.
if(DETRAIN_RUNTIME_ONLY)
  add_dependencies(unit_tests gpu_tests)
endif()
