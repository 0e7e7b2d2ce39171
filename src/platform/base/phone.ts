import { type Country, type Currency, currencies, currencyOf, marketOf } from './markets.ts'
import { latinDigits } from './texts.ts'

const dialling = currencies.map((currency) => marketOf(currency).phones)
const codes = dialling.map(({ code }) => code)

/**
 * The fewest and the most digits after the country code, in the markets and their neighbours in the Gulf. None of
 * these numbers begins with a zero. Some people write the national trunk zero between code and number.
 */
const lengths: Readonly<Record<string, readonly [least: number, most: number]>> = {
  ...Object.fromEntries(dialling.map(({ code, lengths }) => [code, lengths])),
  '968': [8, 8],
  '973': [8, 8],
  '974': [8, 8],
}

/**
 * Returns the E.164 form of a typed phone number, with or without `+`, country code or leading zero
 * (docs/contract/conventions.md#phones). A number without a country code is of the store's country. Undefined if the
 * text cannot be a phone number.
 */
export function parsePhone(text: string, country: Country): string | undefined {
  const typed = latinDigits(text).trim()
  if (!/^[+\d][\d\s().-]*$/.test(typed)) return undefined
  const digits = digitsOf(typed)
  const international = withoutTrunkZero(internationalOf(typed, digits, marketOf(currencyOf(country)).phones.code))
  return /^[1-9]\d{7,14}$/.test(international) ? `+${international}` : undefined
}

/** Returns the Latin digits of a typed phone number, valid or not. */
export function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '')
}

function internationalOf(typed: string, digits: string, code: string): string {
  if (typed.startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  // 10 digits and more without a leading zero have their country code.
  if (codes.some((known) => digits.startsWith(known) && digits.length >= known.length + 8)) return digits
  if (!digits.startsWith('0')) return digits.length > 10 ? digits : `${code}${digits}`
  const national = digits.slice(1)
  return isWhole(withoutTrunkZero(national)) ? national : `${code}${national}`
}

// `+971 (0)50 000 0001` is the phone `+971 50 000 0001`. Otherwise added zeros would make new phones with new limits.
function withoutTrunkZero(international: string): string {
  const code = international.slice(0, 3)
  return code in lengths ? `${code}${international.slice(3).replace(/^0+/, '')}` : international
}

function isWhole(international: string): boolean {
  const [least, most] = lengths[international.slice(0, 3)] ?? [1, 0]
  const following = international.length - 3
  return least <= following && following <= most
}

/**
 * Returns the source of a pattern for a phone (E.164) as people write it: with or without country code, zeros, spaces
 * and hyphens, also in an address.
 */
export function dialledForms(phone: string): string {
  const code = Object.keys(lengths).find((known) => phone.startsWith(`+${known}`)) ?? ''
  const between = String.raw`(?:[\s().+-]|%20|%28|%29)*`
  const spaced = (digits: string): string => [...digits].join(between)
  const prefix = String.raw`(?:(?:\+|%2b|00)${between})?(?:${spaced(code)}${between})?(?:0${between})?`
  return String.raw`(?<!\d)${prefix}${spaced(phone.slice(code.length + 1))}(?!\d)`
}

/**
 * Returns whether text messages may go to this phone (E.164): its country code is in the list. So satellite networks
 * and premium services are refused.
 */
export function isReachable(phone: string, countries: readonly string[]): boolean {
  return countries.some((code) => phone.startsWith(`+${code}`))
}

/** Returns the currency of the market with this phone's (E.164) country code; undefined for another country's. */
export function currencyOfPhone(phone: string): Currency | undefined {
  return currencies.find((currency) => phone.startsWith(`+${marketOf(currency).phones.code}`))
}

/** Returns the number with only its country code and last four digits visible. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 4)}\u00a0•••\u00a0••\u00a0${phone.slice(-4)}`
}
