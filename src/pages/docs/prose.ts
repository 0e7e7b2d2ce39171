import { type Content, html, unescaped } from '../../platform/ui/html.ts'

/** Text in which backticks mark code. */
export function Inline({ text }: { text: string }): Content {
  return text.split('`').map((part, index) => (index % 2 === 1 ? html`<code>${part}</code>` : part))
}

/** Text with empty lines between paragraphs. */
export function Prose({ text }: { text: string }): Content {
  return text.split('\n\n').map((paragraph) => html`<p>${Inline({ text: paragraph })}</p>`)
}

/** Code with a copy button. `markup`: the same code as highlighted, escaped HTML. */
export function Code(props: { text: string; label: string; markup?: string | undefined }): Content {
  const { text, label, markup } = props
  const shown = markup === undefined ? html`<code>${text}</code>` : html`<code ...${unescaped(markup)} />`
  return html`<figure class="code">
    <figcaption><span>${label}</span><button type="button" class="copy" data-copy hidden>Copy</button></figcaption>
    <pre>${shown}</pre>
  </figure>`
}

/** Returns indented JSON. */
export function formatJson(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
