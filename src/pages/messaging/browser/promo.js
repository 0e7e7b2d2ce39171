// The content of the snippet of a product page or cart.

import { element, mark } from './elements.js'
import { lineOf } from './snippets.js'
import { costOf, sentenceOf } from './words.js'

export function drawPromo({ lang }, figures, button) {
  return [mark(), element('p', {}, lineOf(sentenceOf(lang, figures)), lineOf(costOf(lang, figures)), button)]
}
