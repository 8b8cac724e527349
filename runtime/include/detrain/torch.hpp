// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch.hpp: how the objects of libtorch are taken out for a checkpoint and put back. The generated header of a program
// whose plan has such objects includes it; the runtime itself knows nothing of libtorch. Needs libtorch 1.13 or later.
//
// Put back is what the objects of the code before the loop hold: tensors that exist with the same type and sizes get
// their numbers in place, so that whoever shares their memory sees them; others are made anew.
#ifndef DETRAIN_TORCH_HPP
#define DETRAIN_TORCH_HPP

#include <cxxabi.h>
#include <detrain/detrain.h>
#include <torch/torch.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <vector>

namespace detrain {
namespace torch_objects {

// --- parts ---

inline const char* Complaint(const std::string& text) {
  thread_local std::string kept;
  kept = text;
  return kept.c_str();
}

struct NumberType {
  at::ScalarType type;
  uint8_t dtype;
};
constexpr NumberType kNumberTypes[] = {
    {at::kFloat, DETRAIN_F32}, {at::kDouble, DETRAIN_F64},   {at::kLong, DETRAIN_I64}, {at::kInt, DETRAIN_I32},
    {at::kShort, DETRAIN_I16}, {at::kChar, DETRAIN_I8},      {at::kByte, DETRAIN_U8},  {at::kBool, DETRAIN_BOOL},
    {at::kHalf, DETRAIN_F16},  {at::kBFloat16, DETRAIN_BF16}};

// Whether it is told which objects share memory. Not of what is made for the save alone: its memory is soon another's.
enum class Sharing : uint8_t { Told, Copied };

// Takes parts out. What two objects share is taken out once: where a module is met by several names, by the first.
class Writer {
 public:
  Writer(detrain_take take, void* context) : take_(take), context_(context) {}

  // `of`: an object that several others lead to, or null.
  void Numbers(const std::string& name, const std::vector<int64_t>& numbers, const void* of = nullptr) {
    Put(name, DETRAIN_I64, {numbers.size()}, numbers.data(), numbers.size() * sizeof(int64_t), of);
  }
  void Numbers(const std::string& name, const std::vector<double>& numbers) {
    Put(name, DETRAIN_F64, {numbers.size()}, numbers.data(), numbers.size() * sizeof(double), nullptr);
  }
  // False: another object with this memory has given it already; never where each object is to have its own.
  bool Tensor(const std::string& name, const at::Tensor& tensor, Sharing sharing = Sharing::Told) {
    if (!tensor.defined())
      return true;
    if (tensor.layout() != at::kStrided || tensor.is_quantized())
      throw std::runtime_error("the tensor" + name + " is sparse or quantized");
    const at::Tensor plain = tensor.detach().to(at::kCPU).contiguous();
    for (const NumberType& known : kNumberTypes)
      if (known.type == plain.scalar_type())
        return Put(name, known.dtype, {plain.sizes().begin(), plain.sizes().end()}, plain.data_ptr(), plain.nbytes(),
                   tensor.numel() > 0 && sharing == Sharing::Told ? tensor.data_ptr() : nullptr);
    throw std::runtime_error("the tensor" + name + " has a type of numbers that no checkpoint has");
  }

 private:
  bool Put(const std::string& name, uint8_t dtype, const std::vector<uint64_t>& shape, const void* bytes, uint64_t size,
           const void* memory) {
    const detrain_part part = {name.c_str(), dtype, static_cast<uint32_t>(shape.size()), shape.data(), bytes,
                               size,         memory};
    return take_(context_, &part) != 0;
  }

  detrain_take take_;
  void* context_;
};

class Reader {
 public:
  Reader(const detrain_part* parts, size_t count) {
    for (size_t i = 0; i < count; ++i)
      parts_[parts[i].name] = &parts[i];
  }

  const detrain_part* Find(const std::string& name) const {
    const auto found = parts_.find(name);
    return found == parts_.end() ? nullptr : found->second;
  }
  // False: the checkpoint holds none.
  template <typename Number>
  bool Numbers(const std::string& name, std::vector<Number>& numbers) const {
    const detrain_part* part = Find(name);
    if (part == nullptr)
      return false;
    numbers.resize(part->size / sizeof(Number));
    if (part->size > 0)
      std::memcpy(numbers.data(), part->bytes, part->size);
    return true;
  }
  // Undefined: the checkpoint holds none.
  at::Tensor Tensor(const std::string& name) const {
    const detrain_part* part = Find(name);
    if (part == nullptr)
      return {};
    const std::vector<int64_t> sizes(part->shape, part->shape + part->dims);
    for (const NumberType& known : kNumberTypes)
      if (known.dtype == part->dtype) {
        at::Tensor made = at::empty(sizes, known.type);
        if (part->size > 0)
          std::memcpy(made.data_ptr(), part->bytes, part->size);
        return made;
      }
    return {};
  }

 private:
  std::map<std::string, const detrain_part*> parts_;
};

// Gives the tensor the numbers; in place where it can hold them. False: it has to be made anew.
inline bool CopyInto(const at::Tensor& target, const at::Tensor& saved) {
  if (!target.defined() || target.scalar_type() != saved.scalar_type() || target.sizes() != saved.sizes())
    return false;
  at::NoGradGuard no_grad;
  target.detach().copy_(saved);
  return true;
}

template <typename Work>
const char* Guarded(Work work) {
  try {
    work();
    return nullptr;
  } catch (const std::exception& error) {
    const std::string text = error.what();
    return Complaint(text.substr(0, text.find('\n')));
  }
}

// --- a tensor ---

// Where a graph leads through the boundary, more than numbers would have to be put back.
inline void CheckNoGraph(const std::string& name, const at::Tensor& tensor) {
  if (tensor.grad_fn() != nullptr && !tensor.is_leaf())
    throw std::runtime_error("the tensor" + name + " has a graph that lives from step to step; detach() it");
}

enum TensorFacts { kDefined, kRequiresGrad, kIsShared, kFactCount };

inline void TakeTensor(Writer& writer, const std::string& name, const at::Tensor& tensor,
                       Sharing sharing = Sharing::Told) {
  std::vector<int64_t> facts(kFactCount);
  facts[kDefined] = tensor.defined();
  facts[kRequiresGrad] = tensor.defined() && tensor.requires_grad();
  if (tensor.defined()) {
    CheckNoGraph(name, tensor);
    facts[kIsShared] = !writer.Tensor(name + ".data", tensor, sharing);
    writer.Tensor(name + ".grad", tensor.grad(), sharing);
  }
  writer.Numbers(name + ".facts", facts);
}

inline void PutGradBack(const Reader& reader, const std::string& name, at::Tensor tensor) {
  const at::Tensor grad = reader.Tensor(name + ".grad");
  if (!grad.defined())
    tensor.mutable_grad() = at::Tensor();
  else if (!CopyInto(tensor.grad(), grad))
    tensor.mutable_grad() = grad.to(tensor.device());
}

inline void PutTensorBack(const Reader& reader, const std::string& name, at::Tensor& tensor) {
  std::vector<int64_t> facts;
  if (!reader.Numbers(name + ".facts", facts) || facts.size() != kFactCount)
    return;
  if (facts[kDefined] == 0) {
    tensor = at::Tensor();
    return;
  }
  if (facts[kIsShared] != 0 && !tensor.defined())
    throw std::runtime_error("the tensor" + name + " shares memory with another one since a step; clone() it there");
  const at::Tensor saved = reader.Tensor(name + ".data");
  if (!saved.defined())
    return;  // whoever it shares its memory with has the numbers
  if (!CopyInto(tensor, saved)) {
    tensor = tensor.defined() ? saved.to(tensor.device()) : saved;
    tensor.set_requires_grad(facts[kRequiresGrad] != 0);
  }
  PutGradBack(reader, name, tensor);
}

// --- a module ---

// Any class with virtual functions: what an address leads to, tells by its table what it is.
struct Polymorphic {
  virtual ~Polymorphic() = default;
};

// From an object of a class that this header does not know to its base, also a virtual one (Itanium C++ ABI).
template <typename Base>
Base* BaseOf(void* object) {
  auto* any = static_cast<Polymorphic*>(object);
  void* whole = dynamic_cast<void*>(any);
  const auto& base = static_cast<const abi::__class_type_info&>(typeid(Base));
  return typeid(*any).__do_upcast(&base, &whole) ? static_cast<Base*>(whole) : nullptr;
}

inline std::vector<int64_t> Modes(torch::nn::Module& module) {
  std::vector<int64_t> modes = {module.is_training()};
  for (const auto& part : module.modules(false))
    modes.push_back(part->is_training());
  return modes;
}

inline void TakeModule(Writer& writer, torch::nn::Module& module) {
  writer.Numbers(".training", Modes(module), &module);
  for (const auto& parameter : module.named_parameters()) {
    CheckNoGraph("." + parameter.key(), parameter.value());
    writer.Tensor("." + parameter.key(), parameter.value());
    writer.Tensor("." + parameter.key() + ".grad", parameter.value().grad());
  }
  for (const auto& buffer : module.named_buffers())
    writer.Tensor("." + buffer.key(), buffer.value());
}

inline void PutModuleBack(const Reader& reader, torch::nn::Module& module) {
  std::vector<int64_t> modes;
  const auto parts = module.modules(false);
  if (reader.Numbers(".training", modes) && modes.size() == parts.size() + 1) {
    if (module.is_training() != (modes[0] != 0))
      module.train(modes[0] != 0);
    for (size_t i = 0; i < parts.size(); ++i)
      if (parts[i]->is_training() != (modes[i + 1] != 0))
        parts[i]->train(modes[i + 1] != 0);
  }
  const auto put = [&](const std::string& name, const at::Tensor& tensor) {
    const at::Tensor saved = reader.Tensor(name);
    if (saved.defined() && !CopyInto(tensor, saved))
      throw std::runtime_error("the tensor" + name + " had another type or size when it was saved");
    return saved.defined();
  };
  for (const auto& parameter : module.named_parameters())
    if (put("." + parameter.key(), parameter.value()))
      PutGradBack(reader, "." + parameter.key(), parameter.value());
  for (const auto& buffer : module.named_buffers())
    put("." + buffer.key(), buffer.value());
}

// --- an optimizer ---

// The members of what an optimizer keeps for a parameter. `visit` has Number(name, reference) and Tensor(name,
// reference). False: it is of a class that is not known.
template <typename Visit>
bool VisitState(Visit& visit, torch::optim::OptimizerParamState& any) {
  if (auto* adam = dynamic_cast<torch::optim::AdamParamState*>(&any)) {
    visit.Number("step", adam->step());
    visit.Tensor("exp_avg", adam->exp_avg());
    visit.Tensor("exp_avg_sq", adam->exp_avg_sq());
    visit.Tensor("max_exp_avg_sq", adam->max_exp_avg_sq());
  } else if (auto* adamw = dynamic_cast<torch::optim::AdamWParamState*>(&any)) {
    visit.Number("step", adamw->step());
    visit.Tensor("exp_avg", adamw->exp_avg());
    visit.Tensor("exp_avg_sq", adamw->exp_avg_sq());
    visit.Tensor("max_exp_avg_sq", adamw->max_exp_avg_sq());
  } else if (auto* sgd = dynamic_cast<torch::optim::SGDParamState*>(&any)) {
    visit.Tensor("momentum_buffer", sgd->momentum_buffer());
  } else if (auto* rms = dynamic_cast<torch::optim::RMSpropParamState*>(&any)) {
    visit.Number("step", rms->step());
    visit.Tensor("square_avg", rms->square_avg());
    visit.Tensor("momentum_buffer", rms->momentum_buffer());
    visit.Tensor("grad_avg", rms->grad_avg());
  } else if (auto* adagrad = dynamic_cast<torch::optim::AdagradParamState*>(&any)) {
    visit.Number("step", adagrad->step());
    visit.Tensor("sum", adagrad->sum());
  } else {
    return false;
  }
  return true;
}

// Calls visit(reference) with each number of an optimizer's options, in an order of its own.
template <typename Visit, typename Options>
bool VisitAdamOptions(Visit& visit, Options* options) {
  if (options == nullptr)
    return false;
  visit(options->lr());
  visit(std::get<0>(options->betas()));
  visit(std::get<1>(options->betas()));
  visit(options->eps());
  visit(options->weight_decay());
  visit(options->amsgrad());
  return true;
}

template <typename Visit>
bool VisitOptions(Visit& visit, torch::optim::OptimizerOptions& any) {
  if (VisitAdamOptions(visit, dynamic_cast<torch::optim::AdamOptions*>(&any)) ||
      VisitAdamOptions(visit, dynamic_cast<torch::optim::AdamWOptions*>(&any)))
    return true;
  if (auto* sgd = dynamic_cast<torch::optim::SGDOptions*>(&any)) {
    visit(sgd->lr());
    visit(sgd->momentum());
    visit(sgd->dampening());
    visit(sgd->weight_decay());
    visit(sgd->nesterov());
  } else if (auto* rms = dynamic_cast<torch::optim::RMSpropOptions*>(&any)) {
    visit(rms->lr());
    visit(rms->alpha());
    visit(rms->eps());
    visit(rms->weight_decay());
    visit(rms->momentum());
    visit(rms->centered());
  } else if (auto* adagrad = dynamic_cast<torch::optim::AdagradOptions*>(&any)) {
    visit(adagrad->lr());
    visit(adagrad->lr_decay());
    visit(adagrad->weight_decay());
    visit(adagrad->initial_accumulator_value());
    visit(adagrad->eps());
  } else {
    return false;
  }
  return true;
}

inline std::unique_ptr<torch::optim::OptimizerParamState> NewState(const torch::optim::OptimizerOptions& options) {
  if (dynamic_cast<const torch::optim::AdamOptions*>(&options))
    return std::make_unique<torch::optim::AdamParamState>();
  if (dynamic_cast<const torch::optim::AdamWOptions*>(&options))
    return std::make_unique<torch::optim::AdamWParamState>();
  if (dynamic_cast<const torch::optim::SGDOptions*>(&options))
    return std::make_unique<torch::optim::SGDParamState>();
  if (dynamic_cast<const torch::optim::RMSpropOptions*>(&options))
    return std::make_unique<torch::optim::RMSpropParamState>();
  return std::make_unique<torch::optim::AdagradParamState>();
}

class TakingVisit {
 public:
  TakingVisit(Writer& writer, std::string name) : writer_(writer), name_(std::move(name)) {}
  template <typename Value>
  void Number(const char* member, const Value& value) {
    if (std::is_integral<Value>::value)
      writer_.Numbers(name_ + "." + member, std::vector<int64_t>{static_cast<int64_t>(value)});
    else
      writer_.Numbers(name_ + "." + member, std::vector<double>{static_cast<double>(value)});
  }
  void Tensor(const char* member, const at::Tensor& tensor) { writer_.Tensor(name_ + "." + member, tensor); }

 private:
  Writer& writer_;
  std::string name_;
};

class PuttingVisit {
 public:
  PuttingVisit(const Reader& reader, std::string name, const at::Tensor* parameter)
      : reader_(reader), name_(std::move(name)), parameter_(parameter) {}
  template <typename Value>
  void Number(const char* member, Value& value) {
    typename std::conditional<std::is_integral<Value>::value, std::vector<int64_t>, std::vector<double>>::type saved;
    if (reader_.Numbers(name_ + "." + member, saved) && saved.size() == 1)
      value = static_cast<Value>(saved[0]);
  }
  void Tensor(const char* member, at::Tensor& tensor) {
    const at::Tensor saved = reader_.Tensor(name_ + "." + member);
    if (!saved.defined() || CopyInto(tensor, saved))
      return;
    tensor = parameter_ == nullptr ? saved : saved.to(parameter_->device());
  }

 private:
  const Reader& reader_;
  std::string name_;
  const at::Tensor* parameter_;
};

// States are kept by the address of their parameter, which is other in each process: they are named by its number.
template <typename States>
typename States::key_type KeyOf(const States&, const at::Tensor& parameter) {
  if constexpr (std::is_same<typename States::key_type, std::string>::value)
    return c10::guts::to_string(parameter.unsafeGetTensorImpl());
  else
    return parameter.unsafeGetTensorImpl();
}

template <typename Use>
void ForEachParameter(torch::optim::Optimizer& optimizer, Use use) {
  size_t number = 0;
  for (auto& group : optimizer.param_groups())
    for (at::Tensor& parameter : group.params())
      use(".state[" + std::to_string(number++) + "]", group, parameter);
}

inline void TakeOptimizer(Writer& writer, torch::optim::Optimizer& optimizer) {
  const std::string unknown = "an optimizer of this class cannot be saved: Adam, AdamW, SGD, RMSprop and Adagrad can";
  size_t number = 0;
  for (auto& group : optimizer.param_groups()) {
    std::vector<double> numbers;
    const auto take = [&](auto& value) { numbers.push_back(static_cast<double>(value)); };
    if (!VisitOptions(take, group.options()))
      throw std::runtime_error(unknown);
    writer.Numbers(".group[" + std::to_string(number++) + "].options", numbers);
  }
  auto& states = optimizer.state();
  std::vector<int64_t> has_state;
  ForEachParameter(optimizer, [&](const std::string& name, auto&, at::Tensor& parameter) {
    const auto state = states.find(KeyOf(states, parameter));
    has_state.push_back(state != states.end());
    if (state == states.end())
      return;
    TakingVisit visit(writer, name);
    if (!VisitState(visit, *state->second))
      throw std::runtime_error(unknown);
  });
  writer.Numbers(".has_state", has_state);
}

inline void PutOptimizerBack(const Reader& reader, torch::optim::Optimizer& optimizer) {
  size_t number = 0;
  for (auto& group : optimizer.param_groups()) {
    std::vector<double> numbers;
    if (!reader.Numbers(".group[" + std::to_string(number++) + "].options", numbers))
      continue;
    size_t next = 0;
    const auto put = [&](auto& value) {
      value = static_cast<typename std::decay<decltype(value)>::type>(next < numbers.size() ? numbers[next] : 0);
      ++next;
    };
    VisitOptions(put, group.options());
  }
  auto& states = optimizer.state();
  std::vector<int64_t> has_state;
  const bool is_known = reader.Numbers(".has_state", has_state);
  size_t at = 0;
  ForEachParameter(optimizer, [&](const std::string& name, auto& group, at::Tensor& parameter) {
    const auto key = KeyOf(states, parameter);
    const bool wants_state = at < has_state.size() && has_state[at] != 0;
    ++at;
    if (is_known && !wants_state)
      states.erase(key);
    if (!wants_state)
      return;
    if (states.find(key) == states.end())
      states[key] = NewState(group.options());
    PuttingVisit visit(reader, name, &parameter);
    VisitState(visit, *states[key]);
  });
}

// --- kinds ---

inline at::Tensor& TensorAt(void* object) {
  return *static_cast<at::Tensor*>(object);
}

// Null where memory is zero: no object was made there.
inline torch::nn::Module* ModuleBehind(void* holder) {
  void* module = nullptr;
  std::memcpy(&module, holder, sizeof module);
  return module == nullptr ? nullptr : BaseOf<torch::nn::Module>(module);
}
inline torch::optim::Optimizer* OptimizerBehind(void* pointer) {
  void* optimizer = nullptr;
  std::memcpy(&optimizer, pointer, sizeof optimizer);
  return optimizer == nullptr ? nullptr : BaseOf<torch::optim::Optimizer>(optimizer);
}

template <typename Object, typename TakeObject>
void TakeBehind(Writer& writer, Object* object, TakeObject take) {
  if (object != nullptr)
    take(writer, *object);
}
// Parts are put back only where there were any, so there was an object.
template <typename Object, typename PutObject>
void PutBehind(const Reader& reader, Object* object, PutObject put) {
  if (object == nullptr)
    throw std::runtime_error("a step made this object, which a resumed run would have to make again");
  put(reader, *object);
}

inline const char* TakeTensorOut(void* object, detrain_take take, void* context) {
  return Guarded([&] {
    Writer writer(take, context);
    TakeTensor(writer, "", TensorAt(object));
  });
}
inline const char* PutTensorIn(void* object, const detrain_part* parts, size_t count) {
  return Guarded([&] {
    void* implementation = nullptr;
    std::memcpy(&implementation, object, sizeof implementation);
    if (implementation == nullptr)
      new (object) at::Tensor();
    PutTensorBack(Reader(parts, count), "", TensorAt(object));
  });
}

inline const char* TakeTensorsOut(void* object, detrain_take take, void* context) {
  return Guarded([&] {
    Writer writer(take, context);
    const auto& tensors = *static_cast<std::vector<at::Tensor>*>(object);
    writer.Numbers(".size", std::vector<int64_t>{static_cast<int64_t>(tensors.size())});
    for (size_t i = 0; i < tensors.size(); ++i)
      TakeTensor(writer, "[" + std::to_string(i) + "]", tensors[i]);
  });
}
inline const char* PutTensorsIn(void* object, const detrain_part* parts, size_t count) {
  return Guarded([&] {
    const Reader reader(parts, count);
    auto& tensors = *static_cast<std::vector<at::Tensor>*>(object);
    std::vector<int64_t> size;
    if (reader.Numbers(".size", size) && size.size() == 1)
      tensors.resize(static_cast<size_t>(size[0]));
    for (size_t i = 0; i < tensors.size(); ++i)
      PutTensorBack(reader, "[" + std::to_string(i) + "]", tensors[i]);
  });
}

inline const char* TakeModuleOut(void* object, detrain_take take, void* context) {
  return Guarded([&] {
    Writer writer(take, context);
    TakeBehind(writer, BaseOf<torch::nn::Module>(object), TakeModule);
  });
}
inline const char* PutModuleIn(void* object, const detrain_part* parts, size_t count) {
  return Guarded([&] { PutBehind(Reader(parts, count), BaseOf<torch::nn::Module>(object), PutModuleBack); });
}
inline const char* TakeHolderOut(void* object, detrain_take take, void* context) {
  return Guarded([&] {
    Writer writer(take, context);
    TakeBehind(writer, ModuleBehind(object), TakeModule);
  });
}
inline const char* PutHolderIn(void* object, const detrain_part* parts, size_t count) {
  return Guarded([&] { PutBehind(Reader(parts, count), ModuleBehind(object), PutModuleBack); });
}

inline const char* TakeOptimizerOut(void* object, detrain_take take, void* context) {
  return Guarded([&] {
    Writer writer(take, context);
    TakeBehind(writer, BaseOf<torch::optim::Optimizer>(object), TakeOptimizer);
  });
}
inline const char* PutOptimizerIn(void* object, const detrain_part* parts, size_t count) {
  return Guarded([&] { PutBehind(Reader(parts, count), BaseOf<torch::optim::Optimizer>(object), PutOptimizerBack); });
}
inline const char* TakePointedOptimizerOut(void* object, detrain_take take, void* context) {
  return Guarded([&] {
    Writer writer(take, context);
    TakeBehind(writer, OptimizerBehind(object), TakeOptimizer);
  });
}
inline const char* PutPointedOptimizerIn(void* object, const detrain_part* parts, size_t count) {
  return Guarded([&] { PutBehind(Reader(parts, count), OptimizerBehind(object), PutOptimizerBack); });
}

inline const char* TakeGeneratorOut(void*, detrain_take take, void* context) {
  return Guarded([&] {
    at::Generator generator = at::detail::getDefaultCPUGenerator();
    std::lock_guard<std::mutex> hold(generator.mutex());
    Writer(take, context).Tensor(".state", generator.get_state(), Sharing::Copied);
  });
}
inline const char* PutGeneratorIn(void*, const detrain_part* parts, size_t count) {
  return Guarded([&] {
    at::Generator generator = at::detail::getDefaultCPUGenerator();
    std::lock_guard<std::mutex> hold(generator.mutex());
    const at::Tensor state = Reader(parts, count).Tensor(".state");
    if (state.defined())
      generator.set_state(state);
  });
}

}  // namespace torch_objects
}  // namespace detrain

// As the plan's table calls them.
static const struct detrain_object_kind detrain_torch_Tensor __attribute__((unused)) = {
    "torch::Tensor", detrain::torch_objects::TakeTensorOut, detrain::torch_objects::PutTensorIn};
static const struct detrain_object_kind detrain_torch_Tensors __attribute__((unused)) = {
    "torch::Tensors", detrain::torch_objects::TakeTensorsOut, detrain::torch_objects::PutTensorsIn};
static const struct detrain_object_kind detrain_torch_Module __attribute__((unused)) = {
    "torch::Module", detrain::torch_objects::TakeModuleOut, detrain::torch_objects::PutModuleIn};
static const struct detrain_object_kind detrain_torch_ModuleHolder __attribute__((unused)) = {
    "torch::ModuleHolder", detrain::torch_objects::TakeHolderOut, detrain::torch_objects::PutHolderIn};
static const struct detrain_object_kind detrain_torch_Optimizer __attribute__((unused)) = {
    "torch::Optimizer", detrain::torch_objects::TakeOptimizerOut, detrain::torch_objects::PutOptimizerIn};
static const struct detrain_object_kind detrain_torch_OptimizerPointer
    __attribute__((unused)) = {"torch::OptimizerPointer", detrain::torch_objects::TakePointedOptimizerOut,
                               detrain::torch_objects::PutPointedOptimizerIn};
static const struct detrain_object_kind detrain_torch_default_generator __attribute__((unused)) = {
    "torch::default_generator", detrain::torch_objects::TakeGeneratorOut, detrain::torch_objects::PutGeneratorIn};

#include <detrain/torch_data.hpp>

#endif
