// Draws a snippet: the same frame for a product page or cart, and for a checkout.

import { element, fill } from './elements.js'
import { formatsFor, texts } from './words.js'

/**
 * Returns the box of a snippet around its content. `isPending`: its texts only keep the place of those that come.
 */
export function drawBox(kind, { lang, inheritsBg, isBlack }, isPending, content) {
  const classes = ['box', kind, inheritsBg ? 'bare' : 'paper', isBlack && 'black', isPending && 'pending']
  return element('div', { class: classes.filter(Boolean).join(' '), lang, dir: directionOf(lang) }, content)
}

export function directionOf(lang) {
  return lang === 'ar' ? 'rtl' : 'ltr'
}

/** Returns the button that opens "Learn more". */
export function drawButton(lang, onLearnMore) {
  const button = element('button', { type: 'button', class: 'more', 'aria-haspopup': 'dialog' }, texts[lang].learnMore)
  button.addEventListener('click', onLearnMore)
  return button
}

/** Returns the title of a plan, filled in. */
export function titleOf(lang, figures) {
  const plan = figures?.plans[0]
  if (!plan || plan.sentence) return texts[lang].plainTitle
  return fill(texts[lang].title, { count: formatsFor(lang, figures.currency).count(plan.count) })
}

/** Returns a sentence with its values and a space behind it; nothing for an empty text. */
export function lineOf([text, values]) {
  return text ? [...fill(text, values), ' '] : []
}
