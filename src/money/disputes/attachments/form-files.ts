import type { Draft } from '../../../platform/adapters/files.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { maxAttachmentsPerSubmission } from '../dispute.ts'
import { type AttachmentType, detectType, maxAttachmentBytes } from './attachment.ts'
import type { FileRules } from './receive-form.ts'
import { saveUpload } from './save-upload.ts'

/**
 * Why a file was refused: a wrong type or empty, larger than 5 MiB, one too many, or above the quota of unused
 * files.
 */
export type FileProblem = 'type' | 'size' | 'count' | 'room'

/** A file of a form by its sender's name: saved under an id, or refused. */
export type FormFile = { readonly name: string } & ({ readonly id: string } | { readonly problem: FileProblem })

/** Returns the file rules of evidence: up to ten PNG, JPEG or PDF of 1 byte to 5 MiB in parts named `attachment`. */
export function evidenceFiles(app: App, actor: Actor): FileRules<FormFile> {
  return {
    part: 'attachment',
    maxFiles: maxAttachmentsPerSubmission,
    fileBytes: maxAttachmentBytes,
    // Room for twice ten files, so that a file that is too large is refused by its name, and not with the whole form.
    bodyBytes: 2 * maxAttachmentsPerSubmission * maxAttachmentBytes,
    async save(part, name) {
      const draft = await app.files.draft(part, maxAttachmentBytes)
      const contentType = !part.truncated && draft.bytes > 0 ? await detectTypeOf(draft) : undefined
      if (contentType === undefined) {
        await draft.discard()
        return { name, problem: part.truncated ? 'size' : 'type' }
      }
      const id = await saveUpload(app, actor, { draft, contentType })
      return id === undefined ? { name, problem: 'room' } : { name, id }
    },
    refuse: (name) => ({ name, problem: 'count' }),
  }
}

// If the type check fails, the draft is removed.
async function detectTypeOf(draft: Draft): Promise<AttachmentType | undefined> {
  try {
    return await detectType(draft.head)
  } catch (error) {
    await draft.discard()
    throw error
  }
}
