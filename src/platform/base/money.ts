import { markets } from './market-entries.ts'
import { type Currency, isCurrency } from './markets.ts'
import { latinDigits } from './texts.ts'

/** Amounts are whole minor units (fils, halalas) in a bigint, beside a currency. `number` never holds money. */

const maxDigits = 18

/** The largest accepted amount in whole currency units (docs/contract/conventions.md#amounts). */
const maxUnits = 999_999_999n

/** Returns the number of decimals of a currency. */
export function decimalsOf(currency: Currency): number {
  return markets[currency].decimals
}

/** Returns the minor units of one whole unit: 100 for AED and SAR, 1000 for KWD. */
function minorPerUnit(currency: Currency): bigint {
  return 10n ** BigInt(markets[currency].decimals)
}

/** Returns the largest accepted amount, in minor units: 999,999,999 whole units. */
export function maxAmountMinor(currency: Currency): bigint {
  return maxUnits * minorPerUnit(currency)
}

const plainDecimal = /^-?[0-9]+(\.[0-9]+)?$/

/**
 * Returns whether the text is a plain decimal number: digits, an optional sign, an optional point. No exponent, no
 * spaces.
 */
export function isDecimal(text: string): boolean {
  return plainDecimal.test(text)
}

/**
 * Returns the decimal text of a client's amount: a text stays, a finite number (SDKs send them) is written without
 * an exponent.
 */
export function decimalText(input: string | number): string {
  if (typeof input === 'string') return input
  const text = String(input)
  const [, sign, whole = '', fraction = '', exponent] = exponentForm.exec(text) ?? []
  if (exponent === undefined) return text
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  return point > 0 ? `${sign}${digits.padEnd(point, '0')}` : `${sign}0.${'0'.repeat(-point)}${digits}`
}

// JavaScript's form of numbers above 21 digits and below a millionth.
const exponentForm = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/

export type AmountProblem = 'not a number' | 'too many decimals' | 'too large'

/**
 * Returns the exact minor units of a decimal text, or what is wrong with it. A currency's decimals are a limit:
 * "10", "10.5" and "10.50" are the same AED amount, "10.500" has too many (docs/contract/conventions.md#amounts).
 * May be negative.
 */
export function parseAmount(text: string, currency: Currency): bigint | AmountProblem {
  if (!isDecimal(text)) return 'not a number'
  const decimals = markets[currency].decimals
  const point = text.indexOf('.')
  const whole = point === -1 ? text : text.slice(0, point)
  const fraction = point === -1 ? '' : text.slice(point + 1)
  if (fraction.length > decimals) return 'too many decimals'
  // BigInt of a very long text is slow, and such an amount is too large anyway.
  if (whole.replace(/^-?0*/, '').length > maxDigits) return 'too large'
  const minor = BigInt(whole + fraction.padEnd(decimals, '0'))
  const limit = maxAmountMinor(currency)
  return minor > limit || minor < -limit ? 'too large' : minor
}

const anyDecimal = /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/

/**
 * Returns a decimal text as whole units of 10^-decimals, rounded half away from zero. Reads exponents (`5.6e-14`) and
 * any number of decimals exactly. `too large`: beyond 999,999,999 on either side.
 */
export function roundDecimal(text: string, decimals: number): bigint | 'not a number' | 'too large' {
  const [, sign, whole = '', fraction = '', exponent = '0'] = anyDecimal.exec(text) ?? []
  if (sign === undefined) return 'not a number'
  const digits = (whole + fraction).replace(/^0+/, '')
  if (digits === '') return 0n
  // The value is 0.digits times ten to the power of `point`.
  const point = digits.length - fraction.length + Number(exponent)
  if (point > maxDigits) return 'too large'
  const kept = point + decimals
  if (kept < 0) return 0n
  const units = BigInt(digits.slice(0, kept).padEnd(kept, '0') || '0') + ((digits[kept] ?? '0') >= '5' ? 1n : 0n)
  if (units > maxUnits * 10n ** BigInt(decimals)) return 'too large'
  return sign === '-' ? -units : units
}

/** Returns the price of a quantity, which may be fractional, in minor units, rounded half away from zero. */
export function priceOfQuantity(unitMinor: bigint, quantity: number): bigint {
  if (Number.isInteger(quantity)) return unitMinor * BigInt(quantity)
  const scale = 9
  const scaled = roundDecimal(String(quantity), scale)
  if (typeof scaled !== 'bigint') return 0n
  return divideRounded(unitMinor * scaled, 10n ** BigInt(scale))
}

/** Returns the quotient rounded half away from zero; `divisor` is positive. */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const half = dividend < 0n ? -divisor : divisor
  return (2n * dividend + half) / (2n * divisor)
}

/** Returns the amount for the wire: a decimal text with the currency's decimals, such as "340.00" or "340.000". */
export function formatAmount(amountMinor: bigint, currency: Currency): string {
  return decimalOf(amountMinor, markets[currency].decimals)
}

/** Returns whole units of 10^-decimals as a decimal text with that number of decimals, which is at least one. */
export function decimalOf(units: bigint, decimals: number): string {
  const digits = (units < 0n ? -units : units).toString().padStart(decimals + 1, '0')
  const sign = units < 0n ? '-' : ''
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`
}

/**
 * Returns the amount with its currency: "340.00 AED". In minor units for an unknown currency, which only a manual
 * change can have stored.
 */
export function formatMoney(amountMinor: bigint, currency: string): string {
  if (!isCurrency(currency)) return `${amountMinor} minor units of ${currency}`
  return `${formatAmount(amountMinor, currency)} ${currency}`
}

/** Splits an amount into equal parts that sum to it. The remainder goes to the last part. */
export function splitEqually(amountMinor: bigint, parts: number): bigint[] {
  const each = amountMinor / BigInt(parts)
  const split = Array.from({ length: parts }, () => each)
  split[parts - 1] = amountMinor - each * BigInt(parts - 1)
  return split
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}

export function greatest(a: bigint, b: bigint): bigint {
  return a > b ? a : b
}

const plain = /^\d+([.٫]\d+)?$/
const grouped = /^[1-9]\d{0,2}([,٬ ]\d{3})+([.٫]\d+)?$/

/**
 * Reads a typed amount, also with Arabic digits and thousands separators. Returns minor units, or what is wrong with
 * it. A comma is never a decimal point: `1,5` is no number, and in a currency with three decimals neither is
 * `1,500`.
 */
export function readTypedAmount(text: string, currency: Currency): bigint | AmountProblem {
  const typed = latinDigits(text).trim()
  const isOpenToDoubt = decimalsOf(currency) === 3 && /^\d{1,3}[,٬]\d{3}$/.test(typed)
  if (!plain.test(typed) && (!grouped.test(typed) || isOpenToDoubt)) return 'not a number'
  return parseAmount(typed.replaceAll(/[,٬ ]/g, '').replace('٫', '.'), currency)
}
