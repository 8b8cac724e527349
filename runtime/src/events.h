// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Event files of TensorBoard: records (length, its checksum, bytes, their checksum) of Event messages in the wire
// format of Protocol Buffers. Written from the formats' descriptions:
// https://www.tensorflow.org/tutorials/load_data/tfrecord#tfrecords_format_details,
// https://protobuf.dev/programming-guides/encoding/ and tensorflow/core/util/event.proto.
#ifndef DETRAIN_RUNTIME_SRC_EVENTS_H
#define DETRAIN_RUNTIME_SRC_EVENTS_H

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace detrain::runtime {

// CRC-32C (Castagnoli), as RFC 3720 has it.
std::uint32_t Crc32c(const std::string& bytes);

// A record with its lengths and masked checksums.
std::string EventRecord(const std::string& event);

using Scalars = std::vector<std::pair<std::string, float>>;  // tag, value

// Messages. The first of a file; what a process says that begins or goes on at `step`: what other files have of later
// steps does not count; values of one step. `time` in seconds since 1970.
std::string VersionEvent(double time);
std::string StartEvent(double time, std::uint64_t step);
std::string ScalarEvent(double time, std::uint64_t step, const Scalars& scalars);

// A file of its own for each process, below a folder.
class EventFile {
 public:
  // 0 or an errno.
  int Open(const std::string& folder, std::uint64_t step);
  int Add(std::uint64_t step, const Scalars& scalars) const;
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_;
  int fd_ = -1;
};

}  // namespace detrain::runtime

#endif
