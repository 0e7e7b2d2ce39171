import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { deleteOldSessions } from '../store/sessions.ts'
import { deleteOldSignIns } from '../store/sign-ins.ts'

const most = 500

/** Removes a batch of sign-ins and sessions that are over, with the phones in them. Answers how many there were. */
export async function removeOldSignIns(app: App): Promise<number> {
  const over = { merchantId: allMerchants, now: app.clock.now(), most }
  const [signIns, sessions] = await Promise.all([
    app.db.run(deleteOldSignIns, over),
    app.db.run(deleteOldSessions, over),
  ])
  return signIns.length + sessions.length
}
