// Draws the parts of a plan.

import { element } from './elements.js'
import { formatsFor, texts } from './words.js'

/** Returns the list of parts. `rows`: one below the other, with long dates and the currency. */
export function drawParts(lang, { currency, plans: [{ today, installments }] }, rows) {
  const words = texts[lang]
  const { bare, count, longDate, money, shortDate } = formatsFor(lang, currency)
  const parts = [{ amount: today }, ...installments]
  const isLong = parts.length !== 4 || parts.some(({ amount }) => bare(amount).length > 8)
  return element(
    'ol',
    { class: rows || isLong ? 'parts rows' : 'parts', 'aria-label': words.payments },
    parts.map(({ due_date, amount }, index) => {
      const spoken = words.partOf.replace('{index}', count(index + 1)).replace('{count}', count(parts.length))
      const day = due_date ? (rows ? longDate : shortDate)(due_date) : words.today
      return element('li', { class: due_date ? 'part' : 'part first' }, [
        element('span', { class: 'unseen' }, spoken),
        element('span', { class: 'date' }, day),
        element('bdi', {}, (rows ? money : bare)(amount)),
      ])
    }),
  )
}
