#include "stepvault.h"

#include <algorithm>
#include <cstring>

#include "base/file.h"
#include "callback_communicator.h"
#include "db/backends.h"
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
    SharedSaveRequest save{.path = text_of(request.path),
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
    return {};
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
    std::string lines;
    for (const auto& line : done.rebuilt.passed_over)
        lines += (lines.empty() ? "" : "\n") + line;
    message.say(lines);
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

int stepvault_restore(stepvault_vault* vault, const stepvault_restore_request* request,
                      stepvault_restore_report* report, char* message, size_t room) {
    const capi::Message words{message, room};
    return capi::guarded(words, [&] { return capi::restore(*vault, *request, *report, words); });
}

int stepvault_steps(stepvault_vault* vault, stepvault_text run,
                    void (*each)(void* sink, const stepvault_step* step), void* sink, char* message,
                    size_t room) {
    return capi::guarded({message, room}, [&] { return capi::steps(*vault, run, each, sink); });
}

void stepvault_cancel(stepvault_vault* vault) {
    vault->cancel();
}

void stepvault_progress(stepvault_vault* vault, uint64_t* done, uint64_t* total) {
    *done = vault->done;
    *total = vault->total;
}
