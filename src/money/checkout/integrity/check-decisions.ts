import type { App } from '../../../platform/app/app.ts'
import { listWrongDecisions } from '../store/integrity.ts'

/**
 * Compares what was decided about orders with what became of them, and says in words what does not agree: at most so many of them.
 * Empty: all is well.
 */
export async function checkDecisions(app: App, limit: number): Promise<string[]> {
  const rows = await app.db.run(listWrongDecisions, { limit })
  return rows.map(({ id, payment_id, outcome, reason, rejection_reason, has_spoken }) => {
    const decided = `${outcome} (${reason ?? 'no reason'}${has_spoken ? ', a rule spoke' : ''})`
    return `session ${id} of payment ${payment_id}: decided was ${decided}, it says ${rejection_reason ?? 'not rejected'}`
  })
}
