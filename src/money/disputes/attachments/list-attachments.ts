import type { App } from '../../../platform/app/app.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import type { Attachment, AttachmentType } from './attachment.ts'
import { listAttachmentRows } from './store.ts'

/** What is told of a file beside its content. */
export type AttachmentFacts = Pick<Attachment, 'id' | 'contentType' | 'bytes'>

/** Those of the files that are the merchant's, by id. */
export async function listAttachments(
  app: App,
  { merchantId }: Actor,
  ids: readonly string[],
): Promise<ReadonlyMap<string, AttachmentFacts>> {
  if (ids.length === 0) return new Map()
  const rows = await app.db.run(listAttachmentRows, { merchantId, ids })
  return new Map(
    rows.map(({ id, content_type, bytes }) => [id, { id, contentType: content_type as AttachmentType, bytes }]),
  )
}
