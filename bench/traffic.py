"""Flows over the numbered links of k-ary fat trees, as CSV for `weft flows` and for peers."""
import random

RATE = 12.5e9


class FatTree:
    """Directed links by name, numbered in the order of first use."""

    def __init__(self, k):
        self.half = k // 2
        self.pod = self.half * self.half
        self.hosts = k * self.pod
        self.known = {}

    def link(self, *name):
        return self.known.setdefault(name, len(self.known))

    def path(self, src, dst, choose):
        """Links from a host to another; `choose(tier, dst)` is the up-port."""
        h = self.half
        from_leaf, to_leaf, from_pod, to_pod = src // h, dst // h, src // self.pod, dst // self.pod
        links = [self.link("host up", src)]
        if from_leaf != to_leaf:
            port = choose(0, dst)
            links.append(self.link("leaf up", from_leaf, port))
            if from_pod != to_pod:
                core = choose(1, dst)
                links += [self.link("up", from_pod, port, core), self.link("down", to_pod, port, core)]
            links.append(self.link("leaf down", to_leaf, port))
        return links + [self.link("host down", dst)]

    def by_digit(self, tier, dst):
        return dst % self.half if tier == 0 else dst // self.half % self.half


def permutation(hosts, rng):
    to = list(range(hosts))
    while any(i == t for i, t in enumerate(to)):
        rng.shuffle(to)
    return list(enumerate(to))


def all_to_all(hosts):
    return [(s, d) for s in range(hosts) for d in range(hosts) if s != d]


def write(path, k, pairs, sizes, hashed, rng):
    """The CSV; sizes(rng) gives the bytes of a flow."""
    tree = FatTree(k)
    choose = (lambda tier, dst: rng.randrange(tree.half)) if hashed else tree.by_digit
    with open(path, "w", encoding="utf-8") as out:
        out.write("flow,src,dst,bytes,links\n")
        for number, (src, dst) in enumerate(pairs):
            links = ";".join(map(str, tree.path(src, dst, choose)))
            out.write(f"{number},{src},{dst},{sizes(rng)},{links}\n")


def drawn(rng):
    return rng.randrange(1, 125_000_000)


def equal(_rng):
    return 1_000_000


def seeded(number):
    return random.Random(number)
