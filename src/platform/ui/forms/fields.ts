import { Icon } from '../components/pictures.ts'
import { type Attributes, type AttributeValues, type Content, html, spread } from '../html.ts'

/** The props of every labelled field. */
interface FieldProps {
  readonly name: string
  /** Default: the name. Set it if several forms of the page have a field of this name. */
  readonly id?: string
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: Content
}

function Frame({ name, id = name, label, hint, error, children }: FieldProps & { children?: Content }): Content {
  return html`<div class=${error ? 'field field-wrong' : 'field'}>
    <label for=${id}>${label}</label>
    ${children}
    ${hint && html`<p id=${`${id}-hint`} class="hint">${hint}</p>`}
    ${
      error &&
      html`<p id=${`${id}-error`} class="error" role="alert">
        ${Icon({ name: 'alert', size: 18 })}<span>${error}</span>
      </p>`
    }
  </div>`
}

function described({ name, id = name, hint, error }: FieldProps): Attributes {
  return spread({
    id,
    name,
    'aria-describedby': [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(' ') || undefined,
    'aria-invalid': error ? 'true' : undefined,
    autofocus: Boolean(error),
  })
}

/** A labelled field of several lines. */
export function TextField({ value, maxlength, ...field }: FieldProps & { value: string; maxlength: number }): Content {
  return Frame({
    ...field,
    children: html`<textarea ...${described(field)} rows="6" maxlength=${maxlength} dir="auto">${value}</textarea>`,
  })
}

/** The choices of a field: the value that is sent, and its label. */
export type Choices = readonly (readonly [value: string, label: string])[]

interface OptionsProps {
  readonly value: string
  readonly choices: Choices
}

/** The options of a `select`. */
export function Options({ value, choices }: OptionsProps): Content {
  return html`${choices.map(
    ([choice, text]) => html`<option value=${choice} selected=${choice === value}>
      ${text}
    </option>`,
  )}`
}

/** A labelled `select`. */
export function ChoiceField({ value, choices, ...field }: FieldProps & OptionsProps): Content {
  return Frame({ ...field, children: html`<select ...${described(field)}>${Options({ value, choices })}</select>` })
}

/** A labelled field for files. */
export function FilesField({ accept, ...field }: FieldProps & { accept: string }): Content {
  return Frame({ ...field, children: html`<input type="file" multiple accept=${accept} ...${described(field)} />` })
}

interface InputProps extends FieldProps {
  readonly input: AttributeValues
  /** Drawn inside the field, at its end. */
  readonly ornament?: Content
  readonly class?: string
}

/** A labelled input. Its error stands below it, and screen readers read both together. */
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
