// Shows a pickle's graph as Python-like text, for small graphs without cycles.
#pragma once

#include <string>

#include "container/pickle_value.h"

namespace stepvault {

inline std::string show(const PickleGraph& graph, PickleId id);

inline std::string show_items(const PickleGraph& graph, PickleId id) {
    std::string text;
    for (auto cell = graph.at(id).first; cell != no_pickle; cell = graph.cells[cell].next) {
        if (!text.empty()) text += ", ";
        const auto& item = graph.cells[cell];
        if (item.key != no_pickle) text += show(graph, item.key) + ": ";
        text += show(graph, item.value);
    }
    return text;
}

inline std::string show(const PickleGraph& graph, PickleId id) {
    const auto& node = graph.at(id);
    const auto state = node.state == no_pickle ? std::string() : " with " + show(graph, node.state);
    switch (node.kind) {
        case PickleKind::none:
            return "None";
        case PickleKind::boolean:
            return node.a != 0 ? "True" : "False";
        case PickleKind::integer:
            return std::to_string(graph.integer(id));
        case PickleKind::big_integer:
            return "big(" + std::string(graph.text(id)) + ")";
        case PickleKind::real:
            return std::to_string(graph.real(id));
        case PickleKind::text:
            return "'" + std::string(graph.text(id)) + "'";
        case PickleKind::bytes:
            return "b'" + std::string(graph.text(id)) + "'";
        case PickleKind::global:
            return std::string(graph.text(node.a)) + "." + std::string(graph.text(node.b)) + state;
        case PickleKind::list:
            return "[" + show_items(graph, id) + "]" + state;
        case PickleKind::tuple:
            return "(" + show_items(graph, id) + ")";
        case PickleKind::dict:
            return "{" + show_items(graph, id) + "}" + state;
        case PickleKind::set:
            return "set(" + show_items(graph, id) + ")";
        case PickleKind::call: {
            const auto items = node.first == no_pickle ? std::string() : " holding " + show_items(graph, id);
            return show(graph, node.a) + show(graph, node.b) + items + state;
        }
        case PickleKind::persistent:
            return "persistent " + show(graph, node.a);
    }
    return {};
}

}  // namespace stepvault
