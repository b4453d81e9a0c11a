#include "vault/records/run_labels.h"

#include <algorithm>

#include "base/text.h"
#include "base/utf8.h"

namespace stepvault {

namespace {

/// Spaces, commas and controls beyond ASCII, as UTF-8: other writers of a list part its items by them.
bool has_separator(std::string_view text) {
    if (std::ranges::any_of(text, [](char c) { return is_control(c) || c == ' ' || c == ','; })) return true;
    for (std::size_t i = 0; i + 1 < text.size(); ++i) {
        const auto first = static_cast<unsigned char>(text[i]);
        const auto second = static_cast<unsigned char>(text[i + 1]);
        // U+0080 to U+00A0: controls, and the space that does not break.
        if (first == 0xC2 && second <= 0xA0) return true;
    }
    // U+2028 and U+2029 end lines; U+3000 and U+FF0C are the space and the comma of Chinese.
    const auto has = [&](std::string_view part) { return text.find(part) != std::string_view::npos; };
    return has("\xE2\x80\xA8") || has("\xE2\x80\xA9") || has("\xE3\x80\x80") || has("\xEF\xBC\x8C");
}

}  // namespace

Status check_note(std::string_view note) {
    const auto refused = [](const std::string& why) {
        return Error{ErrorCode::invalid_argument, "the note " + why + "; give plain text of at most 64 KiB"};
    };
    if (note.size() > RunLabels::longest_note)
        return refused("takes " + std::to_string(note.size()) + " bytes");
    if (valid_utf8(note) != note) return refused("is not UTF-8");
    const auto refuses = [](char c) { return is_control(c) && c != '\n' && c != '\r' && c != '\t'; };
    if (std::ranges::any_of(note, refuses)) return refused("holds a control character");
    return {};
}

Status check_tag(std::string_view tag) {
    const auto refused = [&](const std::string& why) {
        return Error{ErrorCode::invalid_argument, "the tag '" + valid_utf8(tag.substr(0, 80)) + "' " + why +
                                                      "; give one short word, such as baseline"};
    };
    if (tag.empty()) return refused("is empty");
    if (tag.size() > RunLabels::longest_tag) {
        return refused("takes " + std::to_string(tag.size()) + " bytes, and at most " +
                       std::to_string(RunLabels::longest_tag) + " are allowed");
    }
    if (valid_utf8(tag) != tag) return refused("is not UTF-8");
    if (has_separator(tag)) return refused("holds a space, a comma or a control character");
    if (tag.front() == '-') return refused("begins with '-'");
    return {};
}

Result<RunLabels> changed_labels(RunLabels labels, const LabelChange& change) {
    if (change.note) {
        STEPVAULT_TRY(check_note(*change.note));
        labels.note = *change.note;
    }
    for (const auto& tag : change.add_tags) {
        STEPVAULT_TRY(check_tag(tag));
        labels.tags.insert(tag);
    }
    for (const auto& tag : change.remove_tags)
        labels.tags.erase(tag);
    if (labels.tags.size() > RunLabels::most_tags) {
        return Error{ErrorCode::invalid_argument, "a run has at most " +
                                                      std::to_string(RunLabels::most_tags) +
                                                      " tags; remove some with `stepvault tag --remove`"};
    }
    labels.favourite = change.favourite.value_or(labels.favourite);
    labels.archived = change.archived.value_or(labels.archived);
    return labels;
}

}  // namespace stepvault
