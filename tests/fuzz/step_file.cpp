#include "vault/format/step_file.h"

#include "base/checksum.h"
#include "fuzz/scratch_input.h"
#include "fuzz/target.h"

namespace fuzz_step_file {

using namespace stepvault;
using namespace stepvault::fuzz;

namespace {

/// Limit for the bytes decoded from one input; a step file of a few bytes may stand for terabytes of zeros.
constexpr std::uint64_t most_decoded = std::uint64_t{32} << 20;

void put_hash(MutableByteView bytes, std::size_t at, ByteView of) {
    const auto hash = xxh3(of);
    std::memcpy(bytes.data() + at, &hash, sizeof(hash));
}

/// Corrects the checksums, or hardly any input would pass them; the code below bypasses the checksums of
/// chunks.
void mend_checksums(MutableByteView bytes) {
    if (bytes.size() < step_file_header_size + step_file_footer_size) return;
    const auto footer = bytes.size() - step_file_footer_size;
    const auto table_at = load<std::uint64_t>(bytes, footer);
    if (table_at > footer) return;
    const auto table = bytes.subspan(table_at, footer - table_at);
    ByteReader in(table);
    while (in.left() > 0) {
        (void)in.get<SectionKind>();
        (void)in.get<std::uint16_t>();
        const auto offset = in.get_varint();
        const auto length = in.get_varint();
        (void)in.get_varint();
        (void)in.get<std::uint64_t>();
        if (!in.ok() || offset > table_at || length > table_at - offset) break;
        put_hash(table, in.position() - sizeof(std::uint64_t), ByteView(bytes).subspan(offset, length));
    }
    const std::uint64_t table_length = table.size();
    std::memcpy(bytes.data() + footer + 8, &table_length, sizeof(table_length));
    put_hash(bytes, footer + 16, table);
}

void decode_chunks(const StepFile& step) {
    std::uint64_t decoded = 0;
    const auto& streams = step.layout().streams;
    for (std::uint32_t s = 0; s < streams.size(); ++s) {
        const auto& entries = step.stream(s).chunks;
        for (std::uint64_t c = 0; c < entries.size(); ++c) {
            const auto size = streams[s].chunk_bytes(c);
            decoded += size;
            if (decoded > most_decoded) return;
            Bytes coded(entries[c].length);
            if (!step.read_raw(entries[c].offset, coded)) continue;
            const Bytes base(size, std::byte{0x3C});
            Bytes out(size);
            (void)step.decode_chunk(s, c, coded, base, out);
            (void)step.decode_chunk(s, c, coded, {}, out);
        }
    }
}

void read_step(ByteView bytes) {
    const ScratchInput input(bytes);
    (void)read_step_meta(input.path());
    const auto step = StepFile::open(input.path());
    if (!step) return;
    (void)step->check_all([](std::uint64_t) { return Status(); });
    (void)step->statistics();
    (void)step->samples();
    decode_chunks(*step);
    for (std::size_t i = 0; i < step->links(); ++i) {
        if (const auto link = step->open_link(i)) decode_chunks(*link);
    }
}

}  // namespace

STEPVAULT_FUZZ_TARGET(step_file, data, size) {
    read_given_and_mended(data, size, mend_checksums, read_step);
}

}  // namespace fuzz_step_file
