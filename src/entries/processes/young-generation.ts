import { setFlagsFromString } from 'node:v8'

/** By how much the engine lets its young generation grow each time: twice as large, as it does by itself. */
const usualGrowth = 2

/**
 * Keeps the engine's young generation as small as it begins, until what this answers is called. Nearly all that a start loads stays: a
 * generation that has grown meanwhile would be memory that an idle service holds and never uses. Under load it grows as ever.
 */
export function holdYoungGeneration(): () => void {
  setGrowth(1)
  return () => setGrowth(usualGrowth)
}

function setGrowth(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}
