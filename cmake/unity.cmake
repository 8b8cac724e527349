# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# detrain_unity(TARGET): with DETRAIN_UNITY its sources are compiled in groups, each as one translation unit. From
# scratch that takes less than half the time, as headers and templates are most of it; after an edit it takes longer.
# DETRAIN_APART lists targets that one is about to edit (detrain_rewrite;detrain_plan): theirs are compiled one by one.
find_package(Python3 REQUIRED COMPONENTS Interpreter)

function(detrain_unity target)
  if(NOT DETRAIN_UNITY OR target IN_LIST DETRAIN_APART)
    return()
  endif()
  get_target_property(sources ${target} SOURCES)
  list(FILTER sources INCLUDE REGEX "^${PROJECT_SOURCE_DIR}/.*\\.cpp$")
  execute_process(COMMAND ${Python3_EXECUTABLE} ${PROJECT_SOURCE_DIR}/cmake/source_groups.py ${sources}
                  OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
  string(REPLACE "\n" ";" lines "${lines}")
  foreach(line IN LISTS lines)
    if(line MATCHES "^([0-9]+) (.+)$")
      set_source_files_properties(${CMAKE_MATCH_2} PROPERTIES UNITY_GROUP "group_${CMAKE_MATCH_1}")
    endif()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # GCC takes an included source for a header, where it would warn of types that only one file knows.
  target_compile_options(${target} PRIVATE $<$<COMPILE_LANG_AND_ID:CXX,GNU>:-Wno-subobject-linkage>)
endfunction()
