import { setFlagsFromString } from 'node:v8'

/** V8's own growth factor of the young generation. */
const usualGrowth = 2

/**
 * Keeps V8's young generation at its initial size until the returned function is called. Almost everything that a start
 * allocates survives, so a grown young generation would only waste an idle service's memory.
 */
export function holdYoungGeneration(): () => void {
  setGrowth(1)
  return () => setGrowth(usualGrowth)
}

function setGrowth(factor: number): void {
  setFlagsFromString(`--semi-space-growth-factor=${factor}`)
}
