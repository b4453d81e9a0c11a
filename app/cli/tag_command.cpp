#include <iostream>
#include <vector>

#include "commands.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct TagArguments {
    std::string run;
    std::vector<std::string> tags;
    bool remove = false;
};

Status run_tag(const TagArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(run, library->queries().run(arguments.run));
    if (!arguments.tags.empty()) {
        LabelChange change;
        auto& tags = arguments.remove ? change.remove_tags : change.add_tags;
        tags.insert(arguments.tags.begin(), arguments.tags.end());
        STEPVAULT_TRY(library->maintenance().change_labels(run.row.id, change));
        STEPVAULT_ASSIGN(changed, library->queries().run(run.row.id));
        run.row = changed.row;
    }
    const auto& tags = run.row.labels.tags;
    if (context.json) {
        print_json({{"run", run.row.name}, {"id", run.row.id}, {"tags", tags}});
    } else {
        for (const auto& tag : tags)
            std::cout << printable(tag) << "\n";
    }
    return {};
}

}  // namespace

void add_tag_command(CommandLine& line) {
    const auto [command, arguments] = line.add("tag", "Tag a run, and list its tags", run_tag);
    command.add_option("run", arguments.run, "Name or id of the run")->required()->type_name("RUN");
    auto* tags =
        command.add_option("tags", arguments.tags, "Short words without spaces; left out: list the tags");
    tags->type_name("TAG");
    command.add_flag("--remove", arguments.remove, "Remove these tags")->needs(tags);
    line.with_json(command);
}

}  // namespace stepvault::cli
