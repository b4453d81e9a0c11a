#pragma once

#include "metrics/file_tail.h"
#include "metrics/tail_source.h"

namespace stepvault {

/// The history in a W&B run's log (run-<id>.wandb): a 7-byte header, then LevelDB's log format. Blocks of 32
/// KiB, of which the first holds the header too, hold chunks: CRC u32, length u16, type u8 (1 whole record, 2
/// first, 3 middle, 4 last part of one), data; fewer than 7 bytes left in a block are zeros. The CRC is
/// zlib's CRC-32 of type and data, unmasked. Source: wandb/sdk/internal/datastore.py and core/pkg/leveldb in
/// wandb/wandb.
///
/// A chunk that is not all there waits. From one that is damaged the reading goes on at the next block, once
/// that has begun. Records of more than 16 MiB are passed over.
class WandbSource final : public TailSource {
 public:
    explicit WandbSource(const std::filesystem::path& path) : tail_(path) {}
    [[nodiscard]] const std::filesystem::path& path() const override { return tail_.path(); }

 private:
    enum class Chunk : std::uint8_t { whole = 1, first = 2, middle = 3, last = 4 };

    Status read_on() override;
    void add_chunk(Chunk type, ByteView data);

    FileTail tail_;
    bool in_record_ = false;  ///< its first part came, its last did not
    Bytes record_;
};

}  // namespace stepvault
