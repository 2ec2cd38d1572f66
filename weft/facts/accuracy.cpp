#include "weft/facts/accuracy.hpp"

#include "weft/facts/find.hpp"
#include "weft/facts/reader.hpp"

namespace weft::facts {

const std::vector<AccuracyClass>& accuracy_classes() {
  static const auto all =
      Document("accuracy.toml").table<AccuracyClass>("class", [](const Record& r) {
        AccuracyClass row{.name = r.text("name"),
                          .low = r.number("low"),
                          .high = r.number("high"),
                          .rows = r.integer("rows"),
                          .systems = r.integer("systems")};
        if (!(row.low > 0 && row.low <= row.high)) r.malformed("low is above high");
        return row;
      });
  return all;
}

const AccuracyClass* find_accuracy(std::string_view name) {
  return find_row(accuracy_classes(), &AccuracyClass::name, name);
}

}  // namespace weft::facts
