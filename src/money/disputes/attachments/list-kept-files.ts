import type { App } from '../../../platform/app/app.ts'
import { readPages } from '../../../platform/db/read-pages.ts'
import { listKeptFileRows } from './store.ts'

/** The file of an attachment, as it was uploaded. */
interface KeptFile {
  readonly merchantId: string
  readonly id: string
  readonly name: string
  readonly sha256: string
  /** Whether a dispute refers to it. */
  readonly isUsed: boolean
}

const batch = 1_000

/** The files of all attachments, of every merchant: a backup has to hold them. */
export async function* listKeptFiles(app: App): AsyncGenerator<KeptFile[]> {
  const pages = readPages(({ merchant_id: afterMerchant, id: afterAttachment }) =>
    app.db.run(listKeptFileRows, { afterMerchant, afterAttachment, limit: batch }),
  )
  for await (const rows of pages) {
    yield rows.map(({ merchant_id: merchantId, id, file_name: name, sha256, is_used: isUsed }) => {
      return { merchantId, id, name, sha256: sha256.toString('hex'), isUsed }
    })
  }
}
