#include "weft/facts/evidence.hpp"

namespace weft::facts {

const char* to_string(Tag tag) {
  switch (tag) {
    case Tag::measured:
      return "measured";
    case Tag::spec:
      return "spec";
    case Tag::derived:
      return "derived";
    case Tag::estimate:
      return "estimate";
  }
  return "estimate";
}

std::string to_string(const Evidence& evidence) {
  std::string text = evidence.source + " (" + to_string(evidence.tag);
  if (!evidence.date.empty()) text += ", " + evidence.date;
  return text + ")";
}

}  // namespace weft::facts
