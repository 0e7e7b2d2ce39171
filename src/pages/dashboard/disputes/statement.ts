import type { FormFile } from '../../../money/disputes/attachments/form-files.ts'
import { maxAttachmentsPerSubmission } from '../../../money/disputes/dispute.ts'
import { parseId } from '../../../platform/base/ids.ts'
import type { Fields, FormInput } from '../page.ts'

/** The text and the files of a dispute's form. */
export interface Statement {
  readonly text: string
  /** The stored files, with those of an earlier try. */
  readonly attachmentIds: readonly string[]
  /** The files that were not stored. */
  readonly refused: readonly (FormFile & { readonly problem: string })[]
  readonly isTooLong: boolean
}

/** The longest text, in characters. Longer statements are sent as a file. */
export const maxStatement = 5_000

/** Reads the text and the files of a form. Line ends are those of texts, not of forms. */
export function readStatement(fields: Fields, input: FormInput): Statement {
  const text = (fields['text'] ?? '').replaceAll('\r\n', '\n').trim()
  const before = input.all('attachment_ids').flatMap((value) => value.split(' '))
  const kept = [...before, ...input.files.flatMap((file) => ('id' in file ? [file.id] : []))]
  const ids = [...new Set(kept.flatMap((id) => parseId(id) ?? []))]
  const attachmentIds = ids.slice(0, maxAttachmentsPerSubmission)
  const refused = input.files.filter((file) => 'problem' in file)
  const tooMany = ids.slice(maxAttachmentsPerSubmission).map(() => ({ name: '', problem: 'count' as const }))
  return { text, attachmentIds, refused: [...refused, ...tooMany], isTooLong: text.length > maxStatement }
}
