#include "metrics/file_tail.h"

#include <algorithm>

namespace stepvault {

namespace {

constexpr std::uint64_t smallest_block = std::uint64_t{4} << 10;
constexpr std::uint64_t largest_block = std::uint64_t{256} << 10;
constexpr std::size_t head_bytes = 1024;
constexpr std::size_t tail_bytes = 256;

Result<bool> holds(const File& file, std::uint64_t offset, std::string_view expected) {
    std::string found(expected.size(), '\0');
    STEPVAULT_ASSIGN(n, file.read_some(offset, std::as_writable_bytes(std::span(found))));
    return n == expected.size() && found == expected;
}

}  // namespace

Result<bool> FileTail::continues(const File& file, const FileIdentity& identity) const {
    if (!started_ || identity.device != device_ || identity.inode != inode_ || identity.size < offset_)
        return false;
    // A file rewritten in place may be longer and keep its inode, so compare its bytes.
    STEPVAULT_ASSIGN(head, holds(file, 0, head_));
    if (!head) return false;
    return holds(file, offset_ - tail_.size(), tail_);
}

Result<FileTail::Look> FileTail::look() {
    STEPVAULT_ASSIGN(file, File::open_read(path_));
    STEPVAULT_ASSIGN(identity, file.identity());
    STEPVAULT_ASSIGN(goes_on, continues(file, identity));
    if (!goes_on) {
        started_ = true;
        device_ = identity.device;
        inode_ = identity.inode;
        offset_ = 0;
        head_.clear();
        tail_.clear();
    }
    return Look(*this, std::move(file), identity.size, !goes_on);
}

void FileTail::remember(ByteView bytes) {
    const auto text = as_text(bytes);
    if (head_.size() < head_bytes) head_ += text.substr(0, head_bytes - head_.size());
    tail_ += text.substr(text.size() - std::min(text.size(), tail_bytes));
    if (tail_.size() > tail_bytes) tail_.erase(0, tail_.size() - tail_bytes);
}

FileTail::Look::Look(Look&& other) noexcept
    : tail_(std::exchange(other.tail_, nullptr)),
      file_(std::move(other.file_)),
      size_(other.size_),
      restarted_(other.restarted_),
      buffer_(std::move(other.buffer_)),
      begin_(other.begin_),
      end_(other.end_) {}

FileTail::Look::~Look() {
    if (tail_ != nullptr) tail_->remember(ByteView(buffer_).first(begin_));
}

void FileTail::Look::forget_consumed() {
    tail_->remember(ByteView(buffer_).first(begin_));
    std::copy(buffer_.begin() + static_cast<std::ptrdiff_t>(begin_),
              buffer_.begin() + static_cast<std::ptrdiff_t>(end_), buffer_.begin());
    end_ -= begin_;
    begin_ = 0;
}

Result<ByteView> FileTail::Look::peek(std::size_t least) {
    while (end_ - begin_ < least) {
        forget_consumed();
        const auto at = tail_->offset_ + end_;
        const auto left = size_ > at ? size_ - at : 0;
        // Grow by at least the current size, so that a long record is not copied once for each block.
        const auto block = std::max<std::uint64_t>(std::clamp(left, smallest_block, largest_block), end_);
        if (buffer_.size() - end_ < block) buffer_.resize(end_ + block);
        STEPVAULT_ASSIGN(n, file_.read_some(at, MutableByteView(buffer_).subspan(end_)));
        if (n == 0) break;
        end_ += n;
    }
    return ByteView(buffer_).subspan(begin_, end_ - begin_);
}

void FileTail::Look::consume(std::size_t count) {
    begin_ += count;
    tail_->offset_ += count;
}

}  // namespace stepvault
