// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Streams of C++: each insertion is an output, each extraction an input, and a file's place is in the stream itself.
// What a stream is made of is the library's own affair: it is a handle.
#include <clang/AST/DeclTemplate.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::CXXRecordDecl;
using clang::Expr;
using clang::QualType;
using llvm::dyn_cast;
using rir::Operand;

bool Unit::IsStream(QualType type) const {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->isInStdNamespace() && record->getIdentifier() &&
         catalog_.HandleName(record->getName()).starts_with("std::");
}

namespace {

constexpr std::int64_t kFormatOffset = 8;  // bytes

// The object of the call: of a method, or the first operand of << and >>. Null: it has none.
const Expr* StreamOf(const clang::CallExpr* call) {
  if (const auto* method = dyn_cast<clang::CXXMemberCallExpr>(call))
    return method->getImplicitObjectArgument();
  return call->getNumArgs() > 0 ? call->getArg(0) : nullptr;
}

// The stream's class, where it is reached by a pointer too: `out->flush()`.
QualType ClassOf(const Expr* stream) {
  const QualType type = stream->getType().getNonReferenceType();
  return type->isPointerType() ? type->getPointeeType() : type;
}

bool IsMemory(const CXXRecordDecl* stream) {
  return stream->getName().contains("stringstream");
}

bool IsMemory(const Expr* stream) {
  return IsMemory(ClassOf(stream)->getAsCXXRecordDecl());
}

// The variable that a chain of << begins with.
const clang::VarDecl* Root(const Expr* stream) {
  while (true) {
    stream = stream->IgnoreParenImpCasts();
    const auto* call = dyn_cast<clang::CXXOperatorCallExpr>(stream);
    if (!call || call->getNumArgs() == 0)
      break;
    stream = call->getArg(0);
  }
  const auto* named = dyn_cast<clang::DeclRefExpr>(stream);
  return named ? dyn_cast<clang::VarDecl>(named->getDecl()) : nullptr;
}

// `stream` of `stream.rdbuf()`. Null: it is something else.
const Expr* StreamOfBuffer(const Expr* buffer) {
  const auto* call = dyn_cast<clang::CXXMemberCallExpr>(buffer);
  const clang::CXXMethodDecl* method = call ? call->getMethodDecl() : nullptr;
  const bool gives_it = method && method->getIdentifier() && method->getName() == "rdbuf" && call->getNumArgs() == 0;
  return gives_it && Unit::IsStd(method) ? call->getImplicitObjectArgument() : nullptr;
}

bool IsConsole(const clang::VarDecl* variable) {
  return variable && variable->isInStdNamespace();
}

// std::cin, of which the runtime keeps what it gives, as of C's stdin; not its sister of wide characters.
bool IsStandardInput(const clang::VarDecl* variable) {
  const CXXRecordDecl* record = IsConsole(variable) ? variable->getType()->getAsCXXRecordDecl() : nullptr;
  const auto* stream = llvm::dyn_cast_or_null<clang::ClassTemplateSpecializationDecl>(record);
  return stream && stream->getName() == "basic_istream" && stream->getTemplateArgs()[0].getAsType()->isCharType();
}

// std::ifstream in("/dev/urandom")
bool IsEntropyFile(const clang::VarDecl* variable) {
  const Expr* init = variable ? variable->getInit() : nullptr;
  const auto* made = init ? llvm::dyn_cast<clang::CXXConstructExpr>(init->IgnoreImplicit()) : nullptr;
  const auto* path = made && made->getNumArgs() != 0
                         ? llvm::dyn_cast<clang::StringLiteral>(made->getArg(0)->IgnoreParenImpCasts())
                         : nullptr;
  return path && path->getCharByteWidth() == 1 && path->getString().starts_with("/dev/") &&
         path->getString().ends_with("random");
}

bool IsNamed(const CXXRecordDecl* record, llvm::StringRef name) {
  return record && record->isInStdNamespace() && record->getIdentifier() && record->getName() == name;
}

}  // namespace

bool Body::IsStreamCall(const clang::CallExpr* call, const clang::FunctionDecl* callee) {
  const Expr* stream = StreamOf(call);
  return Unit::IsStd(callee) && stream && ClassOf(stream)->isRecordType() && unit_.IsStream(ClassOf(stream)) &&
         (stream->getType()->isRecordType() || llvm::isa<clang::CXXMemberCallExpr>(call));
}

Operand Body::StreamHandle(const Expr* stream) {
  return stream->getType()->isPointerType() ? Value(stream) : Address(stream);
}

// Where a stream keeps how it writes numbers: behind its place in the file.
Operand Body::FormatAddress(Operand handle) {
  return IndexAddress(handle, Operand::Int(kFormatOffset), unit_.ast().CharTy, std::nullopt);
}

// std::setprecision and its kind change what later outputs of that stream look like.
void Body::SetFormat(Operand handle, std::vector<Operand> by) {
  const Operand value = Math("format", std::move(by), Int());
  Store(FormatAddress(handle), value, unit_.ast().IntTy);
}

// The address of a string's characters.
Operand Body::TextAddress(Operand object, const CXXRecordDecl* record) {
  const QualType pointer = unit_.ast().getPointerType(unit_.ast().CharTy);
  if (const clang::FieldDecl* holder = FieldNamed(record, "_M_dataplus")) {
    const auto* inner = holder->getType()->getAsCXXRecordDecl();
    if (const clang::FieldDecl* field = inner ? FieldNamed(inner->getDefinition(), "_M_p") : nullptr)
      return Load(FieldAddress(FieldAddress(object, holder), field), pointer);
  }
  if (const clang::FieldDecl* field = FieldNamed(record, "_M_str"))
    return Load(FieldAddress(object, field), pointer);
  return object;
}

// A string gets a text that nobody follows, which depends on `from`. A short one lies in the string itself.
void Body::SetText(Operand object, const CXXRecordDecl* record, Operand from) {
  const clang::FieldDecl* holder = FieldNamed(record, "_M_dataplus");
  const clang::FieldDecl* size = FieldNamed(record, "_M_string_length");
  const auto* inner = holder ? holder->getType()->getAsCXXRecordDecl() : nullptr;
  const clang::FieldDecl* field = inner ? FieldNamed(inner->getDefinition(), "_M_p") : nullptr;
  if (!field || !size)
    return void(Emit(rir::OpaqueOp{"a string of another library", {object, from}}));
  const Operand length = Math("length of text", {from}, unit_.TypeOf(size->getType()));
  const Operand pointer = FieldAddress(FieldAddress(object, holder), field);
  const clang::FieldDecl* either = FieldNamed(record, "");
  const auto* kinds = either ? either->getType()->getAsCXXRecordDecl() : nullptr;
  const clang::FieldDecl* chars = kinds ? FieldNamed(kinds->getDefinition(), "_M_local_buf") : nullptr;
  const auto make_long = [&] { Store(pointer, NewText(length, from, field->getType()), field->getType()); };
  const auto keep_short = [&] {
    const Operand place = FieldAddress(FieldAddress(object, either), chars);
    Emit(rir::FillOp{place, Math("text", {from}, Int()), ByteSize(chars->getType()), ""});
    Store(pointer, place, field->getType());
  };
  if (chars != nullptr)
    If(Math("is a long text", {from}, Int()), make_long, keep_short);
  else
    make_long();
  Store(FieldAddress(object, size), length, size->getType());
}

// A block that holds such a text.
Operand Body::NewText(Operand length, Operand from, QualType type) {
  rir::AllocOp alloc;
  alloc.bytes = Compute(rir::Opcode::Add, {length, Operand::Int(1)}, unit_.TypeOf(unit_.ast().getSizeType()));
  alloc.can_fail = false;
  alloc.element = unit_.TypeOf(unit_.ast().CharTy);
  alloc.callee = "new";
  const Operand block = EmitValue(alloc, unit_.TypeOf(type));
  Emit(rir::FillOp{block, Math("text", {from}, Int()), alloc.bytes, ""});
  return block;
}

// What a stream in memory holds, and gives, is all one value.
void Body::SetStreamText(Operand handle, std::vector<Operand> from) {
  Store(handle, Math("text", std::move(from), Int()), unit_.ast().CharTy);
}

void Body::Insert(const Expr* stream, Operand handle, const Expr* what) {
  const QualType type = what->getType().getNonReferenceType();
  const Expr* bare = what->IgnoreParenImpCasts();
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  if (type->isFunctionPointerType() || type->isFunctionType()) {  // std::endl, std::hex
    const auto* named = dyn_cast<clang::DeclRefExpr>(bare);
    const bool is_plain = named && named->getDecl()->getIdentifier() &&
                          (named->getDecl()->getName() == "endl" || named->getDecl()->getName() == "flush" ||
                           named->getDecl()->getName() == "ends");
    return is_plain ? void() : SetFormat(handle, {Operand::Int(0)});
  }
  if (record && record->isInStdNamespace() && record->getIdentifier() && record->getName().starts_with("_Set")) {
    const Operand value = RecordAddress(what);
    if (record->getName() == "_Setprecision")
      return Store(FormatAddress(handle), Math("precision", {Load(value, unit_.ast().IntTy)}, Int()),
                   unit_.ast().IntTy);
    return record->getName() == "_Setw" ? void() : SetFormat(handle, {Load(value, unit_.ast().IntTy)});
  }
  rir::OutputOp op;
  op.sink = rir::Sink::File;
  op.handle = handle;
  op.first_argument = 2;
  op.callee = "<<";
  if (const Expr* source = StreamOfBuffer(bare)) {
    op.args.push_back(Extract(source, StreamHandle(source), LongType(), {}));
  } else if (record) {
    const Operand object = RecordAddress(what);
    const bool is_text = IsNamed(record, "basic_string") || IsNamed(record, "basic_string_view");
    op.args.push_back(is_text ? TextAddress(object, record->getDefinition()) : object);
    if (!is_text)
      op.bytes = ByteSize(type);
  } else {
    const bool is_text = type->isPointerType() && type->getPointeeType()->isAnyCharacterType();
    const Operand value = Value(what);
    op.args.push_back(type->isPointerType() && !is_text ? Convert(value, type, LongType()) : value);
    if (type->isRealFloatingType() && !IsMemory(stream))
      op.args.push_back(Load(FormatAddress(handle), unit_.ast().IntTy));
  }
  Put(stream, handle, std::move(op));
}

// A stream in memory keeps the text, behind what is in it already.
void Body::Put(const Expr* stream, Operand handle, rir::OutputOp op) {
  if (!IsMemory(stream))
    return Emit(std::move(op));
  op.sink = rir::Sink::Text;
  op.handle = {};
  op.target = Operand::Region(Temporary(LongType()));
  const Operand text = EmitValue(std::move(op), Int());
  If(Math("is there more", {text}, Int()), [&] { Store(handle, text, unit_.ast().CharTy); });
}

// A value that the stream gives: what it is depends on the file and on where it stands.
Operand Body::Extract(const Expr* stream, Operand handle, QualType type, std::vector<rir::InputTarget> targets) {
  if (IsMemory(stream)) {
    const Operand read = Load(handle, unit_.ast().CharTy);
    for (const rir::InputTarget& target : targets)
      Emit(rir::FillOp{target.address, Math("text", {read}, Int()), target.bytes, ""});
    return Math("extracted", {read}, unit_.TypeOf(type));
  }
  rir::InputOp op;
  op.source = IsConsole(Root(stream))       ? rir::Source::Interactive
              : IsEntropyFile(Root(stream)) ? rir::Source::Entropy
                                            : rir::Source::File;
  op.is_recorded = IsStandardInput(Root(stream));
  op.handle = handle;
  op.targets = std::move(targets);
  op.callee = ">>";
  return EmitValue(std::move(op), unit_.TypeOf(type));
}

void Body::ExtractTo(const Expr* stream, Operand handle, const Expr* to) {
  const QualType type = to->getType().getNonReferenceType();
  if (const CXXRecordDecl* record = type->getAsCXXRecordDecl()) {
    const Operand object = Address(to);
    if (IsNamed(record, "basic_string"))
      SetText(object, record->getDefinition(), Extract(stream, handle, LongType(), {}));
    else
      Extract(stream, handle, LongType(), {{object, ByteSize(type)}});
  } else if (to->isGLValue() && type->isScalarType()) {
    Extract(stream, handle, LongType(), {{Address(to), ByteSize(type)}});
  } else if (!type->isFunctionPointerType() && !type->isFunctionType()) {
    Extract(stream, handle, LongType(), {{Value(to), {}}});
  }
}

Operand Body::StreamMethod(const clang::CXXMemberCallExpr* call, const clang::FunctionDecl* callee, Operand handle,
                           Operand into) {
  const Expr* stream = call->getImplicitObjectArgument();
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  const QualType type = call->getType();
  std::vector<Operand> args;
  for (const Expr* argument : call->arguments())
    args.push_back(Argument(argument));
  if (name == "open" || name == "seekg" || name == "seekp") {
    const bool has_whence = name != "open" && args.size() == 2;
    Emit(rir::SeekOp{handle, name == "open" ? Operand::Int(0) : args[0], has_whence ? args[1] : Operand::Int(0),
                     name.str()});
  } else if (name == "read" || (name == "getline" && !args.empty())) {
    Extract(stream, handle, LongType(), {{args[0], args[1]}});
  } else if (name == "get" && !args.empty()) {
    Extract(stream, handle, LongType(), {{args[0], args.size() > 1 ? args[1] : Operand::Int(1)}});
  } else if (name == "write" || name == "put") {
    rir::OutputOp op;
    op.sink = rir::Sink::File;
    op.handle = handle;
    op.args.push_back(args[0]);
    if (name == "write")
      op.bytes = args[1];
    op.callee = name.str();
    Put(stream, handle, std::move(op));
  } else if (name == "str" && args.empty() && type->isRecordType()) {
    const Operand made = into ? into : Operand::Region(Temporary(type));
    SetText(made, type->getAsCXXRecordDecl()->getDefinition(), Load(handle, unit_.ast().CharTy));
    return made;
  } else if (name == "str" && args.size() == 1) {
    const CXXRecordDecl* text = call->getArg(0)->getType().getNonReferenceType()->getAsCXXRecordDecl();
    SetStreamText(handle, {Load(TextAddress(args[0], text->getDefinition()), unit_.ast().CharTy)});
    return handle;
  } else if (name == "rdbuf" && args.empty()) {
    return handle;  // what it reads and writes is the stream's
  } else if (name == "str" || name == "swap" || name == "rdbuf" || name == "operator=" || name.empty()) {
    const bool asks = callee->getReturnType()->isBooleanType();  // operator bool, operator!
    if (!asks) {
      args.push_back(handle);
      return Opaque(call, "a stream's " + callee->getNameAsString(), args, type);
    }
    return Extract(stream, handle, type, {});
  } else if (name == "precision" || name == "setf" || name == "unsetf" || name == "flags" || name == "fill" ||
             name == "width") {
    // How it writes is no content of the stream.
    const Operand before = Load(FormatAddress(handle), unit_.ast().IntTy);
    if (name == "precision" && !args.empty())
      Store(FormatAddress(handle), Math("precision", args, Int()), unit_.ast().IntTy);
    else if (name != "width" && !args.empty())
      SetFormat(handle, args);
    if (type->isScalarType())
      return Math("format", {before}, unit_.TypeOf(type));
  }
  if (call->isGLValue() || type->isVoidType())
    return handle;
  if (type->isScalarType())
    return Extract(stream, handle, type, {});
  if (name != "tellg" && name != "tellp")
    return Opaque(call, "a stream's " + callee->getNameAsString(), {handle}, type);
  const Operand place = Extract(stream, handle, LongType(), {});
  const Operand made = into ? into : Operand::Region(Temporary(type));
  WriteLeaves(made, type, "place", {place});
  return made;
}

Operand Body::StreamCall(const clang::CallExpr* call, const clang::FunctionDecl* callee, Operand into) {
  const Expr* stream = StreamOf(call);
  const Operand handle = StreamHandle(stream);
  if (const auto* method = dyn_cast<clang::CXXMemberCallExpr>(call))
    return StreamMethod(method, callee, handle, into);
  if (const auto* binary = dyn_cast<clang::CXXOperatorCallExpr>(call)) {
    place_ = binary->getOperatorLoc();
    if (binary->getOperator() == clang::OO_LessLess && call->getNumArgs() == 2)
      Insert(stream, handle, call->getArg(1));
    else if (binary->getOperator() == clang::OO_GreaterGreater && call->getNumArgs() == 2)
      ExtractTo(stream, handle, call->getArg(1));
    else if (call->getType()->isBooleanType())
      return Extract(stream, handle, call->getType(), {});
    else
      Opaque(call, "an operator of a stream", {handle}, {});
    return handle;
  }
  const llvm::StringRef name = callee->getIdentifier() ? callee->getName() : "";
  if (name == "getline" && call->getNumArgs() >= 2)
    ExtractTo(stream, handle, call->getArg(1));
  else if (name != "endl" && name != "flush" && name != "ends")
    SetFormat(handle, {Operand::Int(0)});
  return handle;
}

// A stream that is made stands at the beginning; what it is made from decides what it gives.
void Body::ConstructStream(Operand target, const clang::CXXConstructExpr* expr) {
  std::vector<Operand> args;
  for (const Expr* argument : expr->arguments()) {
    if (llvm::isa<clang::CXXDefaultArgExpr>(argument))
      continue;
    const CXXRecordDecl* record = argument->getType().getNonReferenceType()->getAsCXXRecordDecl();
    const Operand value = Argument(argument);
    args.push_back(record ? Load(TextAddress(value, record->getDefinition()), unit_.ast().CharTy) : value);
  }
  place_ = expr->getBeginLoc();
  if (IsMemory(expr->getConstructor()->getParent()))  // the expression's type is that of the array, where there is one
    SetStreamText(target, std::move(args));
  else
    Emit(rir::SeekOp{target, Operand::Int(0), Operand::Int(0), "open"});
}

}  // namespace detrain::lift
