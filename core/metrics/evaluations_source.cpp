#include "metrics/evaluations_source.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "container/npy.h"
#include "metrics/metric_fields.h"

namespace stepvault {

namespace {

constexpr std::uint64_t largest_array = std::uint64_t{64} << 20;  // bytes

struct Tag {
    std::string_view array;
    std::string_view tag;
};
constexpr Tag tags[] = {{"results", "eval/mean_reward"},
                        {"ep_lengths", "eval/mean_ep_length"},
                        {"successes", "eval/success_rate"}};

template <class T>
double element_at(const Bytes& bytes, std::size_t i) {
    T value;
    std::memcpy(&value, bytes.data() + i * sizeof(T), sizeof(T));
    return static_cast<double>(value);
}

/// Rows by evaluation; the values of each row are those of its episodes.
struct Array {
    Bytes bytes;
    DType dtype = DType::opaque;
    std::size_t rows = 0;
    std::size_t columns = 0;

    [[nodiscard]] double at(std::size_t i) const {
        switch (dtype) {
            case DType::f64:
                return element_at<double>(bytes, i);
            case DType::f32:
                return element_at<float>(bytes, i);
            case DType::i64:
                return element_at<std::int64_t>(bytes, i);
            case DType::i32:
                return element_at<std::int32_t>(bytes, i);
            default:
                return element_at<std::uint8_t>(bytes, i);
        }
    }
    [[nodiscard]] double mean_of(std::size_t row) const {
        double sum = 0;
        for (std::size_t i = 0; i < columns; ++i)
            sum += at(row * columns + i);
        return sum / static_cast<double>(columns);
    }
};

bool is_number(DType dtype) {
    return dtype == DType::f64 || dtype == DType::f32 || dtype == DType::i64 || dtype == DType::i32 ||
           dtype == DType::boolean || dtype == DType::u8;
}

/// nullopt if there is no such array, or if it is not made of plain numbers in C order.
std::optional<Array> read_array(const File& file, const Layout& layout, std::string_view name) {
    const auto tensor = std::ranges::find(layout.tensors, name, &TensorView::name);
    if (tensor == layout.tensors.end() || !is_number(tensor->dtype) || tensor->shape.empty() ||
        tensor->shape.size() > 2)
        return {};
    const auto& payload = layout.payloads[tensor->payload];
    if (payload.length > largest_array) return {};
    Array array;
    array.dtype = tensor->dtype;
    array.rows = tensor->shape[0];
    array.columns = tensor->shape.size() > 1 ? tensor->shape[1] : 1;
    const bool is_in_order = array.columns <= 1 || tensor->stride[1] == 1;
    if (array.columns == 0 || !is_in_order || tensor->offset != 0 ||
        array.rows * array.columns * item_size(array.dtype) != payload.length)
        return {};
    array.bytes.resize(payload.length);
    if (!file.read_exact(payload.offset, array.bytes)) return {};
    return array;
}

/// nullopt while the file is being written, or if it holds something else.
std::optional<std::vector<MetricPoint>> read_evaluations(const std::filesystem::path& path) {
    const auto file = File::open_read(path);
    if (!file) return {};
    const auto size = file->size();
    if (!size) return {};
    const auto inspected = read_npz(*file, *size);
    if (!inspected || !inspected->complete) return {};
    const auto steps = read_array(*file, inspected->layout, "timesteps");
    if (!steps || steps->columns != 1) return {};
    std::vector<MetricPoint> points;
    for (const auto& [name, tag] : tags) {
        const auto array = read_array(*file, inspected->layout, name);
        if (!array || array->rows != steps->rows) continue;
        for (std::size_t i = 0; i < array->rows; ++i) {
            if (const auto step = to_step(steps->at(i)))
                points.push_back({std::string(tag), *step, 0, array->mean_of(i)});
        }
    }
    std::ranges::stable_sort(points, {}, &MetricPoint::step);
    return points;
}

bool is_same(const MetricPoint& a, const MetricPoint& b) {
    return a.tag == b.tag && a.step == b.step &&
           std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value);
}

}  // namespace

Result<std::vector<MetricPoint>> EvaluationsSource::poll() {
    restarted_ = false;
    STEPVAULT_ASSIGN(identity, file_identity(path_));
    if (read_ == identity) return std::vector<MetricPoint>();
    auto now = read_evaluations(path_);
    if (!now) return std::vector<MetricPoint>();
    restarted_ =
        now->size() < points_.size() || !std::equal(points_.begin(), points_.end(), now->begin(), is_same);
    std::vector<MetricPoint> fresh(now->begin() + (restarted_ ? 0 : std::ssize(points_)), now->end());
    points_ = std::move(*now);
    read_ = identity;
    return fresh;
}

}  // namespace stepvault
