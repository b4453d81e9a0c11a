// Reads the records (lines) of a growing text file.
#pragma once

#include <string_view>

#include "metrics/file_tail.h"

namespace stepvault {

/// Passes on each finished record once, in order, without its line end (LF or CR LF). The longest record
/// bounds memory. After a restart of FileTail, passes on all records again. Not thread-safe.
class RecordTail {
 public:
    enum class Quotes {
        plain,    ///< a record is a line
        rfc4180,  ///< a line end inside a quoted field belongs to the record
    };

    class Sink {
     public:
        virtual ~Sink() = default;
        /// All earlier records are void; the first record of the file comes next.
        virtual void on_restart() = 0;
        /// `ended`: the line end has been read. For a record that has not ended, return whether it counts as
        /// read anyway; otherwise the record comes again once it has grown. For ended records the result is
        /// ignored.
        virtual bool on_record(std::string_view record, bool ended) = 0;
        /// True: the rest waits for the next poll.
        [[nodiscard]] virtual bool is_full() const = 0;
    };

    /// Skips records of more than `longest` bytes.
    RecordTail(std::filesystem::path path, Quotes quotes, std::size_t longest)
        : tail_(std::move(path)), quotes_(quotes), longest_(longest) {}

    [[nodiscard]] const std::filesystem::path& path() const { return tail_.path(); }

    /// Reads the records added since the last call.
    Status poll(Sink& sink);

 private:
    enum class Scan { field_start, unquoted, quoted, quote_in_quotes };

    std::size_t find_end(std::string_view text, std::size_t from);
    std::size_t deliver(FileTail::Look& look, std::string_view text, std::size_t searched, Sink& sink);

    FileTail tail_;
    Quotes quotes_;
    std::size_t longest_;
    bool skipping_ = false;  ///< inside an oversized record
    Scan scan_ = Scan::field_start;
};

}  // namespace stepvault
