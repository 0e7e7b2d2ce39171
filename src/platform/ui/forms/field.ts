import { Icon } from '../components/icon.ts'
import { type AttributeValues, type Content, html, spread } from '../html.ts'
import type { FieldProps } from './fields.ts'

interface InputProps extends FieldProps {
  readonly input: AttributeValues
  /** Stands inside the field, at its end. */
  readonly ornament?: Content
  readonly class?: string
}

/** A labelled field; its error stands under it and is read with it. */
export function Field({ name, id = name, label, hint, error, input, ornament, class: extra }: InputProps): Content {
  const errorId = `${id}-error`
  const hintId = `${id}-hint`
  const describedBy = [hint && hintId, errorId].filter(Boolean).join(' ')
  return html`<div class=${`field ${extra ?? ''} ${error ? 'field-wrong' : ''}`}>
    <label for=${id}>${label}</label>
    <div class="control">
      <input id=${id} name=${name} aria-describedby=${describedBy} aria-invalid=${error ? 'true' : undefined}
        autofocus=${Boolean(error)} ...${spread(input)} />
      ${ornament}
    </div>
    ${hint && html`<p id=${hintId} class="hint">${hint}</p>`}
    <p id=${errorId} class="error" role="alert">${Icon({ name: 'alert', size: 18 })}<span>${error}</span></p>
  </div>`
}
