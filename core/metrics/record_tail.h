// Reads the records (lines) of a text file that grows.
#pragma once

#include <string_view>

#include "metrics/file_tail.h"

namespace stepvault {

/// Hands over each finished record once, in order, without its line end (LF or CR LF). Memory is bounded by
/// the longest record. A file that FileTail reads anew is handed over anew. Not thread-safe.
class RecordTail {
 public:
    enum class Quotes {
        plain,    ///< a record is a line
        rfc4180,  ///< a line end inside of a quoted field belongs to the record
    };

    class Sink {
     public:
        virtual ~Sink() = default;
        /// What was handed over before is void; the file's first record comes next.
        virtual void on_restart() = 0;
        /// `ended`: the line end is there. Where it is not, the answer says whether the record counts as read
        /// all the same; otherwise it comes again, once it has grown. The answer for ended records is not
        /// looked at.
        virtual bool on_record(std::string_view record, bool ended) = 0;
        /// True: the rest waits for the next poll.
        [[nodiscard]] virtual bool is_full() const = 0;
    };

    /// Records of more than `longest` bytes are passed over.
    RecordTail(std::filesystem::path path, Quotes quotes, std::size_t longest)
        : tail_(std::move(path)), quotes_(quotes), longest_(longest) {}

    [[nodiscard]] const std::filesystem::path& path() const { return tail_.path(); }

    /// Reads what came since the last call.
    Status poll(Sink& sink);

 private:
    enum class Scan { field_start, unquoted, quoted, quote_in_quotes };

    std::size_t find_end(std::string_view text, std::size_t from);
    std::size_t deliver(FileTail::Look& look, std::string_view text, std::size_t searched, Sink& sink);

    FileTail tail_;
    Quotes quotes_;
    std::size_t longest_;
    bool skipping_ = false;  ///< inside of a record that is too long
    Scan scan_ = Scan::field_start;
};

}  // namespace stepvault
