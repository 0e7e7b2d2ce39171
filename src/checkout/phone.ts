import type { Country } from '../merchants/merchant.ts'
import { latinDigits } from './card.ts'

const dialling: Record<Country, string> = { AE: '971', KW: '965', SA: '966' }

/**
 * The E.164 form of a phone number in any of the forms people type: with or without `+`, country code or leading zero
 * (decisions section 3). A number without a country code is one of the store's country. Undefined when it cannot be one.
 */
export function parsePhone(text: string, country: Country): string | undefined {
  const typed = latinDigits(text).trim()
  if (!/^[+\d][\d\s().-]*$/.test(typed)) return undefined
  const digits = typed.replace(/\D/g, '')
  const code = dialling[country]
  const international = internationalOf(typed, digits, code)
  return /^[1-9]\d{7,14}$/.test(international) ? `+${international}` : undefined
}

function internationalOf(typed: string, digits: string, code: string): string {
  if (typed.startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  // 10 digits and more that do not begin with a zero carry their country code already.
  if (Object.values(dialling).some((known) => digits.startsWith(known) && digits.length >= known.length + 8))
    return digits
  if (digits.startsWith('0')) return `${code}${digits.slice(1)}`
  return digits.length > 10 ? digits : `${code}${digits}`
}

/**
 * Whether text messages may go to this phone (E.164): its country is one of the codes. Satellite networks, premium services and
 * countries in which nobody shops are refused by not being among them.
 */
export function isReachable(phone: string, countries: readonly string[]): boolean {
  return countries.some((code) => phone.startsWith(`+${code}`))
}

/** The number with all but its country code and last four digits hidden. */
export function maskPhone(phone: string): string {
  return `${phone.slice(0, 4)}\u00a0•••\u00a0••\u00a0${phone.slice(-4)}`
}
