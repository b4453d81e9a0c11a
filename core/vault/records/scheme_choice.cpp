#include "vault/records/scheme_choice.h"

namespace stepvault {

std::optional<SchemeChoice> preset_named(std::string_view name) {
    if (name == "closest") return SchemeChoice{.scheme = Scheme::adaptive, .error = 0.2};
    if (name == "smallest") return SchemeChoice{.scheme = Scheme::adaptive, .error = 0.75};
    return {};
}

std::string_view name_of(LcBuckets buckets) {
    return buckets == LcBuckets::group ? "group" : buckets == LcBuckets::model ? "model" : "tensor";
}

std::string_view name_of(Representative representative) {
    return representative == Representative::midrange ? "midrange" : "mean";
}

std::optional<LcBuckets> buckets_named(std::string_view name) {
    for (const auto b : {LcBuckets::group, LcBuckets::model, LcBuckets::tensor}) {
        if (name_of(b) == name) return b;
    }
    return {};
}

std::optional<Representative> representative_named(std::string_view name) {
    for (const auto r : {Representative::midrange, Representative::mean}) {
        if (name_of(r) == name) return r;
    }
    return {};
}

Status check_scheme(const SchemeChoice& choice) {
    if (choice.bits < 1 || choice.bits > 8) {
        return Error{ErrorCode::invalid_argument,
                     "scheme lc takes 1 to 8 bits, not " + std::to_string(choice.bits)};
    }
    if (!(choice.error > 0 && choice.error < 1)) {
        return Error{
            ErrorCode::invalid_argument,
            "scheme adaptive takes a relative error between 0 and 1, not " + std::to_string(choice.error)};
    }
    if (!(choice.budget > 0 && choice.budget <= 100)) {
        return Error{ErrorCode::invalid_argument,
                     "schemes topn and scar take a budget above 0 and up to 100 percent, not " +
                         std::to_string(choice.budget)};
    }
    for (const auto& rule : choice.rules) {
        if (rule.error && traits_of(choice.scheme).setting != SchemeSetting::error) {
            return Error{ErrorCode::invalid_argument,
                         "rule " + rule.text() + ": only scheme adaptive aims at an error; write =exact"};
        }
    }
    return {};
}

}  // namespace stepvault
