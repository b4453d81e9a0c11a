#include <iostream>
#include <optional>

#include "commands.h"
#include "json_output.h"
#include "text_format.h"

namespace stepvault::cli {

namespace {

struct NoteArguments {
    std::string run;
    std::optional<std::string> text;
    bool clear = false;
};

/// Standard input without its last line end.
Result<std::string> read_input() {
    // The longest note, its line end, and one byte more that tells of a longer one.
    std::string text(RunLabels::longest_note + 2, '\0');
    std::cin.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::cin.gcount()));
    if (text.ends_with('\n')) text.pop_back();
    if (text.size() <= RunLabels::longest_note) return text;
    return Error{ErrorCode::invalid_argument,
                 "the note on standard input takes more than 64 KiB; shorten it"};
}

/// The note that the arguments ask for.
Result<std::string> new_note(const NoteArguments& arguments) {
    if (arguments.clear) return std::string();
    return *arguments.text == "-" ? read_input() : *arguments.text;
}

Status run_note(const NoteArguments& arguments, const CommandContext& context) {
    STEPVAULT_ASSIGN(library, open_library(context));
    STEPVAULT_ASSIGN(run, library->queries().run(arguments.run));
    auto note = run.row.labels.note;
    const bool changes = arguments.clear || arguments.text;
    if (changes) {
        STEPVAULT_ASSIGN(asked, new_note(arguments));
        note = std::move(asked);
        STEPVAULT_TRY(library->maintenance().change_labels(run.row.id, {.note = note}));
    }
    if (context.json) {
        print_json({{"run", run.row.name}, {"id", run.row.id}, {"note", note}});
    } else if (changes) {
        std::cout << (note.empty() ? "no longer noted: " : "noted: ") << printable(run.row.name) << "\n";
    } else if (!note.empty()) {
        std::cout << printable_lines(note) << "\n";
    }
    return {};
}

}  // namespace

void add_note_command(CommandLine& line) {
    const auto [command, arguments] = line.add("note", "Show or change the note of a run", run_note);
    command.add_option("run", arguments.run, "Name or id of the run")->required()->type_name("RUN");
    auto* text = command.add_option(
        "text", arguments.text, "The new note, - to read it from standard input; left out: show the note");
    text->type_name("TEXT");
    command.add_flag("--clear", arguments.clear, "Remove the note")->excludes(text);
    line.with_json(command);
}

}  // namespace stepvault::cli
