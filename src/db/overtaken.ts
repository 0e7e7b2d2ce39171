import { setTimeout as pause } from 'node:timers/promises'

/** So often something is read and decided anew when somebody else was faster. */
export const mostTries = 10

const longestMs = 64

/** What to wait after so many tries, at random and ever longer: whoever was faster commits meanwhile. At most 64 ms. */
export function pauseBeforeRetry(tries: number): Promise<void> {
  return pause(Math.random() * Math.min(2 ** tries, longestMs))
}
