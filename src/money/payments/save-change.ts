import type { App } from '../../platform/app/app.ts'
import type { WithChange } from '../../platform/db/db.ts'
import type { Actor } from '../../platform/merchants/caller.ts'
import type { PaymentChange } from './payment.ts'
import { refusals } from './refusals.ts'
import { savePayment } from './save-payment.ts'

/** Saves a change, with what stands or falls with it. Refuses when somebody else was faster or holds the payment. */
export async function saveChange(app: App, actor: Actor, change: PaymentChange, also?: WithChange): Promise<void> {
  if (also === undefined) {
    if (!(await savePayment(app, app.db, actor, change))) throw refusals.locked()
    return
  }
  await app.db.transaction(async (tx) => {
    await also(tx)
    if (!(await savePayment(app, tx, actor, change))) throw refusals.locked()
  })
  app.deliveriesDue.wake()
}
