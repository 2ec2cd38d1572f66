"""The JSON of every verb has the keys that docs/json.md promises, in their order."""
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
H100 = "examples/dgx-h100.xml"

LINK = ["name", "raw_GBps", "usable_GBps", "factors"]
FACTOR = ["name", "value", "GBps", "source"]
PREDICTION = ["topology", "collective", "ranks", "rows", "gains"]
COLLECTIVE_ROW = ["bytes", "time_us", "algbw_GBps", "busbw_GBps", "algorithm", "protocol",
                  "channels", "limit", "limit_class", "second_limit", "library",
                  "interval_us"]
TRANSFER_ROW = ["bytes", "time_us", "bandwidth_GBps", "latency_us", "algorithm", "protocol",
                "channels", "limit", "limit_class", "second_limit", "value", "unit",
                "interval_us", "terms"]
PATH = ["from", "to", "mode", "hops", "bandwidth_GBps", "latency_us", "limit", "second_limit",
        "distance", "alternatives"]
HOP = ["from", "to", "link", "kind", "GBps", "share", "latency_us", "factors"]
ALTERNATIVE = ["mode", "bandwidth_GBps", "latency_us", "why_not"]
SHOW = ["components", "links"]
COMPONENT = ["id", "kind", "name", "place", "attributes"]
SHOWN_LINK = ["from", "to", "kind", "GBps", "latency_us", "provenance"]


def weft(*arguments):
    done = subprocess.run([os.environ["WEFT"], *arguments, "--json"], cwd=ROOT, check=True,
                          capture_output=True, timeout=60)
    return json.loads(done.stdout)


class JsonTest(unittest.TestCase):
    def starts(self, promised, found):
        """Further keys may follow those that are promised."""
        self.assertEqual(promised, list(found)[:len(promised)])

    def test_one_link(self):
        link = weft("link", "pcie4x16")
        self.starts(LINK, link)
        self.assertEqual(FACTOR, list(link["factors"][0]))
        self.assertEqual(32, link["raw_GBps"])

    def test_several_links_and_all(self):
        for arguments in (["pcie4x16", "nvlink4"], []):
            listed = weft("link", *arguments)
            self.assertEqual(["links"], list(listed))
            for link in listed["links"]:
                self.starts(LINK, link)

    def test_raw_times_ratios_is_usable(self):
        for link in weft("link")["links"]:
            product = 1
            for factor in link["factors"]:
                product *= factor["value"]
                self.assertAlmostEqual(1, factor["GBps"] / product, 6)
            self.assertAlmostEqual(1, link["usable_GBps"] / product, 6)

    def test_show(self):
        shown = weft("show", H100)
        self.starts(SHOW, shown)
        for component in shown["components"]:
            self.starts(COMPONENT, component)
        ids = {component["id"] for component in shown["components"]}
        self.assertEqual(len(ids), len(shown["components"]))
        for link in shown["links"]:
            self.starts(SHOWN_LINK, link)
            self.assertIn(link["from"], ids)
            self.assertIn(link["to"], ids)

    def test_path(self):
        path = weft("path", H100, "gpu[0]", "gpu[1]")
        self.starts(PATH, path)
        for hop in path["hops"]:
            self.starts(HOP, hop)
        for number in (1, 2):  # the parts of one hop carry all of the bytes
            self.assertAlmostEqual(1, sum(hop["share"] for hop in path["hops"]
                                          if hop["hop"] == number), 6)
        for way in path["alternatives"]:
            self.assertEqual(ALTERNATIVE, list(way))

    def test_predict_a_collective(self):
        prediction = weft("predict", H100, "all_reduce", "--sizes", "8B,8GiB")
        self.starts(PREDICTION, prediction)
        for row in prediction["rows"]:
            self.assertEqual(COLLECTIVE_ROW, list(row))
        self.assertEqual([8, 2 ** 33], [row["bytes"] for row in prediction["rows"]])
        for gain in prediction["gains"]:
            self.assertEqual(["class", "percent"], list(gain))

    def test_predict_a_copy(self):
        for operation in ("h2d", "d2h", "p2p"):
            prediction = weft("predict", H100, operation, "--sizes", "1MiB")
            self.starts(PREDICTION, prediction)
            self.assertEqual(TRANSFER_ROW, list(prediction["rows"][0]))

    def test_convert(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder, "topo.json")
            said = weft("convert", H100, str(out))
            self.assertEqual(["input", "output", "format", "bytes", "warnings"], list(said))
            self.assertEqual(weft("show", H100), json.loads(out.read_text()))
            self.assertEqual(said["bytes"], out.stat().st_size)
            xml = pathlib.Path(folder, "topo.xml")
            written = weft("convert", H100, str(xml))
            pasted = weft("convert", H100, "-")
            self.assertEqual([*said, "content"], list(pasted))
            self.assertEqual(xml.read_text(), pasted.pop("content"))
            self.assertEqual({**written, "output": "-"}, pasted)

    def test_explain(self):
        keys = ["code", "kind", "title", "text", "what_to_do"]
        self.assertEqual(keys, list(weft("explain", "ACS_REDIRECT")))
        for code in weft("explain")["codes"]:
            self.assertEqual(keys, list(code))

    def test_algorithms(self):
        keys = ["name", "collectives", "formula", "pipelined", "about", "costs"]
        for algorithm in weft("algorithms")["algorithms"]:
            self.assertEqual(keys, list(algorithm))
        drawn = weft("algorithms", "tree", "-n", "5")
        self.assertEqual([*keys, "drawn"], list(drawn))
        self.assertEqual(["collective", "ranks", "root", "buffers", "phases"],
                         list(drawn["drawn"]))
        self.assertIsNone(weft("algorithms", "tree", "-n", "17")["drawn"])

    def test_predict_all_algorithms(self):
        found = weft("predict", H100, "all_reduce", "--algorithm", "all", "--sizes", "1MiB")
        self.assertEqual(["topology", "collective", "ranks", "rows", "how", "unfit", "warnings"],
                         list(found))
        for row in found["rows"]:
            self.starts(COLLECTIVE_ROW, row)
        self.assertEqual(1, sum(row["best"] for row in found["rows"]))
        self.assertEqual(["algorithm", "how"], list(found["how"][0]))
        self.assertEqual(["algorithm", "code", "why"], list(found["unfit"][0]))


if __name__ == "__main__":
    unittest.main()
