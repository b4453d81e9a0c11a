#include "run/shard_index.h"

#include <nlohmann/json.hpp>

namespace stepvault {

namespace {

using Json = nlohmann::json;

/// Handles two objects in the outermost one, and ignores everything else.
class IndexHandler final : public nlohmann::json_sax<Json> {
 public:
    explicit IndexHandler(const std::function<void(const std::string&)>& take) : take_(take) {}

    [[nodiscard]] bool has_map() const { return has_map_; }
    [[nodiscard]] std::uint64_t total_size() const { return total_size_; }

    bool null() override { return is_no_shard(); }
    bool boolean(bool) override { return is_no_shard(); }
    bool number_integer(number_integer_t) override { return is_no_shard(); }
    bool number_unsigned(number_unsigned_t value) override {
        if (depth_ == 2 && part_ == Part::metadata && key_ == "total_size") total_size_ = value;
        return is_no_shard();
    }
    bool number_float(number_float_t, const string_t&) override { return is_no_shard(); }
    bool binary(binary_t&) override { return is_no_shard(); }
    bool string(string_t& value) override {
        if (is_in_map()) take_(value);
        return is_in_map() || is_no_shard();
    }
    bool start_object(std::size_t) override {
        const bool is_map = depth_ == 1 && part_ == Part::map;
        if (!is_map && !is_no_shard()) return false;
        has_map_ = has_map_ || is_map;
        ++depth_;
        return true;
    }
    bool start_array(std::size_t) override {
        if (!is_no_shard() || depth_ == 0) return false;
        ++depth_;
        return true;
    }
    bool end_object() override { return leave(); }
    bool end_array() override { return leave(); }
    bool key(string_t& value) override {
        if (depth_ == 1)
            part_ = value == "weight_map" ? Part::map : value == "metadata" ? Part::metadata : Part::other;
        if (depth_ == 2) key_ = part_ == Part::metadata ? value : string_t();
        return true;
    }
    bool parse_error(std::size_t, const std::string&, const nlohmann::detail::exception&) override {
        return false;
    }

 private:
    enum class Part { other, map, metadata };

    [[nodiscard]] bool is_in_map() const { return has_map_ && depth_ == 2 && part_ == Part::map; }
    /// False for a value in the wrong place: the map holds only names, and is itself an object.
    [[nodiscard]] bool is_no_shard() const {
        const bool is_map = depth_ == 1 && part_ == Part::map;
        return !is_in_map() && !is_map;
    }
    bool leave() {
        --depth_;
        return true;
    }

    const std::function<void(const std::string&)>& take_;
    std::size_t depth_ = 0;
    Part part_ = Part::other;
    string_t key_;
    bool has_map_ = false;
    std::uint64_t total_size_ = 0;
};

}  // namespace

std::optional<std::uint64_t> read_shard_index(std::string_view text,
                                              const std::function<void(const std::string&)>& take) {
    IndexHandler handler(take);
    if (!Json::sax_parse(text, &handler) || !handler.has_map()) return std::nullopt;
    return handler.total_size();
}

}  // namespace stepvault
