import { Icon } from '../../components/icon.ts'
import { type Choices, Options } from '../../forms/fields.ts'
import { type Content, html } from '../../html.ts'
import type { Words } from '../../words/words.ts'
import type { DeskTexts } from '../words.ts'

export interface FilterField {
  readonly name: string
  readonly label: string
  readonly value: string
  readonly type: 'text' | 'date' | 'amount' | 'choice'
  readonly choices?: Choices
  /** What is wrong with what was typed. */
  readonly error?: string | undefined
}

interface FilterBarProps {
  readonly words: Words<DeskTexts>
  /** The list's own address, without a filter. */
  readonly action: string
  readonly fields: readonly FilterField[]
}

/** What limits a list. It lives in the list's address: back, the next page and the export have the same. */
export function FilterBar({ words, action, fields }: FilterBarProps): Content {
  const { texts } = words
  return html`<form class="filters" method="get" action=${action} aria-label=${texts.filter}>
    ${fields.map((field) => html`<${FilterInput} ...${field} />`)}
    <div class="filter-actions">
      <button class="button" type="submit">${texts.filter}</button>
      ${fields.some(({ value }) => value !== '') && html`<a class="quiet" href=${action}>${texts.clearFilter}</a>`}
    </div>
  </form>`
}

function FilterInput({ name, label, value, type, choices = [], error }: FilterField): Content {
  const id = `filter-${name}`
  const shared = {
    id,
    name,
    'aria-invalid': error ? 'true' : undefined,
    'aria-describedby': error ? `${id}-error` : undefined,
  }
  return html`<div class=${error ? 'field field-wrong' : 'field'}>
    <label for=${id}>${label}</label>
    ${
      type === 'choice'
        ? html`<select ...${shared}><${Options} value=${value} choices=${choices} /></select>`
        : html`<input ...${shared} type=${type === 'date' ? 'date' : 'text'} value=${value} autocomplete="off"
            inputmode=${type === 'amount' ? 'decimal' : undefined} dir=${type === 'text' ? 'auto' : 'ltr'} maxlength="255" />`
    }
    ${error && html`<p id=${`${id}-error`} class="error"><${Icon} name="alert" size=${18} /><span>${error}</span></p>`}
  </div>`
}
