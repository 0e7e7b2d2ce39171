import type { App } from '../../../platform/app/app.ts'
import { day } from '../../../platform/base/times.ts'
import { deleteUnusedAttachment, listUnusedAttachments } from './store.ts'

const maxBatchSize = 200

/**
 * Removes uploads that no dispute refers to a day after they came, and what interrupted uploads left behind. Answers how many
 * uploads there were.
 */
export async function removeUnusedAttachments(app: App): Promise<number> {
  const before = app.clock.now() - day
  const unused = await app.db.run(listUnusedAttachments, { before, limit: maxBatchSize })
  for (const { merchant_id, id, file_name } of unused) {
    const [removed] = await app.db.run(deleteUnusedAttachment, { merchantId: merchant_id, id })
    // Whoever refers to it in this very moment keeps it.
    if (removed === undefined) continue
    try {
      await app.files.remove(file_name)
    } catch (error) {
      // The place of attachments is in trouble: the rest waits for a later round, and nothing else does.
      app.log.error({ err: error, attachment_id: id }, 'an unused attachment is left behind')
      app.metrics.itemFailed('attachment')
      return 0
    }
  }
  await app.files.removeStrays(before)
  return unused.length
}
