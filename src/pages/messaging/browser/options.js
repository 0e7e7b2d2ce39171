// Reads what a shop passes in: members may be missing, of another type or unknown.

import { markets } from './markets.js'

/** Returns the first of these members with a value as trimmed text; '' if there is none. Getters may throw. */
export function textOf(options, ...names) {
  for (const name of names) {
    try {
      const value = options[name]
      const text = /^(string|number|bigint|boolean)$/.test(typeof value) ? String(value).trim() : ''
      if (text) return text
    } catch {}
  }
  return ''
}

/** Returns the text with Latin digits and separators in place of Arabic ones. */
function latin(text) {
  return text
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => digit.charCodeAt(0) & 15)
    .replace(/\u066b/g, '.')
    .replace(/\u066c/g, ',')
}

/**
 * Returns a price with the decimals of the currency, rounded half up; '' if the text has no single positive amount.
 * Reads thousands separators and a currency beside the amount. `1,500` is open to doubt where three decimals are usual.
 */
export function readPrice(text, currency) {
  const places = markets[currency]?.decimals
  const [found = '', ...others] = latin(text).match(/\d[\d.,\s]*\d|\d/g) ?? []
  const amount = found.replace(/\s/g, '')
  const isGrouped = /^\d{1,3}(,\d{3})+(\.\d+)?$/.test(amount) && (places === 2 || amount.includes('.'))
  const isAmount = isGrouped || /^\d+(\.\d+)?$/.test(amount)
  if (!places || !isAmount || others.length > 0 || /-\s*\d|\de/i.test(text)) return ''
  // The exponent moves the point in the text, so that no binary fraction is rounded.
  const minor = Math.round(Number(`${amount.replace(/,/g, '')}e${places}`))
  return minor > 0 && minor < 10 ** (9 + places) ? (minor / 10 ** places).toFixed(places) : ''
}

/** Returns what a snippet needs of a shop's options. The other members are neither kept nor sent. */
export function readOptions(options, element) {
  const currency = textOf(options, 'currency').toUpperCase()
  const isOn = (name) => /^(true|1)$/.test(textOf(options, name))
  const lang = textOf(options, 'lang', 'locale') || element?.closest?.('[lang]')?.lang
  return {
    currency,
    price: readPrice(textOf(options, 'price'), currency),
    lang: /^ar/i.test(lang) ? 'ar' : 'en',
    publicKey: textOf(options, 'publicKey'),
    merchantCode: textOf(options, 'merchantCode'),
    inheritsBg: isOn('shouldInheritBg'),
    isBlack: textOf(options, 'theme') === 'black',
    hasHeader: !/^(false|0)$/.test(textOf(options, 'header')),
  }
}
