#include "metrics/wandb_source.h"

#include <algorithm>

#include "base/checksum.h"
#include "metrics/wandb_history.h"

namespace stepvault {

namespace {

constexpr std::string_view file_header{":W&B\xE1\xBE\0", 7};
constexpr std::size_t block_bytes = 32768;
constexpr std::size_t chunk_header = 7;
constexpr std::size_t longest_history_record = std::size_t{16} << 20;

}  // namespace

Status WandbSource::read_on() {
    STEPVAULT_ASSIGN(look, tail_.look());
    if (look.restarted()) {
        restart();
        in_record_ = false;
        record_.clear();
    }
    if (look.offset() == 0) {
        STEPVAULT_ASSIGN(bytes, look.peek(file_header.size()));
        if (!as_text(bytes).starts_with(file_header)) return {};
        look.consume(file_header.size());
    }
    while (!has_batch()) {
        const auto left = block_bytes - look.offset() % block_bytes;
        STEPVAULT_ASSIGN(header, look.peek(std::min(left, chunk_header)));
        if (header.size() < std::min(left, chunk_header)) return {};
        if (left < chunk_header) {
            look.consume(left);
            continue;
        }
        const auto length = load<std::uint16_t>(header, 4);
        const auto type = load<std::uint8_t>(header, 6);
        const std::size_t whole = chunk_header + length;
        if (whole <= left) {
            STEPVAULT_ASSIGN(chunk, look.peek(whole));
            if (chunk.size() < whole) return {};
            if (crc32(0, chunk.subspan(6, 1U + length)) == load<std::uint32_t>(chunk)) {
                add_chunk(static_cast<Chunk>(type), chunk.subspan(chunk_header, length));
                look.consume(whole);
                continue;
            }
        }
        // A damaged chunk may still be being written, as long as no block follows.
        STEPVAULT_ASSIGN(block, look.peek(left + 1));
        if (block.size() <= left) return {};
        in_record_ = false;
        look.consume(left);
    }
    return {};
}

void WandbSource::add_chunk(Chunk type, ByteView data) {
    if (type == Chunk::whole) append_history(data, points_);
    if (type == Chunk::first) record_.clear();
    in_record_ = type == Chunk::first || (in_record_ && (type == Chunk::middle || type == Chunk::last));
    if (record_.size() + data.size() > longest_history_record) in_record_ = false;
    if (!in_record_) return;
    record_.insert(record_.end(), data.begin(), data.end());
    if (type != Chunk::last) return;
    in_record_ = false;
    append_history(record_, points_);
}

}  // namespace stepvault
