#include <exception>
#include <sstream>
#include <string>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/exceptions.h>
#include <yaml-cpp/parser.h>

#include "metrics/settings_text.h"
#include "metrics/settings_tree.h"

namespace stepvault {

namespace {

/// Ends the parser from inside an event; its only way out is an exception.
struct SettingsRefused : std::exception {};

constexpr std::string_view python_tag = "tag:yaml.org,2002:python/";

bool is_yaml_null(std::string_view text) {
    return text.empty() || text == "~" || text == "null" || text == "Null" || text == "NULL";
}

nlohmann::json plain_scalar(const std::string& text) {
    if (is_yaml_null(text)) return {};
    if (text == ".nan" || text == ".NaN" || text == ".NAN") return "nan";
    const auto unsigned_text =
        std::string_view(text).substr(text.starts_with('-') || text.starts_with('+') ? 1 : 0);
    if (unsigned_text == ".inf" || unsigned_text == ".Inf" || unsigned_text == ".INF")
        return text.starts_with('-') ? "-inf" : "inf";
    return json_value(typed_value(text));
}

nlohmann::json yaml_scalar(std::string_view tag, const std::string& text) {
    if (tag.starts_with(python_tag) && text.empty()) {
        // "!!python/name:torch.relu" has its content in the tag.
        const auto name = tag.find(':', python_tag.size());
        return name == std::string_view::npos ? nlohmann::json() : nlohmann::json(tag.substr(name + 1));
    }
    // yaml-cpp gives "?" to plain scalars, and "!" to quoted ones.
    if (tag == "!" || tag == "tag:yaml.org,2002:str") return text;
    return plain_scalar(text);
}

class YamlEvents : public YAML::EventHandler {
 public:
    void OnDocumentStart(const YAML::Mark&) override {}
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        require(tree_.add(nlohmann::json(), anchor), mark);
    }
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
        require(tree_.repeat(anchor), mark);
    }
    void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                  const std::string& value) override {
        require(tree_.add(yaml_scalar(tag, value), anchor), mark);
    }
    void OnSequenceStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                         YAML::EmitterStyle::value) override {
        require(tree_.start_list(anchor), mark);
    }
    void OnSequenceEnd() override { require(tree_.end(), mark_); }
    void OnMapStart(const YAML::Mark& mark, const std::string&, YAML::anchor_t anchor,
                    YAML::EmitterStyle::value) override {
        require(tree_.start_map(anchor), mark);
    }
    void OnMapEnd() override { require(tree_.end(), mark_); }

    [[nodiscard]] const Error& error() const { return tree_.error(); }
    [[nodiscard]] const YAML::Mark& mark() const { return mark_; }
    [[nodiscard]] nlohmann::json take() { return tree_.take(); }

 private:
    void require(bool ok, const YAML::Mark& mark) {
        mark_ = mark;
        if (!ok) throw SettingsRefused();
    }

    SettingsTree tree_;
    YAML::Mark mark_;
};

std::string line_text(const YAML::Mark& mark) {
    return mark.is_null() ? std::string() : "line " + std::to_string(mark.line + 1) + ": ";
}

}  // namespace

Result<nlohmann::json> parse_yaml_settings(std::string_view text) {
    YamlEvents events;
    try {
        std::istringstream in{std::string(text)};
        YAML::Parser parser(in);
        parser.HandleNextDocument(events);
        return events.take();
    } catch (const SettingsRefused&) {
        return Error{events.error().code, line_text(events.mark()) + events.error().message};
    } catch (const YAML::Exception& e) {
        return Error{ErrorCode::corrupt, line_text(e.mark) + e.msg};
    } catch (const std::exception& e) {
        return Error{ErrorCode::corrupt, e.what()};
    }
}

}  // namespace stepvault
