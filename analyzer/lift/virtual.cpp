// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Virtual functions. An object points to a table of functions, as the Itanium C++ ABI lays it out, so that a virtual
// call is a call through a pointer, and infer finds its callees from what is really constructed.
#include <clang/AST/RecordLayout.h>
#include <clang/AST/VTableBuilder.h>

#include "analyzer/lift/body.h"

namespace detrain::lift {

using clang::CXXRecordDecl;
using clang::QualType;
using rir::Operand;

namespace {

clang::ItaniumVTableContext& Tables(clang::ASTContext& ast) {
  return *llvm::cast<clang::ItaniumVTableContext>(ast.getVTableContext());
}

void AddDynamicBases(const clang::ASTContext& ast, const CXXRecordDecl* record, clang::CharUnits at,
                     std::vector<clang::BaseSubobject>& found) {
  if (record->isDynamicClass())
    found.emplace_back(record, at);
  const clang::ASTRecordLayout& layout = ast.getASTRecordLayout(record);
  for (const clang::CXXBaseSpecifier& base : record->bases())
    if (const CXXRecordDecl* of = base.getType()->getAsCXXRecordDecl(); of && !base.isVirtual())
      AddDynamicBases(ast, of->getDefinition(), at + layout.getBaseClassOffset(of), found);
}

}  // namespace

QualType Unit::SlotType() {
  return ast_.getPointerType(ast_.getFunctionType(ast_.VoidTy, {}, {}));
}

std::uint64_t Unit::SlotOf(const clang::CXXMethodDecl* method) {
  const auto* destructor = llvm::dyn_cast<clang::CXXDestructorDecl>(method);
  return Tables(ast_).getMethodVTableIndex(destructor ? clang::GlobalDecl(destructor, clang::Dtor_Deleting)
                                                      : clang::GlobalDecl(method));
}

std::vector<Unit::TablePointer> Unit::TablePointersOf(const CXXRecordDecl* record) {
  std::vector<clang::BaseSubobject> parts;
  AddDynamicBases(ast_, record, clang::CharUnits::Zero(), parts);
  const clang::VTableLayout& layout = Tables(ast_).getVTableLayout(record);
  std::vector<TablePointer> pointers;
  for (const clang::BaseSubobject& part : parts) {
    const auto offset = static_cast<std::uint64_t>(part.getBaseOffset().getQuantity());
    if (std::ranges::any_of(pointers, [&](const TablePointer& known) { return known.offset == offset; }))
      continue;
    const clang::VTableLayout::AddressPointLocation point = layout.getAddressPoint(part);
    pointers.push_back({offset, layout.getVTableOffset(point.VTableIndex) + point.AddressPointIndex});
  }
  return pointers;
}

// As the ABI lays out std::type_info: what a class has of its own, and the type's name.
rir::RegionId Unit::TypeInformationOf(QualType type) {
  type = ast_.getCanonicalType(type.getNonReferenceType()).getUnqualifiedType();
  const std::string name = "type information of " + type.getAsString(ast_.getPrintingPolicy());
  const auto found = hidden_.find(name);
  if (found != hidden_.end())
    return found->second.region;
  rir::Region region;
  region.name = region.link_name = name;
  region.kind = rir::RegionKind::Hidden;
  region.type = TypeOf(
      ast_.getConstantArrayType(ast_.VoidPtrTy, llvm::APInt(64, 2), nullptr, clang::ArraySizeModifier::Normal, 0));
  region.is_const = region.has_initializer = true;
  const Hidden made{AddRegion(std::move(region)), ast_.VoidPtrTy};
  hidden_[name] = made;
  return made.region;
}

rir::RegionId Unit::VTableOf(const CXXRecordDecl* record) {
  const auto found = vtables_.find(record);
  if (found != vtables_.end())
    return found->second;
  const clang::VTableLayout& layout = Tables(ast_).getVTableLayout(record);
  const auto components = layout.vtable_components();
  rir::Region region;
  region.name = "virtual functions of " + RecordName(record);
  llvm::raw_string_ostream link(region.link_name);
  llvm::cast<clang::ItaniumMangleContext>(*mangler_).mangleCXXVTable(record, link);
  region.kind = rir::RegionKind::Hidden;
  region.type = TypeOf(ast_.getConstantArrayType(SlotType(), llvm::APInt(64, components.size()), nullptr,
                                                 clang::ArraySizeModifier::Normal, 0));
  region.is_const = region.has_initializer = true;
  region.declared = At(record->getLocation());
  const rir::RegionId id = AddRegion(std::move(region));
  vtables_[record] = id;
  for (std::size_t i = 0; i < components.size(); ++i) {
    const clang::VTableComponent& component = components[i];
    if (component.getKind() == clang::VTableComponent::CK_RTTI)
      init_->StoreAddress(id, i, TypeInformationOf(ast_.getCanonicalTagType(component.getRTTIDecl())));
    if (!component.isUsedFunctionPointerKind())
      continue;
    const auto* method = component.getFunctionDecl();
    if (method->isPureVirtual())
      continue;
    const bool is_deleting = component.getKind() == clang::VTableComponent::CK_DeletingDtorPointer;
    clang::ThunkInfo thunk;
    for (const auto& [index, info] : layout.vtable_thunks())
      if (index == i)
        thunk = info;
    const bool is_direct = thunk.isEmpty() && !is_deleting;
    const rir::FunctionId function = is_direct ? FunctionOf(method) : Forwarder(method, thunk, is_deleting);
    module_.functions[function].is_address_taken = true;
    init_->StoreSlot(id, i, function);
  }
  return id;
}

// What a table holds in place of the function itself: one that finds the whole object first, or frees it afterwards.
rir::FunctionId Unit::Forwarder(const clang::CXXMethodDecl* method, const clang::ThunkInfo& thunk, bool is_deleting) {
  if (thunk.This.Virtual.Itanium.VCallOffsetOffset != 0 || !thunk.Return.isEmpty())
    Opaque(method->getLocation(), "a virtual function of a virtual base, or with a covariant result");
  const rir::FunctionId to = FunctionOf(method);
  const std::int64_t adjustment = thunk.This.NonVirtual;
  const std::string prefix = (is_deleting ? "delete" : "thunk") + std::to_string(adjustment) + "_";
  const auto [place, is_new] = forwarders_.try_emplace(prefix + module_.functions[to].link_name,
                                                       static_cast<rir::FunctionId>(module_.functions.size()));
  if (!is_new)
    return place->second;
  rir::Function made;
  made.name = module_.functions[to].name;
  made.link_name = place->first;
  made.result = module_.functions[to].result;
  made.declared = module_.functions[to].declared;
  made.is_inline = true;  // each unit whose objects have the table makes one
  module_.functions.push_back(made);
  Body body(*this, method, place->second);
  module_.functions[place->second] = body.LiftForwarder(std::move(made), adjustment, is_deleting);
  return place->second;
}

rir::Function Body::LiftForwarder(rir::Function declared, std::int64_t adjustment, bool is_deleting) {
  place_ = function_->getLocation();
  DeclareParameters(declared);
  rir::CallOp op{Operand::Function(unit_.FunctionOf(function_)), {}, {}};
  for (const rir::RegionId param : declared.params) {
    const rir::TypeId type = unit_.module().regions[param].type;
    const bool is_record = unit_.module().types[type].kind == rir::TypeKind::Record;
    Operand value = is_record ? Operand::Region(param) : EmitValue(rir::LoadOp{Operand::Region(param)}, type);
    if (param == this_ && adjustment != 0)
      value = IndexAddress(value, Operand::Int(adjustment), unit_.ast().CharTy, std::nullopt);
    op.args.push_back(value);
  }
  const Operand object = is_deleting ? op.args.front() : Operand();
  const Operand returned = CallAlike(std::move(op));
  if (is_deleting)
    Deallocate(llvm::cast<clang::CXXDestructorDecl>(function_)->getOperatorDelete(), object,
               ByteSize(llvm::cast<clang::CXXDestructorDecl>(function_)->getThisType()->getPointeeType()));
  ReturnValue(returned);
  return Define(std::move(declared));
}

}  // namespace detrain::lift
