// "Learn more": a dialogue in a host of its own, so that drawing a snippet again does not close it.

import { addStyle, element, mark } from './elements.js'
import { groundBehind } from './ground.js'
import { drawParts } from './plan.js'
import { directionOf, lineOf, titleOf } from './snippets.js'
import { costOf, formatsFor, sentenceOf, texts, totalOf } from './words.js'

let current

/** Opens the dialogue, unless one is open. `returnFocus` is called when it has closed. */
export function openDialogue(service, { lang }, figures, returnFocus) {
  if (current?.isConnected) return
  const host = element('div')
  current = host
  const root = host.attachShadow({ mode: 'open' })
  const close = element('button', { type: 'button', class: 'close', 'aria-label': texts[lang].close }, '\u00d7')
  const dialogue = element(
    'dialog',
    { class: groundBehind(document.body), lang, dir: directionOf(lang), 'aria-labelledby': 'title' },
    element('div', { class: 'sheet' }, contentOf(lang, figures, close)),
  )
  const end = () => {
    if (!host.isConnected) return
    host.remove()
    returnFocus()
  }
  close.addEventListener('click', end)
  dialogue.addEventListener('close', end)
  // Outside of the sheet is the backdrop.
  dialogue.addEventListener('click', (event) => event.target === dialogue && end())
  host.addEventListener('keydown', (event) => {
    // A shop's own keys, such as Escape for its own window, must not act here.
    event.stopPropagation()
    if (event.key === 'Escape') end()
    // The browser's own order leaves the page after the last control, and there is one.
    if (event.key === 'Tab') {
      event.preventDefault()
      close.focus()
    }
  })
  root.append(...addStyle(root, service), dialogue)
  document.body.append(host)
  if (dialogue.showModal) dialogue.showModal()
  else dialogue.setAttribute('open', '')
  close.focus()
}

function contentOf(lang, figures, close) {
  const words = texts[lang]
  const { count } = formatsFor(lang, figures?.currency)
  const hasPlan = figures?.plans.length > 0
  return [
    element('div', { class: 'top' }, mark(), element('span', { class: 'brand' }, words.brand), close),
    element('h2', { id: 'title' }, titleOf(lang, figures)),
    element(
      'p',
      { class: 'lead' },
      lineOf(hasPlan ? totalOf(lang, figures) : sentenceOf(lang, figures)),
      lineOf(costOf(lang, figures)),
    ),
    hasPlan && drawParts(lang, figures, true),
    element('h3', {}, words.howTitle),
    element(
      'ol',
      { class: 'how' },
      ...words.how.map((step, index) => element('li', { 'data-step': count(index + 1) }, step)),
    ),
    element('p', { class: 'note' }, hasPlan && `${words.dates} `, words.note),
  ]
}
