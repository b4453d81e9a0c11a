#include "stepvault.h"

#include <algorithm>
#include <cstring>

#include "base/file.h"
#include "callback_communicator.h"
#include "db/backends.h"
#include "partition/partition_plan.h"
#include "vault/format/step_meta.h"
#include "vault_handle.h"

namespace stepvault::capi {

namespace {

static_assert(STEPVAULT_INVALID_ARGUMENT == static_cast<int>(ErrorCode::invalid_argument) + 1);
static_assert(STEPVAULT_CORRUPT == static_cast<int>(ErrorCode::corrupt) + 1);
static_assert(STEPVAULT_CANCELLED == static_cast<int>(ErrorCode::cancelled) + 1);

std::string text_of(stepvault_text text) {
    return text.length == 0 ? std::string() : std::string(text.data, text.length);
}

template <std::size_t N>
void put(char (&out)[N], const std::string& text) {
    const auto n = std::min(text.size(), N - 1);
    std::memcpy(out, text.data(), n);
    out[n] = '\0';
}

/// The caller's buffer for a call's message.
struct Message {
    char* out;
    std::size_t room;

    void say(std::string_view text) const noexcept {
        if (out == nullptr || room == 0) return;
        const auto n = std::min(text.size(), room - 1);
        std::memcpy(out, text.data(), n);
        out[n] = '\0';
    }
};

/// Runs `call` and catches all exceptions, since none may reach C code.
template <class Call>
int guarded(Message message, Call&& call) noexcept {
    try {
        message.say("");
        const Status status = call();
        if (status) return STEPVAULT_OK;
        message.say(status.error().message);
        return static_cast<int>(status.error().code) + 1;
    } catch (...) {
        message.say("out of memory or of another resource");
        return STEPVAULT_FAILED;
    }
}

Status open(const stepvault_options& options, std::unique_ptr<stepvault_vault>& vault) {
    raise_open_file_limit();
    auto made = std::make_unique<stepvault_vault>();
    std::vector<std::uint32_t> machines{0};
    if (options.communicator != nullptr && options.communicator->size > 1) {
        auto communicator = std::make_unique<CallbackCommunicator>(*options.communicator);
        machines = communicator->machines();
        made->communicator = std::move(communicator);
    } else {
        made->communicator = std::make_unique<SingleProcess>();
    }
    std::optional<NodeFolders> folders;
    if (options.node_folder.length > 0) {
        folders.emplace();
        folders->pattern = text_of(options.node_folder);
        folders->machines = std::move(machines);
        folders->nodes = options.nodes;
        if (options.group > 0) folders->group = options.group;
    }
    STEPVAULT_ASSIGN(library, SharedVault::open(
                                  *made->communicator, text_of(options.vault),
                                  options.create != 0 ? LocalVault::Mode::create : LocalVault::Mode::existing,
                                  sqlite_backends(), options.threads, std::move(folders)));
    made->library = std::move(library);
    vault = std::move(made);
    return {};
}

Status save(stepvault_vault& vault, const stepvault_save_request& request, stepvault_save_report& report) {
    std::vector<HeldFile> held;
    for (std::uint32_t i = 0; i < request.file_count; ++i)
        held.push_back({text_of(request.files[i].name), text_of(request.files[i].path)});
    SharedSaveRequest save{.path = text_of(request.path),
                           .held = std::move(held),
                           .is_parted = request.in_parts != 0,
                           .is_from_memory = request.from_memory != 0,
                           .source = text_of(request.source),
                           .run = text_of(request.run),
                           .folder = text_of(request.folder),
                           .step = request.step,
                           .level = request.level};
    if (request.scheme.length > 0) {
        STEPVAULT_ASSIGN(scheme, scheme_named(text_of(request.scheme)));
        save.scheme = SchemeChoice{.scheme = scheme};
        if (request.error != 0) save.scheme->error = request.error;
        if (request.bits != 0) save.scheme->bits = request.bits;
    }
    if (request.weights != nullptr)
        save.weights.assign(request.weights, request.weights + vault.communicator->size());
    STEPVAULT_ASSIGN(saved, vault.library->save(save, vault.begin()));
    put(report.id, saved.id);
    report.level = saved.level;
    report.bytes = saved.bytes;
    report.stored_bytes = saved.stored_bytes;
    report.seconds = saved.seconds.count();
    vault.work = std::move(saved.ranks);
    return {};
}

void say_passed_over(const RebuildReport& rebuilt, Message message) {
    std::string lines;
    for (const auto& line : rebuilt.passed_over)
        lines += (lines.empty() ? "" : "\n") + line;
    message.say(lines);
}

Status restore(stepvault_vault& vault, const stepvault_restore_request& request,
               stepvault_restore_report& report, Message message) {
    RestoreRequest restore;
    restore.run = text_of(request.run);
    if (request.step != nullptr) restore.step = *request.step;
    restore.output = text_of(request.output);
    restore.replace = request.replace != 0;
    STEPVAULT_ASSIGN(done, vault.library->restore(restore, vault.begin()));
    put(report.id, done.restored.checkpoint_id);
    report.step = step_of_id(done.restored.checkpoint_id).value_or(0);
    report.bytes = done.restored.bytes;
    say_passed_over(done.rebuilt, message);
    return {};
}

Status rebuild(stepvault_vault& vault, stepvault_text run, Message message) {
    STEPVAULT_ASSIGN(rebuilt, vault.library->rebuild(text_of(run)));
    say_passed_over(rebuilt, message);
    return {};
}

Status due_level(stepvault_vault& vault, stepvault_text run, const std::uint32_t* seconds,
                 std::uint32_t& level) {
    LevelIntervals intervals{};
    for (std::size_t i = 0; i < intervals.size(); ++i)
        intervals[i] = std::chrono::seconds(seconds[i]);
    STEPVAULT_ASSIGN(due, vault.library->due_level(text_of(run), intervals));
    level = due;
    return {};
}

Status steps(stepvault_vault& vault, stepvault_text run, void (*each)(void* sink, const stepvault_step* step),
             void* sink) {
    STEPVAULT_ASSIGN(found, vault.library->steps(text_of(run)));
    for (const auto& step : found) {
        stepvault_step out{};
        put(out.id, step.id);
        out.step = step.step;
        out.level = step.level;
        out.saved = static_cast<double>(step.saved_ns) / 1e9;
        each(sink, &out);
    }
    return {};
}

Status open_checkpoint(stepvault_text vault, stepvault_text run, const int64_t* step, std::uint32_t threads,
                       std::unique_ptr<stepvault_checkpoint>& checkpoint) {
    raise_open_file_limit();
    const auto wanted = step != nullptr ? std::optional(*step) : std::nullopt;
    STEPVAULT_ASSIGN(reader, CheckpointReader::open(text_of(vault), text_of(run), wanted));
    checkpoint = std::make_unique<stepvault_checkpoint>(std::move(reader), threads);
    return {};
}

Status read(stepvault_checkpoint& checkpoint, const stepvault_range* ranges, std::size_t count) {
    std::vector<WantedBytes> wanted;
    for (std::size_t i = 0; i < count; ++i) {
        const auto& range = ranges[i];
        wanted.push_back({text_of(range.file), range.offset,
                          MutableByteView(static_cast<std::byte*>(range.to), range.length)});
    }
    return checkpoint.reader.read(wanted, checkpoint.pool, {});
}

Status partition(const stepvault_tensor* tensors, std::size_t count,
                 const std::vector<std::uint32_t>& weights,
                 void (*each)(void* sink, const stepvault_slice* slice), void* sink) {
    std::vector<ListedTensor> list;
    for (std::size_t i = 0; i < count; ++i)
        list.push_back({text_of(tensors[i].name), tensors[i].bytes, tensors[i].item_size});
    STEPVAULT_ASSIGN(tree, PartitionTree::of(list));
    STEPVAULT_ASSIGN(plan, plan_partition(tree, weights));
    for (std::uint32_t rank = 0; rank < plan.shares.size(); ++rank) {
        for (const auto& slice : plan.shares[rank].slices) {
            const stepvault_slice out{rank, tree.tensors()[slice.tensor].payload, slice.first, slice.count};
            each(sink, &out);
        }
    }
    return {};
}

}  // namespace

}  // namespace stepvault::capi

using namespace stepvault;

uint32_t stepvault_abi(void) {
    return STEPVAULT_ABI;
}

int stepvault_open(const stepvault_options* options, stepvault_vault** vault, char* message, size_t room) {
    *vault = nullptr;
    return capi::guarded({message, room}, [&]() -> Status {
        std::unique_ptr<stepvault_vault> made;
        STEPVAULT_TRY(capi::open(*options, made));
        *vault = made.release();
        return {};
    });
}

void stepvault_close(stepvault_vault* vault) {
    const std::unique_ptr<stepvault_vault> owned(vault);
}

int stepvault_save(stepvault_vault* vault, const stepvault_save_request* request,
                   stepvault_save_report* report, char* message, size_t room) {
    return capi::guarded({message, room}, [&] { return capi::save(*vault, *request, *report); });
}

void stepvault_work(const stepvault_vault* vault, void (*each)(void* sink, const stepvault_rank_work* work),
                    void* sink) {
    for (const auto& rank : vault->work) {
        const stepvault_rank_work out{rank.bytes, rank.tensors, rank.seconds};
        each(sink, &out);
    }
}

int stepvault_restore(stepvault_vault* vault, const stepvault_restore_request* request,
                      stepvault_restore_report* report, char* message, size_t room) {
    const capi::Message words{message, room};
    return capi::guarded(words, [&] { return capi::restore(*vault, *request, *report, words); });
}

int stepvault_rebuild(stepvault_vault* vault, stepvault_text run, char* message, size_t room) {
    const capi::Message words{message, room};
    return capi::guarded(words, [&] { return capi::rebuild(*vault, run, words); });
}

int stepvault_due_level(stepvault_vault* vault, stepvault_text run, const uint32_t intervals[4],
                        uint32_t* level, char* message, size_t room) {
    *level = 0;
    return capi::guarded({message, room}, [&] { return capi::due_level(*vault, run, intervals, *level); });
}

int stepvault_steps(stepvault_vault* vault, stepvault_text run,
                    void (*each)(void* sink, const stepvault_step* step), void* sink, char* message,
                    size_t room) {
    return capi::guarded({message, room}, [&] { return capi::steps(*vault, run, each, sink); });
}

int stepvault_open_checkpoint(stepvault_text vault, stepvault_text run, const int64_t* step, uint32_t threads,
                              stepvault_checkpoint** checkpoint, char* message, size_t room) {
    *checkpoint = nullptr;
    return capi::guarded({message, room}, [&]() -> Status {
        std::unique_ptr<stepvault_checkpoint> made;
        STEPVAULT_TRY(capi::open_checkpoint(vault, run, step, threads, made));
        *checkpoint = made.release();
        return {};
    });
}

void stepvault_close_checkpoint(stepvault_checkpoint* checkpoint) {
    const std::unique_ptr<stepvault_checkpoint> owned(checkpoint);
}

int64_t stepvault_files(const stepvault_checkpoint* checkpoint,
                        void (*each)(void* sink, stepvault_text name, uint64_t bytes), void* sink) {
    for (const auto& file : checkpoint->reader.files())
        each(sink, {file.path.data(), file.path.size()}, file.size);
    return checkpoint->reader.meta().step;
}

int stepvault_read(stepvault_checkpoint* checkpoint, const stepvault_range* ranges, size_t count,
                   char* message, size_t room) {
    return capi::guarded({message, room}, [&] { return capi::read(*checkpoint, ranges, count); });
}

int stepvault_partition(const stepvault_tensor* tensors, size_t count, uint32_t ranks,
                        const uint32_t* weights, void (*each)(void* sink, const stepvault_slice* slice),
                        void* sink, char* message, size_t room) {
    return capi::guarded({message, room}, [&] {
        const auto by_rank =
            weights != nullptr ? std::vector(weights, weights + ranks) : std::vector<std::uint32_t>(ranks, 1);
        return capi::partition(tensors, count, by_rank, each, sink);
    });
}

void stepvault_cancel(stepvault_vault* vault) {
    vault->cancel();
}

void stepvault_progress(stepvault_vault* vault, uint64_t* done, uint64_t* total) {
    *done = vault->done;
    *total = vault->total;
}
