// Where snippets are drawn: a shadow root in each element that the shop names.

import { addStyle } from './elements.js'
import { hasQuery, readFigures } from './figures.js'
import { groundBehind } from './ground.js'
import { drawBox, drawButton } from './snippets.js'

// Shared with other scripts of the service on the same page, and with this one if it is loaded twice.
const turnKey = Symbol.for('qist.turn')
const bare = new Set()

/** Returns the number of a call. A later call has a larger one, also of another script. */
export function nextTurn() {
  document[turnKey] = (document[turnKey] ?? 0) + 1
  return document[turnKey]
}

/** Returns the elements that a shop names: by a selector, or themselves. */
export function findElements(selector) {
  try {
    if (selector instanceof Element) return [selector]
    if (typeof selector === 'string') return [...document.querySelectorAll(selector)]
    if (selector?.[0] instanceof Element) return [selector[0]]
  } catch {}
  return []
}

/** Returns the element with the snippet's shadow root: this one, or a child where it can have none. */
function hostIn(element) {
  if (element[turnKey] !== undefined) return element
  const inner = element.shadowRoot ?? element
  const drawn = [...inner.children].find((child) => child[turnKey] !== undefined)
  if (drawn !== undefined) return drawn
  let host = element
  try {
    host.attachShadow({ mode: 'open' })
  } catch {
    host = document.createElement('div')
    host.attachShadow({ mode: 'open' })
    inner.append(host)
  }
  host[turnKey] = 0
  return host
}

/**
 * Draws a snippet into an element when its figures have come. Until then it keeps the snippet's place. The call with
 * the largest number wins. `learnMore` gets the figures and a function that returns the focus. `drawn` is called when
 * nothing more changes.
 */
export async function drawInto(service, element, { kind, draw, turn, options, learnMore, drawn = () => {} }) {
  const host = hostIn(element)
  if (host[turnKey] > turn) return
  host[turnKey] = turn
  const root = host.shadowRoot
  const show = (figures, isPending) => {
    const onLearnMore = () => learnMore(figures, () => root.querySelector('.more')?.focus())
    const hadFocus = root.activeElement
    const content = draw(options, figures, drawButton(options.lang, onLearnMore))
    root.replaceChildren(...addStyle(root, service), drawBox(kind, options, isPending, content))
    if (options.inheritsBg) bare.add(host)
    else bare.delete(host)
    colour(host)
    if (hadFocus) root.querySelector('.more').focus()
  }
  if (!root.querySelector('.box')) show(guess(options), true)
  const figures = await readFigures(service, options)
  if (host[turnKey] !== turn) return
  show(figures, false)
  drawn(host)
}

// Keeps the place of texts that come: they are as long as these, which nobody sees.
function guess(options) {
  if (!hasQuery(options)) return undefined
  const { price, currency } = options
  const amount = String(Number(price) / 4)
  const installments = [1, 2, 3].map((month) => ({ due_date: `2026-0${month}-28`, amount }))
  const plan = { count: 4, today: amount, installments, service_fee: '0' }
  return { currency, price, plans: [plan] }
}

function colour(host) {
  const box = host.shadowRoot.querySelector('.bare')
  box?.classList.remove('light', 'middle', 'deep', 'dark')
  box?.classList.add(groundBehind(host))
}

/** Follows the shop's change between its light and dark theme. */
export function followTheme() {
  const colourAll = () => {
    for (const host of bare) {
      if (host.isConnected) colour(host)
      else bare.delete(host)
    }
  }
  const changed = () => {
    colourAll()
    // A theme may fade in.
    setTimeout(colourAll, 400)
  }
  matchMedia('(prefers-color-scheme: dark)').addEventListener?.('change', changed)
  const observer = new MutationObserver(changed)
  for (const part of [document.documentElement, document.body]) {
    if (part) observer.observe(part, { attributeFilter: ['class', 'style', 'data-theme'] })
  }
}
