// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#ifndef DETRAIN_ANALYZER_RIR_TYPE_PARSER_H
#define DETRAIN_ANALYZER_RIR_TYPE_PARSER_H

#include <map>
#include <set>
#include <string>
#include <vector>

#include "analyzer/rir/cursor.h"
#include "analyzer/rir/rir.h"

namespace detrain::rir {

// Reads types into the table of a module: first all declarations, then Resolve, then spellings anywhere, at last
// LayOut.
class TypeParser {
 public:
  TypeParser(Cursor& cursor, std::vector<Type>& types) : cursor_(cursor), types_(types) {}

  // What follows the word `type`: the next id of the table.
  void Declaration();
  // Replaces the spellings within the declarations, now that all declarations are known.
  void ResolveDeclarations();
  // A spelling. A type that has no declaration is added to the table, but for records, which must be declared.
  TypeId Parse();
  // Gives sizes to what has been declared, or used, without: arrays, and records whose members have no offsets.
  void LayOutTypes();

 private:
  // A type as written, before it is known which one is meant.
  struct Spelling {
    std::string key;                // equal for equal spellings
    Type head;                      // kind, name, count, is_union
    std::vector<Spelling> element;  // none or one
    bool is_number = false;         // "#12"
    TypeId number = kNone;
    Token place;
  };
  struct FieldDeclaration {
    Field field;
    Spelling type;
    bool has_offset = false;
  };
  struct TypeDeclaration {
    TypeId id = kNone;
    Spelling head;
    std::vector<Spelling> element;  // none or one: overrides the head's
    std::vector<FieldDeclaration> fields;
  };

  Spelling ParseSpelling();
  Spelling ParseHead();
  void ParseElement(Spelling& spelling, bool has_count);
  void ParseAttributes(Type& type, TypeDeclaration& declaration);
  void ParseFields(TypeDeclaration& declaration);
  FieldDeclaration ParseField();
  TypeId Resolve(const Spelling& spelling);
  void ResolveFields(const TypeDeclaration& declaration);
  void LayOutType(TypeId id);

  Cursor& cursor_;
  std::vector<Type>& types_;
  std::map<std::string, TypeId> ids_;  // by Spelling::key
  std::vector<TypeDeclaration> declarations_;
  std::set<TypeId> without_size_;
  std::size_t depth_ = 0;
};

}  // namespace detrain::rir

#endif
