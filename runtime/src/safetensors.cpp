// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "safetensors.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <numeric>

#include "disk.h"
#include "json.h"

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
                   std::vector<std::uint64_t>& offsets) {
  Json json = Json::object();
  json["__metadata__"] = {{"format", "detrain"}};
  std::uint64_t at = 0;
  for (const std::size_t i : order) {
    const Tensor& tensor = *tensors[i];
    offsets[i] = at;
    json[tensor.name] = {{"dtype", tensor.dtype}, {"shape", tensor.shape}, {"data_offsets", {at, at + tensor.size}}};
    at += tensor.size;
  }
  std::string text = json.dump();
  text.resize((text.size() + 7) / 8 * 8, ' ');
  return text;
}

int WriteBody(int fd, const std::string& header, const std::vector<const Tensor*>& tensors,
              const std::vector<std::size_t>& order) {
  unsigned char length[8];
  for (std::size_t i = 0; i < 8; ++i)
    length[i] = static_cast<unsigned char>(header.size() >> 8 * i);
  if (const int error = WriteAll(fd, length, sizeof length))
    return error;
  if (const int error = WriteAll(fd, header.data(), header.size()))
    return error;
  for (const std::size_t i : order) {
    if (const int error = WriteAll(fd, tensors[i]->bytes, tensors[i]->size))
      return error;
  }
  return fsync(fd) == 0 ? 0 : errno;
}

}  // namespace

int WriteSafetensors(const std::string& path, const std::vector<const Tensor*>& tensors,
                     std::vector<std::uint64_t>& offsets) {
  offsets.assign(tensors.size(), 0);
  const std::vector<std::size_t> order = Order(tensors);
  const std::string header = Header(tensors, order, offsets);
  for (std::uint64_t& offset : offsets)
    offset += 8 + header.size();
  const int fd = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666);
  if (fd < 0)
    return errno;
  const int error = WriteBody(fd, header, tensors, order);
  if (close(fd) != 0 && error == 0)
    return errno;
  return error;
}

}  // namespace detrain::runtime
