// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "zstd_frame.h"

#include <zstd.h>

#include <cerrno>
#include <vector>

namespace detrain::runtime {

int AppendFrame(FileWriter& file, const void* bytes, std::size_t size, int level) {
  static ZSTD_CCtx* context = ZSTD_createCCtx();
  static auto* buffer = new std::vector<char>(ZSTD_CStreamOutSize());
  if (context == nullptr)
    return ENOMEM;
  ZSTD_CCtx_reset(context, ZSTD_reset_session_and_parameters);
  ZSTD_CCtx_setParameter(context, ZSTD_c_compressionLevel, level);
  ZSTD_CCtx_setPledgedSrcSize(context, size);
  ZSTD_inBuffer in = {bytes, size, 0};
  for (;;) {
    ZSTD_outBuffer out = {buffer->data(), buffer->size(), 0};
    const std::size_t left = ZSTD_compressStream2(context, &out, &in, ZSTD_e_end);
    if (ZSTD_isError(left) != 0)
      return ENOMEM;
    if (const int error = file.Append(buffer->data(), out.pos))
      return error;
    if (left == 0)
      return 0;
  }
}

bool UnpackFrame(const void* frame, std::size_t packed, void* bytes, std::size_t size) {
  return ZSTD_getFrameContentSize(frame, packed) == size && ZSTD_decompress(bytes, size, frame, packed) == size;
}

FrameReader::FrameReader() : context_(ZSTD_createDCtx()), buffer_(ZSTD_DStreamOutSize()) {}

FrameReader::~FrameReader() {
  ZSTD_freeDCtx(context_);
}

bool FrameReader::Add(const char* piece, std::size_t size, const std::function<void(const char*, std::size_t)>& use) {
  ZSTD_inBuffer in = {piece, size, 0};
  bool is_full = false;  // then there may be more to come of what was taken in
  while (context_ != nullptr && (in.pos < in.size || is_full)) {
    ZSTD_outBuffer out = {buffer_.data(), buffer_.size(), 0};
    if (ZSTD_isError(ZSTD_decompressStream(context_, &out, &in)) != 0)
      return false;
    use(buffer_.data(), out.pos);
    is_full = out.pos == out.size;
  }
  return context_ != nullptr;
}

bool CanHold(std::size_t packed, std::size_t size) {
  // A block of 128 KiB takes four bytes at least (RFC 8878, 3.1.1.2).
  constexpr std::size_t kMost = (128 << 10) / 4;
  return size / kMost <= packed;
}

}  // namespace detrain::runtime
