#include "run/training_arguments.h"

#include <cmath>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/file.h"
#include "container/object_reader.h"
#include "container/pickle_reader.h"
#include "metrics/settings_tree.h"

namespace stepvault {

namespace {

constexpr std::uint64_t largest_arguments_file = std::uint64_t{4} << 20;
constexpr int deepest_argument = 32;
constexpr std::size_t most_elements = 4096;

/// Makes JSON of the plain values in a pickle.
class PlainValues {
 public:
    explicit PlainValues(const PickleGraph& graph) : graph_(graph) {}

    /// nullopt for a value that is not plain.
    std::optional<nlohmann::json> value(PickleId id, int depth) {
        // A pickle can repeat its objects without end.
        if (depth > deepest_argument || ++count_ > most_elements * deepest_argument) return std::nullopt;
        const auto& node = graph_.at(id);
        switch (node.kind) {
            case PickleKind::none:
                return nlohmann::json();
            case PickleKind::boolean:
                return nlohmann::json(node.a != 0);
            case PickleKind::integer:
                return nlohmann::json(graph_.integer(id));
            case PickleKind::real:
                return json_value(real_value(graph_.real(id)));
            case PickleKind::text:
                return nlohmann::json(std::string(graph_.text(id)));
            case PickleKind::list:
            case PickleKind::tuple:
            case PickleKind::set:
                return list(id, depth);
            case PickleKind::dict:
                return attributes(id, depth);
            case PickleKind::call:
                return called(node, depth);
            default:
                return std::nullopt;
        }
    }

    /// The plain ones of a dict's items.
    nlohmann::json attributes(PickleId dict, int depth) {
        auto object = nlohmann::json::object();
        for (auto at = graph_.at(dict).first; at != no_pickle; at = graph_.cells[at].next) {
            const auto& cell = graph_.cells[at];
            const auto name = graph_.text(cell.key);
            if (!graph_.is(cell.key, PickleKind::text) || name.empty() || name.starts_with('_')) continue;
            if (auto plain = value(cell.value, depth + 1)) object[std::string(name)] = std::move(*plain);
        }
        return object;
    }

 private:
    static HyperparameterValue real_value(double number) {
        if (std::isfinite(number)) return number;
        return value_text(number);
    }

    std::optional<nlohmann::json> list(PickleId id, int depth) {
        auto array = nlohmann::json::array();
        for (const auto element : graph_.elements(id, most_elements)) {
            auto plain = value(element, depth + 1);
            if (!plain) return std::nullopt;
            array.push_back(std::move(*plain));
        }
        return array;
    }

    /// An enum is its class called with its value; other objects have their attributes as state.
    std::optional<nlohmann::json> called(const PickleNode& call, int depth) {
        if (graph_.is(call.state, PickleKind::dict)) return attributes(call.state, depth);
        if (!graph_.is(call.a, PickleKind::global) || !graph_.is(call.b, PickleKind::tuple))
            return std::nullopt;
        const auto arguments = graph_.elements(call.b, 2);
        if (arguments.size() != 1 || !graph_.is(arguments.front(), PickleKind::text)) return std::nullopt;
        return value(arguments.front(), depth + 1);
    }

    const PickleGraph& graph_;
    std::size_t count_ = 0;
};

Result<nlohmann::json> settings_of_arguments(const std::filesystem::path& path) {
    STEPVAULT_ASSIGN(file, File::open_read(path));
    STEPVAULT_ASSIGN(size, file.size());
    if (size > largest_arguments_file) return Error{ErrorCode::limit, "more than 4 MiB"};
    STEPVAULT_ASSIGN(pickle, torch_zip_pickle(file, size));
    if (!pickle) return Error{ErrorCode::corrupt, "no file of torch.save"};
    STEPVAULT_ASSIGN(graph, read_pickle(*pickle));
    const bool is_object =
        graph.is(graph.root, PickleKind::call) && graph.is(graph.at(graph.root).state, PickleKind::dict);
    if (!is_object) return Error{ErrorCode::corrupt, "it holds no object with arguments"};
    return PlainValues(graph).attributes(graph.at(graph.root).state, 0);
}

}  // namespace

Result<std::vector<Hyperparameter>> read_training_arguments(const std::filesystem::path& path) {
    const auto failed = [&path](const Error& error) {
        // Errors of the system name the path already.
        if (error.message.find(path.native()) != std::string::npos) return error;
        return error.within(path.native());
    };
    const auto settings = settings_of_arguments(path);
    if (!settings) return failed(settings.error());
    auto parameters = flatten_settings(*settings);
    if (!parameters) return failed(parameters.error());
    return parameters;
}

}  // namespace stepvault
