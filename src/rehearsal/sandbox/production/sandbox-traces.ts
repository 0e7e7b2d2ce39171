import type { RemainingRow, SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import type { SandboxPeople } from '../../../platform/people/demo/count-sandbox-people.ts'

/** What there is of one kind. */
export interface FoundRemains {
  readonly kind: SandboxRemains
  readonly rows: readonly RemainingRow[]
}

/** What a sandbox has left in a database and production must not have. */
export interface SandboxTraces extends SandboxPeople {
  /** Only kinds of which there is something. */
  readonly remains: readonly FoundRemains[]
  /** Merchants whose clock is ahead of the system's. */
  readonly clocks: number
  /** Whether a journal is kept, or was. */
  readonly hasJournal: boolean
}

export function isClean({ remains, clocks, people, invitations, hasJournal }: SandboxTraces): boolean {
  return remains.length + clocks + people + invitations === 0 && !hasJournal
}

/** What there is, by kinds and counts, in one line. */
export function describeTraces({ remains, clocks, people, invitations, hasJournal }: SandboxTraces): string {
  const some = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`
  const parts = [
    ...remains.map(({ kind, rows }) => some(totalOf(rows), kind.one, kind.many)),
    ...(clocks > 0 ? [`${some(clocks, 'merchant clock')} ahead of the time`] : []),
    ...(people > 0 ? [`${some(people, 'demo or sandbox sign-in')}`] : []),
    ...(invitations > 0 ? [some(invitations, 'open invitation')] : []),
    ...(hasJournal ? ["the sandbox's journal"] : []),
  ]
  return parts.join(', ')
}

export function totalOf(rows: readonly RemainingRow[]): number {
  return rows.reduce((sum, { count }) => sum + count, 0)
}
