// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "safetensors.h"

#include <algorithm>
#include <numeric>

#include "json.h"
#include "zstd_frame.h"

namespace detrain::runtime {
namespace {

// Aligned tensors first, so that a reader that maps the file can use each in place.
std::vector<std::size_t> Order(const std::vector<const Tensor*>& tensors) {
  std::vector<std::size_t> order(tensors.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    const std::size_t of_a = DtypeAlignment(tensors[a]->dtype);
    const std::size_t of_b = DtypeAlignment(tensors[b]->dtype);
    return of_a != of_b ? of_a > of_b : a < b;
  });
  return order;
}

std::string Header(const std::vector<const Tensor*>& tensors, const std::vector<std::size_t>& order,
                   std::vector<TensorPlace>& places) {
  Json json = Json::object();
  json["__metadata__"] = {{"format", "detrain"}};
  std::uint64_t at = 0;
  for (const std::size_t i : order) {
    const Tensor& tensor = *tensors[i];
    places[i].offset = at;
    json[tensor.name] = {{"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {at, at + tensor.size}}};
    at += tensor.size;
  }
  std::string text = json.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return text;
}

std::string LengthOf(const std::string& header) {
  std::string length(8, 0);
  for (std::size_t i = 0; i < length.size(); ++i)
    length[i] = static_cast<char>(header.size() >> 8 * i & 0xff);
  return length;
}

int AppendPart(FileWriter& file, int level, const void* bytes, std::size_t size) {
  if (size == 0)
    return 0;
  return level > 0 ? AppendFrame(file, bytes, size, level) : file.Append(bytes, size);
}

}  // namespace

int WriteSafetensors(FileWriter& file, const std::string& path, int level, const std::vector<const Tensor*>& tensors,
                     std::vector<TensorPlace>& places) {
  places.assign(tensors.size(), TensorPlace());
  const std::vector<std::size_t> order = Order(tensors);
  const std::string header = Header(tensors, order, places);
  std::uint64_t size = 8 + header.size();
  for (std::size_t i = 0; i < places.size(); ++i) {
    places[i].offset += 8 + header.size();
    size += tensors[i]->size;
  }
  int error = file.Open(path, size);
  const std::string front = LengthOf(header) + header;
  if (error == 0)
    error = AppendPart(file, level, front.data(), front.size());
  for (const std::size_t i : order) {
    if (error != 0)
      break;
    places[i].packed_offset = file.size();
    error = AppendPart(file, level, tensors[i]->bytes, tensors[i]->size);
    places[i].packed_length = file.size() - places[i].packed_offset;
  }
  if (error == 0)
    return file.Finish();
  file.Abandon();
  return error;
}

}  // namespace detrain::runtime
