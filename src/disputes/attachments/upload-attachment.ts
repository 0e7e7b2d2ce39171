import type { Readable } from 'node:stream'
import type { App } from '../../app/app.ts'
import { newSecretId } from '../../base/ids.ts'
import type { Actor } from '../../merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { receiveUpload, type Upload, type UploadLimits, uploadLimits } from './receive-upload.ts'
import { deleteUnusedAttachment, insertAttachment, lockUploads } from './store.ts'

/** What a merchant may have of uploads that no dispute refers to; they go after a day. */
export interface UnusedQuota {
  readonly bytes: bigint
  readonly files: number
}

/** Twenty disputes with ten whole attachments each would be more; such evidence is given one dispute after the other. */
export const unusedQuota: UnusedQuota = { bytes: 200n * 1024n * 1024n, files: 200 }

/** So many uploads of a merchant may be coming in at a process: until they are judged they lie on its disk, too. */
export const maxIncomingUploads = 20

const incomingByApp = new WeakMap<App, Map<string, number>>()

/**
 * Keeps what a merchant uploads for its disputes and answers the id to refer to it by. Refuses with 400 `bad_request` a
 * malformed form, anything but one PNG, JPEG or PDF of 1 byte to 5 MiB, and more than the merchant's quota of unused files,
 * exactly, however many come at once; with 429 more than 20 at once.
 */
export async function uploadAttachment(
  app: App,
  actor: Actor,
  body: Readable,
  contentType: string | undefined,
  limits: UploadLimits = uploadLimits,
  quota: UnusedQuota = unusedQuota,
): Promise<string> {
  const leave = enter(app, actor.merchantId)
  try {
    const upload = await receiveUpload(app.files, body, contentType, limits)
    return await keepUpload(app, actor, upload, quota)
  } finally {
    leave()
  }
}

/** Counts an upload as coming in until the answered function is called. */
function enter(app: App, merchantId: string): () => void {
  const incoming = incomingByApp.get(app) ?? new Map<string, number>()
  incomingByApp.set(app, incoming)
  const before = incoming.get(merchantId) ?? 0
  if (before >= maxIncomingUploads) throw refusals.tooManyUploads()
  incoming.set(merchantId, before + 1)
  return () => {
    const left = (incoming.get(merchantId) ?? 1) - 1
    if (left > 0) incoming.set(merchantId, left)
    else incoming.delete(merchantId)
  }
}

async function keepUpload(app: App, actor: Actor, upload: Upload, quota: UnusedQuota): Promise<string> {
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
  throw refusals.badRequest()
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
