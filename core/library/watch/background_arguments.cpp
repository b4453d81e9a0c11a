#include "library/watch/background_arguments.h"

#include <array>
#include <charconv>
#include <system_error>

namespace stepvault {

namespace {

/// The shortest text that is read back as this number.
template <class Number>
std::string number_text(Number value) {
    std::array<char, 64> text{};
    const auto written = std::to_chars(text.data(), text.data() + text.size(), value);
    return {text.data(), written.ptr};
}

/// Adds options to a list of arguments.
class OptionList {
 public:
    explicit OptionList(std::vector<std::string>& words) : words_(words) {}

    void add(const char* name, std::string value) {
        // A value that begins with a hyphen would be taken for an option.
        words_.push_back(std::string(name) + "=" + std::move(value));
    }
    template <class Number>
    void add(const char* name, const std::optional<Number>& value) {
        if (value) add(name, number_text(*value));
    }

 private:
    std::vector<std::string>& words_;
};

void add_scheme(OptionList& options, const SchemeChoice& choice) {
    options.add("--scheme", name_of(choice.scheme));
    switch (traits_of(choice.scheme).setting) {
        case SchemeSetting::bits:
            options.add("--bits", std::to_string(choice.bits));
            options.add("--buckets", std::string(name_of(choice.buckets)));
            options.add("--representative", std::string(name_of(choice.representative)));
            break;
        case SchemeSetting::error:
            options.add("--error", number_text(choice.error));
            if (choice.exact_base) options.add("--base", "exact");
            break;
        case SchemeSetting::budget:
            options.add("--budget", number_text(choice.budget));
            break;
        default:
            break;
    }
    for (const auto& rule : choice.rules)
        options.add("--rule", rule.text());
}

void add_plan(OptionList& options, const PlanOptions& plan) {
    options.add("--from", plan.from);
    options.add("--steps", plan.steps);
    options.add("--mtbf", plan.mean_to_failure);
    options.add("--stall", plan.stall);
    options.add("--background", plan.background);
    options.add("--restart", plan.restart);
    options.add("--iteration", plan.iteration);
    std::string workers;
    for (const auto& stage : plan.workers)
        workers +=
            (workers.empty() ? "" : ",") + std::to_string(stage.from) + ":" + number_text(stage.workers);
    if (!workers.empty()) options.add("--workers", workers);
    options.add("--stopped-after", plan.mean_to_stop);
    if (plan.rungs)
        options.add("--rungs", number_text(plan.rungs->first) + "," + number_text(plan.rungs->second));
    options.add("--every", plan.every);
    options.add("--progress", number_text(plan.valuing.progress));
    options.add("--price", number_text(plan.valuing.price));
}

}  // namespace

Result<std::vector<std::filesystem::path>> absolute_folders(
    const std::vector<std::filesystem::path>& folders) {
    std::vector<std::filesystem::path> all;
    for (const auto& folder : folders) {
        std::error_code ec;
        auto absolute = std::filesystem::absolute(folder, ec);
        if (ec) return system_error(ec.value(), "watch", folder.native());
        all.push_back(absolute.has_filename() || !absolute.has_relative_path() ? absolute
                                                                               : absolute.parent_path());
    }
    return all;
}

std::vector<std::string> watch_arguments(const WatchOptions& options) {
    std::vector<std::string> words{"watch"};
    OptionList list(words);
    if (options.scheme) add_scheme(list, *options.scheme);
    if (options.plan) {
        words.emplace_back("--plan");
        add_plan(list, *options.plan);
    }
    words.emplace_back("--");
    for (const auto& root : options.roots)
        words.push_back(root.native());
    return words;
}

}  // namespace stepvault
