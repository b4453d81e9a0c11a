#include "vault/format/step_file.h"

#include <algorithm>

#include "base/checksum.h"
#include "base/memory_budget.h"
#include "codec/statistics_code.h"
#include "codec/zstd_frame.h"

namespace stepvault {

namespace {

/// Each level of nesting is one more step that was squashed into the next; a chain holds far fewer.
constexpr std::uint32_t deepest_link = 256;
/// Bytes of a chunk's mode, coded length and content hash.
constexpr std::uint64_t least_chunk_entry = 10;

}  // namespace

Error StepFile::damaged(const std::string& what) const {
    return {ErrorCode::corrupt, file_.path().native() + ": " + what};
}

Status StepFile::open_file(const std::filesystem::path& path) {
    STEPVAULT_ASSIGN(file, File::open_read(path));
    file_ = std::move(file);
    STEPVAULT_ASSIGN(size, file_.size());
    size_ = size;
    return {};
}

Status StepFile::read_raw(std::uint64_t offset, MutableByteView out) const {
    return file_.read_exact(begin_ + offset, out);
}

Status StepFile::read_table() {
    if (size_ < step_file_header_size + step_file_footer_size)
        return damaged("is cut off at byte " + std::to_string(size_));
    Bytes header(step_file_header_size);
    STEPVAULT_TRY(read_raw(0, header));
    if (as_text(header).substr(0, 8) != step_file_magic) return damaged("is not a step file");
    if (const auto version = load<std::uint32_t>(header, 8); version != step_file_version) {
        return Error{ErrorCode::unsupported, file_.path().native() + ": has format version " +
                                                 std::to_string(version) +
                                                 ", newer than this Stepvault; update it"};
    }
    if (load<std::uint32_t>(header, 12) != 0) return damaged("has unknown flags");
    Bytes footer(step_file_footer_size);
    STEPVAULT_TRY(read_raw(size_ - footer.size(), footer));
    if (as_text(footer).substr(24, 8) != step_file_end_magic)
        return damaged(
            "has no end mark: it was cut off, or is still being copied; bring it back from a copy of the "
            "vault");
    const auto offset = load<std::uint64_t>(footer, 0);
    const auto length = load<std::uint64_t>(footer, 8);
    if (offset > size_ || length > largest_section_table ||
        length != size_ - step_file_footer_size - offset) {
        return damaged("its footer is damaged");
    }
    Bytes table(length);
    STEPVAULT_TRY(read_raw(offset, table));
    if (xxh3(table) != load<std::uint64_t>(footer, 16))
        return damaged("its section table is damaged at byte " + std::to_string(offset));
    ByteReader in(table);
    std::uint64_t end = offset;
    while (in.ok() && in.left() > 0) {
        Section s;
        s.kind = in.get<SectionKind>();
        s.flags = in.get<std::uint16_t>();
        s.offset = in.get_varint();
        s.length = in.get_varint();
        s.raw_length = in.get_varint();
        s.hash = in.get<std::uint64_t>();
        if (s.offset > end || s.length > end - s.offset || s.length > largest_section(s.kind) ||
            s.raw_length > largest_raw_length(s.kind, s.length))
            return damaged("its section table is damaged");
        if (s.kind > SectionKind::dropped && (s.flags & section_is_critical) != 0) {
            return Error{ErrorCode::unsupported,
                         file_.path().native() + ": uses a feature of a newer Stepvault; update it"};
        }
        sections_.push_back(s);
    }
    if (!in.ok()) return damaged("its section table is damaged");
    return {};
}

Result<Bytes> StepFile::read_section(SectionKind kind) const {
    const auto s =
        std::find_if(sections_.begin(), sections_.end(), [&](const Section& x) { return x.kind == kind; });
    if (s == sections_.end()) return Error{ErrorCode::not_found, "no such section"};
    Bytes stored(s->length);
    STEPVAULT_TRY(read_raw(s->offset, stored));
    if (xxh3(stored) != s->hash) {
        return damaged("section " + std::to_string(static_cast<int>(kind)) + " at byte " +
                       std::to_string(s->offset) + " is damaged");
    }
    if ((s->flags & section_is_zstd) == 0) return stored;
    Bytes raw(s->raw_length);
    if (auto status = zstd_decompress(stored, raw); !status)
        return status.error().within(file_.path().native());
    return raw;
}

Status StepFile::read_chunk_table(ByteView bytes) {
    ByteReader in(bytes);
    for (const auto& layout : content_.layout.streams) {
        StreamContent stream;
        const auto tables = in.get_varint();
        if (tables > in.left() || tables > std::max<std::uint64_t>(1, layout.payloads.size()))
            return damaged("its chunk table is damaged");
        for (std::uint64_t i = 0; i < tables; ++i) {
            auto table = LcTable::read(in, layout.dtype);
            if (!table) return table.error().within(file_.path().native());
            STEPVAULT_TRY(take_memory(memory_of(*table)));
            stream.tables.push_back(std::move(*table));
        }
        if (layout.coding == StreamCoding::adaptive) {
            auto model = AdaptiveModel::read(in, layout.payloads.size());
            if (!model) return model.error().within(file_.path().native());
            STEPVAULT_TRY(take_memory(memory_of(*model)));
            stream.model = std::make_shared<const AdaptiveModel>(std::move(*model));
        }
        auto offset = in.get_varint();
        if (layout.chunks() > in.left() / least_chunk_entry) return damaged("its chunk table is damaged");
        STEPVAULT_TRY(take_memory(layout.chunks() * sizeof(ChunkEntry)));
        stream.chunks.reserve(layout.chunks());
        for (std::uint64_t i = 0; i < layout.chunks(); ++i) {
            ChunkEntry c;
            c.mode = in.get<ChunkMode>();
            c.offset = offset;
            c.length = in.get_varint();
            if (c.length > 0) c.coded_hash = in.get<std::uint64_t>();
            c.content_hash = in.get<std::uint64_t>();
            if (!in.ok() || c.mode > ChunkMode::changes || c.length > largest_coded_chunk ||
                c.length > size_ || c.offset > size_ - c.length) {
                return damaged("its chunk table is damaged");
            }
            offset += c.length;
            stream.chunks.push_back(c);
        }
        for (const auto p : layout.payloads) {
            if (layout.coding == StreamCoding::lc && content_.layout.payloads[p].table >= tables) {
                return damaged("its chunk table is damaged");
            }
        }
        content_.streams.push_back(std::move(stream));
    }
    if (!in.ok() || in.left() != 0) return damaged("its chunk table is damaged");
    return {};
}

Status StepFile::read_description() {
    STEPVAULT_ASSIGN(meta_bytes, read_section(SectionKind::meta));
    ByteReader meta_reader(meta_bytes);
    auto meta = StepMeta::read(meta_reader);
    if (!meta) return meta.error().within(file_.path().native());
    content_.meta = std::move(*meta);
    STEPVAULT_ASSIGN(layout_bytes, read_section(SectionKind::layout));
    ByteReader layout_reader(layout_bytes);
    auto layout = StepLayout::read(layout_reader);
    if (!layout) return layout.error().within(file_.path().native());
    content_.layout = std::move(*layout);
    STEPVAULT_TRY(take_memory(content_.layout.weight()));
    STEPVAULT_ASSIGN(chunk_bytes, read_section(SectionKind::chunks));
    STEPVAULT_TRY(read_chunk_table(chunk_bytes));
    if (auto figures = read_section(SectionKind::figures); figures) {
        ByteReader in(*figures);
        for (std::size_t i = 0; i < content_.layout.payloads.size(); ++i) {
            PayloadFigures f;
            f.relative_error = in.get<float>();
            f.max_abs_error = in.get<float>();
            f.lag = in.get<float>();
            content_.figures.push_back(f);
        }
        if (!in.ok() || in.left() != 0) return damaged("its figures are damaged");
    } else if (figures.error().code != ErrorCode::not_found) {
        return figures.error();
    }
    return {};
}

Status StepFile::read_links() {
    auto bytes = read_section(SectionKind::links);
    if (!bytes) return bytes.error().code == ErrorCode::not_found ? Status() : Status(bytes.error());
    ByteReader in(*bytes);
    content_.last_link_digest = in.get<std::uint64_t>();
    const auto n = in.get_varint();
    // Links must not overlap: links that share bytes could multiply endlessly through their own links.
    std::uint64_t end = 0;
    for (std::uint64_t i = 0; in.ok() && i < n; ++i) {
        const LinkEntry link{in.get_varint(), in.get_varint()};
        if (link.offset < end || link.offset > size_ || link.length > size_ - link.offset ||
            link.length >= size_ || link.length < step_file_header_size + step_file_footer_size)
            return damaged("its links are damaged");
        end = link.offset + link.length;
        content_.links.push_back(link);
    }
    if (!in.ok() || in.left() != 0 || n == 0) return damaged("its links are damaged");
    return {};
}

Status StepFile::read_dropped() {
    auto bytes = read_section(SectionKind::dropped);
    if (!bytes) return bytes.error().code == ErrorCode::not_found ? Status() : Status(bytes.error());
    ByteReader in(*bytes);
    bool any = false;
    for (auto& stream : content_.streams) {
        const auto chunks = stream.chunks.size();
        std::uint64_t at = 0;
        for (auto runs = in.get_varint(); in.ok() && runs > 0; --runs) {
            const auto gap = in.get_varint();
            const auto length = in.get_varint();
            if (gap > chunks - at || length == 0 || length > chunks - at - gap)
                return damaged("its list of what was dropped is damaged");
            stream.dropped.resize(chunks);
            any = true;
            at += gap;
            for (const auto end = at + length; at < end; ++at)
                stream.dropped[at] = true;
        }
    }
    const bool is_skeleton_whole = content_.streams.empty() || content_.streams.front().dropped.empty();
    if (!in.ok() || in.left() != 0 || !any || !is_skeleton_whole)
        return damaged("its list of what was dropped is damaged");
    return {};
}

bool StepFile::has_section(SectionKind kind) const {
    return std::ranges::find(sections_, kind, &Section::kind) != sections_.end();
}

void StepFile::digest_state() {
    Xxh3 state;
    ByteWriter part;
    const auto take_part = [&] {
        state.update(part.view());
        part.clear();
    };
    for (const auto& p : content_.layout.payloads) {
        part.put_text(content_.layout.files[p.file].path);
        part.put_text(p.name);
        part.put(p.dtype);
        part.put(p.length);
        take_part();
    }
    for (std::size_t s = 0; s < content_.streams.size(); ++s) {
        part.put(content_.layout.streams[s].count);
        for (const auto& chunk : content_.streams[s].chunks)
            part.put(chunk.content_hash);
        take_part();
    }
    state_digest_ = state.digest();
}

Status StepFile::take_memory(std::uint64_t bytes) {
    memory_ += bytes;
    if (memory_around_ + memory_ <= memory_budget_) return {};
    return beyond_memory_budget(file_.path().native() + ": its description needs");
}

Result<StepFile> StepFile::open(const std::filesystem::path& path) {
    return open_at(path, 0, 0, 0);
}

Result<StepFile> StepFile::open_link(std::size_t link) const {
    const auto& entry = content_.links[link];
    if (depth_ == deepest_link) return damaged("its links are damaged");
    STEPVAULT_ASSIGN(step,
                     open_at(file_.path(), begin_ + entry.offset, entry.length, memory_around_ + memory_));
    step.depth_ = depth_ + 1;
    return std::move(step);
}

Result<StepFile> StepFile::open_at(const std::filesystem::path& path, std::uint64_t offset,
                                   std::uint64_t size, std::uint64_t memory_around) {
    StepFile step;
    step.memory_budget_ = memory_budget();
    step.memory_around_ = memory_around;
    STEPVAULT_TRY(step.open_file(path));
    if (size != 0) {
        // The file may have been replaced since the links were read.
        if (offset > step.size_ || size > step.size_ - offset) return step.damaged("its links are damaged");
        step.begin_ = offset;
        step.size_ = size;
    }
    STEPVAULT_TRY(step.read_table());
    STEPVAULT_TRY(step.read_description());
    STEPVAULT_TRY(step.read_links());
    STEPVAULT_TRY(step.read_dropped());
    step.content_.meta.weights_only = step.has_section(SectionKind::dropped);
    step.digest_state();
    return step;
}

Result<StepMeta> read_step_meta(const std::filesystem::path& path) {
    StepFile step;
    STEPVAULT_TRY(step.open_file(path));
    STEPVAULT_TRY(step.read_table());
    STEPVAULT_ASSIGN(bytes, step.read_section(SectionKind::meta));
    ByteReader in(bytes);
    auto meta = StepMeta::read(in);
    if (!meta) return meta.error().within(path.native());
    meta->weights_only = step.has_section(SectionKind::dropped);
    return meta;
}

Result<std::vector<BucketStatistics>> StepFile::statistics() const {
    auto bytes = read_section(SectionKind::statistics);
    if (!bytes) {
        if (bytes.error().code == ErrorCode::not_found) return std::vector<BucketStatistics>();
        return bytes.error();
    }
    const auto sets =
        std::count_if(content_.layout.payloads.begin(), content_.layout.payloads.end(), [&](const auto& p) {
            return p.same_as == StoredPayload::itself && is_lossy(content_.layout.streams[p.stream].coding);
        });
    ByteReader in(*bytes);
    auto result = read_statistics(in, static_cast<std::size_t>(sets));
    if (!result) return result.error().within(file_.path().native());
    return result;
}

Result<std::vector<StreamSample>> StepFile::samples() const {
    std::vector<StreamSample> result;
    auto bytes = read_section(SectionKind::samples);
    if (!bytes) {
        if (bytes.error().code == ErrorCode::not_found) return result;
        return bytes.error();
    }
    ByteReader in(*bytes);
    const auto n = in.get_varint();
    for (std::uint64_t i = 0; i < n && in.ok(); ++i) {
        StreamSample s;
        const auto stream = in.get_varint();
        s.blocks = in.get_varint();
        if (stream >= content_.layout.streams.size() || s.blocks > in.left() ||
            (!result.empty() && stream <= result.back().stream))
            return damaged("its samples are damaged");
        s.stream = static_cast<std::uint32_t>(stream);
        const auto view = in.get_bytes(s.blocks * StreamSample::block_elements *
                                       item_size(content_.layout.streams[s.stream].dtype));
        s.bytes.assign(view.begin(), view.end());
        result.push_back(std::move(s));
    }
    if (!in.ok()) return damaged("its samples are damaged");
    return result;
}

}  // namespace stepvault
