import type { App } from '../../../platform/app/app.ts'
import { newSecretId } from '../../../platform/base/ids.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import type { Upload } from './receive-upload.ts'
import { deleteUnusedAttachment, insertAttachment, lockUploads } from './store.ts'

/** What a merchant may have of uploads that no dispute refers to; they go after a day. */
export interface UnusedQuota {
  readonly bytes: bigint
  readonly files: number
}

/** Twenty disputes with ten whole attachments each would be more; such evidence is given one dispute after the other. */
export const unusedQuota: UnusedQuota = { bytes: 200n * 1024n * 1024n, files: 200 }

/**
 * Keeps a file that was received and answers the id to refer to it by; undefined, with nothing kept, where it would be more than the
 * merchant's quota of unused files, exactly, however many come at once.
 */
export async function keepUpload(
  app: App,
  actor: Actor,
  upload: Upload,
  quota: UnusedQuota = unusedQuota,
): Promise<string | undefined> {
  const { merchantId } = actor
  const { draft } = upload
  const id = newSecretId()
  let isRoom = true
  try {
    // The row is written first: should the process end now, the sweep finds by it what was kept for nobody.
    isRoom = await app.db.transaction(async (tx) => {
      await tx.run(lockUploads, { merchantId })
      const rows = await tx.run(insertAttachment, {
        merchantId,
        id,
        fileName: draft.name,
        contentType: upload.contentType,
        bytes: draft.bytes,
        sha256: draft.sha256,
        uploadedAt: app.clock.now(),
        maxUnusedBytes: quota.bytes,
        maxUnusedFiles: quota.files,
      })
      return rows.length === 1
    })
    if (isRoom) await draft.keep()
  } catch (error) {
    await forgetUpload(app, actor, id, upload)
    throw error
  }
  if (isRoom) return id
  await draft.discard()
  return undefined
}

// The row goes last: what cannot be removed now, the sweep finds by it.
async function forgetUpload(app: App, actor: Actor, id: string, { draft }: Upload): Promise<void> {
  try {
    await draft.discard()
    await app.files.remove(draft.name)
    await app.db.run(deleteUnusedAttachment, { merchantId: actor.merchantId, id })
  } catch (error) {
    app.log.warn({ err: error, attachment_id: id }, 'what is left of a failed upload is removed in a day')
  }
}
