// Defines the constructor of a script, and opens "Learn more" for elements that name a price.

import { openDialogue } from './dialogue.js'
import { readFigures } from './figures.js'
import { drawInto, findElements, followTheme, nextTurn } from './hosts.js'
import { readOptions, textOf } from './options.js'

const opened = Symbol.for('qist.opened')
const names = ['tabby', 'qist']
const informing = names.map((name) => `[data-${name}-info]`).join()

/** The options of the last constructor: an element that names a price may lack key and language. */
let latest

/** Returns a constructor that draws a snippet of this kind. It throws for nothing that a shop passes in. */
export function snippetConstructor(service, kind, draw) {
  return function Snippet(given) {
    latest = given
    const turn = nextTurn()
    const drawAll = () => {
      for (const element of findElements(selectorOf(given))) drawElement(service, { kind, draw, turn }, given, element)
      prepare()
    }
    const isEarly = document.readyState === 'loading' && findElements(selectorOf(given)).length === 0
    if (isEarly) document.addEventListener('DOMContentLoaded', drawAll)
    else drawAll()
  }
}

function selectorOf(given) {
  try {
    return given?.selector
  } catch {
    return undefined
  }
}

function drawElement(service, snippet, given, element) {
  const options = readOptions(given, element)
  const learnMore = (figures, returnFocus) => openDialogue(service, options, figures, returnFocus)
  drawInto(service, element, { ...snippet, options, learnMore }).catch(report)
}

// A failure of ours must not break the shop's page.
function report(error) {
  console.warn('Qist:', error)
}

/** Opens "Learn more" for elements with `data-tabby-info` or `data-qist-info`, also for those that come later. */
export function openForElements(service) {
  document.addEventListener('click', (event) => void openFor(service, event), true)
  document.addEventListener('keydown', (event) => {
    const isPressed = event.key === 'Enter' || event.key === ' '
    if (isPressed && informingOf(event)?.getAttribute('role') === 'button') openFor(service, event)
  })
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', prepare)
  prepare()
  if (document.body) followTheme()
  else document.addEventListener('DOMContentLoaded', followTheme)
}

function informingOf(event) {
  return event.composedPath().find((node) => node instanceof Element && node.matches(informing))
}

async function openFor(service, event) {
  try {
    const element = informingOf(event)
    // Each script on the page hears the event. The first one opens the dialogue.
    if (element === undefined || event[opened]) return
    event[opened] = true
    event.preventDefault()
    const options = readOptions(optionsOf(element), element)
    // Without figures by then the dialogue names no amount: a press must not seem to do nothing.
    const late = new Promise((resolve) => setTimeout(resolve, 2_000))
    const figures = await Promise.race([readFigures(service, options), late])
    openDialogue(service, options, figures, () => element.focus?.())
  } catch (error) {
    report(error)
  }
}

const members = {
  price: 'Price',
  currency: 'Currency',
  lang: 'Language',
  publicKey: 'PublicKey',
  merchantCode: 'MerchantCode',
}

/** Returns the options that an element's attributes name. The last constructor's options take the place of missing ones. */
function optionsOf({ dataset }) {
  const entries = Object.entries(members).map(([member, suffix]) => {
    const own = names.map((name) => dataset[name + suffix]).find((value) => value)
    return [member, own ?? textOf(latest, member, member === 'lang' ? 'locale' : member)]
  })
  return Object.fromEntries(entries)
}

/** Makes pictures and the like that open "Learn more" reachable by keyboard. */
function prepare() {
  for (const element of document.querySelectorAll(informing)) {
    if (element.matches('button, a[href], input, summary, [tabindex]')) continue
    element.setAttribute('tabindex', '0')
    if (!element.hasAttribute('role')) element.setAttribute('role', 'button')
  }
}
