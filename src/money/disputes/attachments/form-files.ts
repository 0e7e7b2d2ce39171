import type { Draft } from '../../../platform/adapters/files.ts'
import type { App } from '../../../platform/app/app.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { maxAttachmentsPerSubmission } from '../dispute.ts'
import { type AttachmentType, maxAttachmentBytes, seeType } from './attachment.ts'
import { keepUpload } from './keep-upload.ts'
import type { TakenFiles } from './receive-form.ts'

/** Why a file was not kept: it is no PNG, JPEG or PDF or is empty, is larger than 5 MiB, one too many, or more than there is room for. */
export type FileProblem = 'type' | 'size' | 'count' | 'room'

/** What became of a file in a form, by the name that its sender gave it. */
export type FormFile = { readonly name: string } & ({ readonly id: string } | { readonly problem: FileProblem })

/** Evidence, kept like uploads: up to ten PNG, JPEG or PDF of 1 byte to 5 MiB in parts named `attachment`. */
export function evidenceFiles(app: App, actor: Actor): TakenFiles<FormFile> {
  return {
    part: 'attachment',
    most: maxAttachmentsPerSubmission,
    fileBytes: maxAttachmentBytes,
    // Twice as much as ten whole files: of one that is too large the sender hears by its name.
    bodyBytes: 2 * maxAttachmentsPerSubmission * maxAttachmentBytes,
    async keep(part, name) {
      const draft = await app.files.draft(part, maxAttachmentBytes)
      const contentType = !part.truncated && draft.bytes > 0 ? await seeTypeOf(draft) : undefined
      if (contentType === undefined) {
        await draft.discard()
        return { name, problem: part.truncated ? 'size' : 'type' }
      }
      const id = await keepUpload(app, actor, { draft, contentType })
      return id === undefined ? { name, problem: 'room' } : { name, id }
    },
    leave: (name) => ({ name, problem: 'count' }),
  }
}

// Where its type cannot be seen, nothing is left of the file either.
async function seeTypeOf(draft: Draft): Promise<AttachmentType | undefined> {
  try {
    return await seeType(draft.head)
  } catch (error) {
    await draft.discard()
    throw error
  }
}
