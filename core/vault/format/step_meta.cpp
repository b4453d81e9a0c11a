#include "vault/format/step_meta.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdio>
#include <tuple>

#include "base/checksum.h"

namespace stepvault {

void StepMeta::write(ByteWriter& out) const {
    out.put_text(run_id);
    out.put_text(id);
    out.put_varint(sequence);
    out.put(step);
    out.put_varint(interval);
    out.put_text(source);
    out.put_varint(generation);
    out.put_text(name_of(scheme));
    out.put_varint(bits);
    out.put(target_error);
    out.put(budget);
    out.put(key);
    out.put_varint(key_level);
    out.put_varint(deltas);
    out.put_text(parent);
    out.put(parent_digest);
    out.put(modified_ns);
    out.put(filed_ns);
    out.put_varint(original_bytes);
    out.put_varint(exact_bytes);
    out.put(relative_error);
    out.put(max_abs_error);
    out.put(lag);
    out.put(prior_error);
    out.put(loss.has_value());
    if (loss) out.put(*loss);
}

Result<StepMeta> StepMeta::read(ByteReader& in) {
    StepMeta m;
    m.run_id = in.get_text();
    m.id = in.get_text();
    m.sequence = in.get_varint();
    m.step = in.get<std::int64_t>();
    m.interval = in.get_varint();
    m.source = in.get_text();
    m.generation = static_cast<std::uint32_t>(in.get_varint());
    STEPVAULT_ASSIGN(scheme, scheme_named(in.get_text()));
    m.scheme = scheme;
    m.bits = static_cast<std::uint32_t>(in.get_varint());
    m.target_error = in.get<double>();
    m.budget = in.get<double>();
    m.key = in.get<std::uint8_t>() != 0;
    m.key_level = static_cast<std::uint32_t>(in.get_varint());
    m.deltas = static_cast<std::uint32_t>(in.get_varint());
    m.parent = in.get_text();
    m.parent_digest = in.get<std::uint64_t>();
    m.modified_ns = in.get<std::int64_t>();
    m.filed_ns = in.get<std::int64_t>();
    m.original_bytes = in.get_varint();
    m.exact_bytes = in.get_varint();
    m.relative_error = in.get<double>();
    m.max_abs_error = in.get<double>();
    m.lag = in.get<double>();
    m.prior_error = in.get<double>();
    if (in.get<std::uint8_t>() != 0) m.loss = in.get<double>();
    if (!in.ok() || in.left() != 0 || !is_checkpoint_id(m.id) ||
        (!m.parent.empty() && !is_checkpoint_id(m.parent))) {
        return Error{ErrorCode::corrupt, "the step's description is damaged"};
    }
    return m;
}

std::string make_checkpoint_id(std::int64_t step, std::string_view source, std::uint32_t generation) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%012lld-%08llx-%u", static_cast<long long>(step),
                  static_cast<unsigned long long>(xxh3(as_view(source)) & 0xFFFFFFFFU), generation);
    return text.data();
}

std::optional<std::int64_t> step_of_id(std::string_view id) {
    std::int64_t step = 0;
    const auto [end, failed] = std::from_chars(id.data(), id.data() + id.size(), step);
    if (failed != std::errc() || end == id.data() + id.size() || *end != '-') return {};
    return step;
}

bool is_older_id(std::string_view a, std::string_view b) {
    const auto key = [](std::string_view id) {
        std::uint32_t generation = 0;
        if (const auto last = id.rfind('-'); last != std::string_view::npos)
            std::from_chars(id.data() + last + 1, id.data() + id.size(), generation);
        // An id without a step comes before all ids with one.
        return std::tuple(step_of_id(id), generation, id);
    };
    return key(a) < key(b);
}

bool is_checkpoint_id(std::string_view text) {
    return !text.empty() && text.size() <= 64 && std::all_of(text.begin(), text.end(), [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || c == '-';
    });
}

}  // namespace stepvault
