#!/usr/bin/env python3
"""The laws that hold for every schedule, allocation and timeline."""
# accept: quick
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[1]))
from acceptance import row, run_tests  # noqa: E402

LAWS = (
    ("max-min optimality against an independent solver, 1 000 random problems, 1e-9", "simulate",
     "MaxMin.EqualsAnIndependentSolver*:MaxMin.NamesABottleneck*"),
    ("conservation and no resource above capacity", "simulate",
     "*onserv*:*apacity*:*Utilis*:Timeline.*"),
    ("an independent event engine gives the same times on random schedules", "simulate",
     "Simulator.EqualsAnIndependentEngine*"),
    ("lockstep and periods change no result", "simulate", "*ockstep*:*eriod*"),
    ("schedule bytes and steps equal the closed forms for n = 2 to 33", "collective",
     "Algorithms.TheBusiest*:Algorithms.TheLongest*"),
    ("every shipped schedule is accepted by the verifier", "collective", "Algorithms.EveryOne*:Algorithms.PipelinedOnes*:Algorithms.WrittenOut*"),
    ("hand-broken schedules are rejected with the right reason", "schedule",
     "Verify.Finds*:Goal.*:SampledVerify.Finds*"),
)
for line, layer, name in LAWS:
    passed, failed = run_tests(layer, name)
    least = 20 if "hand-broken" in line else 1
    row(line, f"{passed} tests passed, {failed} failed", f"all pass, at least {least}",
        passed >= least and failed == 0)
