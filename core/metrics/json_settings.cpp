#include "metrics/json_events.h"
#include "metrics/settings_text.h"
#include "metrics/settings_tree.h"

namespace stepvault {

namespace {

class SettingsJson {
 public:
    bool start_object() { return tree_.start_map(); }
    bool end_object() { return tree_.end(); }
    bool start_array() { return tree_.start_list(); }
    bool end_array() { return tree_.end(); }
    bool key(std::string_view name) { return tree_.add(name); }
    bool number_text(std::string_view text) { return tree_.add(json_value(typed_value(text))); }
    bool string(std::string_view text) { return tree_.add(text); }
    bool boolean(bool value) { return tree_.add(value); }
    bool other() { return tree_.add(nlohmann::json()); }

    [[nodiscard]] SettingsTree& tree() { return tree_; }

 private:
    SettingsTree tree_;
};

}  // namespace

Result<nlohmann::json> parse_json_settings(std::string_view text) {
    SettingsJson settings;
    if (parse_json_events(text, settings)) return settings.tree().take();
    if (!settings.tree().error().message.empty()) return settings.tree().error();
    return Error{ErrorCode::corrupt, "it is no complete JSON"};
}

}  // namespace stepvault
