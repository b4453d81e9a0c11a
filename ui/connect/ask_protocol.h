// How the program that ssh starts to ask the user something reaches the window. Over a socket it sends the
// window's token, the kind of question by ssh, and the question, each ended by a zero byte. The answer is a
// 'y', the text and a zero byte; anything else refuses.
#pragma once

#include <cstddef>

namespace stepvault::ui {

inline constexpr auto askSocketVariable = "STEPVAULT_ASKPASS";       ///< the socket's path
inline constexpr auto askTokenVariable = "STEPVAULT_ASKPASS_TOKEN";  ///< lets no other program ask
inline constexpr auto askKindVariable = "SSH_ASKPASS_PROMPT";        ///< by ssh: "confirm", "none" or missing
inline constexpr char askAgreement = 'y';
inline constexpr std::size_t mostQuestionBytes = 64 << 10;
inline constexpr std::size_t mostAnswerBytes = 1023;  ///< ssh takes no more

}  // namespace stepvault::ui
