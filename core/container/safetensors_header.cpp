#include "container/safetensors_header.h"

#include <array>
#include <charconv>
#include <nlohmann/json.hpp>
#include <unordered_set>
#include <utility>

namespace stepvault {

namespace {

/// Handles the parser's events for {name: {"dtype": ..., "shape": [...], "data_offsets": [...]},
/// "__metadata__": {...}}.
class HeaderHandler final : public nlohmann::json_sax<nlohmann::json> {
 public:
    bool null() override { return scalar(); }
    bool boolean(bool) override { return scalar(); }
    bool number_float(number_float_t, const string_t&) override { return scalar(); }
    bool number_integer(number_integer_t) override { return scalar(); }
    bool binary(binary_t&) override { return scalar(); }

    bool number_unsigned(number_unsigned_t value) override {
        if (skipped_ > 0 || field_ == Field::other) return scalar();
        if (depth_ != 2 || !in_array_) return refuse("has a value where none belongs");
        if (field_ == Field::shape) {
            entry_.shape.push_back(value);
        } else {
            if (offsets_ >= 2) return refuse("has more than two data_offsets");
            (offsets_ == 0 ? entry_.begin : entry_.end) = value;
            ++offsets_;
        }
        return true;
    }

    bool string(string_t& value) override {
        if (skipped_ > 0) return true;
        if (depth_ == 2 && in_metadata_) {
            read_metadata(value);
            return true;
        }
        if (depth_ == 2 && field_ == Field::dtype) {
            entry_.dtype = std::move(value);
            return true;
        }
        return scalar();
    }

    bool start_object(std::size_t) override {
        if (skipped_ > 0 || (depth_ == 2 && field_ == Field::other && !in_metadata_)) {
            ++skipped_;
            return true;
        }
        if (depth_ >= 2) return refuse("has an object where none belongs");
        ++depth_;
        return true;
    }

    bool end_object() override {
        if (skipped_ > 0) {
            --skipped_;
            return true;
        }
        --depth_;
        if (depth_ != 1 || std::exchange(in_metadata_, false)) return true;
        if (fields_ != all_fields || offsets_ != 2)
            return refuse("has a tensor without dtype, shape and two data_offsets");
        header_.entries.push_back(std::move(entry_));
        return true;
    }

    bool start_array(std::size_t) override {
        if (skipped_ > 0 || (depth_ == 2 && field_ == Field::other && !in_metadata_)) {
            ++skipped_;
            return true;
        }
        const bool expected = depth_ == 2 && !in_metadata_ && !in_array_ &&
                              (field_ == Field::shape || field_ == Field::data_offsets);
        if (!expected) return refuse("has an array where none belongs");
        in_array_ = true;
        return true;
    }

    bool end_array() override {
        if (skipped_ > 0) {
            --skipped_;
        } else {
            in_array_ = false;
        }
        return true;
    }

    bool key(string_t& name) override {
        if (skipped_ > 0) return true;
        return depth_ == 1 ? begin_member(name) : begin_field(name);
    }

    bool parse_error(std::size_t position, const std::string&, const nlohmann::detail::exception&) override {
        position_ = position > 0 ? position - 1 : 0;
        return refuse("is no JSON");
    }

    /// Where the parser itself stopped; nothing if a handler refused.
    [[nodiscard]] std::optional<std::size_t> position() const { return position_; }
    [[nodiscard]] const std::string& fault() const { return fault_; }
    SafetensorsHeader take() {
        for (const auto& step : steps_) {
            if (!header_.step) header_.step = step;
        }
        return std::move(header_);
    }

 private:
    enum class Field : std::uint8_t { dtype, shape, data_offsets, other };
    static constexpr unsigned all_fields = 0b111;
    static constexpr std::array<std::string_view, 4> step_keys_ = {"global_step", "step", "iteration",
                                                                   "iter"};

    bool begin_member(string_t& name) {
        if (!names_.insert(name).second) return refuse("names \"" + name.substr(0, 200) + "\" twice");
        in_metadata_ = name == "__metadata__";
        entry_ = {};
        entry_.name = std::move(name);
        fields_ = 0;
        offsets_ = 0;
        field_ = Field::other;
        return true;
    }

    bool begin_field(string_t& name) {
        if (in_metadata_) {
            metadata_key_ = std::move(name);
            return true;
        }
        field_ = name == "dtype"          ? Field::dtype
                 : name == "shape"        ? Field::shape
                 : name == "data_offsets" ? Field::data_offsets
                                          : Field::other;
        if (field_ == Field::other) return true;
        const auto bit = 1U << static_cast<unsigned>(field_);
        if ((fields_ & bit) != 0) return refuse("gives a tensor's " + name + " twice");
        fields_ |= bit;
        return true;
    }

    bool scalar() {
        const bool ignored = skipped_ > 0 || (depth_ == 2 && field_ == Field::other && !in_metadata_);
        return ignored || refuse("has a value where none belongs");
    }

    void read_metadata(const std::string& value) {
        std::int64_t number = 0;
        const auto end = value.data() + value.size();
        const auto [rest, error] = std::from_chars(value.data(), end, number);
        if (error != std::errc{} || rest != end) return;
        if (metadata_key_ == "epoch") header_.epoch = number;
        for (std::size_t i = 0; i < step_keys_.size(); ++i) {
            if (metadata_key_ == step_keys_[i]) steps_[i] = number;
        }
    }

    bool refuse(std::string fault) {
        if (fault_.empty()) fault_ = std::move(fault);
        return false;
    }

    SafetensorsHeader header_;
    SafetensorsEntry entry_;
    std::unordered_set<std::string> names_;
    std::array<std::optional<std::int64_t>, step_keys_.size()> steps_;
    std::string metadata_key_;
    std::string fault_;
    std::optional<std::size_t> position_;
    std::size_t skipped_ = 0;  ///< depth within a skipped member
    unsigned depth_ = 0;       ///< depth within the other objects
    unsigned fields_ = 0;
    unsigned offsets_ = 0;
    Field field_ = Field::other;
    bool in_metadata_ = false;
    bool in_array_ = false;
};

/// Tracks the position of a refusal: the parser itself reports positions only for invalid JSON.
class CountingIterator {
 public:
    using iterator_category = std::input_iterator_tag;
    using value_type = char;
    using difference_type = std::ptrdiff_t;
    using pointer = const char*;
    using reference = const char&;

    CountingIterator(const char* at, const char** furthest) : at_(at), furthest_(furthest) {}
    reference operator*() const { return *at_; }
    CountingIterator& operator++() {
        *furthest_ = ++at_;
        return *this;
    }
    CountingIterator operator++(int) {
        auto before = *this;
        ++*this;
        return before;
    }
    bool operator==(const CountingIterator& other) const { return at_ == other.at_; }
    bool operator!=(const CountingIterator& other) const { return at_ != other.at_; }

 private:
    const char* at_;
    const char** furthest_;
};

}  // namespace

Result<SafetensorsHeader> parse_safetensors_header(std::string_view json) {
    HeaderHandler handler;
    const char* furthest = json.data();
    const char* ignored = nullptr;
    const bool parsed =
        nlohmann::json::sax_parse(CountingIterator(json.data(), &furthest),
                                  CountingIterator(json.data() + json.size(), &ignored), &handler);
    if (parsed) return handler.take();
    const auto position = handler.position();
    const auto place = position ? " at its byte " + std::to_string(*position)
                                : " before its byte " + std::to_string(furthest - json.data());
    return Error{ErrorCode::corrupt, "the header " + handler.fault() + place};
}

}  // namespace stepvault
