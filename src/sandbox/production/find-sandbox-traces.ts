import type { App } from '../../app/app.ts'
import { findSandboxTraces as findMerchantTraces } from '../../merchants/find-sandbox-traces.ts'
import { countSandboxPeople } from '../../people/demo/count-sandbox-people.ts'
import type { SandboxTraces } from './sandbox-traces.ts'
import { hasJournal } from './store.ts'

/** What there is just now of what a sandbox leaves. */
export async function findSandboxTraces(app: Pick<App, 'db' | 'clock'>): Promise<SandboxTraces> {
  const [found] = await app.db.run(hasJournal, {})
  return {
    ...(await findMerchantTraces(app)),
    ...(await countSandboxPeople(app)),
    hasJournal: found?.has_journal ?? false,
  }
}
