/** Random numbers that a seed repeats. */
export interface Random {
  /** Returns a number from 0 to below 1. */
  next(): number
  /** Returns a whole number between both, both included. */
  between(least: number, most: number): number
  chance(probability: number): boolean
  pick<T>(from: readonly T[]): T
}

/** Returns random numbers: the same label and seed give the same numbers. */
export function seeded(seed: number, label: string): Random {
  let state = seed >>> 0
  for (const character of label) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000
  }
  const between = (least: number, most: number): number => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    between,
    chance: (probability) => next() < probability,
    pick: (from) => {
      const picked = from[between(0, from.length - 1)]
      if (picked === undefined) throw new Error('nothing to pick from')
      return picked
    },
  }
}
