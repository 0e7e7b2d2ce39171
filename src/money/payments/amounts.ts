import { type Currency, decimalsOf, decimalText, formatAmount, parseAmount } from '../../platform/base/money.ts'
import { type WrongField, wrongFields, wrongValue } from '../../platform/base/refusals.ts'
import { maxWrongFields } from '../../platform/http/findings.ts'
import { amountMessage } from './refusals.ts'

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
   * Returns the amount, zero or more, as a text with the currency's decimals. Returns zero where there is no
   * amount.
   */
  read(input: AmountInput, field: string): string {
    const minor = this.readMinor(input, field)
    if (minor >= 0n) return formatAmount(minor, this.currency)
    this.complain(field, 'negative')
    return ''
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
