import type { App } from '../../../platform/app/app.ts'
import { firstIdOf } from '../../../platform/base/ids.ts'
import { day } from '../../../platform/base/times.ts'
import { removeOldMessages as remove } from '../store/messages.ts'

const batch = 500

/**
 * Removes a batch of the text messages about purchases that were made more than MESSAGE_DAYS ago, with the phones in them; those that still wait stay.
 * Answers how many there were.
 */
export async function removeOldMessages(app: App): Promise<number> {
  const beforePayment = firstIdOf(app.clock.now() - app.config.messageDays * day)
  return (await app.db.run(remove, { beforePayment, limit: batch })).length
}
