import type { Readable } from 'node:stream'
import type { App } from '../../../platform/app/app.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { enterUpload } from './incoming-uploads.ts'
import { keepUpload, type UnusedQuota, unusedQuota } from './keep-upload.ts'
import { receiveUpload, type UploadLimits, uploadLimits } from './receive-upload.ts'

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
  const leave = enterUpload(app, actor.merchantId)
  try {
    const upload = await receiveUpload(app.files, body, contentType, limits)
    const id = await keepUpload(app, actor, upload, quota)
    if (id === undefined) throw refusals.badRequest()
    return id
  } finally {
    leave()
  }
}
