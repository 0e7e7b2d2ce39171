import type { App } from '../../../platform/app/app.ts'
import { newSecretId } from '../../../platform/base/ids.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import type { Upload } from './receive-upload.ts'
import { deleteUnusedAttachment, insertAttachment, lockUploads } from './store.ts'

/** The most uploads of a merchant that no dispute refers to. They are removed after a day. */
export interface UnusedQuota {
  readonly bytes: bigint
  readonly files: number
}

/** Ten full attachments for each of twenty disputes are more than this: such evidence needs several requests. */
export const unusedQuota: UnusedQuota = { bytes: 200n * 1024n * 1024n, files: 200 }

/**
 * Saves a received file and returns its id; undefined, with nothing saved, if it is above the merchant's quota of
 * unused files. A lock makes the quota exact also for uploads at the same time.
 */
export async function saveUpload(
  app: App,
  actor: Actor,
  upload: Upload,
  quota: UnusedQuota = unusedQuota,
): Promise<string | undefined> {
  const { merchantId } = actor
  const { draft } = upload
  const id = newSecretId()
  let isWithinQuota = true
  try {
    // The row is inserted first: if the process ends now, the cleanup finds the file by it.
    isWithinQuota = await app.db.transaction(async (tx) => {
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
    if (isWithinQuota) await draft.keep()
  } catch (error) {
    await removeUpload(app, actor, id, upload)
    throw error
  }
  if (isWithinQuota) return id
  await draft.discard()
  return undefined
}

// The row is deleted last: if the file cannot be removed now, the cleanup finds it by the row.
async function removeUpload(app: App, actor: Actor, id: string, { draft }: Upload): Promise<void> {
  try {
    await draft.discard()
    await app.files.remove(draft.name)
    await app.db.run(deleteUnusedAttachment, { merchantId: actor.merchantId, id })
  } catch (error) {
    app.log.warn({ err: error, attachment_id: id }, 'what is left of a failed upload is removed in a day')
  }
}
