import type { Member } from '../../../platform/people/team.ts'

/** The second factors of a team. */
export interface TeamFactors {
  /** How many members have none. */
  readonly withoutFactor: number
  /** Whether the visitor has none. */
  readonly isOwnMissing: boolean
}

/** Counts the members without a second factor. */
export function factorsOf(members: readonly Member[], personId: string): TeamFactors {
  const missing = members.filter(({ hasSecondFactor }) => !hasSecondFactor)
  return { withoutFactor: missing.length, isOwnMissing: missing.some((member) => member.personId === personId) }
}
