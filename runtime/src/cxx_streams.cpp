// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cxx_streams.h"

#include <iostream>
#include <new>
#include <typeinfo>

#include "detrain/detrain.h"
#include "fail.h"
#include "files.h"
#include "standard_input.h"

namespace detrain::runtime {

namespace {

struct Buffer : std::filebuf {
  static constexpr std::__basic_file<char> std::filebuf::* kFile = &Buffer::_M_file;
};

struct Reader : std::istream {
  static constexpr std::streamsize std::istream::* kCount = &Reader::_M_gcount;
};

template <typename Stream>
Stream& As(char* object) {
  return *std::launder(reinterpret_cast<Stream*>(object));
}

template <typename Use>
auto With(std::uint8_t dtype, char* object, Use use) {
  if (dtype == DETRAIN_IFSTREAM)
    return use(As<std::ifstream>(object));
  if (dtype == DETRAIN_OFSTREAM)
    return use(As<std::ofstream>(object));
  // Streams in memory too, std::istringstream among them: only their std::ios is looked at, and where that is, the
  // table at the beginning of each stream tells in one place.
  if (dtype == DETRAIN_OSTREAM)
    return use(As<std::ostream>(object));
  return use(As<std::fstream>(object));
}

std::streamsize* CountOf(std::istream& stream) {
  return &(stream.*Reader::kCount);
}

std::streamsize* CountOf(std::ostream&) {
  return nullptr;
}

std::streamsize* CountOf(std::fstream& stream) {
  return CountOf(static_cast<std::istream&>(stream));
}

// The buffer of a stream on a file; others have none that a checkpoint knows.
template <typename Stream>
std::filebuf* FileBufferOf(Stream& stream) {
  return stream.rdbuf();
}

std::filebuf* FileBufferOf(std::ostream&) {
  return nullptr;
}

void PlaceFile(std::filebuf* buffer, const OpenFile* saved) {
  if (buffer == nullptr)
    return;
  if (saved == nullptr) {
    buffer->close();
  } else {
    RestoreBuffer(*buffer, *saved);
  }
}

CxxStreamState Described(std::uint8_t dtype, char* object) {
  return With(dtype, object, [](auto& stream) {
    CxxStreamState s;
    s.state = stream.rdstate();
    s.exceptions = stream.exceptions();
    s.flags = stream.flags();
    s.precision = stream.precision();
    s.width = stream.width();
    s.fill = static_cast<unsigned char>(stream.fill());
    if (const std::streamsize* count = CountOf(stream))
      s.count = *count;
    return s;
  });
}

void RestoreState(std::uint8_t dtype, char* object, const CxxStreamState& s, const OpenFile* saved) {
  With(dtype, object, [&](auto& stream) {
    stream.exceptions(std::ios_base::goodbit);
    PlaceFile(FileBufferOf(stream), saved);
    stream.clear(static_cast<std::ios_base::iostate>(s.state));
    stream.flags(static_cast<std::ios_base::fmtflags>(s.flags));
    stream.precision(s.precision);
    stream.width(s.width);
    stream.fill(static_cast<char>(s.fill));
    if (std::streamsize* count = CountOf(stream))
      *count = s.count;
    // Asking for an exception throws where the state is one already; there, the program was told.
    if ((s.state & s.exceptions) == 0)
      stream.exceptions(static_cast<std::ios_base::iostate>(s.exceptions));
  });
}

}  // namespace

bool IsCxxStream(std::uint8_t dtype) {
  return dtype == DETRAIN_IFSTREAM || dtype == DETRAIN_OFSTREAM || dtype == DETRAIN_FSTREAM || dtype == DETRAIN_OSTREAM;
}

std::size_t CxxStreamSize(std::uint8_t dtype) {
  if (dtype == DETRAIN_IFSTREAM)
    return sizeof(std::ifstream);
  if (dtype == DETRAIN_OSTREAM)
    return sizeof(std::ostream);
  return dtype == DETRAIN_OFSTREAM ? sizeof(std::ofstream) : sizeof(std::fstream);
}

FILE* FileUnder(std::filebuf& buffer) {
  return buffer.is_open() ? (buffer.*Buffer::kFile).file() : nullptr;
}

std::filebuf* BufferOf(std::__basic_file<char>& file) {
  alignas(std::filebuf) static char anywhere[sizeof(std::filebuf)];
  auto* buffer = reinterpret_cast<std::filebuf*>(anywhere);
  const std::ptrdiff_t offset = reinterpret_cast<char*>(&(buffer->*Buffer::kFile)) - anywhere;
  return reinterpret_cast<std::filebuf*>(reinterpret_cast<char*>(&file) - offset);
}

FILE* FileUnder(std::uint8_t dtype, char* object) {
  std::filebuf* buffer = With(dtype, object, [](auto& stream) { return FileBufferOf(stream); });
  return buffer == nullptr ? nullptr : FileUnder(*buffer);
}

bool IsCin(const char* object) {
  return object == reinterpret_cast<const char*>(&std::cin);
}

std::string WhyNoPlace(std::uint8_t dtype, char* object) {
  if (IsCin(object))
    return PlaceOfCin().offset >= 0 ? "" : "reads what has no place that a restore could go back to";
  if (dtype != DETRAIN_OSTREAM)
    return "";
  const std::ostream& stream = As<std::ostream>(object);  // or a sister; its class is in the object
  const std::type_info& type = typeid(stream);
  return type == typeid(std::istream) || type == typeid(std::wistream) ? "is no stream that a checkpoint knows" : "";
}

CxxStreamState DescribeCxxStream(std::uint8_t dtype, char* object) {
  CxxStreamState state = Described(dtype, object);
  if (!IsCin(object))
    return state;
  const PlaceInInput place = PlaceOfCin();
  state.file = place.at_end;
  state.position = place.offset;
  state.count = *CountOf(std::cin);
  return state;
}

void RestoreCxxStream(std::uint8_t dtype, char* object, const CxxStreamState& s, const OpenFile* saved) {
  if (IsCin(object)) {
    std::cin.exceptions(std::ios_base::goodbit);
    MoveStandardInput({s.position, s.file});
    *CountOf(std::cin) = s.count;
  }
  RestoreState(dtype, object, s, saved);
}

void MakeCxxStream(std::uint8_t dtype, char* object) {
  if (dtype == DETRAIN_IFSTREAM) {
    new (object) std::ifstream;
  } else if (dtype == DETRAIN_OFSTREAM) {
    new (object) std::ofstream;
  } else if (dtype == DETRAIN_FSTREAM) {
    new (object) std::fstream;
  }
}

}  // namespace detrain::runtime
