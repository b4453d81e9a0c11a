#include "metrics/flat_object.h"

#include <cmath>
#include <limits>

#include "metrics/json_events.h"

namespace stepvault {

namespace {

constexpr std::size_t deepest = 16;
constexpr std::size_t longest_name = 256;

/// Accepts one object at the top level.
class OneObject {
 public:
    bool start_object() {
        object_.start_object();
        return true;
    }
    bool end_object() {
        object_.end_object();
        return true;
    }
    bool start_array() {
        if (object_.ended()) return false;
        object_.start_array();
        return true;
    }
    bool end_array() {
        object_.end_array();
        return true;
    }
    bool key(std::string_view name) {
        object_.key(name);
        return true;
    }
    bool number(double value) {
        if (object_.ended()) return false;
        object_.number(value);
        return true;
    }
    bool string(std::string_view text) {
        if (object_.ended()) return false;
        object_.string(text);
        return true;
    }
    bool other() { return !object_.ended(); }

    [[nodiscard]] const FlatObject& object() const { return object_; }

 private:
    FlatObject object_;
};

}  // namespace

void FlatObject::start_object() {
    ++depth_;
    if (depth_ == 1) return;
    if (ignored_ > 0 || prefix_sizes_.size() + 1 >= deepest || name_.empty()) {
        ++ignored_;
        return;
    }
    prefix_sizes_.push_back(prefix_.size());
    prefix_ = name_ + '/';
}

void FlatObject::end_object() {
    --depth_;
    if (ignored_ > 0) {
        --ignored_;
    } else if (!prefix_sizes_.empty()) {
        prefix_.resize(prefix_sizes_.back());
        prefix_sizes_.pop_back();
    }
}

void FlatObject::start_array() {
    ++depth_;
    ++ignored_;
}

void FlatObject::end_array() {
    --depth_;
    --ignored_;
}

void FlatObject::key(std::string_view name) {
    if (ignored_ > 0) return;
    name_.clear();
    if (name.empty() || prefix_.size() + name.size() > longest_name) return;
    name_.append(prefix_).append(name);
}

void FlatObject::number(double value) {
    if (ignored_ == 0 && !name_.empty()) fields_.push_back({name_, value});
}

void FlatObject::string(std::string_view text) {
    constexpr double infinity = std::numeric_limits<double>::infinity();
    if (text == "NaN") number(std::numeric_limits<double>::quiet_NaN());
    if (text == "Infinity") number(infinity);
    if (text == "-Infinity") number(-infinity);
}

void FlatObject::clear() {
    *this = FlatObject();
}

std::optional<std::vector<NumberField>> parse_flat_object(std::string_view text) {
    OneObject one;
    if (!parse_json_events(text, one)) return {};
    return one.object().fields();
}

}  // namespace stepvault
