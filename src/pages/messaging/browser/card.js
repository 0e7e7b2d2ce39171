// The content of the snippet of a checkout: the parts of the plan.

import { element, mark } from './elements.js'
import { drawParts } from './plan.js'
import { drawPromo } from './promo.js'
import { lineOf, titleOf } from './snippets.js'
import { costOf, totalOf } from './words.js'

export function drawCard(options, figures, button) {
  const { lang, hasHeader } = options
  if (!figures?.plans[0]) return drawPromo(options, figures, button)
  return [
    hasHeader && element('p', { class: 'header' }, mark(), element('span', {}, titleOf(lang, figures))),
    drawParts(lang, figures, false),
    element('p', {}, lineOf(totalOf(lang, figures)), lineOf(costOf(lang, figures)), button),
  ]
}
