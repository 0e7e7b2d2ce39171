import { fileEndings } from '../../../money/disputes/attachments/attachment.ts'
import { readAttachment } from '../../../money/disputes/attachments/read-attachment.ts'
import type { Answer, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'

/** A file of the merchant's disputes, always as a download; pictures of our own pages show it all the same. */
export async function sendAttachment(visit: Visit): Promise<Answer> {
  if (visit.isTest) throw refusals.noSuchPage()
  const { id, contentType, content } = await readAttachment(visit.app, visit.actor, visit.id)
  return { file: { name: `attachment-${id}.${fileEndings[contentType]}`, type: contentType, body: content } }
}
