#include "vault/encode/encode_worker.h"

#include "vault/encode/encoded_step.h"
#include "vault/encode/parted_base.h"

namespace stepvault {

namespace {

enum class Message : std::uint8_t { request, base, outcome };

void put_choice(ByteWriter& out, const SchemeChoice& choice) {
    out.put_text(name_of(choice.scheme));
    out.put_varint(choice.bits);
    out.put(choice.buckets);
    out.put(choice.representative);
    out.put(choice.error);
    out.put(choice.budget);
    out.put<std::uint8_t>(choice.exact_base ? 1 : 0);
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
    choice.exact_base = in.get<std::uint8_t>() != 0;
    for (auto left = in.get_varint(); left > 0 && in.ok(); --left) {
        STEPVAULT_ASSIGN(rule, CodingRule::parse(in.get_text()));
        choice.rules.push_back(std::move(rule));
    }
    STEPVAULT_TRY(check_scheme(choice));
    return choice;
}

Result<EncodeRequest> get_request(ByteReader& in) {
    EncodeRequest request;
    const auto described = in.get_bytes(in.get_varint());
    ByteReader meta_in(described);
    STEPVAULT_ASSIGN(meta, StepMeta::read(meta_in));
    request.meta = std::move(meta);
    request.before = in.get_text();
    request.before_is_tip = in.get<std::uint8_t>() != 0;
    STEPVAULT_ASSIGN(choice, get_choice(in));
    request.choice = std::move(choice);
    return request;
}

}  // namespace

Status broadcast_request(Communicator& communicator, const EncodeRequest& request, Coded coded) {
    ByteWriter out;
    out.put(coded == Coded::base ? Message::base : Message::request);
    ByteWriter meta;
    request.meta.write(meta);
    out.put_text(as_text(meta.view()));
    out.put_text(request.before);
    out.put(static_cast<std::uint8_t>(request.before_is_tip));
    put_choice(out, request.choice);
    const auto sent = broadcast(communicator, out.view());
    return sent ? Status() : sent.error();
}

Status broadcast_outcome(Communicator& communicator, const Status& outcome) {
    ByteWriter out;
    out.put(Message::outcome);
    put_status(out, outcome);
    const auto sent = broadcast(communicator, out.view());
    return sent ? outcome : sent.error();
}

Status run_encode_worker(const OpenCheckpoint& checkpoint, const std::filesystem::path& run_folder,
                         const EncodeContext& context) {
    while (true) {
        STEPVAULT_ASSIGN(message, broadcast(context.shared.communicator, {}));
        ByteReader in(message);
        const auto kind = in.get<Message>();
        if (kind == Message::outcome) return get_status(in);
        STEPVAULT_ASSIGN(request, get_request(in));
        request.run_folder = run_folder;
        // All processes see the same error, and rank 0 decides whether to try again.
        if (kind == Message::base) {
            (void)code_parted_base_anew(checkpoint, std::move(request), context);
            continue;
        }
        const auto step = EncodedStep::encode(checkpoint, std::move(request), context);
        if (step) (void)(*step)->publish();
    }
}

}  // namespace stepvault
