// Flows that a hash spreads over paths, each path as likely: balls into bins, exactly.
//
// Source: W. Feller, An Introduction to Probability Theory, vol. 1, chapter II.
#pragma once

namespace weft::route {

// That no two flows share a path: m! / ((m-f)! m^f).
double no_collision(unsigned flows, unsigned paths);
// Paths that have any flow: m (1 - (1 - 1/m)^f).
double expected_used_paths(unsigned flows, unsigned paths);
// Flows on the fullest path, on average. P(all ≤ k) is f!/m^f times the coefficient of x^f in
// (Σ x^i/i!, i ≤ k)^m. Time grows with paths · flows²: for hundreds of each.
double expected_fullest_path(unsigned flows, unsigned paths);

}  // namespace weft::route
