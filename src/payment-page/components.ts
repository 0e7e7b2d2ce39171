import { addressOf, type Frame } from './frame.ts'
import { type Content, html } from './html.ts'
import { Ring, SignIcon } from './mark.ts'
import type { Words } from './words.ts'

export interface Shown {
  readonly frame: Frame
  readonly words: Words
}

/** The plan as a row of four segments; `paid` of them are filled. Long amounts stand in rows. */
export function Plan({ frame, words, paid }: Shown & { paid: number }): Content {
  const { texts } = words
  const amounts = frame.parts.map((part) => words.bareMoney(part.amountMinor, frame.currency))
  const isLong = amounts.some((amount) => amount.length > 8)
  return html`<ol class=${`plan ${isLong ? 'plan-rows' : ''}`} aria-label=${texts.planLabel}>
    ${frame.parts.map(
      (part, index) => html`<li class=${index < paid ? 'part part-paid' : index === 0 ? 'part part-today' : 'part'}>
        <span class="unseen">${texts.partOf(words.number(index + 1), words.number(frame.parts.length))}: </span>
        <span class="part-date">${index === 0 ? texts.today : words.shortDate(part.dueDate)}</span>
        <span class="part-amount"><span aria-hidden="true">${amounts[index]}</span><span class="unseen">${words.money(part.amountMinor, frame.currency)}</span></span>
      </li>`,
    )}
  </ol>`
}

/** The order's items, folded away. */
export function OrderFold({ frame, words }: Shown): Content {
  if (frame.items.length === 0) return null
  const count = frame.items.reduce((sum, item) => sum + item.quantity, 0)
  return html`<details class="fold">
    <summary>${words.texts.items(count, words.number(count))}<${SignIcon} sign="back" size=${18} /></summary>
    <ul class="items">
      ${frame.items.map(
        (
          item,
        ) => html`<li><span class="item-title"><span class="soft">${words.texts.quantity(words.number(item.quantity))}</span> <bdi>${item.title}</bdi></span>
          <span class="number">${words.money(item.amountMinor, frame.currency)}</span></li>`,
      )}
    </ul>
  </details>`
}

/** A form that posts to one step of the session, and that only our own pages can send. */
export function StepForm(props: Shown & { step: string; class?: string; id?: string; children?: Content }): Content {
  const { frame, step, children, class: name, id } = props
  return html`<form method="post" action=${addressOf(frame, step)} class=${name} id=${id} novalidate>
    <input type="hidden" name="form_token" value=${frame.formToken} />
    ${children}
  </form>`
}

/** The one primary action of a view, where the thumb is. */
export function Primary({ words, label, disabled }: { words: Words; label: string; disabled?: boolean }): Content {
  return html`<div class="action"><button class="primary" type="submit" disabled=${disabled}>
    <span class="label">${label}</span>
    <span class="busy"><${Ring} filled=${4} size=${24} class="loading" /><span class="unseen">${words.texts.working}</span></span>
  </button></div>`
}

/** Leaving, at every step. */
export function Cancel({ frame, words }: Shown): Content {
  return html`<${StepForm} frame=${frame} words=${words} step="cancel" class="leave">
    <button class="quiet" type="submit">${words.texts.cancel(frame.storeName)}</button>
  <//>`
}

export interface FieldProps {
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
    <p id=${errorId} class="error" role="alert"><${SignIcon} sign="alert" size=${18} /><span>${error}</span></p>
  </div>`
}

/** Something that went wrong in the step before, above the fields. */
export function Notice({ text }: { text: string }): Content {
  return html`<div class="notice" role="alert"><${SignIcon} sign="alert" size=${20} /><p>${text}</p></div>`
}

/** A card as the customer knows it. */
export function CardLine({ name, lastFour }: { name: string; lastFour: string }): Content {
  return html`<span class="card-line"><span class="card-picture"><${SignIcon} sign="card" size=${24} /></span><span><span class="strong">${name}</span> <bdi class="number" dir="ltr">•• ${lastFour}</bdi></span></span>`
}
