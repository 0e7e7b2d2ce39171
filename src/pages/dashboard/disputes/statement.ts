import type { FormFile } from '../../../money/disputes/attachments/form-files.ts'
import { maxAttachmentsPerSubmission } from '../../../money/disputes/dispute.ts'
import { parseId } from '../../../platform/base/ids.ts'
import type { Fields, FormInput } from '../page.ts'

/** What somebody writes and shows of a dispute, as far as its form goes. */
export interface Statement {
  readonly text: string
  /** Files that are kept for it, those that came before among them. */
  readonly attachmentIds: readonly string[]
  /** Files that were not kept. */
  readonly refused: readonly (FormFile & { readonly problem: string })[]
  readonly isTooLong: boolean
}

/** A form is no place for more: what is longer comes as a file. */
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
