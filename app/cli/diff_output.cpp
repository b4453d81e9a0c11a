#include "diff_output.h"

#include <algorithm>

#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t usual_rows = 30;

std::string type_of(const std::optional<DType>& dtype) {
    return dtype ? std::string(dtype_name(*dtype)) : "-";
}

/// "f32", or "f32 -> bf16".
std::string types_of(const TensorDifference& t) {
    const auto& a = t.dtype_a ? t.dtype_a : t.dtype_b;
    const auto& b = t.dtype_b ? t.dtype_b : t.dtype_a;
    return a == b ? type_of(a) : type_of(a) + " -> " + type_of(b);
}

std::string count_text(std::uint64_t n, const std::string& one, const std::string& many) {
    return format_count(n) + " " + (n == 1 ? one : many);
}

std::vector<std::string> figure_cells(const DifferenceFigures& f, bool is_float) {
    std::string relative = "-";
    if (is_float) {
        if (f.relative)
            relative = format_value(f.relative);
        else if (f.norm_a && *f.norm_a == 0 && f.change)
            relative = "from zero";
    }
    return {format_value(f.norm_a),
            format_value(f.change),
            relative,
            format_value(f.cosine),
            format_value(f.max_abs),
            format_count(f.differing) + " of " + format_count(f.elements)};
}

std::vector<const TensorDifference*> chosen_tensors(const CheckpointDifference& difference,
                                                    const DiffRows& rows) {
    std::vector<const TensorDifference*> chosen;
    for (const auto i : by_relative_change(difference.tensors)) {
        const auto& t = difference.tensors[i];
        if (!rows.role || t.role == *rows.role) chosen.push_back(&t);
    }
    return chosen;
}

/// One line about the coding of a side, if its figure is known to matter.
std::string coding_note(const ComparedCheckpoint& side, const std::string& name) {
    if (side.relative_error == 0) return {};
    return name + " is stored with a relative error of " + format_error(side.relative_error) + " (" +
           name_of(side.scheme) + "): the difference includes the coding's error\n";
}

/// One line for each tensor that exists on one side only or has another shape.
std::string describe_unmatched(const std::vector<const TensorDifference*>& tensors, std::size_t limit) {
    std::string text;
    for (const auto state : {TensorChange::only_a, TensorChange::only_b, TensorChange::shape,
                             TensorChange::not_kept, TensorChange::not_compared}) {
        Table rows;
        std::size_t left_out = 0;
        for (const auto* t : tensors) {
            if (t->state != state) continue;
            if (rows.size() == limit) {
                ++left_out;
                continue;
            }
            auto shape = format_shape(t->dtype_a ? t->shape_a : t->shape_b);
            if (state == TensorChange::shape) shape += " -> " + format_shape(t->shape_b);
            rows.push_back({"  " + name_in_file(t->file, t->name), std::string(role_name(t->role)),
                            types_of(*t), shape});
        }
        if (rows.empty()) continue;
        text += std::string(change_name(state)) + "\n" + format_table(rows, {0, 1, 2, 3});
        if (left_out > 0) text += "  ... and " + format_count(left_out) + " more\n";
        text += "\n";
    }
    return text;
}

std::string describe_tensors(const std::vector<const TensorDifference*>& tensors, std::size_t limit) {
    Table rows{{"tensor", "role", "type", "norm", "change", "relative", "cosine", "largest", "differing"}};
    std::uint64_t changed = 0;
    std::uint64_t same = 0;
    std::uint64_t tied = 0;
    for (const auto* t : tensors) {
        same += t->state == TensorChange::none ? 1 : 0;
        tied += t->is_tied ? 1 : 0;
        // Equal values in another type are worth a row as well.
        const bool is_listed =
            t->state == TensorChange::values || (t->state == TensorChange::none && t->dtype_a != t->dtype_b);
        if (!is_listed || ++changed > limit) continue;
        rows.push_back({name_in_file(t->file, t->name), std::string(role_name(t->role)), types_of(*t)});
        std::ranges::move(figure_cells(t->figures, t->is_float), std::back_inserter(rows.back()));
    }
    std::string text = changed > 0 ? format_table(rows, {0, 1, 2}) : "";
    if (changed > limit)
        text += "... and " + count_text(changed - limit, "tensor", "tensors") + " more; --limit shows them\n";
    if (same > 0) text += count_text(same, "tensor is", "tensors are") + " the same in both\n";
    if (tied > 0)
        text += count_text(tied, "tensor shares", "tensors share") +
                " its elements with another; the totals count them once\n";
    return text;
}

std::string describe_totals(const CheckpointDifference& difference, const DiffRows& rows) {
    Table table{
        {"total", "tensors", "changed", "norm", "change", "relative", "cosine", "largest", "differing"}};
    const auto add = [&](const std::string& name, const RoleDifference& role) {
        table.push_back({name, std::to_string(role.tensors), std::to_string(role.changed)});
        std::ranges::move(figure_cells(role.figures, true), std::back_inserter(table.back()));
    };
    for (const auto& [role, total] : difference.roles) {
        if (!rows.role || role == *rows.role) add(std::string(role_name(role)), total);
    }
    if (!rows.role && difference.roles.size() > 1) add("all", difference.all);
    return table.size() > 1 ? "\n" + format_table(table, {0}) : "";
}

std::string describe_not_finite(const DifferenceFigures& f) {
    if (f.not_finite_a + f.not_finite_b == 0) return {};
    return "NaN or infinite: " + format_count(f.not_finite_a) + " in A, " + format_count(f.not_finite_b) +
           " in B; no norm includes them\n";
}

std::string describe_objects(const std::vector<ObjectDifference>& objects, std::size_t limit) {
    if (objects.empty()) return "\nplain values are the same in both\n";
    std::string text = "\nplain values\n";
    std::size_t shown = 0;
    for (const auto& object : objects) {
        if (shown++ == limit) {
            text += "  ... and " + format_count(objects.size() - limit) + " more; --limit shows them\n";
            break;
        }
        auto right = object.b.value_or("(none)");
        if (object.a == object.b) right += " (other content)";
        text += "  " +
                printable(name_in_file(object.file, object.path) + ": " + object.a.value_or("(none)") +
                          " -> " + right) +
                "\n";
    }
    return text;
}

ordered_json figures_json(const DifferenceFigures& f) {
    return {{"elements", f.elements},
            {"differing", f.differing},
            {"norm_a", optional_json(f.norm_a)},
            {"norm_b", optional_json(f.norm_b)},
            {"change", optional_json(f.change)},
            {"relative_change", optional_json(f.relative)},
            {"cosine", optional_json(f.cosine)},
            {"max_abs", optional_json(f.max_abs)},
            {"not_finite_a", f.not_finite_a},
            {"not_finite_b", f.not_finite_b}};
}

ordered_json tensor_json(const TensorDifference& t) {
    const auto type = [](const std::optional<DType>& dtype) {
        return dtype ? ordered_json(dtype_name(*dtype)) : ordered_json();
    };
    const auto shape = [](const std::optional<DType>& dtype, const std::vector<std::uint64_t>& n) {
        return dtype ? ordered_json(n) : ordered_json();
    };
    ordered_json json = {{"file", t.file},
                         {"name", t.name},
                         {"role", role_name(t.role)},
                         {"state", change_name(t.state)},
                         {"dtype_a", type(t.dtype_a)},
                         {"dtype_b", type(t.dtype_b)},
                         {"shape_a", shape(t.dtype_a, t.shape_a)},
                         {"shape_b", shape(t.dtype_b, t.shape_b)},
                         {"tied", t.is_tied}};
    if (t.is_compared()) json.update(figures_json(t.figures));
    return json;
}

ordered_json side_json(const ComparedCheckpoint& side, const std::string& name) {
    ordered_json json = {{"name", name}};
    if (side.run.empty())
        json["path"] = side.path.native();
    else
        json.update(
            {{"run", side.run}, {"id", side.id}, {"step", side.step}, {"scheme", name_of(side.scheme)}});
    json["relative_error"] = side.relative_error;
    return json;
}

ordered_json role_json(const RoleDifference& role) {
    ordered_json json = {{"tensors", role.tensors}, {"changed", role.changed}};
    json.update(figures_json(role.figures));
    return json;
}

}  // namespace

std::string describe_difference(const CheckpointDifference& difference, const std::string& a,
                                const std::string& b, const DiffRows& rows) {
    const auto limit = rows.limit.value_or(usual_rows);
    const auto tensors = chosen_tensors(difference, rows);
    std::string text = "A " + printable(a) + "\nB " + printable(b) + "\n" + coding_note(difference.a, "A") +
                       coding_note(difference.b, "B") + "\n";
    if (difference.is_none()) return text + "no tensor and no plain value differs\n";
    text += describe_unmatched(tensors, limit) + describe_tensors(tensors, limit) +
            describe_totals(difference, rows) + describe_not_finite(difference.all.figures);
    // The values belong to no role.
    if (!rows.role) text += describe_objects(difference.objects, limit);
    return text;
}

ordered_json difference_json(const CheckpointDifference& difference, const std::string& a,
                             const std::string& b, const DiffRows& rows) {
    auto tensors = chosen_tensors(difference, rows);
    if (rows.limit && tensors.size() > *rows.limit) tensors.resize(*rows.limit);
    auto roles = ordered_json::object();
    for (const auto& [role, total] : difference.roles)
        roles[std::string(role_name(role))] = role_json(total);
    return {
        {"a", side_json(difference.a, a)},
        {"b", side_json(difference.b, b)},
        {"same", difference.is_none()},
        {"tensors", json_list(tensors, [](const auto* t) { return tensor_json(*t); })},
        {"roles", std::move(roles)},
        {"all", role_json(difference.all)},
        {"objects", json_list(difference.objects, [](const ObjectDifference& o) {
             return ordered_json{
                 {"file", o.file}, {"path", o.path}, {"a", optional_json(o.a)}, {"b", optional_json(o.b)}};
         })}};
}

}  // namespace stepvault::cli
