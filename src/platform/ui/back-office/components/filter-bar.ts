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
  readonly type: 'text' | 'date' | 'time' | 'amount' | 'choice'
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

/** Fields that are seldom used: folded away, unless the address has one of them. */
interface RareFields {
  readonly summary: string
  readonly isOpen: boolean
  readonly fields: readonly FilterField[]
}

interface FilterBarProps {
  readonly words: Words<BackOfficeTexts>
  /** The list's own address, without a filter. */
  readonly action: string
  readonly fields: readonly FilterField[]
  readonly rare?: RareFields
  /** Values of the address that another part of the page sets, such as the search. They stay. */
  readonly kept?: Readonly<Record<string, string>>
}

/** The filter of a list. The list's address contains it, so the next page and the export use the same filter. */
export function FilterBar({ words, action, fields, rare, kept = {} }: FilterBarProps): Content {
  const { texts } = words
  const values = [...fields, ...(rare?.fields ?? [])].map(({ value }) => value)
  const isSet = [...values, ...Object.values(kept)].some((value) => value !== '')
  return html`<form class=${rare === undefined ? 'filters' : 'filters filters-line'} method="get" action=${action} aria-label=${texts.filter}>
    ${Object.entries(kept).map(([name, value]) => html`<input type="hidden" name=${name} value=${value} />`)}
    ${fields.map((field) => FilterInput(field))}
    ${rare && RareInputs(rare)}
    <div class="filter-actions">
      <button class="button" type="submit">${texts.filter}</button>
      ${isSet && html`<a class="quiet" href=${action}>${texts.clearFilter}</a>`}
    </div>
  </form>`
}

const inputTypes = { text: 'text', amount: 'text', date: 'date', time: 'datetime-local' } as const

function RareInputs({ summary, isOpen, fields }: RareFields): Content {
  return html`<details class="filters-rare" open=${isOpen || fields.some(({ error }) => error !== undefined)}>
    <summary>${summary}${Icon({ name: 'down', size: 16 })}</summary>
    <div class="filters-fields">${fields.map((field) => FilterInput(field))}</div>
  </details>`
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
        : html`<input ...${shared} type=${inputTypes[type]} value=${value} autocomplete="off"
            inputmode=${type === 'amount' ? 'decimal' : undefined} dir=${type === 'text' ? 'auto' : 'ltr'}
            maxlength="255" />`
    }
    ${error && html`<p id=${`${id}-error`} class="error">${Icon({ name: 'alert', size: 18 })}<span>${error}</span></p>`}
  </div>`
}
