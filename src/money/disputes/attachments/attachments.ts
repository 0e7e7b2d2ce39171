import type { Readable } from 'node:stream'
import type { App } from '../../../platform/app/app.ts'
import type { MerchantId } from '../../../platform/base/ids.ts'
import { day } from '../../../platform/base/times.ts'
import { readPages } from '../../../platform/db/read-pages.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { refusals } from '../refusals.ts'
import type { Attachment, AttachmentType } from './attachment.ts'
import {
  deleteUnusedAttachment,
  findAttachmentRow,
  listAttachmentRows,
  listStoredFileRows,
  listUnusedAttachments,
  takeAttachments,
} from './store.ts'

export interface OpenedAttachment extends Attachment {
  readonly content: Readable
}

/** Returns a merchant's own attachment, open for reading. Refuses an unknown one, and another merchant's, with 404. */
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

/** A file without its content. */
export type AttachmentFacts = Pick<Attachment, 'id' | 'contentType' | 'bytes'>

/** Returns the merchant's own files among these ids, by id. */
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

/** The file of an attachment. */
interface StoredFile {
  readonly merchantId: string
  readonly id: string
  readonly name: string
  readonly sha256: string
  /** Whether a dispute refers to it. */
  readonly isUsed: boolean
}

/** Files in one page of the list. */
const pageSize = 1_000

/** Yields the files of all merchants' attachments, for a backup. */
export async function* listStoredFiles(app: App): AsyncGenerator<StoredFile[]> {
  const pages = readPages(({ merchant_id: afterMerchant, id: afterAttachment }) =>
    app.db.run(listStoredFileRows, { afterMerchant, afterAttachment, limit: pageSize }),
  )
  for await (const rows of pages) {
    yield rows.map(({ merchant_id: merchantId, id, file_name: name, sha256, is_used: isUsed }) => {
      return { merchantId, id, name, sha256: sha256.toString('hex'), isUsed }
    })
  }
}

/** Attachments that are removed in one batch. */
const maxRemoved = 200

/** Removes all attachments of a merchant with their files. Logs each file that it cannot remove. */
export async function removeAttachments(app: App, merchantId: MerchantId): Promise<void> {
  for (let isMore = true; isMore; ) {
    const taken = await app.db.run(takeAttachments, { merchantId, limit: maxRemoved })
    for (const { id, file_name } of taken) {
      await app.files.remove(file_name).catch((error: unknown) => {
        app.log.error({ err: error, attachment_id: id }, 'a removed attachment is left behind')
      })
    }
    isMore = taken.length === maxRemoved
  }
}

/**
 * Removes uploads that no dispute refers to after a day, and leftovers of interrupted uploads. Returns how many
 * uploads were unused.
 */
export async function removeUnusedAttachments(app: App): Promise<number> {
  const before = app.clock.now() - day
  const unused = await app.db.run(listUnusedAttachments, { before, limit: maxRemoved })
  for (const { merchant_id, id, file_name } of unused) {
    const [removed] = await app.db.run(deleteUnusedAttachment, { merchantId: merchant_id, id })
    // A dispute refers to it since it was listed.
    if (removed === undefined) continue
    try {
      await app.files.remove(file_name)
    } catch (error) {
      // The file store fails: a later round removes the rest. No other work waits for it.
      app.log.error({ err: error, attachment_id: id }, 'an unused attachment is left behind')
      app.metrics.itemFailed('attachment')
      return 0
    }
  }
  await app.files.removeStrays(before)
  return unused.length
}
