#include "run/parted_checkpoint.h"

#include <algorithm>

#include "run/distributed_files.h"
#include "run/layout_message.h"

namespace stepvault {

namespace {

using OpenFile = OpenCheckpoint::OpenFile;

constexpr std::string_view index_name = ".metadata";
constexpr std::uint64_t most_index_bytes = std::uint64_t{1} << 30U;
constexpr std::uint64_t most_told_bytes = std::uint64_t{1} << 30U;

OpenCheckpoint empty_checkpoint(const std::string& source, std::int64_t step) {
    OpenCheckpoint checkpoint;
    checkpoint.candidate = {
        .path = source, .is_folder = true, .source = source, .files = {}, .chosen = true, .links = {}};
    checkpoint.step = step;
    checkpoint.copied = true;
    return checkpoint;
}

Error too_much_outside_tensors(const std::string& name) {
    return {ErrorCode::limit,
            name + " has more than " + std::to_string(most_told_bytes >> 20U) + " MiB outside of tensors"};
}

Result<OpenCheckpoint> checkpoint_of(std::vector<OpenFile> files, const std::string& source,
                                     std::int64_t step) {
    auto checkpoint = empty_checkpoint(source, step);
    std::ranges::sort(files, {}, &OpenFile::relative);
    for (auto& file : files) {
        if (!checkpoint.candidate.files.empty() && checkpoint.candidate.files.back() == file.relative)
            return Error{ErrorCode::already_exists,
                         "two files of " + source + " have the name " + file.relative};
        checkpoint.candidate.files.push_back(file.relative);
        checkpoint.bytes += file.identity.size;
        checkpoint.modified_ns = std::max(checkpoint.modified_ns, file.identity.modified_ns);
        checkpoint.files.push_back(std::move(file));
    }
    if (checkpoint.files.empty())
        return Error{ErrorCode::invalid_argument, source + ": no process holds a file of it"};
    return checkpoint;
}

Result<std::vector<OpenFile>> open_files(const std::vector<HeldFile>& own) {
    std::vector<OpenFile> files;
    for (const auto& held : own) {
        STEPVAULT_ASSIGN(file, File::open_read(held.path));
        STEPVAULT_ASSIGN(identity, file.identity());
        files.push_back({.relative = held.name, .file = std::move(file), .identity = identity, .layout = {}});
    }
    return files;
}

/// Calls f(offset, length) for each range of the file that all processes are told.
template <class F>
Status for_each_told(const Layout& layout, F&& f) {
    std::uint64_t begin = 0;
    for (const auto& payload : layout.payloads) {
        if (payload.length <= OpenCheckpoint::told_payload) continue;
        if (payload.offset > begin) STEPVAULT_TRY(f(begin, payload.offset - begin));
        begin = payload.offset + payload.length;
    }
    return begin < layout.file_size ? f(begin, layout.file_size - begin) : Status();
}

/// Tells the index of the checkpoint, by which the other processes read their files.
Result<std::vector<OpenFile>> share_indexes(Communicator& group, const Result<std::vector<OpenFile>>& own) {
    ByteWriter indexes;
    const auto gather = [&]() -> Status {
        if (!own) return own.error();
        for (const auto& file : *own) {
            if (std::filesystem::path(file.relative).filename() != index_name) continue;
            if (file.identity.size > most_index_bytes)
                return Error{ErrorCode::limit, file.relative + " is larger than an index may be"};
            Bytes content(file.identity.size);
            STEPVAULT_TRY(file.file.read_exact(0, content));
            indexes.put_text(file.relative);
            indexes.put_text(as_text(content));
        }
        return {};
    };
    ByteWriter message;
    const auto gathered = gather();
    put_status(message, gathered);
    if (gathered) message.put_bytes(indexes.view());
    STEPVAULT_ASSIGN(messages, group.all_gather(message.view()));
    std::vector<OpenFile> others;
    for (std::uint32_t rank = 0; rank < messages.size(); ++rank) {
        ByteReader in(messages[rank]);
        STEPVAULT_TRY(get_status(in));
        while (in.left() > 0 && in.ok()) {
            const auto name = in.get_text();
            const auto content = in.get_bytes(in.get_varint());
            if (rank == group.rank()) continue;
            STEPVAULT_ASSIGN(file, File::in_memory(name, content.size()));
            STEPVAULT_TRY(file.write_all(0, content));
            FileIdentity identity;
            identity.size = content.size();
            others.push_back({.relative = name, .file = std::move(file), .identity = identity, .layout = {}});
        }
    }
    return others;
}

Status inspect_files(std::vector<OpenFile>& own, std::vector<OpenFile> indexes) {
    auto known = empty_checkpoint({}, 0);
    known.files = std::move(indexes);
    const auto first_own = known.files.size();
    std::ranges::move(own, std::back_inserter(known.files));
    const auto found = DistributedFiles::find(known, true);
    const auto inspect = [&]() -> Status {
        if (!found) return found.error();
        for (auto i = first_own; i < known.files.size(); ++i) {
            auto& file = known.files[i];
            STEPVAULT_ASSIGN(inspection, found->inspect_file(file));
            if (!inspection.complete)
                return Error{ErrorCode::incomplete, file.relative + " is incomplete: " + inspection.reason};
            file.layout = std::move(inspection.layout);
        }
        return {};
    };
    const auto inspected = inspect();
    std::move(known.files.begin() + static_cast<std::ptrdiff_t>(first_own), known.files.end(), own.begin());
    return inspected;
}

Status put_file(ByteWriter& out, const OpenFile& file) {
    out.put_text(file.relative);
    out.put(file.identity.modified_ns);
    put_layout(out, file.layout);
    return for_each_told(file.layout, [&](auto offset, auto length) -> Status {
        if (out.size() + length > most_told_bytes) {
            return Error{ErrorCode::limit, file.relative + " has more than " +
                                               std::to_string(most_told_bytes >> 20U) +
                                               " MiB outside of tensors"};
        }
        Bytes bytes(length);
        STEPVAULT_TRY(file.file.read_exact(offset, bytes));
        out.put_bytes(bytes);
        return {};
    });
}

/// The file of another process: its skeleton and small payloads, with holes in place of the others.
Result<OpenFile> get_file(ByteReader& in, std::uint32_t holder) {
    OpenFile file;
    file.relative = in.get_text();
    file.identity.modified_ns = in.get<std::int64_t>();
    file.layout = get_layout(in);
    file.identity.size = file.layout.file_size;
    file.holder = holder;
    if (!in.ok()) return unreadable_message();
    STEPVAULT_ASSIGN(content, File::in_memory(file.relative, file.layout.file_size));
    file.file = std::move(content);
    STEPVAULT_TRY(for_each_told(file.layout, [&](auto offset, auto length) -> Status {
        const auto bytes = in.get_bytes(length);
        return in.ok() ? file.file.write_all(offset, bytes) : Status(unreadable_message());
    }));
    return file;
}

}  // namespace

Result<OpenCheckpoint> join_files(Communicator& group, Result<std::vector<OpenFile>> own,
                                  const std::string& source, std::int64_t step) {
    if (group.is_alone()) {
        if (!own) return own.error();
        return checkpoint_of(*std::move(own), source, step);
    }
    ByteWriter files;
    const auto gather = [&]() -> Status {
        if (!own) return own.error();
        for (const auto& file : *own)
            STEPVAULT_TRY(put_file(files, file));
        return {};
    };
    ByteWriter message;
    const auto gathered = gather();
    put_status(message, gathered);
    if (gathered) message.put_bytes(files.view());
    STEPVAULT_ASSIGN(messages, group.all_gather(message.view()));
    const auto join = [&]() -> Result<OpenCheckpoint> {
        std::vector<OpenFile> joined;
        std::uint64_t told = 0;
        for (std::uint32_t rank = 0; rank < messages.size(); ++rank) {
            told += messages[rank].size();
            if (told > most_told_bytes) return too_much_outside_tensors(source);
            ByteReader in(messages[rank]);
            STEPVAULT_TRY(get_status(in));
            while (in.left() > 0) {
                STEPVAULT_ASSIGN(file, get_file(in, rank));
                file.is_elsewhere = rank != group.rank();
                joined.push_back(std::move(file));
            }
        }
        for (auto& file : joined) {
            if (file.is_elsewhere) continue;
            file.file = std::move(std::ranges::find(*own, file.relative, &OpenFile::relative)->file);
        }
        return checkpoint_of(std::move(joined), source, step);
    };
    auto checkpoint = join();
    STEPVAULT_TRY(all_reduce_status(group, checkpoint ? Status() : checkpoint.error()));
    checkpoint->is_parted = true;
    return checkpoint;
}

Result<OpenCheckpoint> open_parted_checkpoint(Communicator& group, const std::vector<HeldFile>& own,
                                              const std::string& source, std::int64_t step) {
    auto files = open_files(own);
    auto indexes = share_indexes(group, files);
    // An error goes to all ranks with the files.
    const auto inspected = indexes && files ? inspect_files(*files, *std::move(indexes))
                           : files          ? Status(indexes.error())
                                            : Status(files.error());
    if (!inspected) files = inspected.error();
    return join_files(group, std::move(files), source, step);
}

}  // namespace stepvault
