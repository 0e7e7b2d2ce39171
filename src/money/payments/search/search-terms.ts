import { type PaymentId, parseId } from '../../../platform/base/ids.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { type Country, countryOf } from '../../../platform/base/markets.ts'
import { decimalsOf } from '../../../platform/base/money.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import { latinDigits } from '../../../platform/base/texts.ts'
import { typedAmount } from './typed-amount.ts'

/** The members of a payment that search terms are made of. */
interface Findable {
  readonly orderReference: string
  readonly currency: Currency
  readonly amountMinor: bigint
  readonly buyerEmail: string
  readonly buyerPhone: string
}

/** A range of terms: `first` included, `behind` excluded. */
export interface TermRange {
  readonly first: string
  readonly behind: string
}

/** The possible meanings of a typed text. A payment matches if any of them fits. */
export interface Guess {
  readonly id: PaymentId | undefined
  /** Beginnings of terms. */
  readonly begins: readonly string[]
}

// A change of the comparison needs new terms for all payments: `npx qist doctor --reindex`.
const letters = { reference: 'r', email: 'e', phone: 'p', amount: 'a' } as const

/**
 * Returns the four search terms of a payment: a letter for the member, then its value in the form for comparison, empty
 * if the shop sent none. The amount's digits sort as amounts do.
 */
export function termsOf(payment: Findable): string[] {
  return [
    referenceTermOf(payment.orderReference),
    emailTermOf(payment.buyerEmail),
    letters.phone + foldPhone(payment.buyerPhone, countryOf(payment.currency)),
    letters.amount + amountDigits(thousandthsOf(payment.amountMinor, payment.currency)),
  ]
}

/** Returns the term of a reference. It is the only term that may change. */
export function referenceTermOf(orderReference: string): string {
  return letters.reference + foldText(orderReference)
}

/** Returns the term of an e-mail. */
export function emailTermOf(email: string): string {
  return letters.email + foldText(email)
}

/** The term of a phone in E.164. */
export function phoneTermOf(phone: string): string {
  return letters.phone + reversed(phone).slice(0, maxLength)
}

/** Returns an amount in thousandths of its currency's unit. */
export function thousandthsOf(amountMinor: bigint, currency: Currency): bigint {
  return amountMinor * 10n ** BigInt(3 - decimalsOf(currency))
}

/** Returns the range of terms for amounts in thousandths, both inclusive; undefined: no bound. */
export function amountRange(from: bigint | undefined, to: bigint | undefined): TermRange {
  const behind = to === undefined ? highest : amountDigits(to + 1n)
  return { first: letters.amount + amountDigits(from ?? 0n), behind: letters.amount + behind }
}

/** Returns the range of terms with this beginning. */
export function rangeOf(begins: string): TermRange {
  return { first: begins, behind: begins + highest }
}

/** Whether a payment with these terms matches the guess. */
export function isGuessed({ begins }: Guess, terms: readonly string[]): boolean {
  return terms.some((term) => begins.some((one) => term.startsWith(one)))
}

/**
 * Returns the possible meanings of a text: a payment's id, the beginning of an order's reference or e-mail, a phone in
 * any form, or its last digits, and an amount. Case, spaces and invisible characters do not matter. `countries`: those
 * of the merchant's stores. An amount finds orders of each of their currencies.
 */
export function guess(text: string, countries: readonly Country[]): Guess {
  const folded = foldText(text)
  if (folded === '') return { id: undefined, begins: [] }
  const emails = folded.includes('@') ? [letters.email + folded] : []
  const phones = phonesOf(text, countries).map((phone) => letters.phone + phone)
  const amount = typedAmount(text, countries)
  const amounts = amount === undefined ? [] : [letters.amount + amountDigits(amount)]
  return { id: parseId(folded), begins: [letters.reference + folded, ...emails, ...phones, ...amounts] }
}

const amountLength = 13

function amountDigits(thousandths: bigint): string {
  return String(thousandths).padStart(amountLength, '0')
}

// Sorts after all other characters.
const highest = '\u{10ffff}'

/** Longer texts are compared by their beginning. */
const maxLength = 255

function foldText(text: string): string {
  const folded = latinDigits(text)
    .toLowerCase()
    .replaceAll(/[\s\p{Cf}\p{Cc}]/gu, '')
  return folded.slice(0, maxLength).toWellFormed()
}

// The digits of the E.164 form in reverse order, so that the last digits are a beginning. For a text that is no phone:
// its digits in reverse order.
function foldPhone(phone: string, country: Country): string {
  return reversed(parsePhone(phone, country) ?? latinDigits(phone)).slice(0, maxLength)
}

/** A text with fewer digits is not searched as a phone. */
const fewestDigits = 4
/** From this number of digits on, leading zeros may be dialling prefixes. */
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
  // A beginning of another one finds it, too.
  return all.filter((one) => !all.some((other) => other !== one && one.startsWith(other)))
}

function reversed(phone: string): string {
  return [...phone.replaceAll(/\D/g, '')].reverse().join('')
}
