import { refusals } from './refusals.ts'

/** How much a person was shown to be left, in minor units, before they said what to do with it. */
export interface SeenAmount {
  readonly leftMinor: bigint
}

/** Refuses with 409 what was decided on an amount that is no longer true. Whoever saw none, such as a program, is not held to any. */
export function requireSeen(seen: SeenAmount | undefined, leftMinor: bigint): void {
  if (seen !== undefined && seen.leftMinor !== leftMinor) throw refusals.changed()
}
