import type { App } from '../../../platform/app/app.ts'
import type { MerchantId } from '../../../platform/base/ids.ts'
import { takeAttachments } from './store.ts'

const maxBatchSize = 200

/** Removes every upload of a merchant with its file. A file that cannot be removed is told to the operator. */
export async function removeAttachments(app: App, merchantId: MerchantId): Promise<void> {
  for (let isMore = true; isMore; ) {
    const taken = await app.db.run(takeAttachments, { merchantId, limit: maxBatchSize })
    for (const { id, file_name } of taken) {
      await app.files.remove(file_name).catch((error: unknown) => {
        app.log.error({ err: error, attachment_id: id }, 'a removed attachment is left behind')
      })
    }
    isMore = taken.length === maxBatchSize
  }
}
