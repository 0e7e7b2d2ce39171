import { Icon } from '../components/pictures.ts'
import { type Content, html } from '../html.ts'

/** A choice with what it does, and the fields that belong to it alone. */
export interface ExplainedChoice {
  readonly value: string
  readonly label: string
  /** One sentence about what it does. */
  readonly hint?: string | undefined
  /** Fields that appear with this choice. The server ignores those of other choices. */
  readonly fields?: Content
}

interface ChoicesProps {
  readonly name: string
  readonly legend: string
  /** The chosen value; empty for none. */
  readonly value: string
  readonly choices: readonly ExplainedChoice[]
  readonly error?: string | undefined
}

/**
 * Choices below each other, of which one is sent. The style sheet hides the fields of the other choices. An old browser
 * shows all of them, each below its choice.
 */
export function ExplainedChoices({ name, legend, value, choices, error }: ChoicesProps): Content {
  const errorId = `${name}-error`
  return html`<fieldset class=${error ? 'choices field-wrong' : 'choices'} aria-describedby=${error && errorId}>
    <legend>${legend}</legend>
    ${choices.map((choice) => Choice({ name, choice, isChosen: choice.value === value }))}
    ${
      error &&
      html`<p id=${errorId} class="error" role="alert">${Icon({ name: 'alert', size: 18 })}<span>${error}</span></p>`
    }
  </fieldset>`
}

function Choice({
  name,
  choice: { value, label, hint, fields },
  isChosen,
}: {
  name: string
  choice: ExplainedChoice
  isChosen: boolean
}): Content {
  const hintId = hint && `${name}-${value}-hint`
  return html`<div class="choice">
    <label class="choice-label">
      <input type="radio" class="choice-mark" name=${name} value=${value} checked=${isChosen} aria-describedby=${hintId} />
      <span>${label}</span>
    </label>
    ${hint && html`<p id=${hintId} class="choice-hint">${hint}</p>`}
    ${fields && html`<div class="choice-fields">${fields}</div>`}
  </div>`
}
