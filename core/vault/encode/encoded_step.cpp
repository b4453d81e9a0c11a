#include "vault/encode/encoded_step.h"

#include <algorithm>

#include "base/checksum.h"
#include "vault/encode/content_writer.h"
#include "vault/encode/stream_planning.h"
#include "vault/records/vault_paths.h"

namespace stepvault {

namespace {

/// Hash of everything that must be equal in all processes: the checkpoint's files and the states that it is
/// coded against.
Bytes fingerprint(const OpenCheckpoint& checkpoint, const StepLayout& layout, const Chain* parent,
                  const Chain* before) {
    ByteWriter out;
    for (const auto& file : checkpoint.files) {
        out.put_varint(file.identity.size);
        out.put(file.identity.modified_ns);
    }
    layout.write(out);
    for (const auto* chain : {parent, before})
        out.put(chain != nullptr ? chain->top().state_digest() : 0);
    ByteWriter hash;
    hash.put(xxh3(out.view()));
    return hash.take();
}

}  // namespace

EncodedStep::EncodedStep(const OpenCheckpoint& checkpoint, EncodeRequest request,
                         const EncodeContext& context)
    : checkpoint_(checkpoint), request_(std::move(request)), context_(context) {
    content_.meta = request_.meta;
}

Result<std::unique_ptr<EncodedStep>> EncodedStep::encode(const OpenCheckpoint& checkpoint,
                                                         EncodeRequest request,
                                                         const EncodeContext& context) {
    std::unique_ptr<EncodedStep> step(new EncodedStep(checkpoint, std::move(request), context));
    STEPVAULT_TRY(all_reduce_status(step->group(), step->open_parents()));
    STEPVAULT_TRY(all_reduce_status(step->group(), step->prepare()));
    STEPVAULT_TRY(step->check_same());
    STEPVAULT_TRY(step->create_file());
    STEPVAULT_TRY(step->write_content());
    return step;
}

Status EncodedStep::prepare() {
    std::optional<ComparedState> parent;
    std::optional<ComparedState> before;
    if (parent_) parent = ComparedState::of(*parent_);
    if (before_) before = ComparedState::of(*before_);
    if (next_) before = ComparedState::of(next_->checkpoint, next_->layout);
    STEPVAULT_ASSIGN(layout,
                     plan_streams(checkpoint_, parent ? &*parent : nullptr, before ? &*before : nullptr,
                                  traits_of(content_.meta.scheme).coding, request_.choice.rules, group()));
    content_.layout = std::move(layout);
    return check_memory(parent_.get());
}

Status EncodedStep::open_parents() {
    const auto steps = steps_folder(request_.run_folder);
    auto parent = Chain::open_parent(steps, content_.meta, request_.memory);
    if (!parent) return Error{ErrorCode::corrupt, parent.error().message};
    parent_ = std::move(*parent);
    if (!request_.before.empty()) {
        auto before = Chain::open(steps, request_.before, request_.memory);
        if (!before) return Error{ErrorCode::corrupt, before.error().message};
        before_ = std::make_unique<Chain>(std::move(*before));
    }
    if (parent_) content_.meta.parent_digest = parent_->top().state_digest();
    const auto& previous = before_ ? before_ : parent_;
    if (previous && request_.before_is_tip)
        previous->use_tip(context_.tips.find(request_.run(), previous->top().layout()));
    if (context_.next == nullptr) return {};
    STEPVAULT_ASSIGN(layout, plan_streams(*context_.next, nullptr, nullptr, StreamCoding::exact, {}, group(),
                                          Relations::ignored));
    next_ = std::make_unique<NextStep>(NextStep{*context_.next, std::move(layout)});
    return {};
}

/// A step that this process could not read again is not published.
Status EncodedStep::check_memory(const Chain* parent) const {
    auto bytes = content_.layout.weight();
    for (const auto& stream : content_.layout.streams)
        bytes += stream.chunks() * sizeof(ChunkEntry);
    for (const auto& stream : content_.streams) {
        for (const auto& table : stream.tables)
            bytes += memory_of(table);
        if (stream.model) bytes += memory_of(*stream.model);
    }
    const auto& source = content_.meta.source;
    if (bytes > request_.memory)
        return beyond_memory_budget(source + " has so many tensors that its description needs");
    if (parent == nullptr || bytes + parent->memory() <= request_.memory) return {};
    // The caller then encodes it against a shorter chain.
    return Error{ErrorCode::corrupt, "with all that " + source + " builds on it cannot be read"};
}

/// Each process opens the checkpoint by itself, so that the files may have been replaced in between.
Status EncodedStep::check_same() const {
    const auto mine = fingerprint(checkpoint_, content_.layout, parent_.get(), before_.get());
    STEPVAULT_ASSIGN(all, group().all_gather(mine));
    if (std::ranges::all_of(all, [&](const Bytes& b) { return b == all.front(); })) return {};
    return Error{ErrorCode::changed, checkpoint_.candidate.path.native() +
                                         ": the processes do not all see the same checkpoint and vault; "
                                         "both must lie where all nodes share them"};
}

Status EncodedStep::create_file() {
    const bool publishes = context_.piece == nullptr;
    state_.emplace(std::move(parent_), std::move(before_), std::move(next_), request_.before_is_tip,
                   publishes ? &context_.tips : nullptr, request_.run(), content_.layout);
    const auto place = step_path(steps_folder(request_.run_folder), content_.meta.id);
    STEPVAULT_ASSIGN(writer, publishes ? StepFileWriter::create_together(place, group())
                                       : StepFileWriter::create_in_pieces(*context_.piece, group()));
    writer_.emplace(std::move(writer));
    return {};
}

Status EncodedStep::write_content() {
    ContentWriter contents(checkpoint_, request_.choice, context_, content_, *state_);
    STEPVAULT_TRY(all_reduce_status(group(), contents.plan()));
    STEPVAULT_TRY(contents.write_payloads(*writer_));
    STEPVAULT_TRY(all_reduce_status(group(), contents.check_crcs()));
    STEPVAULT_TRY(contents.write_skeleton(*writer_));
    const auto check = [&]() -> Status {
        STEPVAULT_TRY(check_unchanged(checkpoint_));
        STEPVAULT_TRY(context_.job.check());
        return check_memory(state_->chain());
    };
    STEPVAULT_TRY(all_reduce_status(group(), check()));
    contents.summarize();
    return {};
}

std::uint64_t EncodedStep::coded_bytes() const {
    std::uint64_t bytes = 0;
    for (const auto& stream : content_.streams) {
        for (const auto& chunk : stream.chunks)
            bytes += chunk.length;
    }
    return bytes;
}

Result<std::optional<StepFile>> EncodedStep::publish() {
    using Existing = AtomicFile::Existing;
    STEPVAULT_TRY(writer_->finish(content_, context_.next != nullptr ? Existing::replace : Existing::keep));
    state_->finish();
    if (context_.piece != nullptr) return std::optional<StepFile>();
    auto step = StepFile::open(step_path(steps_folder(request_.run_folder), content_.meta.id));
    STEPVAULT_TRY(all_reduce_status(group(), step ? Status() : Error{ErrorCode::io, step.error().message}));
    return std::optional(std::move(*step));
}

}  // namespace stepvault
