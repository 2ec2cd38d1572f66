#include "weft/link/altered.hpp"

#include "weft/base/assert.hpp"
#include "weft/base/parse.hpp"
#include "weft/facts/classes.hpp"
#include "weft/link/propagation.hpp"

#include <utility>

#include <fmt/format.h>

namespace weft::link {
namespace {

class AlteredLink : public LinkModel {
 public:
  explicit AlteredLink(LinkModelPtr of) : of_(std::move(of)) {}

  std::string name() const override { return of_->name(); }
  const std::string& kind() const override { return of_->kind(); }
  bool is_scale_up() const override { return of_->is_scale_up(); }
  Bandwidth capacity() const override { return of_->capacity(); }
  Load load(const Transfer& transfer) const override { return of_->load(transfer); }
  Seconds latency() const override { return of_->latency(); }
  Waterfall waterfall(const Transfer& transfer) const override { return of_->waterfall(transfer); }
  Sharing sharing() const override { return of_->sharing(); }
  HostPath host_path() const override { return of_->host_path(); }

 protected:
  const LinkModel& of() const { return *of_; }

 private:
  LinkModelPtr of_;
};

class Cable final : public AlteredLink {
 public:
  Cable(LinkModelPtr of, double metres)
      : AlteredLink(std::move(of)),
        metres_(metres),
        propagation_(propagation(metres, facts::classes().latency.fibre_ns_per_m.value)) {}

  std::string name() const override {
    return metres_ < 1000 ? fmt::format("{}, {} m", of().name(), print_number(metres_))
                          : fmt::format("{}, {} km", of().name(), print_number(metres_ / 1000));
  }
  Seconds latency() const override { return of().latency() + propagation_; }

 private:
  double metres_;
  Seconds propagation_;
};

class Degraded final : public AlteredLink {
 public:
  Degraded(LinkModelPtr of, double part, std::string why)
      : AlteredLink(std::move(of)), part_(part), why_(std::move(why)) {}

  std::string name() const override { return fmt::format("{} at {}", of().name(), why_); }
  Bandwidth capacity() const override { return of().capacity() * part_; }
  // Before the framing, since it concerns the link and not what is sent.
  Waterfall waterfall(const Transfer& transfer) const override {
    std::vector<Factor> factors = of().waterfall(transfer).factors();
    auto at = factors.begin();
    while (at != factors.end() && at->role != Role::framing) ++at;
    factors.insert(at, {Role::device_class, "fault: at " + why_, part_, "stated"});
    return Waterfall(name(), std::move(factors));
  }
  Sharing sharing() const override {
    return of().sharing();  // in units of the capacity, which is smaller
  }

 private:
  double part_;
  std::string why_;
};

}  // namespace

LinkModelPtr cable(const LinkModelPtr& line, double metres) {
  return std::make_shared<const Cable>(line, metres);
}

LinkModelPtr degraded(const LinkModelPtr& link, double part, const std::string& why) {
  WEFT_ASSERT(part > 0 && part <= 1, "a part of a rate");
  return std::make_shared<const Degraded>(link, part, why);
}

}  // namespace weft::link
