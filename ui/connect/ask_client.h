#pragma once

namespace stepvault::ui {

/// Whether ssh has started this program to ask the user something, for a window that runs.
bool isAskedBySsh();

/// Passes the question on to the window, waits for the answer and prints it for ssh. Needs neither a display
/// nor Qt. Returns the exit status: 0 if the user answered, 1 if not.
int askForSsh(int argc, char** argv);

}  // namespace stepvault::ui
