import type { App } from '../../../platform/app/app.ts'
import { hasDemoKey } from '../../../platform/merchants/keys/sandbox-keys.ts'
import { isUsedByProduction } from './store.ts'

/**
 * Whether the database visibly belongs to a sandbox, so that its rows may be older than the marks: a key works that everybody knows, and
 * production has never served on it. What nobody makes at the command line is a sandbox's there, marked or not.
 */
export async function isOlderSandbox(app: Pick<App, 'db'>): Promise<boolean> {
  const [found] = await app.db.run(isUsedByProduction, {})
  return found?.is_used !== true && (await hasDemoKey(app))
}
