import { type Currency, decimalsOf, decimalText, formatAmount, parseAmount } from '../../platform/base/money.ts'
import { type WrongField, wrongFields, wrongValue } from '../../platform/base/refusals.ts'
import { maxWrongFields } from '../../platform/http/findings.ts'
import { type ItemBody, itemDetails } from './order.ts'
import { amountMessage } from './refusals.ts'
import type { ItemInput } from './schemas.ts'

type AmountInput = string | number | null | undefined

/** Brings the amounts of a body into the currency's form and collects what does not fit it, 100 fields at most. */
export class AmountReader {
  readonly currency: Currency
  readonly #wrong = new Map<string, WrongField>()

  /** `known`: what has been found wrong with the body before. */
  constructor(currency: Currency, known: readonly WrongField[] = []) {
    this.currency = currency
    for (const wrong of known) this.#note(wrong)
  }

  /** The amount, zero or more, with the currency's decimals; zero where there is none. */
  read(input: AmountInput, field: string): string {
    const minor = this.readMinor(input, field)
    if (minor >= 0n) return formatAmount(minor, this.currency)
    this.complain(field, 'negative')
    return ''
  }

  /** The amount in minor units, which may be negative; zero where there is none and where it did not fit. */
  readMinor(input: AmountInput, field: string): bigint {
    const minor = parseAmount(decimalText(input ?? 0), this.currency)
    if (typeof minor === 'bigint') return minor
    this.complain(field, minor)
    return 0n
  }

  /** Notes what is wrong with a field, once. */
  complain(field: string, problem: Parameters<typeof amountMessage>[0]): void {
    this.#note(wrongValue(field, amountMessage(problem, decimalsOf(this.currency))))
  }

  /** What does not fit, and what was known to be wrong before. */
  get wrong(): readonly WrongField[] {
    return [...this.#wrong.values()]
  }

  /** Refuses the body when any amount of it did not fit. */
  finish(): void {
    if (this.#wrong.size > 0) throw wrongFields(this.wrong)
  }

  #note(wrong: WrongField): void {
    if (this.#wrong.size < maxWrongFields && !this.#wrong.has(wrong.field)) this.#wrong.set(wrong.field, wrong)
  }
}

/** An item in the form it is stored and shown in: what was sent, and empty for what is always shown. */
export function itemFrom(input: ItemInput, amounts: AmountReader, field: string): ItemBody {
  return {
    reference_id: input.reference_id ?? '',
    title: input.title ?? '',
    description: input.description ?? '',
    quantity: input.quantity ?? 0,
    unit_price: amounts.read(input.unit_price, `${field}.unit_price`),
    discount_amount: amounts.read(input.discount_amount, `${field}.discount_amount`),
    category: input.category ?? '',
    ...sentOf(input, detailNames),
  }
}

const detailNames = Object.keys(itemDetails) as (keyof typeof itemDetails)[]

// Of these members those that were sent, in one go: an order has up to a thousand items.
function sentOf<T extends object, Name extends keyof T>(from: T, names: readonly Name[]) {
  const sent: { [K in Name]?: NonNullable<T[K]> } = {}
  for (const name of names) {
    const value = from[name]
    if (value !== undefined && value !== null) sent[name] = value
  }
  return sent
}

/** The members that were sent, without those left out or null. */
export function given<T extends object>(members: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const kept = Object.entries(members).filter(([, value]) => value !== undefined && value !== null)
  return Object.fromEntries(kept) as { [K in keyof T]?: NonNullable<T[K]> }
}

export function itemsFrom(
  inputs: readonly ItemInput[] | null | undefined,
  amounts: AmountReader,
  field: string,
): ItemBody[] {
  return (inputs ?? []).map((input, index) => itemFrom(input, amounts, `${field}[${index}]`))
}
