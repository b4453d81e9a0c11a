#include "metrics/record_tail.h"

#include <algorithm>

namespace stepvault {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

std::string_view without_carriage_return(std::string_view record) {
    if (record.ends_with('\r')) record.remove_suffix(1);
    return record;
}

}  // namespace

Status RecordTail::poll(Sink& sink) {
    STEPVAULT_ASSIGN(look, tail_.look());
    if (look.restarted()) {
        skipping_ = false;
        sink.on_restart();
    }
    scan_ = Scan::field_start;
    for (std::size_t searched = 0;;) {
        STEPVAULT_ASSIGN(bytes, look.peek(searched + 1));
        const auto text = as_text(bytes);
        if (text.size() == searched) {
            if (!text.empty() && sink.on_record(without_carriage_return(text), false))
                look.consume(text.size());
            return {};
        }
        searched = deliver(look, text, searched, sink);
        if (sink.is_full()) return {};
    }
}

/// Passes on and consumes the records that end in `text`; its first `searched` bytes hold no line end.
/// Returns the number of remaining bytes, which hold no line end either.
std::size_t RecordTail::deliver(FileTail::Look& look, std::string_view text, std::size_t searched,
                                Sink& sink) {
    std::size_t begin = 0;
    for (;;) {
        const auto end = skipping_ ? text.find('\n', begin) : find_end(text, std::max(begin, searched));
        if (end == std::string_view::npos) break;
        auto record = without_carriage_return(text.substr(begin, end - begin));
        if (look.offset() == 0 && record.starts_with(byte_order_mark))
            record.remove_prefix(byte_order_mark.size());
        if (!skipping_ && record.size() <= longest_) sink.on_record(record, true);
        skipping_ = false;
        scan_ = Scan::field_start;
        look.consume(end + 1 - begin);
        begin = end + 1;
    }
    const auto rest = text.size() - begin;
    if (!skipping_ && rest <= longest_) return rest;
    skipping_ = true;
    scan_ = Scan::field_start;
    look.consume(rest);
    return 0;
}

/// Index of the line end that ends the record, or npos. Continues from the state of the last search.
std::size_t RecordTail::find_end(std::string_view text, std::size_t from) {
    if (quotes_ == Quotes::plain) return text.find('\n', from);
    for (std::size_t i = from; i < text.size(); ++i) {
        const char c = text[i];
        if (scan_ == Scan::quoted) {
            if (c == '"') scan_ = Scan::quote_in_quotes;
        } else if (c == '\n') {
            return i;
        } else if (c == ',') {
            scan_ = Scan::field_start;
        } else if (c == '"' && scan_ != Scan::unquoted) {
            scan_ = Scan::quoted;
        } else {
            scan_ = Scan::unquoted;
        }
    }
    return std::string_view::npos;
}

}  // namespace stepvault
