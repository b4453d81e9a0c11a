#pragma once

#include "metrics/file_tail.h"
#include "metrics/tail_source.h"

namespace stepvault {

/// The history in a W&B run's log (run-<id>.wandb): a 7-byte header, then LevelDB's log format. The file
/// consists of blocks of 32 KiB, the first of which includes the header. Blocks hold chunks: CRC u32, length
/// u16, type u8 (1 complete record; 2 first, 3 middle, 4 last part of a record), data; a remainder of fewer
/// than 7 bytes in a block is zeros. The CRC is zlib's CRC-32 of type and data, unmasked. Source:
/// wandb/sdk/internal/datastore.py and core/pkg/leveldb in wandb/wandb.
///
/// An incomplete chunk waits. After a damaged chunk, reading continues at the next block once that block has
/// begun. Skips records of more than 16 MiB.
class WandbSource final : public TailSource {
 public:
    explicit WandbSource(const std::filesystem::path& path) : tail_(path) {}
    [[nodiscard]] const std::filesystem::path& path() const override { return tail_.path(); }

 private:
    enum class Chunk : std::uint8_t { whole = 1, first = 2, middle = 3, last = 4 };

    Status read_on() override;
    void add_chunk(Chunk type, ByteView data);

    FileTail tail_;
    bool in_record_ = false;  ///< the first part has been read, the last has not
    Bytes record_;
};

}  // namespace stepvault
