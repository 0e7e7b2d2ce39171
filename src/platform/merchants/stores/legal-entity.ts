import { type Currency, marketOf } from '../../base/markets.ts'
import { isOneLine, latinDigits } from '../../base/texts.ts'
import type { Instant } from '../../base/times.ts'

/** The legal entity behind a store, as statements name it. Texts are empty if they are not entered. */
export interface LegalEntity {
  readonly name: string
  readonly address: string
  readonly taxNumber: string
  /** When it was last changed, by the merchant's clock; null: never. */
  readonly changedAt: Instant | null
}

export const noLegalEntity: LegalEntity = { name: '', address: '', taxNumber: '', changedAt: null }

/** The most characters of each text. */
export const maxLegalName = 140
export const maxLegalAddress = 200
export const maxTaxNumber = 30

export type LegalProblem = 'legalName' | 'legalAddress' | 'taxNumber'

/** Returns typed texts in their stored form. Checks nothing. */
export function legalEntityFrom(
  typed: { readonly name: string; readonly address: string; readonly taxNumber: string },
  { currency, changedAt }: { readonly currency: Currency; readonly changedAt: Instant },
): LegalEntity {
  const number = latinDigits(typed.taxNumber).trim()
  // Markets with numbers of digits print them in groups.
  const taxNumber = marketOf(currency).taxNumberDigits === undefined ? number : number.replaceAll(/[\s-]/g, '')
  return { name: typed.name.trim(), address: typed.address.trim(), taxNumber, changedAt }
}

/**
 * Returns which text of a legal entity is wrong; undefined if none is. An address or a tax number needs a name. The tax
 * number has the digits of the store's market, if the market has such numbers.
 */
export function legalProblem({ name, address, taxNumber }: LegalEntity, currency: Currency): LegalProblem | undefined {
  const isFitting = (text: string, most: number): boolean => text.length <= most && isOneLine(text)
  if (!isFitting(name, maxLegalName) || (name === '' && address + taxNumber !== '')) return 'legalName'
  if (!isFitting(address, maxLegalAddress)) return 'legalAddress'
  if (taxNumber === '') return undefined
  const digits = marketOf(currency).taxNumberDigits
  if (digits === undefined) return isFitting(taxNumber, maxTaxNumber) ? undefined : 'taxNumber'
  return new RegExp(`^\\d{${digits}}$`).test(taxNumber) ? undefined : 'taxNumber'
}
