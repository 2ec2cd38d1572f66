"""Runs the InfiniBand tools against ibsim, which stands in for a fabric; nothing is left behind."""
import contextlib
import ctypes
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

PATH = os.environ.get("PATH", "") + ":/usr/sbin:/sbin"
WEFT = os.environ["WEFT"]


def skip(reason):
    print(f"skipped: {reason}")
    sys.exit(77)


def find(*programs):
    """Their paths; ends the test as not run where one is missing."""
    found = [shutil.which(program, path=PATH) for program in programs]
    missing = [program for program, path in zip(programs, found) if not path]
    if missing:
        skip(f"there is no {' and no '.join(missing)} on this machine")
    return found


def no_real_fabric():
    """Never runs a subnet manager beside real adapters, whatever it is told to open."""
    if pathlib.Path("/sys/class/infiniband").exists():
        skip("this machine has InfiniBand adapters, where no further subnet manager may run")


def simulator_library():
    for folder in ("/usr/lib", "/usr/lib64", "/usr/local/lib"):
        for library in sorted(pathlib.Path(folder).glob("**/umad2sim/libumad2sim.so*")):
            return str(library)
    return skip("ibsim's libumad2sim.so is not on this machine")


def dies_with_us():
    """The kernel ends a child whose parent was killed, so that not even SIGKILL leaves one."""
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)


class Fabric:
    """One ibsim with a socket and a folder of its own; clients reach no other fabric."""

    def __init__(self, folder, net):
        self.folder = pathlib.Path(folder)
        self.library = simulator_library()
        self.environment = {
            "PATH": PATH, "LC_ALL": "C", "HOME": str(folder),
            # An abstract socket: it has no file, and two fabrics of one machine differ in it.
            "IBSIM_SOCKNAME": f"weft-{os.getpid()}-{self.folder.name}",
            "OSM_TMP_DIR": str(folder), "OSM_CACHE_DIR": str(folder), "TMPDIR": str(folder)}
        ibsim, = find("ibsim")
        self.log = open(self.folder / "ibsim.log", "wb")
        self.process = subprocess.Popen(
            [ibsim, "--start", "--no-console", "-N", "4000", "-S", "2000", "-P", "40000", net],
            cwd=folder, env=self.environment, stdin=subprocess.DEVNULL, stdout=self.log,
            stderr=self.log, preexec_fn=dies_with_us)
        try:
            self.wait()
        except BaseException:
            self.close()
            raise

    def wait(self):
        """Until the simulator's socket listens."""
        for _ in range(600):
            if self.process.poll() is not None:
                raise RuntimeError(f"ibsim ended: {self.tail('ibsim.log')}")
            listening = pathlib.Path("/proc/net/unix").read_text(encoding="utf-8")
            if f"@{self.environment['IBSIM_SOCKNAME']}:ctl" in listening:
                return
            time.sleep(0.05)
        raise RuntimeError("ibsim does not listen after 30 s")

    def tail(self, name):
        return (self.folder / name).read_text(encoding="utf-8", errors="replace")[-4000:]

    def run(self, *command):
        program, = find(command[0])
        # prctl works on this process only; LD_PRELOAD must not reach Python or a shell.
        done = subprocess.run([program, *command[1:]], cwd=self.folder, text=True,
                              env={**self.environment, "LD_PRELOAD": self.library},
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=120,
                              check=False, preexec_fn=dies_with_us)
        if done.returncode != 0:
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}:\n"
                               f"{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.stdout

    def close(self):
        self.process.kill()
        self.process.wait()
        self.log.close()


@contextlib.contextmanager
def scratch():
    """A folder that is gone afterwards, even where this process is killed."""
    folder = tempfile.mkdtemp(prefix="weft-peers-")
    # Its standard input ends when this process does, however it ends.
    remover = subprocess.Popen(["sh", "-c", 'cat >/dev/null; rm -rf -- "$1"', "sh", folder],
                               stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL, start_new_session=True)
    try:
        yield pathlib.Path(folder)
    finally:
        remover.stdin.close()
        remover.wait()


@contextlib.contextmanager
def fabric(net_text):
    """An ibsim that runs this net file."""
    with scratch() as folder:
        net = folder / "fabric.net"
        net.write_text(net_text, encoding="utf-8")
        running = Fabric(folder, str(net))
        try:
            yield running
        finally:
            running.close()


def end_on_signals():
    """A signal unwinds like an error."""
    for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        signal.signal(number, lambda *_: sys.exit(1))
