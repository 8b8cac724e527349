// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// torch_data.hpp: samplers, data loaders and their iterators of libtorch, taken out for a checkpoint and put back. A
// part of torch.hpp, which includes it.
//
// A data loader is its sampler, which says what comes next; an iterator is the batch that it holds. What worker threads
// have under way belongs to neither, so a loader that has any is not saved: there are none between two epochs. What a
// data set changes in itself is not saved.
#ifndef DETRAIN_TORCH_DATA_HPP
#define DETRAIN_TORCH_DATA_HPP

namespace detrain {
namespace torch_objects {

// --- a sampler ---

using Indices = std::vector<size_t>;

// Calls use(sampler) with the sampler of whichever kind of request stands at an address. False: none does.
template <typename Use>
bool WithSampler(void* object, Use use) {
  if (auto* of_indices = BaseOf<torch::data::samplers::Sampler<Indices>>(object))
    use(*of_indices);
  else if (auto* of_sizes = BaseOf<torch::data::samplers::Sampler<torch::data::samplers::BatchSize>>(object))
    use(*of_sizes);
  else
    return false;
  return true;
}

// An archive is written to memory and read again, as that is all that libtorch offers.
inline torch::serialize::InputArchive ReadAgain(torch::serialize::OutputArchive& written) {
  std::stringstream bytes;
  written.save_to(bytes);
  torch::serialize::InputArchive archive;
  archive.load_from(bytes);
  return archive;
}

// Each tensor that the sampler writes is a part, `.sampler.indices`; their names are one more, so that a restore knows
// what to look for.
inline void TakeSampler(Writer& writer, void* object) {
  const bool is_known = WithSampler(object, [&](auto& sampler) {
    torch::serialize::OutputArchive written;
    sampler.save(written);
    torch::serialize::InputArchive archive = ReadAgain(written);
    std::vector<int64_t> names;
    for (const std::string& key : archive.keys()) {
      at::Tensor tensor;
      if (!archive.try_read(key, tensor, /*is_buffer=*/true))
        continue;
      writer.Tensor(".sampler." + key, tensor, Sharing::Copied);
      names.insert(names.end(), key.begin(), key.end());
      names.push_back(0);
    }
    writer.Numbers(".sampler.names", names);
  });
  if (!is_known)
    throw std::runtime_error("a sampler of this class cannot be saved");
}

inline void PutSamplerBack(const Reader& reader, void* object) {
  std::vector<int64_t> names;
  if (!reader.Numbers(".sampler.names", names))
    return;
  WithSampler(object, [&](auto& sampler) {
    torch::serialize::OutputArchive written;
    std::string key;
    for (const int64_t letter : names) {
      if (letter != 0) {
        key += static_cast<char>(letter);
        continue;
      }
      written.write(key, reader.Tensor(".sampler." + key), /*is_buffer=*/true);
      key.clear();
    }
    torch::serialize::InputArchive archive = ReadAgain(written);
    sampler.load(archive);
  });
}

// --- a data loader ---

// torch::data::StatelessDataLoader lets nobody at its sampler, its last member. What stands in front of it has the same
// size whatever the data set is: pointers, queues and numbers.
struct NoData : torch::data::datasets::Dataset<NoData> {
  torch::data::Example<> get(size_t) override { return {}; }
  torch::optional<size_t> size() const override { return 0; }
};
struct LoaderLayout : torch::data::DataLoaderBase<NoData, NoData::BatchType, Indices> {
  torch::data::samplers::SequentialSampler sampler;

  size_t JobsUnderWay() const { return this->shuttle_.in_flight_jobs(); }
};

inline LoaderLayout* StatelessLoaderBehind(void* pointer) {
  void* loader = nullptr;
  std::memcpy(&loader, pointer, sizeof loader);
  if (loader == nullptr)
    return nullptr;
  int status = 0;
  char* name = abi::__cxa_demangle(typeid(*static_cast<Polymorphic*>(loader)).name(), nullptr, nullptr, &status);
  const bool is_stateless = name != nullptr && std::strncmp(name, "torch::data::StatelessDataLoader<", 33) == 0;
  std::free(name);
  if (!is_stateless)
    throw std::runtime_error("a data loader of this class cannot be saved: torch::data::StatelessDataLoader can");
  return static_cast<LoaderLayout*>(loader);
}

inline const char* TakeLoaderOut(void* object, detrain_take take, void* context) {
  return Guarded([&] {
    LoaderLayout* const loader = StatelessLoaderBehind(object);
    if (loader == nullptr)
      return;
    if (loader->JobsUnderWay() != 0)
      throw std::runtime_error(
          "the data loader's worker threads have batches under way; give it no workers, or make the loop over epochs "
          "the step (--step)");
    Writer writer(take, context);
    TakeSampler(writer, &loader->sampler);
  });
}
inline const char* PutLoaderIn(void* object, const detrain_part* parts, size_t count) {
  return Guarded([&] {
    LoaderLayout* const loader = StatelessLoaderBehind(object);
    if (loader == nullptr)
      throw std::runtime_error("a step made this data loader, which a resumed run would have to make again");
    PutSamplerBack(Reader(parts, count), &loader->sampler);
  });
}

inline const char* TakeSamplerOut(void* object, detrain_take take, void* context) {
  return Guarded([&] {
    Writer writer(take, context);
    TakeSampler(writer, object);
  });
}
inline const char* PutSamplerIn(void* object, const detrain_part* parts, size_t count) {
  return Guarded([&] { PutSamplerBack(Reader(parts, count), object); });
}

// --- an iterator ---

// The tensors of a batch: visit(name, tensor). A batch's number of examples is its own: `resize` sets it where it is
// put back.
template <typename Visit>
void VisitBatch(Visit& visit, const std::string& name, at::Tensor& batch) {
  visit.Tensor(name, batch);
}
template <typename Visit, typename Data>
void VisitBatch(Visit& visit, const std::string& name,
                torch::data::Example<Data, torch::data::example::NoTarget>& batch) {
  VisitBatch(visit, name + ".data", batch.data);
}
template <typename Visit, typename Data, typename Target>
void VisitBatch(Visit& visit, const std::string& name, torch::data::Example<Data, Target>& batch) {
  VisitBatch(visit, name + ".data", batch.data);
  VisitBatch(visit, name + ".target", batch.target);
}
template <typename Visit, typename Part>
void VisitBatch(Visit& visit, const std::string& name, std::vector<Part>& batch) {
  visit.Size(name + ".size", batch);
  for (size_t i = 0; i < batch.size(); ++i)
    VisitBatch(visit, name + "[" + std::to_string(i) + "]", batch[i]);
}

struct TakingBatch {
  Writer& writer;
  void Tensor(const std::string& name, at::Tensor& tensor) { TakeTensor(writer, name, tensor, Sharing::Copied); }
  template <typename Part>
  void Size(const std::string& name, std::vector<Part>& parts) {
    writer.Numbers(name, std::vector<int64_t>{static_cast<int64_t>(parts.size())});
  }
};
// The tensors of a batch are another batch's, maybe views of the data set: they are made anew.
struct PuttingBatch {
  const Reader& reader;
  void Tensor(const std::string& name, at::Tensor& tensor) {
    tensor = at::Tensor();
    PutTensorBack(reader, name, tensor);
  }
  template <typename Part>
  void Size(const std::string& name, std::vector<Part>& parts) {
    std::vector<int64_t> size;
    if (reader.Numbers(name, size) && size.size() == 1)
      parts.resize(static_cast<size_t>(size[0]));
  }
};

// What an iterator over batches of this type leads to: its end, or a place for a batch that may hold one.
template <typename Batch>
struct Place {
  bool is_known = false;
  torch::data::detail::ValidIterator<Batch>* some = nullptr;
};
template <typename Batch>
Place<Batch> PlaceOf(void* implementation) {
  const std::type_info& type = typeid(*static_cast<Polymorphic*>(implementation));
  if (type == typeid(torch::data::detail::SentinelIterator<Batch>))
    return {true, nullptr};
  if (type == typeid(torch::data::detail::ValidIterator<Batch>))
    return {true, static_cast<torch::data::detail::ValidIterator<Batch>*>(implementation)};
  return {};
}

template <typename Use, typename First, typename... Others>
bool UsePlaceOfOne(void* implementation, Use use) {
  const Place<First> place = PlaceOf<First>(implementation);
  if (place.some != nullptr)
    use(*place.some);
  if constexpr (sizeof...(Others) != 0)
    return place.is_known || UsePlaceOfOne<Use, Others...>(implementation, use);
  return place.is_known;
}

// Calls use(iterator) where there is a place for a batch of a type that libtorch's own data sets and transforms make.
// False: the type is another one.
template <typename Use>
bool UsePlace(void* iterator, Use use) {
  void* implementation = nullptr;
  std::memcpy(&implementation, iterator, sizeof implementation);
  using Pair = torch::data::Example<>;
  using Single = torch::data::TensorExample;
  return implementation == nullptr ||
         UsePlaceOfOne<Use, Pair, std::vector<Pair>, Single, std::vector<Single>, at::Tensor, std::vector<at::Tensor>>(
             implementation, use);
}

inline const char* TakeIteratorOut(void* object, detrain_take take, void* context) {
  return Guarded([&] {
    Writer writer(take, context);
    TakingBatch visit{writer};
    bool has_batch = false;
    const bool is_known = UsePlace(object, [&](auto& iterator) {
      has_batch = iterator.initialized_ && iterator.batch_.has_value();
      if (has_batch)
        VisitBatch(visit, ".batch", *iterator.batch_);
    });
    if (!is_known)
      throw std::runtime_error(
          "a batch of this type cannot be saved: examples of tensors, tensors and lists of them can");
    writer.Numbers(".has_batch", std::vector<int64_t>{has_batch});
  });
}
// A resumed run may be here before it has asked for its first batch.
inline const char* PutIteratorIn(void* object, const detrain_part* parts, size_t count) {
  return Guarded([&] {
    const Reader reader(parts, count);
    std::vector<int64_t> has_batch;
    if (!reader.Numbers(".has_batch", has_batch) || has_batch[0] == 0)
      return;
    PuttingBatch visit{reader};
    UsePlace(object, [&](auto& iterator) {
      iterator.batch_.emplace();
      iterator.initialized_ = true;
      VisitBatch(visit, ".batch", *iterator.batch_);
    });
  });
}

}  // namespace torch_objects
}  // namespace detrain

static const struct detrain_object_kind detrain_torch_Sampler __attribute__((unused)) = {
    "torch::Sampler", detrain::torch_objects::TakeSamplerOut, detrain::torch_objects::PutSamplerIn};
static const struct detrain_object_kind detrain_torch_DataLoaderPointer __attribute__((unused)) = {
    "torch::DataLoaderPointer", detrain::torch_objects::TakeLoaderOut, detrain::torch_objects::PutLoaderIn};
static const struct detrain_object_kind detrain_torch_DataIterator __attribute__((unused)) = {
    "torch::DataIterator", detrain::torch_objects::TakeIteratorOut, detrain::torch_objects::PutIteratorIn};

#endif
