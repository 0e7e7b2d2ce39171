import type { Readable } from 'node:stream'
import type { App } from '../../../platform/app/app.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import type { Attachment, AttachmentType } from './attachment.ts'
import { findAttachmentRow } from './store.ts'

export interface OpenedAttachment extends Attachment {
  readonly content: Readable
}

/** A merchant's own attachment, opened for reading. Refuses with 404 an unknown one and another merchant's. */
export async function readAttachment(app: App, actor: Actor, id: string): Promise<OpenedAttachment> {
  const [row] = await app.db.run(findAttachmentRow, { merchantId: actor.merchantId, id })
  if (row === undefined) throw refusals.attachmentNotFound()
  return {
    merchantId: actor.merchantId,
    id,
    fileName: row.file_name,
    contentType: row.content_type as AttachmentType,
    bytes: row.bytes,
    sha256: row.sha256,
    content: await app.files.read(row.file_name),
  }
}
