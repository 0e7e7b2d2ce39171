import type { App } from '../../../platform/app/app.ts'
import { countAdvancedClocks } from '../../../platform/merchants/clocks.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { countSandboxPeople } from '../../../platform/people/demo/count-sandbox-people.ts'
import { isOlderSandbox } from './is-older-sandbox.ts'
import type { FoundRemains, SandboxTraces } from './sandbox-traces.ts'
import { hasJournal } from './store.ts'

/** What there is just now of what a sandbox leaves, of these kinds and of people, clocks and the journal. */
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
