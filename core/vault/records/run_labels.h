#pragma once

#include <cstddef>
#include <optional>
#include <set>
#include <string>
#include <string_view>

#include "base/result.h"

namespace stepvault {

/// Words that users write on a run, to find it again.
struct RunLabels {
    static constexpr std::size_t longest_note = std::size_t{64} << 10;  ///< bytes
    static constexpr std::size_t longest_tag = 64;                      ///< bytes
    static constexpr std::size_t most_tags = 100;

    std::string note;            ///< UTF-8, may have several lines; see check_note()
    std::set<std::string> tags;  ///< see check_tag()
    bool favourite = false;
    bool archived = false;  ///< lists leave the run out unless they are asked for it

    bool operator==(const RunLabels&) const = default;
};

/// A change of labels; members without a value stay.
struct LabelChange {
    std::optional<std::string> note = {};
    std::set<std::string> add_tags = {};
    std::set<std::string> remove_tags = {};  ///< a tag that the run does not have is no error
    std::optional<bool> favourite = {};
    std::optional<bool> archived = {};
};

/// ErrorCode::invalid_argument for a note that is too long, is not UTF-8, or has control characters other
/// than line ends and tabs.
Status check_note(std::string_view note);
/// ErrorCode::invalid_argument unless `tag` is 1 to 64 bytes of UTF-8 without spaces, commas and control
/// characters, and does not begin with '-'.
Status check_tag(std::string_view tag);
/// The labels after the change. ErrorCode::invalid_argument for an invalid note or tag, and beyond 100 tags.
Result<RunLabels> changed_labels(RunLabels labels, const LabelChange& change);

}  // namespace stepvault
