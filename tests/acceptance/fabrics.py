"""Dumps of large fabrics, made up."""


def ibnetdiscover(leaves, hosts_per_leaf, spines):
    """An ibnetdiscover dump as text: every leaf with one cable to each spine."""
    lines = []
    for leaf in range(leaves):
        lines.append(f'Switch\t64 "S-{0xa000 + leaf:016x}"\t\t# "leaf{leaf}" base port 0 lid 1 lmc 0')
        for h in range(hosts_per_leaf):
            guid = 0x100000 + leaf * hosts_per_leaf + h
            lines.append(f'[{h + 1}]\t"H-{guid:016x}"[1]({guid:x}) \t\t# "n{guid} mlx5_0" lid 9 4xNDR')
        for s in range(spines):
            lines.append(f'[{hosts_per_leaf + s + 1}]\t"S-{0xb000 + s:016x}"[{leaf + 1}]\t\t# "spine{s}" lid 2 4xNDR')
    for s in range(spines):
        lines.append(f'Switch\t64 "S-{0xb000 + s:016x}"\t\t# "spine{s}" base port 0 lid 2 lmc 0')
        for leaf in range(leaves):
            lines.append(f'[{leaf + 1}]\t"S-{0xa000 + leaf:016x}"[{hosts_per_leaf + s + 1}]\t\t# "leaf{leaf}" lid 1 4xNDR')
    for leaf in range(leaves):
        for h in range(hosts_per_leaf):
            guid = 0x100000 + leaf * hosts_per_leaf + h
            lines.append(f'Ca\t1 "H-{guid:016x}"\t\t# "n{guid} mlx5_0"')
            lines.append(f'[1]({guid:x}) \t"S-{0xa000 + leaf:016x}"[{h + 1}]\t\t# lid 9 lmc 0 "leaf{leaf}" lid 1 4xNDR')
    return "\n".join(lines) + "\n"
