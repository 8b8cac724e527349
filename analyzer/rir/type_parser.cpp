// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "analyzer/rir/type_parser.h"

#include <algorithm>
#include <utility>

#include "analyzer/rir/text.h"
#include "analyzer/rir/types.h"

namespace detrain::rir {
namespace {

constexpr std::size_t max_depth = 1000;  // of a spelling, against texts made to exhaust the stack

}  // namespace

void TypeParser::Declaration() {
  TypeDeclaration declaration;
  declaration.id = static_cast<TypeId>(types_.size());
  declaration.head = ParseHead();
  types_.push_back(Implied(declaration.head.head));
  ParseAttributes(types_.back(), declaration);
  if (!declaration.head.key.empty())
    ids_.try_emplace(declaration.head.key, declaration.id);
  declarations_.push_back(std::move(declaration));
}

// As ParseSpelling, but a record is announced by a word.
TypeParser::Spelling TypeParser::ParseHead() {
  const bool is_union = cursor_.AcceptWord("union");
  Spelling spelling;
  if (!is_union && !cursor_.AcceptWord("record")) {
    spelling = ParseSpelling();
    if (spelling.is_number || spelling.head.kind == TypeKind::Record)
      cursor_.FailAt(spelling.place, "expected 'record', 'union' or another type");
    return spelling;
  }
  spelling.head.kind = TypeKind::Record;
  spelling.head.is_union = is_union;
  spelling.head.name = cursor_.ExpectName("the record's name");
  spelling.key = spelling.head.name.empty() ? "" : Quote(spelling.head.name);
  return spelling;
}

TypeParser::Spelling TypeParser::ParseSpelling() {
  Spelling spelling;
  spelling.place = cursor_.Current();
  if (cursor_.Accept("#")) {
    spelling.is_number = true;
    spelling.number = cursor_.ExpectId();
    spelling.key = "#" + std::to_string(spelling.number);
    return spelling;
  }
  const std::string word = cursor_.ExpectName("a type");
  Type& head = spelling.head;
  spelling.key = word;
  if (spelling.place.kind == TokenKind::String || !IsReservedTypeWord(word)) {
    head.kind = TypeKind::Record;
    head.name = word;
    spelling.key = Quote(word);
  } else if (const std::optional<Type> scalar = FindScalar(word)) {
    head = *scalar;
  } else if (word == "fn") {
    head.kind = TypeKind::Function;
  } else if (word == "int" || word == "float" || word == "handle") {
    head.kind = word == "int" ? TypeKind::Int : word == "float" ? TypeKind::Float : TypeKind::Handle;
    cursor_.Expect("<");
    head.name = cursor_.ExpectName("a name");
    cursor_.Expect(">");
    spelling.key += "<" + Quote(head.name) + ">";
  } else if (word == "ptr" || word == "array") {
    head.kind = word == "ptr" ? TypeKind::Pointer : TypeKind::Array;
    if (word == "array" || cursor_.Current().Is("<"))
      ParseElement(spelling, word == "array");
  } else if (word != "void") {
    cursor_.FailAt(spelling.place, "'" + word + "' is not a type");
  }
  return spelling;
}

void TypeParser::ParseElement(Spelling& spelling, bool has_count) {
  if (++depth_ > max_depth)
    cursor_.Fail("a type is nested too deeply");
  cursor_.Expect("<");
  spelling.element.push_back(ParseSpelling());
  spelling.key += "<" + spelling.element.front().key;
  if (has_count && cursor_.Accept(",")) {
    spelling.head.count = cursor_.ExpectNumber();
    spelling.key += "," + std::to_string(*spelling.head.count);
  }
  cursor_.Expect(">");
  spelling.key += ">";
  --depth_;
}

void TypeParser::ParseAttributes(Type& type, TypeDeclaration& declaration) {
  const bool has_size = cursor_.AcceptWord("size");
  if (has_size)
    type.size = cursor_.ExpectNumber();
  const bool has_align = cursor_.AcceptWord("align");
  if (has_align)
    type.align = cursor_.ExpectNumber32();
  if (cursor_.AcceptWord("signed"))
    type.is_signed = true;
  else if (cursor_.AcceptWord("unsigned"))
    type.is_signed = false;
  if (cursor_.AcceptWord("union"))
    type.is_union = true;
  if (cursor_.AcceptWord("name"))
    type.name = cursor_.ExpectString();
  if (cursor_.AcceptWord("element"))
    declaration.element.push_back(ParseSpelling());
  if (cursor_.AcceptWord("count"))
    type.count = cursor_.ExpectNumber();
  if (cursor_.Current().Is("{"))
    ParseFields(declaration);
  const bool has_offsets = std::ranges::all_of(declaration.fields, &FieldDeclaration::has_offset);
  if (type.kind == TypeKind::Array ? !has_size && !has_align : !has_offsets)
    without_size_.insert(declaration.id);
}

void TypeParser::ParseFields(TypeDeclaration& declaration) {
  cursor_.Expect("{");
  while (!cursor_.AtEnd() && !cursor_.Current().Is("}")) {
    declaration.fields.push_back(ParseField());
    if (declaration.fields.back().has_offset != declaration.fields.front().has_offset)
      cursor_.Fail("either all members have an offset, or none has");
    cursor_.Accept(",");
  }
  cursor_.Expect("}");
}

TypeParser::FieldDeclaration TypeParser::ParseField() {
  FieldDeclaration declaration;
  Field& field = declaration.field;
  field.name = cursor_.ExpectName("a member's name");
  cursor_.Expect(":");
  declaration.type = ParseSpelling();
  declaration.has_offset = cursor_.AcceptWord("at");
  if (declaration.has_offset)
    field.offset = cursor_.ExpectNumber();
  if (cursor_.AcceptWord("bits")) {
    field.bit_offset = cursor_.ExpectNumber32();
    cursor_.Expect(":");
    field.bit_width = cursor_.ExpectNumber32();
  }
  return declaration;
}

void TypeParser::ResolveDeclarations() {
  // Not by iterator: types that are only named within declarations are added behind them.
  for (const TypeDeclaration& declaration : declarations_) {
    const std::vector<Spelling>& element = declaration.element.empty() ? declaration.head.element : declaration.element;
    if (!element.empty()) {
      const TypeId id = Resolve(element.front());
      types_[declaration.id].element = id;
    }
    ResolveFields(declaration);
  }
}

void TypeParser::ResolveFields(const TypeDeclaration& declaration) {
  for (const FieldDeclaration& member : declaration.fields) {
    Field field = member.field;
    field.type = Resolve(member.type);
    types_[declaration.id].fields.push_back(std::move(field));
  }
}

TypeId TypeParser::Resolve(const Spelling& spelling) {
  if (spelling.is_number)
    return spelling.number;
  if (const auto found = ids_.find(spelling.key); found != ids_.end())
    return found->second;
  if (spelling.head.kind == TypeKind::Record)
    cursor_.FailAt(spelling.place, "no type is called '" + spelling.head.name + "'");
  Type type = spelling.head;
  type.element = spelling.element.empty() ? kNone : Resolve(spelling.element.front());
  const auto id = static_cast<TypeId>(types_.size());
  types_.push_back(Implied(type));
  ids_.emplace(spelling.key, id);
  if (type.kind == TypeKind::Array)
    without_size_.insert(id);
  return id;
}

TypeId TypeParser::Parse() {
  const Spelling spelling = ParseSpelling();
  return cursor_.error() ? kNone : Resolve(spelling);
}

void TypeParser::LayOutTypes() {
  while (!without_size_.empty())
    LayOutType(*without_size_.begin());
}

// Parts first. A type that contains itself gets some size; the verifier says what is wrong with it.
void TypeParser::LayOutType(TypeId id) {
  if (without_size_.erase(id) == 0)
    return;
  Type& type = types_[id];
  for (const Field& field : type.fields)
    LayOutType(field.type);
  if (type.kind != TypeKind::Array) {
    LayOut(types_, type);
    return;
  }
  LayOutType(type.element);
  const Type element = type.element < types_.size() ? types_[type.element] : Type{};
  type.size = type.count.value_or(0) * element.size;
  type.align = element.align;
}

}  // namespace detrain::rir
