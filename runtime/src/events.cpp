// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "events.h"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <ctime>

#include "disk.h"

namespace detrain::runtime {
namespace {

constexpr std::array<std::uint32_t, 256> Crc32cTable() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t i = 0; i < 256; ++i) {
    std::uint32_t value = i;
    for (int bit = 0; bit < 8; ++bit)
      value = (value >> 1) ^ ((value & 1) != 0 ? 0x82F63B78U : 0U);  // the polynomial, its bits reversed
    table[i] = value;
  }
  return table;
}

// Checksums of data that holds checksums are bad ones, so the format turns and shifts them.
std::uint32_t Masked(std::uint32_t crc) {
  return ((crc >> 15) | (crc << 17)) + 0xA282EAD8U;
}

// Little-endian, as the machines are that we run on.
template <typename T>
std::string Bytes(T value) {
  std::string bytes(sizeof value, '\0');
  std::memcpy(bytes.data(), &value, sizeof value);
  return bytes;
}

// Fields of a message: a key (number and wire type), then the value.
enum class Wire : unsigned { Varint = 0, Fixed64 = 1, Bytes = 2, Fixed32 = 5 };

std::string Varint(std::uint64_t value) {
  std::string bytes;
  for (; value >= 0x80; value >>= 7)
    bytes += static_cast<char>((value & 0x7F) | 0x80);
  return bytes + static_cast<char>(value);
}

std::string Key(unsigned field, Wire wire) {
  return Varint(field << 3 | static_cast<unsigned>(wire));
}

std::string Field(unsigned field, const std::string& bytes) {
  return Key(field, Wire::Bytes) + Varint(bytes.size()) + bytes;
}

// Event: wall_time = 1, step = 2, file_version = 3, summary = 5, session_log = 7.
std::string EventAt(double time, std::uint64_t step) {
  return Key(1, Wire::Fixed64) + Bytes(time) + Key(2, Wire::Varint) + Varint(step);
}

double Now() {
  timespec now{};
  clock_gettime(CLOCK_REALTIME, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace

std::uint32_t Crc32c(const std::string& bytes) {
  static constexpr std::array<std::uint32_t, 256> kTable = Crc32cTable();
  std::uint32_t crc = 0xFFFFFFFFU;
  for (const char c : bytes)
    crc = (crc >> 8) ^ kTable[(crc ^ static_cast<unsigned char>(c)) & 0xFF];
  return ~crc;
}

std::string EventRecord(const std::string& event) {
  const std::string length = Bytes<std::uint64_t>(event.size());
  return length + Bytes(Masked(Crc32c(length))) + event + Bytes(Masked(Crc32c(event)));
}

std::string VersionEvent(double time) {
  return Key(1, Wire::Fixed64) + Bytes(time) + Field(3, "brain.Event:2");
}

std::string StartEvent(double time, std::uint64_t step) {
  return EventAt(time, step) + Field(7, Key(1, Wire::Varint) + Varint(1));  // SessionLog: status = START
}

std::string ScalarEvent(double time, std::uint64_t step, const Scalars& scalars) {
  std::string summary;
  for (const auto& [tag, value] : scalars)  // Summary: value = 1; Value: tag = 1, simple_value = 2
    summary += Field(1, Field(1, tag) + Key(2, Wire::Fixed32) + Bytes(value));
  return EventAt(time, step) + Field(5, summary);
}

int EventFile::Open(const std::string& folder, std::uint64_t step) {
  char host[256] = {};
  gethostname(host, sizeof host - 1);
  path_ = folder + "/events.out.tfevents." + std::to_string(static_cast<std::uint64_t>(Now())) + "." + host + "." +
          std::to_string(getpid());
  if (const int error = MakeFolders(folder))
    return error;
  fd_ = OpenToWrite(path_);
  if (fd_ < 0)
    return errno;
  const double now = Now();
  const std::string head = EventRecord(VersionEvent(now)) + EventRecord(StartEvent(now, step));
  return WriteAll(fd_, head.data(), head.size());
}

int EventFile::Add(std::uint64_t step, const Scalars& scalars) const {
  const std::string record = EventRecord(ScalarEvent(Now(), step, scalars));
  return WriteAll(fd_, record.data(), record.size());
}

}  // namespace detrain::runtime
