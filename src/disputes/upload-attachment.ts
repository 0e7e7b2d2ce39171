import type { Readable } from 'node:stream'
import type { App } from '../app/app.ts'
import { newSecretId } from '../base/ids.ts'
import type { Actor } from '../merchants/caller.ts'
import { receiveUpload, type UploadLimits, uploadLimits } from './receive-upload.ts'
import { refusals } from './refusals.ts'
import { deleteUnusedAttachment, insertAttachment } from './store/attachments.ts'

/** So many bytes of uploads that no dispute refers to a merchant may have; they go after a day. */
export const unusedQuotaBytes = 2n * 1024n * 1024n * 1024n

/**
 * Keeps what a merchant uploads for its disputes and answers the id to refer to it by. Refuses with 400 `bad_request` a
 * malformed form, anything but one PNG, JPEG or PDF of 1 byte to 5 MiB, and more than the merchant's quota of unused files.
 */
export async function uploadAttachment(
  app: App,
  actor: Actor,
  body: Readable,
  contentType: string | undefined,
  limits: UploadLimits = uploadLimits,
  quotaBytes: bigint = unusedQuotaBytes,
): Promise<string> {
  const upload = await receiveUpload(app.files, body, contentType, limits)
  const { draft } = upload
  const id = newSecretId()
  try {
    // The row is written first: should the process end now, the sweep finds by it what was kept for nobody.
    const [kept] = await app.db.run(insertAttachment, [
      ...([actor.merchantId, id, draft.name, upload.contentType] as const),
      ...([draft.bytes, draft.sha256, app.clock.now(), quotaBytes] as const),
    ])
    if (kept === undefined) throw refusals.badRequest()
    await draft.keep()
  } catch (error) {
    await draft.discard()
    await app.db.run(deleteUnusedAttachment, [actor.merchantId, id])
    throw error
  }
  return id
}
