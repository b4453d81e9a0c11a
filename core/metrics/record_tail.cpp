#include "metrics/record_tail.h"

#include <algorithm>

namespace stepvault {

namespace {

constexpr std::size_t block_bytes = std::size_t{256} << 10;
constexpr std::size_t head_bytes = 1024;
constexpr std::size_t tail_bytes = 256;
constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

Result<bool> holds(const File& file, std::uint64_t offset, std::string_view expected) {
    std::string found(expected.size(), '\0');
    STEPVAULT_ASSIGN(n, file.read_some(offset, std::as_writable_bytes(std::span(found))));
    return n == expected.size() && found == expected;
}

std::string_view without_carriage_return(std::string_view record) {
    if (record.ends_with('\r')) record.remove_suffix(1);
    return record;
}

}  // namespace

Result<bool> RecordTail::continues(const File& file, const FileIdentity& identity) const {
    if (!started_ || identity.device != device_ || identity.inode != inode_ || identity.size < offset_)
        return false;
    // A file rewritten in place may be longer than before and keep its inode: only its bytes tell.
    STEPVAULT_ASSIGN(head, holds(file, 0, head_));
    if (!head) return false;
    return holds(file, offset_ - tail_.size(), tail_);
}

void RecordTail::restart(const FileIdentity& identity) {
    started_ = true;
    skipping_ = false;
    device_ = identity.device;
    inode_ = identity.inode;
    offset_ = 0;
    head_.clear();
    tail_.clear();
}

Status RecordTail::poll(Sink& sink) {
    STEPVAULT_ASSIGN(file, File::open_read(path_));
    STEPVAULT_ASSIGN(identity, file.identity());
    STEPVAULT_ASSIGN(goes_on, continues(file, identity));
    if (!goes_on) {
        restart(identity);
        sink.on_restart();
    }

    std::string buffer;
    Bytes block(block_bytes);
    scan_ = Scan::field_start;
    for (;;) {
        STEPVAULT_ASSIGN(n, file.read_some(offset_ + buffer.size(), block));
        if (n == 0) break;
        const auto searched = buffer.size();
        buffer += as_text(ByteView(block).first(n));
        deliver(buffer, searched, sink);
    }
    if (!buffer.empty() && sink.on_record(without_carriage_return(buffer), false)) consume(buffer);
    return {};
}

/// Hands over the records that end in `buffer` and removes them from it; the first `searched` bytes hold no
/// end.
void RecordTail::deliver(std::string& buffer, std::size_t searched, Sink& sink) {
    std::size_t begin = 0;
    const std::string_view text = buffer;
    for (;;) {
        const auto end = skipping_ ? text.find('\n', begin) : find_end(text, std::max(begin, searched));
        if (end == std::string_view::npos) break;
        auto record = without_carriage_return(text.substr(begin, end - begin));
        if (offset_ == 0 && record.starts_with(byte_order_mark)) record.remove_prefix(byte_order_mark.size());
        if (!skipping_ && record.size() <= longest_) sink.on_record(record, true);
        skipping_ = false;
        scan_ = Scan::field_start;
        consume(text.substr(begin, end + 1 - begin));
        begin = end + 1;
    }
    if (skipping_ || text.size() - begin > longest_) {
        skipping_ = true;
        scan_ = Scan::field_start;
        consume(text.substr(begin));
        begin = text.size();
    }
    buffer.erase(0, begin);
}

/// Index of the line end that ends the record, or npos. Goes on from the state that the last search left.
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

void RecordTail::consume(std::string_view bytes) {
    if (head_.size() < head_bytes) head_ += bytes.substr(0, head_bytes - head_.size());
    tail_ += bytes.substr(bytes.size() - std::min(bytes.size(), tail_bytes));
    if (tail_.size() > tail_bytes) tail_.erase(0, tail_.size() - tail_bytes);
    offset_ += bytes.size();
}

}  // namespace stepvault
