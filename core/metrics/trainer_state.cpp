#include "metrics/trainer_state.h"

#include "metrics/flat_object.h"
#include "metrics/json_events.h"

namespace stepvault {

namespace {

/// Handles the document's objects and arrays; each entry of log_history goes through a FlatObject.
class TrainerStateHandler {
 public:
    bool start_object() {
        if (!entry_.ended() || (in_history_ && depth_ == 2)) {
            entry_.start_object();
            return true;
        }
        ++depth_;
        return true;
    }
    bool end_object() {
        if (entry_.ended()) {
            --depth_;
            return true;
        }
        entry_.end_object();
        if (entry_.ended()) {
            append_points(entry_.fields(), state_.history);
            entry_.clear();
        }
        return true;
    }
    bool start_array() {
        if (depth_ == 0) return false;
        if (!entry_.ended()) {
            entry_.start_array();
            return true;
        }
        ++depth_;
        if (depth_ == 2) in_history_ = key_ == "log_history";
        return true;
    }
    bool end_array() {
        if (!entry_.ended()) {
            entry_.end_array();
            return true;
        }
        --depth_;
        if (depth_ == 1) in_history_ = false;
        return true;
    }
    bool key(std::string_view name) {
        if (!entry_.ended()) {
            entry_.key(name);
        } else if (depth_ == 1) {
            key_ = name;
        }
        return true;
    }
    bool number(double value) {
        if (!entry_.ended()) {
            entry_.number(value);
        } else if (depth_ == 1 && key_ == "global_step") {
            state_.global_step = to_step(value);
        } else if (depth_ == 1 && key_ == "max_steps") {
            state_.max_steps = to_step(value);
        }
        return depth_ > 0;
    }
    bool string(std::string_view text) {
        if (!entry_.ended()) entry_.string(text);
        return depth_ > 0;
    }
    [[nodiscard]] bool other() const { return depth_ > 0; }

    TrainerState take() { return std::move(state_); }

 private:
    TrainerState state_;
    FlatObject entry_;
    std::size_t depth_ = 0;
    bool in_history_ = false;
    std::string key_;
};

}  // namespace

std::optional<TrainerState> parse_trainer_state(std::string_view text) {
    TrainerStateHandler handler;
    if (!parse_json_events(text, handler)) return {};
    return handler.take();
}

}  // namespace stepvault
