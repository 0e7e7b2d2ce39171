import { Icon } from '../../components/pictures.ts'
import { type Choices, Options } from '../../forms/fields.ts'
import { type Content, html, spread } from '../../html.ts'
import type { Words } from '../../words/words.ts'
import type { BackOfficeTexts } from '../words.ts'
import { Empty } from './panel.ts'

export interface FilterField {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly type: 'text' | 'date' | 'amount' | 'choice'
  readonly choices?: Choices
  /** Why the typed value cannot be read. */
  readonly error?: string | undefined
}

/** Returns a field of choices with the value of the address. An unknown value stays selected, with an error. */
export function choiceField(
  words: Words<BackOfficeTexts>,
  field: Pick<FilterField, 'name' | 'label' | 'value'> & { readonly choices: Choices },
): FilterField {
  const { value, choices } = field
  const isKnown = choices.some(([known]) => known === value)
  return {
    ...{ ...field, type: 'choice' },
    choices: isKnown ? choices : [...choices, [value, value]],
    error: isKnown ? undefined : words.texts.wrongChoice,
  }
}

/** Whether a field of the filter cannot be read. If so, the page lists and exports nothing. */
export function isWrongFilter(fields: readonly FilterField[]): boolean {
  return fields.some(({ error }) => error !== undefined)
}

/** Replaces a list whose filter cannot be read. */
export function WrongFilter({ words: { texts } }: { words: Words<BackOfficeTexts> }): Content {
  return Empty({ icon: 'search', title: texts.wrongFilterTitle, lead: texts.wrongFilterLead })
}

interface FilterBarProps {
  readonly words: Words<BackOfficeTexts>
  /** The list's own address, without a filter. */
  readonly action: string
  readonly fields: readonly FilterField[]
}

/** The filter of a list. The list's address contains it, so the next page and the export use the same filter. */
export function FilterBar({ words, action, fields }: FilterBarProps): Content {
  const { texts } = words
  return html`<form class="filters" method="get" action=${action} aria-label=${texts.filter}>
    ${fields.map((field) => FilterInput(field))}
    <div class="filter-actions">
      <button class="button" type="submit">${texts.filter}</button>
      ${fields.some(({ value }) => value !== '') && html`<a class="quiet" href=${action}>${texts.clearFilter}</a>`}
    </div>
  </form>`
}

function FilterInput({ name, label, value, type, choices = [], error }: FilterField): Content {
  const id = `filter-${name}`
  const shared = spread({
    id,
    name,
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  })
  return html`<div class=${error ? 'field field-wrong' : 'field'}>
    <label for=${id}>${label}</label>
    ${
      type === 'choice'
        ? html`<select ...${shared}>${Options({ value, choices })}</select>`
        : html`<input ...${shared} type=${type === 'date' ? 'date' : 'text'} value=${value} autocomplete="off"
            inputmode=${type === 'amount' ? 'decimal' : undefined} dir=${type === 'text' ? 'auto' : 'ltr'}
            maxlength="255" />`
    }
    ${error && html`<p id=${`${id}-error`} class="error">${Icon({ name: 'alert', size: 18 })}<span>${error}</span></p>`}
  </div>`
}
