import type { Currency } from '../../platform/base/markets.ts'
import {
  decimalOf,
  decimalsOf,
  decimalText,
  formatAmount,
  parseAmount,
  roundDecimal,
} from '../../platform/base/money.ts'
import { type WrongField, wrongFields, wrongValue } from '../../platform/base/refusals.ts'
import { maxWrongFields } from '../../platform/http/findings.ts'
import { amountMessage } from './refusals.ts'

/** An amount as it was sent, with the decimals that its answer may have. */
const asSent = /^-?\d+(\.\d{1,3})?$/
const sentDecimals = 3

type AmountInput = string | number | null | undefined

/** Reads the amounts of a body in one currency, and collects the wrong fields: at most 100. */
export class AmountReader {
  readonly currency: Currency
  readonly #wrong = new Map<string, WrongField>()

  /** `known`: wrong fields of the body that are known already. */
  constructor(currency: Currency, known: readonly WrongField[] = []) {
    this.currency = currency
    for (const wrong of known) this.#add(wrong)
  }

  /**
   * Returns an amount that no rule computes with, rounded to the currency's decimals, as a text. Returns zero where
   * there is no amount. `sign`: `positive` refuses an amount below zero (docs/contract/conventions.md#amounts).
   */
  read(input: AmountInput, field: string, sign: 'any' | 'positive'): string {
    const minor = this.#round(input, field, decimalsOf(this.currency))
    if (sign === 'positive' && minor < 0n) this.complain(field, 'negative')
    return formatAmount(minor, this.currency)
  }

  /**
   * Returns an amount of an earlier order as it was sent, because its currency is not known: a text with at most three
   * decimals, rounded.
   */
  readAsSent(input: AmountInput, field: string): string {
    if (input === null || input === undefined) return formatAmount(0n, this.currency)
    const thousandths = this.#round(input, field, sentDecimals)
    const text = String(input)
    return asSent.test(text) ? text : decimalOf(thousandths, sentDecimals)
  }

  #round(input: AmountInput, field: string, decimals: number): bigint {
    const units = roundDecimal(String(input ?? 0), decimals)
    if (typeof units === 'bigint') return units
    this.complain(field, units)
    return 0n
  }

  /**
   * Returns the amount in minor units, which may be negative. Returns zero where there is no amount, or a wrong
   * one.
   */
  readMinor(input: AmountInput, field: string): bigint {
    const minor = parseAmount(decimalText(input ?? 0), this.currency)
    if (typeof minor === 'bigint') return minor
    this.complain(field, minor)
    return 0n
  }

  /**
   * Reads the amount of a capture or refund in minor units, which may be negative. Returns zero for a text that is
   * no amount, and -1 for an amount below the smallest. `too large` is not an error of the field: it is more than
   * is left, and the rule refuses it.
   */
  readMoved(input: string | number): bigint | 'too large' {
    const text = decimalText(input)
    const amountMinor = parseAmount(text, this.currency)
    if (typeof amountMinor === 'bigint') return amountMinor
    if (amountMinor === 'too large') return text.startsWith('-') ? -1n : amountMinor
    this.complain('$.amount', amountMinor)
    return 0n
  }

  /** Records the problem of a field. The first problem of a field counts. */
  complain(field: string, problem: Parameters<typeof amountMessage>[0]): void {
    this.#add(wrongValue(field, amountMessage(problem, decimalsOf(this.currency))))
  }

  /** The wrong fields, with those that were known before. */
  get wrong(): readonly WrongField[] {
    return [...this.#wrong.values()]
  }

  /** Refuses the body if a field is wrong. */
  finish(): void {
    if (this.#wrong.size > 0) throw wrongFields(this.wrong)
  }

  #add(wrong: WrongField): void {
    if (this.#wrong.size < maxWrongFields && !this.#wrong.has(wrong.field)) this.#wrong.set(wrong.field, wrong)
  }
}
