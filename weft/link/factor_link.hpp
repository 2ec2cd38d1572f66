// What the families share: a link whose capacity is a product of factors fixed when it is made.
//
// A family gives the factors of its line (signalling, lanes, code, …) and answers for a transfer
// how many wire bytes a payload byte costs; everything else follows here.
#pragma once

#include "weft/link/model.hpp"

#include <string>
#include <utility>
#include <vector>

namespace weft::link {

class FactorLink : public LinkModel {
 public:
  struct Line {
    std::string name;
    std::string kind;
    std::vector<Factor> factors;  // none of role framing
    Seconds latency{0};
    Sharing sharing{};
  };

  explicit FactorLink(Line line);

  std::string name() const override { return line_.name; }
  const std::string& kind() const override { return line_.kind; }
  bool is_scale_up() const override { return is_scale_up_; }
  Bandwidth capacity() const override { return capacity_; }
  Seconds latency() const override { return line_.latency; }
  Sharing sharing() const override { return line_.sharing; }
  Waterfall waterfall(const Transfer& transfer) const override;
  Load load(const Transfer& transfer) const override;

 protected:
  // Factors of role framing; their product is 1 / load(transfer).forward. None for a link whose
  // payload needs no framing (its load is then 1 forward, 0 reverse).
  virtual std::vector<Factor> framing(const Transfer& transfer) const;

 private:
  Line line_;
  Bandwidth capacity_;
  bool is_scale_up_ = false;
};

}  // namespace weft::link
