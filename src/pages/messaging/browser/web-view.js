// The snippet as a page, for web views of apps: the app hears how large it is, and opens "Learn more" itself
// (docs/contract/messaging.md#web-views).

import { openDialogue } from './dialogue.js'
import { queryOf } from './figures.js'
import { drawInto, followTheme, nextTurn } from './hosts.js'
import { readOptions } from './options.js'
import { drawPromo } from './promo.js'

/* global service */
const query = new URLSearchParams(location.search)
const options = readOptions(Object.fromEntries(query))
const host = document.querySelector('[data-learn-more]')

/**
 * Tells every app that is there. Android's object has a method for each message; the others take a text. Returns
 * whether there is one.
 */
function tellApp(type, members, textMembers) {
  const text = JSON.stringify({ type, ...textMembers })
  const bridges = [
    [window.tabbyMobileSDK, type, JSON.stringify(members)],
    [window.webkit?.messageHandlers?.tabbyMobileSDK, 'postMessage', text],
    [window.ReactNativeWebView, 'postMessage', text],
  ].filter(([bridge, method]) => typeof bridge?.[method] === 'function')
  for (const [bridge, method, message] of bridges) {
    try {
      bridge[method](message)
    } catch {}
  }
  return bridges.length > 0
}

function learnMore(figures, returnFocus) {
  const { price, currency, lang, publicKey, merchantCode } = options
  // React Native appends `&initializationData=`.
  const url = `${location.origin}${host.dataset.learnMore}${lang}/?${queryOf(options)}`
  const members = { url, data: JSON.stringify({ price, currency, lang, publicKey, merchantCode }) }
  if (!tellApp('onLearnMoreClicked', members, members)) openDialogue(service, options, figures, returnFocus)
}

let reported = ''
function report() {
  const { width, height } = host.getBoundingClientRect()
  const data = { width: Math.ceil(width), height: Math.ceil(height) }
  if (JSON.stringify(data) === reported) return
  reported = JSON.stringify(data)
  tellApp('onChangeDimensions', data, { data })
}

drawInto(service, host, {
  kind: 'promo',
  draw: drawPromo,
  turn: nextTurn(),
  options,
  learnMore,
  drawn: () => new ResizeObserver(report).observe(host),
})
followTheme()
