/** The most seals of a way without a gap. Longer ways have checkpoints. */
export const maxWholeWay = 1_000

/**
 * Returns the numbers of the seals that lead from the first of these to the head, in order: all of them, if there are at
 * most `maxWholeWay`. Otherwise the given ones, checkpoints and the head: some ten to a hundred more. Each checkpoint is
 * the next number that more and more powers of two divide, so that all ways of a chain have checkpoints in common.
 */
export function numbersOfWay(own: readonly bigint[], head: bigint): bigint[] {
  const sorted = [...new Set(own)].sort((a, b) => (a < b ? -1 : 1))
  const [first] = sorted
  if (first === undefined) return []
  const length = Number(head - first) + 1
  if (length <= maxWholeWay) return Array.from({ length }, (_, index) => first + BigInt(index))
  return [...new Set([...sorted, ...checkpointsOf(first, head)])].sort((a, b) => (a < b ? -1 : 1))
}

function checkpointsOf(first: bigint, head: bigint): bigint[] {
  const numbers: bigint[] = []
  for (let at = first; at < head; ) {
    let step = at & -at
    while (at + step > head) step >>= 1n
    at += step
    numbers.push(at)
  }
  return numbers
}
