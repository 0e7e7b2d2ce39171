import type { App } from '../../../platform/app/app.ts'
import { countAdvancedClocks } from '../../../platform/merchants/clocks.ts'
import { hasDemoKey } from '../../../platform/merchants/keys/sandbox-keys.ts'
import type { RemainingRow, SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import type { SandboxPeople } from '../../../platform/people/sandbox-people.ts'
import { countSandboxPeople } from '../../../platform/people/sandbox-people.ts'
import { hasJournal, isUsedByProduction } from './store.ts'

/** Remaining rows of one kind. */
export interface FoundRemains {
  readonly kind: SandboxRemains
  readonly rows: readonly RemainingRow[]
}

/** What a sandbox has left in a database and production must not have. */
export interface SandboxTraces extends SandboxPeople {
  /** Only kinds with rows. */
  readonly remains: readonly FoundRemains[]
  /** Merchants whose clock is ahead of the system's. */
  readonly clocks: number
  /** Whether there is a journal, or its triggers. */
  readonly hasJournal: boolean
}

export function isClean({ remains, clocks, people, invitations, hasJournal }: SandboxTraces): boolean {
  return remains.length + clocks + people + invitations === 0 && !hasJournal
}

/** Returns the counts by kind in one line. */
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

/** Returns what a sandbox has left: rows of these kinds, people, clocks and the journal. */
export async function findSandboxTraces(
  app: Pick<App, 'db' | 'clock'>,
  kinds: readonly SandboxRemains[],
): Promise<SandboxTraces> {
  const isUnmarkedToo = await isOlderSandbox(app)
  const remains: FoundRemains[] = []
  for (const kind of kinds) {
    const rows = await kind.list(app, isUnmarkedToo)
    if (rows.length > 0) remains.push({ kind, rows })
  }
  const [found] = await app.db.run(hasJournal, {})
  return {
    remains,
    clocks: await countAdvancedClocks(app),
    ...(await countSandboxPeople(app)),
    hasJournal: found?.has_journal ?? false,
  }
}

/**
 * Returns whether the database belongs to a sandbox that may be older than the marks: a public demo key works, and
 * production has never used it. Unmarked rows that only a sandbox can make then count as its own.
 */
export async function isOlderSandbox(app: Pick<App, 'db'>): Promise<boolean> {
  const [found] = await app.db.run(isUsedByProduction, {})
  return found?.is_used !== true && (await hasDemoKey(app))
}
