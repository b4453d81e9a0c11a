# check_names.sh SOURCE: fails if a source uses a name that the project gave up for the field's term (CONTRIBUTING.md,
# Glossary). Each line: the name, matched whole, and the name to use instead.
cd "$1" || exit 2

names='
BringBackOutcome RestoreOutcome
Calm IdleWaiter
ChangeHint InotifyWatcher
Crew Communicator
EarlierPayloads DuplicateFinder
ErrorReader ErrorLoader
BitsReader BitsLoader
RowReader RowLoader
file_again ingest_as
file_by encode_and_publish
file_checkpoint EncodedStep
file_in_pieces ingest_in_pieces
file_on_best_parent encode_with_fallback
FilingRequest EncodeRequest
find_whole_of find_complete_original
fold_steps squash_steps
Folding Squashing
FoldReport SquashReport
for_good permanent
facts_of_file statistics_of_file
facts_of_run statistics_of_run
facts_of_series statistics_of_series
help_filing run_encode_worker
is_left_of is_remnant_of
KeptRun RunLease
leave_out_right omit_derivable_crcs
LoneCrew SingleProcess
look_again refresh
NewsDesk NotificationCenter
OutlookLayer ForecastLayer
PlotOutlook PlotForecast
plan_filing plan_streams
plan_reducing plan_weights_only
reduce_steps strip_to_weights
Reducing Stripping
return_originals restore_originals
return_trash restore_from_trash
rival_partitions baseline_partitions
RunFacts RunStatistics
RunKeeper RunLeases
RunTurn PriorityLock
set_back defer
Settling StabilityTracker
SharedFiling SharedEncoding
SharedLibrary SharedVault
take_back restore_from_trash
TensorSpreading StridedTensorWriter
TrashReturn TrashRestore
TwinCard ChartTableCard
words_of tokenize
'

status=0
printf '%s\n' "$names" | while read -r old new; do
    [ -n "$old" ] || continue
    found=$(grep -rnw --include='*.cpp' --include='*.h' --include='*.py' -e "$old" app core db ui tests resources | head -n 3)
    [ -z "$found" ] && continue
    printf '%s\n' "$found" "$old is called $new"
    exit 1
done || status=1
exit "$status"
