import { type Country, countryOf } from '../../../platform/base/countries.ts'
import { type PaymentId, parseId } from '../../../platform/base/ids.ts'
import { type Currency, decimalsOf } from '../../../platform/base/money.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import { latinDigits } from '../../../platform/base/texts.ts'

/** What of a payment it is found by. */
interface Findable {
  readonly orderReference: string
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly buyerEmail: string
  readonly buyerPhone: string
}

/** Terms from the first on, to the one before the last. */
export interface TermRange {
  readonly first: string
  readonly behind: string
}

/** What somebody who typed a text into one box may be looking for: a payment is found when any of it fits. */
export interface Guess {
  readonly id: PaymentId | undefined
  /** Beginnings of terms. */
  readonly begins: readonly string[]
}

// Whoever changes how anything is compared has all terms written anew: `npx qist doctor --reindex`.
const letters = { reference: 'r', email: 'e', phone: 'p', amount: 'a' } as const

/**
 * The terms by which a payment is found, one of each letter: what it is, and the value in the form in which it is compared; empty where the
 * shop sent none. The amount is one, in digits that sort as amounts do.
 */
export function termsOf(payment: Findable): string[] {
  return [
    referenceTermOf(payment.orderReference),
    letters.email + foldText(payment.buyerEmail),
    letters.phone + foldPhone(payment.buyerPhone, countryOf(payment.currency)),
    letters.amount + amountDigits(thousandthsOf(payment.amountMinor, payment.currency)),
  ]
}

/** The term of a reference, which is the only one that may change. */
export function referenceTermOf(orderReference: string): string {
  return letters.reference + foldText(orderReference)
}

/** The term of a phone in E.164. */
export function phoneTermOf(phone: string): string {
  return letters.phone + reversed(phone).slice(0, maxLength)
}

/** An amount in thousandths of its currency's unit, whichever the currency is. */
export function thousandthsOf(amountMinor: bigint, currency: Currency): bigint {
  return amountMinor * 10n ** BigInt(3 - decimalsOf(currency))
}

/** The terms of amounts between these, in thousandths, both inclusive; undefined stands for no bound. */
export function amountRange(from: bigint | undefined, to: bigint | undefined): TermRange {
  const behind = to === undefined ? highest : amountDigits(to + 1n)
  return { first: letters.amount + amountDigits(from ?? 0n), behind: letters.amount + behind }
}

/** The terms that begin so. */
export function rangeOf(begins: string): TermRange {
  return { first: begins, behind: begins + highest }
}

/** Whether a payment with these terms is what somebody may be looking for. */
export function isGuessed({ begins }: Guess, terms: readonly string[]): boolean {
  return terms.some((term) => begins.some((one) => term.startsWith(one)))
}

/**
 * What the text may be: the id of a payment, the beginning of an order's reference or of an e-mail, a phone in any form that people
 * write or its last digits. Case, spaces and invisible signs do not matter. `countries`: those of the merchant's stores.
 */
export function guess(text: string, countries: readonly Country[]): Guess {
  const folded = foldText(text)
  if (folded === '') return { id: undefined, begins: [] }
  const emails = folded.includes('@') ? [letters.email + folded] : []
  const phones = phonesOf(text, countries).map((phone) => letters.phone + phone)
  return { id: parseId(folded), begins: [letters.reference + folded, ...emails, ...phones] }
}

const amountLength = 13

function amountDigits(thousandths: bigint): string {
  return String(thousandths).padStart(amountLength, '0')
}

// Sorts behind all that people write.
const highest = '\u{10ffff}'

/** What is longer than this is compared by its beginning. */
const maxLength = 255

function foldText(text: string): string {
  const folded = latinDigits(text)
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}\p{Cc}]/gu, '')
  return folded.slice(0, maxLength).toWellFormed()
}

// The digits of its E.164 form, the last first, so that its last digits are its beginning. Of what can be no phone, the digits there are.
function foldPhone(phone: string, country: Country): string {
  return reversed(parsePhone(phone, country) ?? latinDigits(phone)).slice(0, maxLength)
}

/** Whoever types fewer digits than these looks for no phone. */
const fewestDigits = 4
/** From so many digits on, zeros in front may be those with which people dial. */
const fewestDialled = 7

function phonesOf(text: string, countries: readonly Country[]): readonly string[] {
  const typed = latinDigits(text)
    .replaceAll(/\p{Cf}/gu, '')
    .trim()
    .replace(/^\(/, '')
  if (!/^[+\d][\d\s().-]*$/.test(typed)) return []
  const digits = typed.replaceAll(/\D/g, '')
  if (digits.length < fewestDigits) return []
  const whole = countries.flatMap((country) => parsePhone(typed, country) ?? []).map(reversed)
  if (/^(\+|00)/.test(typed) && whole.length > 0) return [...new Set(whole)]
  const dialled = digits.replace(/^0+/, '')
  const ends = [digits, ...(dialled.length >= fewestDialled ? [dialled] : [])].map(reversed)
  const all = [...new Set([...ends, ...whole])]
  // What begins with another is found with it.
  return all.filter((one) => !all.some((other) => other !== one && one.startsWith(other)))
}

function reversed(phone: string): string {
  return [...phone.replaceAll(/\D/g, '')].reverse().join('')
}
