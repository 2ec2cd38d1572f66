"""How the program behaves among others: exit codes, pipes, -q, --json for what goes wrong."""
import gzip
import json
import os
import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
H100 = "examples/dgx-h100.xml"
SUBCOMMANDS = ("link", "show", "path", "predict", "convert", "algorithms", "explain")
FINE = (
    ["link", "pcie4x16"],
    ["link"],
    ["show", H100],
    ["path", H100, "gpu0", "gpu1"],
    ["predict", H100, "all_reduce", "--sizes", "1MiB"],
    ["algorithms"],
    ["explain", "ACS_REDIRECT"],
)
# Arguments, code, exit code.
BAD = (
    (["predict", H100, "all_reduce", "--sizes", "8X"], "SIZE_INVALID", 2),
    (["predict", H100, "all_redcue"], "COLLECTIVE_UNKNOWN", 2),
    (["predict", H100, "all_reduce", "-b", "8", "-e", "8G", "-f", "nan"], "SIZE_INVALID", 2),
    (["predict", H100, "all_reduce", "-f", "1e300"], "SIZE_INVALID", 2),
    (["predict", H100, "all_reduce", "--sizes", ""], "SIZE_INVALID", 2),
    (["predict", H100, "barrier", "--sizes", "1GiB"], "OPTION_CONFLICT", 2),
    (["predict", H100, "h2d", "-n", "3"], "OPTION_CONFLICT", 2),
    (["predict", H100, "all_reduce", "-n", "1"], "RANKS_TOO_FEW", 2),
    (["algorithms", "-n", "1"], "RANKS_TOO_FEW", 2),
    (["algorithms", "--collective", "barrier"], "OPTION_CONFLICT", 2),
    (["predict", H100, "all_reduce", "-n", "99"], "RANKS_TOO_MANY", 2),
    (["predict", H100, "all_reduce", "--algorithm", "star"], "ALGORITHM_UNKNOWN", 2),
    (["predict", H100, "all_reduce", "--protocol", "LL64"], "PROTOCOL_UNKNOWN", 2),
    (["predict", H100, "broadcast", "--root", "8", "--sizes", "8B"], "ROOT_INVALID", 2),
    (["show", "no/such.xml"], "FILE_MISSING", 2),
    (["show", "examples"], "FILE_UNREADABLE", 2),
    (["show", "tests/cli/inputs/empty.xml"], "FILE_EMPTY", 2),
    (["show", "tests/cli/inputs/truncated.xml"], "XML_TRUNCATED", 2),
    (["show", "tests/cli/inputs/damaged.xml.gz"], "GZIP_DAMAGED", 2),
    (["show", "tests/cli/inputs/binary"], "FORMAT_BINARY", 2),
    (["show", "README.md"], "FORMAT_UNKNOWN", 2),
    (["show", H100, "--gpu", "h1000"], "GPU_MODEL_UNKNOWN", 2),
    (["show", H100, "--gpu", "a100"], "GPU_MODEL_CONFLICT", 2),
    (["path", H100, "gpu0", "gpu8"], "COMPONENT_UNKNOWN", 2),
    (["path", H100, "gpu0", "gpu0"], "SAME_COMPONENT", 2),
    (["path", H100, "gpu0", "gpu1", "--mode", "gdr"], "MODE_IMPOSSIBLE", 2),
    (["path", H100, "gpu0", "gpu1", "--mode", "fast"], "MODE_UNKNOWN", 2),
    (["link", "pcie9x16"], "LINK_INVALID", 2),
    (["link", "pice4x16"], "LINK_UNKNOWN", 2),
    (["link", "pcie4x16", "--mtu", "4096"], "LINK_OPTION", 2),
    (["link", "pcie4x16", "--mps", "8X"], "SIZE_INVALID", 2),
    (["convert", H100, H100], "OUTPUT_IS_INPUT", 2),
    (["convert", H100, "topo.doc"], "FORMAT_UNWRITABLE", 2),
    (["convert", H100, "no/such/folder/topo.xml"], "FILE_UNWRITABLE", 3),
    (["convert", H100, "-", "--dialect", "mpi"], "DIALECT_UNKNOWN", 2),
    (["explain", "NO_SUCH_CODE"], "CODE_UNKNOWN", 2),
    (["predit", H100], "USAGE", 2),
    (["show", H100, "--treee"], "USAGE", 2),
    (["show"], "USAGE", 2),
    (["path", H100, "gpu0"], "USAGE", 2),
    (["predict", H100, "all_reduce", "-n", "many"], "USAGE", 2),
    (["link", "eth100:tcp:9000", "--mtu", "1500"], "LINK_OPTION", 2),
    (["link", "eth100:tcp", "--protocol", "udp"], "LINK_OPTION", 2),
    (["link", "pcie4x16", "--devices", "3"], "LINK_OPTION", 2),
    (["link", "--devices", "3"], "LINK_OPTION", 2),
    (["link", "nvlink4x18", "--engine", "nic"], "LINK_OPTION", 2),
    (["link", "wifi6-2x80", "--guard", "0"], "TIME_INVALID", 2),
    (["link", "pcie4x16", "--read", "512", "--tags", "0", "--rtt", "1us"], "NUMBER_INVALID", 2),
    (["link", "pcie4x16", "--read", "512", "--tags", "4", "--rtt", "0"], "TIME_INVALID", 2),
    (["link", "eth100", "--protocol", "rocev2", "--stack", "kernel"], "LINK_INVALID", 2),
    (["link", "eth100", "--protocol", "tcp", "--stack", "rdma"], "LINK_INVALID", 2),
    (["path", H100, "gpu0", "gpu1", "--engine", "nic"], "OPTION_CONFLICT", 2),
    (["path", H100, "gpu0", "mlx5_0", "--engine", "kernel"], "OPTION_CONFLICT", 2),
    (["link", "ib-ndr", "--mtu", "999999999999999999999"], "SIZE_INVALID", 2),
    (["link", "pcie4x16", "--tags", "many"], "NUMBER_INVALID", 2),
)


def weft(*arguments, **options):
    options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.run([os.environ["WEFT"], *arguments], cwd=ROOT, timeout=60, **options)


class BehaviourTest(unittest.TestCase):
    def test_what_goes_wrong_is_one_error_with_its_exit_code(self):
        for arguments, code, exit_code in BAD:
            with self.subTest(arguments=arguments):
                text = weft(*arguments)
                self.assertEqual(exit_code, text.returncode)
                self.assertEqual(b"", text.stdout)
                self.assertTrue(text.stderr.startswith(b"weft: "), text.stderr)
                self.assertIn(f"({code})", text.stderr.decode())
                told = weft(*arguments, "--json")
                self.assertEqual(exit_code, told.returncode)
                self.assertEqual(b"", told.stderr)
                error = json.loads(told.stdout)["error"]
                self.assertEqual(["code", "message", "where", "hint"], list(error))
                self.assertEqual(code, error["code"])

    def test_a_missing_file_is_missed_as_what_it_should_be(self):
        for option, what in (("--catalog", "catalogue"), ("--with", "nvidia-smi")):
            said = weft("show", H100, option, "no/such.txt").stderr.decode()
            self.assertIn("(FILE_MISSING)", said)
            self.assertIn(what, said)
        self.assertIn("topology", weft("show", "no/such.xml").stderr.decode())

    def test_no_name_of_a_file_reaches_the_terminal_raw(self):
        content = pathlib.Path(ROOT, H100).read_bytes()
        hostile = content.replace(b'"mlx5_0"', b'"m\x1b[2Jl&#10;x\xff\xe2\x80\xae5"')
        self.assertNotEqual(content, hostile)
        for arguments in (["show", "-"], ["show", "-", "--links"], ["path", "-", "gpu0", "nic[0]"],
                          ["path", "-", "gpu0", "nic0x"], ["predict", "-", "all_reduce"],
                          ["predict", "-", "h2d", "--sizes", "1MiB"]):
            with self.subTest(arguments=arguments):
                done = weft(*arguments, input=hostile)
                said = (done.stdout + done.stderr).decode("utf-8", "strict")
                self.assertFalse([c for c in said if not c.isprintable() and c != "\n"], said)
        plain = weft("show", "-", input=content).stdout.count(b"\n")
        self.assertEqual(plain, weft("show", "-", input=hostile).stdout.count(b"\n"))

    def test_a_long_value_is_cut_in_errors(self):
        long = b'<system version="1"><cpu numaid="0"><pci busid="%s"/></cpu></system>' % (b"0" * 5_000_000)
        for more in ([], ["--json"]):
            done = weft("show", "-", *more, input=long)
            self.assertIn("…", (done.stdout + done.stderr).decode())
            self.assertLess(len(done.stdout + done.stderr), 1000)

    def test_every_error_can_be_explained(self):
        for code in {code for _, code, _ in BAD}:
            self.assertEqual(0, weft("explain", code).returncode, code)

    def test_a_check_that_finds_something_ends_with_1(self):
        self.assertEqual(1, weft("diff", H100, "examples/dgx-a100.xml").returncode)
        self.assertEqual(1, weft("diff", H100, "examples/dgx-a100.xml", "--json").returncode)
        self.assertEqual(0, weft("diff", H100, H100).returncode)

    def test_quiet_prints_nothing_but_errors(self):
        for arguments in FINE:
            done = weft(*arguments, "-q")
            self.assertEqual((0, b"", b""), (done.returncode, done.stdout, done.stderr), arguments)
        self.assertIn(b"FILE_MISSING", weft("show", "no/such.xml", "-q").stderr)

    # Far more than a pipe holds, so that the program still writes when its reader has gone.
    def test_a_reader_that_leaves_is_no_failure(self):
        for arguments in (["link", "--json"], ["show", H100, "--json"], ["explain"]):
            with self.subTest(arguments=arguments):
                process = subprocess.Popen([os.environ["WEFT"], *arguments], cwd=ROOT,
                                           stdout=subprocess.PIPE, stderr=subprocess.PIPE)
                process.stdout.close()
                self.assertEqual(b"", process.stderr.read())
                process.stderr.close()
                self.assertEqual(0, process.wait(60))

    @unittest.skipUnless(os.path.exists("/dev/full"), "no /dev/full to stand for a full disk")
    def test_a_full_disk_is_a_failure(self):
        with open("/dev/full", "wb") as full:
            done = weft("show", H100, stdout=full)
        self.assertEqual(3, done.returncode)
        self.assertIn(b"OUTPUT_LOST", done.stderr)

    def test_a_paste_and_a_packed_file_mean_what_the_file_means(self):
        content = pathlib.Path(ROOT, H100).read_bytes()
        wanted = weft("path", H100, "gpu0", "gpu1").stdout
        self.assertEqual(wanted, weft("path", "-", "gpu0", "gpu1", input=content).stdout)
        with tempfile.TemporaryDirectory() as folder:
            packed = pathlib.Path(folder, "topo.xml.gz")
            packed.write_bytes(gzip.compress(content))
            self.assertEqual(wanted, weft("path", str(packed), "gpu0", "gpu1").stdout)

    def test_converting_to_standard_output_keeps_the_file_whole(self):
        skeleton = "examples/guest-8gpu-skeleton.xml"
        for more in ([], ["-q"]):
            done = weft("convert", skeleton, "-", *more)
            self.assertTrue(done.stdout.startswith(b"<system"))
            self.assertEqual(not more, b"FABRIC_HIDDEN" in done.stderr)
            shown = weft("show", "-", "--matrix", "-q", input=done.stdout)
            self.assertEqual(0, shown.returncode)

    def test_help_is_there_for_everyone(self):
        for arguments in [["--help"], *([name, "--help"] for name in SUBCOMMANDS)]:
            done = weft(*arguments)
            self.assertEqual((0, b""), (done.returncode, done.stderr))
            self.assertIn(b"Usage: weft", done.stdout)
        overview = weft("--help").stdout.decode()
        for name in SUBCOMMANDS:
            self.assertRegex(overview, rf"(?m)^  {name} +\S")

    def test_alone_it_prints_the_help_and_asks_for_more(self):
        done = weft()
        self.assertEqual((2, weft("--help").stdout), (done.returncode, done.stdout))


if __name__ == "__main__":
    unittest.main()
