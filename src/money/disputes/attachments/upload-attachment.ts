import type { Readable } from 'node:stream'
import type { App } from '../../../platform/app/app.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import { countUpload } from './limits.ts'
import { receiveUpload, type UploadLimits, uploadLimits } from './receive-upload.ts'
import { saveUpload, type UnusedQuota, unusedQuota } from './save-upload.ts'

/**
 * Saves an upload of a merchant and returns its id. Refuses with 400 `bad_request` a malformed form, a file that is
 * no PNG, JPEG or PDF of 1 byte to 5 MiB, and a file above the merchant's exact quota of unused files. Refuses with
 * 429 more than 20 uploads at once.
 */
export async function uploadAttachment(
  app: App,
  actor: Actor,
  body: Readable,
  contentType: string | undefined,
  limits: UploadLimits = uploadLimits,
  quota: UnusedQuota = unusedQuota,
): Promise<string> {
  const leave = countUpload(app, actor.merchantId)
  try {
    const upload = await receiveUpload(app.files, body, contentType, limits)
    const id = await saveUpload(app, actor, upload, quota)
    if (id === undefined) throw refusals.badRequest()
    return id
  } finally {
    leave()
  }
}
