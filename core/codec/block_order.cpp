#include "codec/block_order.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace stepvault {

namespace {

BlockShape make_shape(std::span<const std::int8_t> classes, std::size_t first, std::size_t count) {
    const auto class_of = [&](std::size_t i) { return classes[(first + i) % classes.size()]; };
    BlockShape shape;
    const auto end = shape.order.begin() + static_cast<std::ptrdiff_t>(count);
    std::iota(shape.order.begin(), end, std::uint8_t{0});
    std::stable_sort(shape.order.begin(), end, [&](auto a, auto b) { return class_of(a) < class_of(b); });
    for (std::size_t i = 0; i < count; ++i)
        shape.inverse[shape.order[i]] = static_cast<std::uint8_t>(i);
    for (std::size_t i = 0; i < count; i += 2) {
        const int a = class_of(shape.order[i]);
        const int b = i + 1 < count ? class_of(shape.order[i + 1]) : a;
        shape.shifts[i / 2] = static_cast<std::int8_t>((a + b) >> 1);
    }
    for (std::size_t i = 0; i < count; ++i)
        shape.weight += std::exp2(0.5F * static_cast<float>(class_of(i)));
    return shape;
}

}  // namespace

BlockOrder::BlockOrder(std::vector<std::int8_t> classes) : classes_(std::move(classes)) {
    const auto columns = classes_.size();
    if (columns == 0) return;
    if (columns > block_size) {
        const auto blocks = (columns + block_size - 1) / block_size;
        period_ = columns;
        length_ = (columns + blocks - 1) / blocks;
    } else {
        period_ = length_ = block_size / columns * columns;
    }
    for (std::size_t at = 0; at < period_; at += length_)
        shapes_.push_back(make_shape(classes_, at, std::min(length_, period_ - at)));
}

BlockOrder::Cursor::Cursor(const BlockOrder& order, std::uint64_t position)
    : order_(order),
      inside_(static_cast<std::size_t>(position % order.period_)),
      index_(inside_ / order.length_) {}

BlockOrder::Block BlockOrder::Cursor::next(std::uint64_t left) {
    const auto begin = index_ * order_.length_;
    const auto end = std::min(begin + order_.length_, order_.period_);
    const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(end - inside_, left));
    const bool whole = count == end - begin && !order_.shapes_.empty();
    const Block block{count, whole ? &order_.shapes_[index_] : nullptr};
    inside_ += count;
    if (inside_ == end) ++index_;
    if (inside_ == order_.period_) inside_ = index_ = 0;
    return block;
}

}  // namespace stepvault
