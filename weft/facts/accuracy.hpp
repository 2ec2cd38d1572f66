// How far predictions of a class have been from measurements: what an interval of a prediction is
// made of. Written by tools/accuracy.py from `weft validate --leave-one-out`.
// Data: weft/facts/data/accuracy.toml.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft::facts {

struct AccuracyClass {
  std::string name;  // "coll_intra_large"
  // A tenth of the class's rows took less than `low` times what was predicted, a tenth more than
  // `high` times.
  double low = 1;
  double high = 1;
  int rows = 0;
  int systems = 0;
};

const std::vector<AccuracyClass>& accuracy_classes();
const AccuracyClass* find_accuracy(std::string_view name);  // null where nothing is known

}  // namespace weft::facts
