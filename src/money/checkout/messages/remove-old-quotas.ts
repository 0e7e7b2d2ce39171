import type { App } from '../../../platform/app/app.ts'
import { deleteOldMessageQuotas } from '../store/message-quotas.ts'

const batch = 500

/** Removes a batch of the quotas in which no message counts any more, with the phones in them. Answers how many there were. */
export async function removeOldQuotas(app: App): Promise<number> {
  return (await app.db.run(deleteOldMessageQuotas, { most: batch })).length
}
