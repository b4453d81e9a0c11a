// The commands. Each adds itself, its options and its subcommands to the command line.
#pragma once

#include "command_line.h"

namespace stepvault::cli {

void add_watch_command(CommandLine& line);
void add_ingest_command(CommandLine& line);
void add_list_command(CommandLine& line);
void add_params_command(CommandLine& line);
void add_show_command(CommandLine& line);
void add_restore_command(CommandLine& line);
void add_diff_command(CommandLine& line);
void add_verify_command(CommandLine& line);
void add_reindex_command(CommandLine& line);
void add_move_command(CommandLine& line);
void add_copy_command(CommandLine& line);
void add_share_command(CommandLine& line);
void add_demo_command(CommandLine& line);
void add_serve_command(CommandLine& line);
void add_tune_command(CommandLine& line);
void add_recode_command(CommandLine& line);
void add_prune_command(CommandLine& line);
void add_free_command(CommandLine& line);
void add_trash_command(CommandLine& line);
void add_pin_command(CommandLine& line);
void add_rename_command(CommandLine& line);
void add_note_command(CommandLine& line);
void add_tag_command(CommandLine& line);
void add_favourite_command(CommandLine& line);
void add_archive_command(CommandLine& line);
void add_bench_command(CommandLine& line);
void add_plan_command(CommandLine& line);
void add_simulate_command(CommandLine& line);
void add_simulate_cluster_command(CommandLine& line);
void add_partition_command(CommandLine& line);

}  // namespace stepvault::cli
