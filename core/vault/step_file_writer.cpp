#include "vault/step_file_writer.h"

#include "base/checksum.h"
#include "codec/statistics_code.h"
#include "codec/zstd_frame.h"
#include "vault/step_file_format.h"

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

}  // namespace

Result<StepFileWriter> StepFileWriter::create(const std::filesystem::path& target) {
    STEPVAULT_ASSIGN(file, AtomicFile::create(target));
    StepFileWriter writer(std::move(file));
    writer.pending_.put_bytes(as_view(step_file_magic));
    writer.pending_.put(step_file_version);
    writer.pending_.put(std::uint32_t{0});
    return writer;
}

Status StepFileWriter::flush() {
    STEPVAULT_TRY(file_.file().write_all(flushed_, pending_.view()));
    flushed_ += pending_.size();
    pending_ = {};
    return {};
}

Result<ChunkEntry> StepFileWriter::add_chunk(const CodedChunk& coded, std::uint64_t content_hash) {
    const ChunkEntry entry{.mode = coded.mode,
                           .offset = flushed_ + pending_.size(),
                           .length = coded.bytes.size(),
                           .coded_hash = xxh3(coded.bytes),
                           .content_hash = content_hash};
    pending_.put_bytes(coded.bytes);
    if (pending_.size() >= write_size) STEPVAULT_TRY(flush());
    return entry;
}

Result<StepFileWriter::Finished> StepFileWriter::finish(const StepContent& content) {
    ByteWriter table;
    const auto add_section = [&](SectionKind kind, std::uint16_t flags, const Bytes& raw) {
        auto packed = zstd_compress(raw, ZstdMode::small);
        const bool smaller = packed.size() < raw.size();
        const ByteView stored = smaller ? ByteView(packed) : ByteView(raw);
        table.put(kind);
        table.put(static_cast<std::uint16_t>(flags | (smaller ? section_is_zstd : 0U)));
        table.put_varint(flushed_ + pending_.size());
        table.put_varint(stored.size());
        table.put_varint(raw.size());
        table.put(xxh3(stored));
        pending_.put_bytes(stored);
    };
    ByteWriter meta;
    content.meta.write(meta);
    add_section(SectionKind::meta, section_is_critical, meta.take());
    ByteWriter layout;
    content.layout.write(layout);
    add_section(SectionKind::layout, section_is_critical, layout.take());
    add_section(SectionKind::chunks, section_is_critical, serialize_chunks(content));
    if (!content.figures.empty()) add_section(SectionKind::figures, 0, serialize_figures(content));
    if (!content.statistics.empty()) {
        ByteWriter statistics;
        write_statistics(statistics, content.statistics);
        add_section(SectionKind::statistics, 0, statistics.take());
    }
    if (!content.samples.empty()) add_section(SectionKind::samples, 0, serialize_samples(content));

    const auto table_offset = flushed_ + pending_.size();
    const auto digest = xxh3(table.view());
    pending_.put_bytes(table.view());
    pending_.put(table_offset);
    pending_.put(static_cast<std::uint64_t>(table.size()));
    pending_.put(digest);
    pending_.put_bytes(as_view(step_file_end_magic));
    STEPVAULT_TRY(flush());
    STEPVAULT_TRY(file_.publish(AtomicFile::Existing::keep));
    return Finished{flushed_, digest};
}

}  // namespace stepvault
