import type { FileProblem } from '../../../../money/disputes/attachments/form-files.ts'
import { maxAttachmentsPerSubmission } from '../../../../money/disputes/dispute.ts'
import { FilesField, TextField } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { Visit } from '../../page.ts'
import { maxStatement, type Statement } from '../statement.ts'
import { Files, type KnownFiles } from './files.ts'

interface StatementFieldsProps {
  readonly visit: Visit
  readonly statement: Statement
  readonly files: KnownFiles
  readonly label: string
  readonly error?: string | undefined
}

/** The fields of a text and its files. Files of an earlier try are kept, and can be left out. */
export function StatementFields({ visit, statement, files, label, error }: StatementFieldsProps): Content {
  const { texts, number } = visit.words
  const { text, attachmentIds, refused, isTooLong } = statement
  const most = number(maxStatement)
  const problems: Readonly<Record<FileProblem | 'gone', string>> = {
    type: texts.fileWrongType,
    size: texts.fileTooLarge,
    count: texts.fileTooMany(number(maxAttachmentsPerSubmission)),
    room: texts.fileNoRoom,
    gone: texts.fileGone,
  }
  const refusedTexts = refused.map(({ name, problem }) => {
    const why = problems[problem as FileProblem | 'gone']
    return name === '' ? why : `${isolated(name)}: ${why}`
  })
  return html`
    ${TextField({
      name: 'text',
      label,
      value: text,
      maxlength: maxStatement,
      error: isTooLong ? texts.textTooLong(most) : error,
    })}
    ${Files({ visit, ids: attachmentIds, files, tickedAs: 'attachment_ids' })}
    ${FilesField({
      name: 'attachment',
      label: texts.filesField,
      hint: texts.filesHint(number(maxAttachmentsPerSubmission)),
      accept: 'image/png,image/jpeg,application/pdf',
      error: refusedTexts.length > 0 ? refusedTexts.join(' ') : undefined,
    })}
    <progress class="progress" aria-label=${texts.filesUnderWay} hidden></progress>`
}
