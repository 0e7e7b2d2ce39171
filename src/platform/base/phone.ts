import type { Country } from './countries.ts'
import { latinDigits } from './texts.ts'

const dialling: Record<Country, string> = { AE: '971', KW: '965', SA: '966' }

/**
 * How many digits follow the country code in the countries of the Gulf, the shortest and the longest of their numbers. None of
 * their numbers begins with a zero; between code and number people write the zero with which they dial at home.
 */
const lengths: Readonly<Record<string, readonly [least: number, most: number]>> = {
  '971': [8, 9],
  '966': [8, 9],
  '965': [8, 8],
  '968': [8, 8],
  '973': [8, 8],
  '974': [8, 8],
}

/**
 * The E.164 form of a phone number in any of the forms people type: with or without `+`, country code or leading zero
 * (docs/contract/conventions.md#phones). A number without a country code is one of the store's country. Undefined when it cannot
 * be one.
 */
export function parsePhone(text: string, country: Country): string | undefined {
  const typed = latinDigits(text).trim()
  if (!/^[+\d][\d\s().-]*$/.test(typed)) return undefined
  const digits = digitsOf(typed)
  const international = withoutTrunkZero(internationalOf(typed, digits, dialling[country]))
  return /^[1-9]\d{7,14}$/.test(international) ? `+${international}` : undefined
}

/** The digits that stand in a phone as somebody wrote it, in Latin, whether or not it can be one. */
export function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '')
}

function internationalOf(typed: string, digits: string, code: string): string {
  if (typed.startsWith('+')) return digits
  if (digits.startsWith('00')) return digits.slice(2)
  // 10 digits and more that do not begin with a zero carry their country code already.
  if (Object.values(dialling).some((known) => digits.startsWith(known) && digits.length >= known.length + 8))
    return digits
  if (!digits.startsWith('0')) return digits.length > 10 ? digits : `${code}${digits}`
  const national = digits.slice(1)
  return isWhole(withoutTrunkZero(national)) ? national : `${code}${national}`
}

// `+971 (0)50 000 0001` is dialled as `+971 50 000 0001`: who adds zeros has no other phone, and no other limit.
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
