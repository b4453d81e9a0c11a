#include "vault/encode/filing_help.h"

namespace stepvault {

namespace {

enum class Message : std::uint8_t { request, end };

void put_choice(ByteWriter& out, const SchemeChoice& choice) {
    out.put_text(name_of(choice.scheme));
    out.put_varint(choice.bits);
    out.put(choice.buckets);
    out.put(choice.representative);
    out.put(choice.error);
    out.put(choice.budget);
    out.put_varint(choice.rules.size());
    for (const auto& rule : choice.rules)
        out.put_text(rule.text());
}

Result<SchemeChoice> get_choice(ByteReader& in) {
    SchemeChoice choice;
    STEPVAULT_ASSIGN(scheme, scheme_named(in.get_text()));
    choice.scheme = scheme;
    choice.bits = static_cast<std::uint32_t>(in.get_varint());
    choice.buckets = in.get<LcBuckets>();
    choice.representative = in.get<Representative>();
    choice.error = in.get<double>();
    choice.budget = in.get<double>();
    for (auto left = in.get_varint(); left > 0 && in.ok(); --left) {
        STEPVAULT_ASSIGN(rule, CodingRule::parse(in.get_text()));
        choice.rules.push_back(std::move(rule));
    }
    STEPVAULT_TRY(check_scheme(choice));
    return choice;
}

Result<Bytes> from_leader(Communicator& communicator) {
    STEPVAULT_ASSIGN(all, communicator.all_gather({}));
    return std::move(all.front());
}

}  // namespace

Status tell_request(Communicator& communicator, const FilingRequest& request) {
    ByteWriter out;
    out.put(Message::request);
    ByteWriter meta;
    request.meta.write(meta);
    out.put_text(as_text(meta.view()));
    out.put_text(request.before);
    out.put(static_cast<std::uint8_t>(request.before_is_tip));
    put_choice(out, request.choice);
    const auto sent = communicator.all_gather(out.view());
    return sent ? Status() : sent.error();
}

Status tell_end(Communicator& communicator, const Status& outcome) {
    ByteWriter out;
    out.put(Message::end);
    put_status(out, outcome);
    const auto sent = communicator.all_gather(out.view());
    return sent ? outcome : sent.error();
}

Status help_filing(const OpenCheckpoint& checkpoint, const std::filesystem::path& run_folder,
                   const SharedFiling& shared, HuffmanCache& codes, StepPiece* piece, ThreadPool& pool,
                   const JobContext& job) {
    while (true) {
        STEPVAULT_ASSIGN(message, from_leader(*shared.communicator));
        ByteReader in(message);
        if (in.get<Message>() == Message::end) return get_status(in);
        const auto described = in.get_bytes(in.get_varint());
        ByteReader meta_in(described);
        STEPVAULT_ASSIGN(meta, StepMeta::read(meta_in));
        FilingRequest request{.run_folder = run_folder, .meta = std::move(meta)};
        request.before = in.get_text();
        request.before_is_tip = in.get<std::uint8_t>() != 0;
        STEPVAULT_ASSIGN(choice, get_choice(in));
        request.choice = std::move(choice);
        request.codes = &codes;
        request.shared = shared;
        // What went wrong all know; the leader decides what follows.
        if (piece != nullptr)
            (void)file_in_pieces(checkpoint, request, *piece, pool, job);
        else
            (void)file_checkpoint(checkpoint, request, pool, job);
    }
}

}  // namespace stepvault
