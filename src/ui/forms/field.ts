import { Icon } from '../components/icon.ts'
import { type Content, html } from '../html.ts'

interface FieldProps {
  readonly name: string
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  readonly input: Readonly<Record<string, unknown>>
  /** Stands inside the field, at its end. */
  readonly ornament?: Content
  readonly class?: string
}

/** A labelled field; its error stands under it and is read with it. */
export function Field({ name, label, hint, error, input, ornament, class: extra }: FieldProps): Content {
  const errorId = `${name}-error`
  const hintId = `${name}-hint`
  const describedBy = [hint && hintId, errorId].filter(Boolean).join(' ')
  return html`<div class=${`field ${extra ?? ''} ${error ? 'field-wrong' : ''}`}>
    <label for=${name}>${label}</label>
    <div class="control">
      <input id=${name} name=${name} aria-describedby=${describedBy} aria-invalid=${error ? 'true' : undefined} autofocus=${Boolean(error)} ...${input} />
      ${ornament}
    </div>
    ${hint && html`<p id=${hintId} class="hint">${hint}</p>`}
    <p id=${errorId} class="error" role="alert"><${Icon} name="alert" size=${18} /><span>${error}</span></p>
  </div>`
}
