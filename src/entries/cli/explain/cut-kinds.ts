/** An event as far as its kind and amount are concerned. */
interface Line {
  readonly label: string
  readonly amountMinor: bigint | null
}

/** How many lines with a label are left out, and their sum in minor units; null if they have no amounts. */
export interface Gap {
  readonly count: number
  readonly amountMinor: bigint | null
}

/** A line to print; with `gap`, the first line of those that are left out. */
export interface CutLine<L> {
  readonly line: L
  readonly gap?: Gap
}

/** Returns the first and the last lines of each label, at most `most` in all, and the gap between them. */
export function cutKinds<L extends Line>(lines: readonly L[], most: number): CutLine<L>[] {
  const half = Math.floor(most / 2)
  const counts = new Map<string, number>()
  const byLabel = Map.groupBy(lines, ({ label }) => label)
  return lines.flatMap((line): CutLine<L>[] => {
    const same = byLabel.get(line.label) ?? []
    const place = counts.get(line.label) ?? 0
    counts.set(line.label, place + 1)
    if (same.length <= most || place < half || place >= same.length - half) return [{ line }]
    return place > half ? [] : [{ line, gap: sumUp(same.slice(half, same.length - half)) }]
  })
}

function sumUp(lines: readonly Line[]): Gap {
  const amounts = lines.flatMap(({ amountMinor }) => (amountMinor === null ? [] : [amountMinor]))
  const amountMinor = amounts.length === 0 ? null : amounts.reduce((sum, minor) => sum + minor, 0n)
  return { count: lines.length, amountMinor }
}
