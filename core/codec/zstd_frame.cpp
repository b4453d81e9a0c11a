#define ZSTD_STATIC_LINKING_ONLY
#include "codec/zstd_frame.h"

#include <algorithm>
#include <bit>
#include <memory>
#include <new>
#include <zstd.h>

namespace stepvault {

namespace {

template <auto Free>
struct Deleter {
    template <class T>
    void operator()(T* p) const {
        Free(p);
    }
};
using Compressor = std::unique_ptr<ZSTD_CCtx, Deleter<ZSTD_freeCCtx>>;
using Decompressor = std::unique_ptr<ZSTD_DCtx, Deleter<ZSTD_freeDCtx>>;

constexpr int largest_window_log = 27;

Compressor make_compressor() {
    Compressor made(ZSTD_createCCtx());
    if (!made) throw std::bad_alloc();
    return made;
}

/// Making a context costs more than coding a plane with it, so each thread keeps its own. Level 19 is rare
/// and would leave megabytes behind: its context is not kept.
ZSTD_CCtx* kept_compressor() {
    thread_local const Compressor kept = make_compressor();
    ZSTD_CCtx_reset(kept.get(), ZSTD_reset_session_and_parameters);
    return kept.get();
}

ZSTD_DCtx* kept_decompressor() {
    thread_local const Decompressor kept(ZSTD_createDCtx());
    if (kept) ZSTD_DCtx_reset(kept.get(), ZSTD_reset_session_and_parameters);
    return kept.get();
}

}  // namespace

Bytes zstd_compress(ByteView input, ZstdMode mode, ByteView prefix) {
    const auto temporary = mode == ZstdMode::small ? make_compressor() : Compressor();
    auto* c = temporary ? temporary.get() : kept_compressor();
    const int level = mode == ZstdMode::huffman_only ? -10000 : mode == ZstdMode::fast ? 3 : 19;
    ZSTD_CCtx_setParameter(c, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(c, ZSTD_c_contentSizeFlag, 0);
    if (mode == ZstdMode::huffman_only)
        ZSTD_CCtx_setParameter(c, ZSTD_c_literalCompressionMode, ZSTD_ps_enable);
    if (!prefix.empty()) {
        const auto window = std::bit_width(prefix.size() + input.size());
        ZSTD_CCtx_setParameter(c, ZSTD_c_windowLog,
                               std::max(10, std::min(largest_window_log, static_cast<int>(window))));
        ZSTD_CCtx_refPrefix(c, prefix.data(), prefix.size());
    }
    const auto bound = ZSTD_compressBound(input.size());
    const std::unique_ptr<std::byte[]> out(new std::byte[bound]);
    const auto size = ZSTD_compress2(c, out.get(), bound, input.data(), input.size());
    // The output buffer has the bound's size and the input is in memory: only memory can run out.
    if (ZSTD_isError(size) != 0) throw std::bad_alloc();
    return {out.get(), out.get() + size};
}

Status zstd_decompress(ByteView frame, MutableByteView out, ByteView prefix) {
    auto* d = kept_decompressor();
    if (d == nullptr) return Error{ErrorCode::limit, "out of memory"};
    ZSTD_DCtx_setParameter(d, ZSTD_d_windowLogMax, largest_window_log);
    if (!prefix.empty()) ZSTD_DCtx_refPrefix(d, prefix.data(), prefix.size());
    const auto size = ZSTD_decompressDCtx(d, out.data(), out.size(), frame.data(), frame.size());
    if (ZSTD_isError(size) != 0) {
        return Error{ErrorCode::corrupt,
                     std::string("a compressed block is damaged (") + ZSTD_getErrorName(size) + ")"};
    }
    if (size != out.size()) return Error{ErrorCode::corrupt, "a compressed block has the wrong size"};
    return {};
}

}  // namespace stepvault
