#include "partition/level_file.h"

#include "base/checksum.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_level_file {

using namespace stepvault;
using namespace stepvault::fuzz;

namespace {

constexpr std::size_t magic_and_version = 12;

void put_hash(MutableByteView bytes, std::size_t at, ByteView of) {
    const auto hash = xxh3(of);
    std::memcpy(bytes.data() + at, &hash, sizeof(hash));
}

/// Corrects the checksums. FORMAT.md describes the fields.
void mend_checksums(MutableByteView bytes) {
    ByteReader in(bytes);
    (void)in.get_bytes(magic_and_version);
    (void)in.get<std::uint8_t>();
    (void)in.get_varint();
    (void)in.get_text();
    (void)in.get_text();
    (void)in.get_varint();
    (void)in.get_varint();
    (void)in.get<std::int64_t>();
    const auto nodes = in.get_varint();
    for (std::uint64_t n = 0; n < nodes && in.ok(); ++n) {
        (void)in.get_varint();
        (void)in.get<std::uint64_t>();
    }
    (void)in.get_varint();
    (void)in.get_bytes(2 * sizeof(std::uint64_t));
    if (!in.ok()) return;
    const auto end = in.position();
    put_hash(bytes, end - 16, ByteView(bytes).subspan(end));
    put_hash(bytes, end - 8, ByteView(bytes).first(end - 8));
}

void read_level(ByteView bytes) {
    const ScratchInput input(bytes);
    (void)read_level_header(input.path());
    const auto file = LevelFile::read(input.path());
    if (!file) return;
    const auto again = LevelFile::parse(file->to_bytes(), "again");
    if (!again || again->header != file->header || again->payload != file->payload)
        require_nothing_wrong("a file of a level does not read as written");
}

}  // namespace

STEPVAULT_FUZZ_TARGET(level_file, data, size) {
    read_given_and_mended(data, size, mend_checksums, read_level);
}

}  // namespace fuzz_level_file
