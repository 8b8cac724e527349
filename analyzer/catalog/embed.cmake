# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DOUT=file.cpp -DPHASE=catalog -DFILES="a.json;b.json" -P embed.cmake: a C++ source with the files' text, as
# the phase's embedded.h declares it. Those below the folder TREE keep their path from there as a name.
# Text is cut into literals of a few kilobytes, because compilers limit the length of one.
set(code "// Generated from analyzer/${PHASE}/data.\n#include \"analyzer/${PHASE}/embedded.h\"\nnamespace detrain::${PHASE} {\nnamespace {\nconstexpr EmbeddedFile files[] = {\n")
foreach(file ${FILES})
  get_filename_component(name ${file} NAME)
  string(FIND "${file}" "${TREE}/" in_tree)
  if(TREE AND in_tree EQUAL 0)
    file(RELATIVE_PATH name ${TREE} ${file})
  endif()
  file(READ ${file} text)
  string(LENGTH "${text}" length)
  string(APPEND code "    {\"${name}\", ")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${text}" ${at} 8000 piece)
    string(APPEND code "R\"json(${piece})json\"\n")
    math(EXPR at "${at} + 8000")
  endwhile()
  string(APPEND code "},\n")
endforeach()
string(APPEND code "};\n}  // namespace\nstd::span<const EmbeddedFile> EmbeddedFiles() { return files; }\n}  // namespace detrain::${PHASE}\n")
file(WRITE ${OUT} "${code}")
