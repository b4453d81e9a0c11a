#include "vault/format/step_file_writer.h"

#include <algorithm>

#include "base/checksum.h"
#include "codec/statistics_code.h"
#include "codec/zstd_frame.h"
#include "vault/format/step_file_format.h"

namespace stepvault {

namespace {

constexpr std::size_t write_size = std::size_t{4} << 20;

Bytes serialize_chunks(const StepContent& content) {
    ByteWriter out;
    for (std::size_t i = 0; i < content.streams.size(); ++i) {
        const auto& stream = content.streams[i];
        out.put_varint(stream.tables.size());
        for (const auto& table : stream.tables)
            table.write(out, content.layout.streams[i].dtype);
        if (stream.model) stream.model->write(out);
        out.put_varint(stream.chunks.empty() ? 0 : stream.chunks.front().offset);
        for (const auto& c : stream.chunks) {
            out.put(c.mode);
            out.put_varint(c.length);
            if (c.length > 0) out.put(c.coded_hash);
            out.put(c.content_hash);
        }
    }
    return out.take();
}

Bytes serialize_figures(const StepContent& content) {
    ByteWriter out;
    for (const auto& f : content.figures) {
        out.put(f.relative_error);
        out.put(f.max_abs_error);
        out.put(f.lag);
    }
    return out.take();
}

Bytes serialize_dropped(const StepContent& content) {
    ByteWriter out;
    for (const auto& stream : content.streams) {
        // Gap since the previous run and length of this one, in chunks
        std::vector<std::pair<std::uint64_t, std::uint64_t>> runs;
        std::uint64_t end = 0;
        for (std::uint64_t c = 0; c < stream.dropped.size(); ++c) {
            if (!stream.dropped[c]) continue;
            if (runs.empty() || c > end) runs.emplace_back(c - end, 0);
            ++runs.back().second;
            end = c + 1;
        }
        out.put_varint(runs.size());
        for (const auto& [gap, length] : runs) {
            out.put_varint(gap);
            out.put_varint(length);
        }
    }
    return out.take();
}

Bytes serialize_samples(const StepContent& content) {
    ByteWriter out;
    out.put_varint(content.samples.size());
    for (const auto& s : content.samples) {
        out.put_varint(s.stream);
        out.put_varint(s.blocks);
        out.put_bytes(s.bytes);
    }
    return out.take();
}

Bytes serialize_links(const StepContent& content) {
    ByteWriter out;
    out.put(content.last_link_digest);
    out.put_varint(content.links.size());
    for (const auto& link : content.links) {
        out.put_varint(link.offset);
        out.put_varint(link.length);
    }
    return out.take();
}

}  // namespace

Result<StepFileWriter> StepFileWriter::create(const std::filesystem::path& target) {
    return create(target, nullptr);
}

Result<StepFileWriter> StepFileWriter::create_together(const std::filesystem::path& target,
                                                       Communicator& communicator) {
    return create(target, communicator.is_alone() ? nullptr : &communicator);
}

Result<StepFileWriter> StepFileWriter::create(const std::filesystem::path& target,
                                              Communicator* communicator) {
    std::optional<AtomicFile> file;
    Status made;
    if (communicator == nullptr || communicator->rank() == 0) {
        auto created = AtomicFile::create(target, FileAccess::of_folder);
        if (created)
            file.emplace(std::move(*created));
        else
            made = created.error();
    }
    File joined;
    if (communicator != nullptr) {
        STEPVAULT_TRY(all_reduce_status(*communicator, made));
        STEPVAULT_ASSIGN(names, communicator->all_gather(as_view(file ? file->file().path().native() : "")));
        if (!file) {
            const std::filesystem::path name = std::string(as_text(names.front()));
            std::error_code ec;
            // Opening for writing would create the file where the first process's file is not visible.
            auto opened =
                std::filesystem::exists(name, ec)
                    ? File::open_write(name)
                    : Error{ErrorCode::not_found, name.native() +
                                                      " is not there for all processes; the vault must lie "
                                                      "where all nodes share it"};
            if (opened)
                joined = std::move(*opened);
            else
                made = opened.error();
        }
    }
    STEPVAULT_TRY(communicator != nullptr ? all_reduce_status(*communicator, made) : made);
    StepFileWriter writer(std::move(file), std::move(joined), communicator);
    writer.begin();
    return writer;
}

Result<StepFileWriter> StepFileWriter::create_in_pieces(StepPiece& piece, Communicator& communicator) {
    StepFileWriter writer({}, {}, communicator.is_alone() ? nullptr : &communicator);
    piece = {};
    writer.piece_ = &piece;
    writer.begin();
    return writer;
}

void StepFileWriter::begin() {
    pending_.put_bytes(as_view(step_file_magic));
    pending_.put(step_file_version);
    pending_.put(std::uint32_t{0});
    if (leads()) return;
    flushed_ = pending_.size();
    pending_ = {};
}

Status StepFileWriter::flush() {
    const auto size = pending_.size();
    if (piece_ == nullptr)
        STEPVAULT_TRY(file().write_all(flushed_, pending_.view()));
    else if (size > 0)
        piece_->parts.push_back({flushed_, pending_.take()});
    flushed_ += size;
    pending_.clear();
    return {};
}

Result<ChunkEntry> StepFileWriter::add_chunk(const CodedChunk& coded, std::uint64_t content_hash) {
    return add_coded({.mode = coded.mode,
                      .length = coded.bytes.size(),
                      .coded_hash = xxh3(coded.bytes),
                      .content_hash = content_hash},
                     coded.bytes);
}

Result<ChunkEntry> StepFileWriter::add_coded(ChunkEntry entry, ByteView bytes) {
    entry.offset = flushed_ + pending_.size();
    if (bytes.empty() && entry.length > 0) {
        STEPVAULT_TRY(flush());
        flushed_ += entry.length;
        return entry;
    }
    if (pending_.size() + bytes.size() > write_size) STEPVAULT_TRY(flush());
    pending_.reserve(std::max(write_size, bytes.size()));
    pending_.put_bytes(bytes);
    return entry;
}

Result<LinkEntry> StepFileWriter::copy_link(
    std::uint64_t size, const std::function<Status(std::uint64_t, MutableByteView)>& read) {
    STEPVAULT_TRY(flush());
    const LinkEntry entry{flushed_, size};
    Bytes block(write_size);
    for (std::uint64_t at = 0; at < size; at += block.size()) {
        block.resize(std::min<std::uint64_t>(write_size, size - at));
        STEPVAULT_TRY(read(at, block));
        STEPVAULT_TRY(file().write_all(flushed_, block));
        flushed_ += block.size();
    }
    return entry;
}

Result<LinkEntry> StepFileWriter::add_link(const std::filesystem::path& step_file) {
    STEPVAULT_ASSIGN(link, File::open_read(step_file));
    STEPVAULT_ASSIGN(size, link.size());
    return copy_link(size, [&](auto at, auto out) { return link.read_exact(at, out); });
}

Result<LinkEntry> StepFileWriter::add_link_of(const StepFile& step, std::size_t link) {
    STEPVAULT_ASSIGN(other, step.open_link(link));
    return copy_link(other.size(), [&](auto at, auto out) { return other.read_raw(at, out); });
}

/// Syncs the file on all ranks before it gets its name.
Status StepFileWriter::publish(AtomicFile::Existing existing) {
    if (piece_ != nullptr) {
        piece_->file_size = flushed_;
        return {};
    }
    if (communicator_ != nullptr) STEPVAULT_TRY(of_all(file().sync()));
    return of_all(file_ ? file_->publish(existing) : Status());
}

Result<std::uint64_t> StepFileWriter::finish(const StepContent& content, AtomicFile::Existing existing) {
    if (!leads()) {
        STEPVAULT_TRY(of_all(flush()));
        STEPVAULT_TRY(publish(existing));
        return flushed_;
    }
    ByteWriter table;
    Status status;
    const auto add_section = [&](SectionKind kind, const Bytes& raw) {
        const bool critical = is_critical(kind);
        if (raw.size() > largest_section(kind)) {
            // Readers do without sections that are not critical.
            if (critical) {
                status = Error{ErrorCode::limit, file().path().native() + ": section " +
                                                     std::to_string(static_cast<int>(kind)) +
                                                     " would be larger than a step file may have it"};
            }
            return;
        }
        auto packed = zstd_compress(raw, ZstdMode::small);
        const bool smaller =
            packed.size() < raw.size() && raw.size() <= largest_raw_length(kind, packed.size());
        const ByteView stored = smaller ? ByteView(packed) : ByteView(raw);
        table.put(kind);
        table.put(static_cast<std::uint16_t>((critical ? section_is_critical : 0U) |
                                             (smaller ? section_is_zstd : 0U)));
        table.put_varint(flushed_ + pending_.size());
        table.put_varint(stored.size());
        table.put_varint(raw.size());
        table.put(xxh3(stored));
        pending_.put_bytes(stored);
    };
    ByteWriter meta;
    content.meta.write(meta);
    add_section(SectionKind::meta, meta.take());
    ByteWriter layout;
    content.layout.write(layout);
    add_section(SectionKind::layout, layout.take());
    add_section(SectionKind::chunks, serialize_chunks(content));
    if (!content.figures.empty()) add_section(SectionKind::figures, serialize_figures(content));
    if (!content.statistics.empty() && bucket_count(content.statistics) <= most_statistics_buckets) {
        ByteWriter statistics;
        write_statistics(statistics, content.statistics);
        add_section(SectionKind::statistics, statistics.take());
    }
    if (!content.samples.empty()) add_section(SectionKind::samples, serialize_samples(content));
    if (!content.links.empty()) add_section(SectionKind::links, serialize_links(content));
    if (content.meta.weights_only) add_section(SectionKind::dropped, serialize_dropped(content));
    STEPVAULT_TRY(status ? Status() : of_all(status));

    const auto table_offset = flushed_ + pending_.size();
    pending_.put_bytes(table.view());
    pending_.put(table_offset);
    pending_.put(static_cast<std::uint64_t>(table.size()));
    pending_.put(xxh3(table.view()));
    pending_.put_bytes(as_view(step_file_end_magic));
    STEPVAULT_TRY(of_all(flush()));
    STEPVAULT_TRY(publish(existing));
    return flushed_;
}

}  // namespace stepvault
