import type { AttachmentFacts } from '../../../../money/disputes/attachments/attachments.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Visit } from '../../page.ts'

export type KnownFiles = ReadonlyMap<string, AttachmentFacts>

interface FilesProps {
  readonly visit: Visit
  readonly ids: readonly string[]
  readonly files: KnownFiles
  /** The name of the field that leaves a file out of the form. */
  readonly tickedAs?: string
}

/** The files, with a preview of pictures. A link downloads the file. */
export function Files({ visit, ids, files, tickedAs }: FilesProps): Content {
  const { words, address } = visit
  const known = ids.flatMap((id) => files.get(id) ?? [])
  if (known.length === 0) return null
  return html`<ul class="files">
    ${known.map((file, index) => {
      const href = address(`disputes/attachments/${file.id}`)
      const kind = file.contentType === 'application/pdf' ? 'PDF' : undefined
      const size = words.number(Math.ceil(file.bytes / 1024))
      const text = words.texts.fileName(words.number(index + 1), kind ?? words.texts.picture, size)
      return html`<li>
        <a class="file" href=${href} download>${kind ? html`<span class="file-kind" aria-hidden="true">${kind}</span>` : html`<img class="file-kind" src=${href} alt="" width="88" height="88" loading="lazy" />`}<span>${text}</span></a>
        ${tickedAs && html`<label class="tick"><input class="pick-box" type="checkbox" name=${tickedAs} value=${file.id} checked /><span>${words.texts.keepFile}</span></label>`}
      </li>`
    })}
  </ul>`
}
