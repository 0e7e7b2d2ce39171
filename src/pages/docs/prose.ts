import { type Content, html, unescaped } from '../../platform/ui/html.ts'

/** Sentences in which `code` stands between backticks. */
export function Inline({ text }: { text: string }): Content {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

/** Paragraphs with an empty line between them. */
export function Prose({ text }: { text: string }): Content {
  return text.split('\n\n').map((paragraph) => html`<p>${Inline({ text: paragraph })}</p>`)
}

/** A piece of code that can be copied. `markup`: the same with its parts told apart, escaped. */
export function Code(props: { text: string; label: string; markup?: string | undefined }): Content {
  const { text, label, markup } = props
  const shown = markup === undefined ? html`<code>${text}</code>` : html`<code ...${unescaped(markup)} />`
  return html`<figure class="code">
    <figcaption><span>${label}</span><button type="button" class="copy" data-copy hidden>Copy</button></figcaption>
    <pre tabindex="0" aria-label=${label}>${shown}</pre>
  </figure>`
}

/** JSON over several lines. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
