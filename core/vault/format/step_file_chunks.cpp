// Reading, decoding and checking the chunks of a step file.
#include "base/checksum.h"
#include "codec/runs_coder.h"
#include "vault/format/step_file.h"

namespace stepvault {

Result<Bytes> StepFile::read_chunk(std::uint32_t stream, std::uint64_t chunk) const {
    const auto& entry = content_.streams[stream].chunks[chunk];
    Bytes coded(entry.length);
    STEPVAULT_TRY(read_raw(entry.offset, coded));
    if (entry.length > 0 && xxh3(coded) != entry.coded_hash) {
        const auto& s = content_.layout.streams[stream];
        std::string what = stream == 0 ? "the skeleton" : "tensors of group " + s.group;
        if (!s.payloads.empty()) {
            (void)for_each_part(content_.layout, s, s.chunk_first(chunk), 1,
                                [&](auto payload, auto, auto, auto) -> Status {
                                    what = content_.layout.payloads[payload].name;
                                    return {};
                                });
        }
        return damaged("the chunk at byte " + std::to_string(entry.offset) + " is damaged (" + what + ")");
    }
    return coded;
}

Status StepFile::decode_chunk(std::uint32_t stream, std::uint64_t chunk, ByteView coded, ByteView base,
                              MutableByteView out) const {
    const auto& s = content_.layout.streams[stream];
    const auto mode = content_.streams[stream].chunks[chunk].mode;
    Status status;
    if (mode == ChunkMode::lc) {
        if (s.coding != StreamCoding::lc || base.size() != out.size())
            return damaged("its chunk table is damaged");
        const auto segments = lc_segments(content_.layout, stream, chunk, content_.streams[stream].tables);
        status = decode_lc(s.dtype, coded, base, segments, out);
    } else if (mode == ChunkMode::adaptive) {
        const auto& model = content_.streams[stream].model;
        if (!model || base.size() != out.size()) return damaged("its chunk table is damaged");
        status = decode_adaptive(s.dtype, coded, base,
                                 adaptive_segments(content_.layout, stream, chunk, *model), *model, out);
    } else if (mode == ChunkMode::runs) {
        if (base.size() != out.size()) return damaged("its chunk table is damaged");
        status = decode_runs(coded, base, item_size(s.dtype), out);
    } else {
        status = decode_exact(mode, coded, base, item_size(s.dtype), out);
    }
    if (!status) return status.error().within(file_.path().native());
    return {};
}

Status StepFile::check_all(const std::function<Status(std::uint64_t)>& progress) const {
    STEPVAULT_TRY(check_sections());
    return check_content(progress);
}

Status StepFile::check_sections() const {
    for (const auto& s : sections_) {
        Bytes stored(s.length);
        STEPVAULT_TRY(read_raw(s.offset, stored));
        if (xxh3(stored) != s.hash)
            return damaged("section at byte " + std::to_string(s.offset) + " is damaged");
    }
    STEPVAULT_TRY(statistics());
    STEPVAULT_TRY(samples());
    for (std::size_t i = 0; i < links(); ++i) {
        STEPVAULT_ASSIGN(link, open_link(i));
        STEPVAULT_TRY(link.check_sections());
    }
    return {};
}

Status StepFile::check_content(const std::function<Status(std::uint64_t)>& progress) const {
    for (std::size_t i = 0; i < links(); ++i) {
        STEPVAULT_ASSIGN(link, open_link(i));
        STEPVAULT_TRY(link.check_content(progress));
    }
    for (std::uint32_t s = 0; s < content_.streams.size(); ++s) {
        for (std::uint64_t c = 0; c < content_.streams[s].chunks.size(); ++c) {
            STEPVAULT_ASSIGN(coded, read_chunk(s, c));
            STEPVAULT_TRY(progress(coded.size()));
        }
    }
    return {};
}

}  // namespace stepvault
