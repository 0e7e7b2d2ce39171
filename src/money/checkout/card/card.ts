import validator from 'card-validator'
import { type CardBrand, cardBrands, TypedCard } from '../../../platform/adapters/card-processor.ts'
import { SecurityCode } from '../../../platform/adapters/security-code.ts'
import { latinDigits } from '../../../platform/base/texts.ts'
import type { Instant } from '../../../platform/base/times.ts'

// The ranges of the Saudi scheme alone; its other cards have a Visa or Mastercard number.
validator.creditCardType.addCard({
  niceType: 'mada',
  type: 'mada',
  patterns: [[588845, 588851], [968201, 968211], 604906, 605141, 636120],
  gaps: [4, 8, 12],
  lengths: [16],
  code: { name: 'CVV', size: 3 },
})

/** The maximal number of declines and of cards in one session. */
export const cardRules = { declines: 5, cards: 10 } as const

const cardFields = ['number', 'expiry', 'security_code'] as const
export type CardField = (typeof cardFields)[number]

export type CardProblem =
  | 'number_missing'
  | 'number_wrong'
  | 'number_brand'
  | 'expiry_wrong'
  | 'expiry_past'
  | 'security_code_wrong'

export type CardProblems = Readonly<Partial<Record<CardField, CardProblem>>>

/** Returns the typed card, or its problems by field. Digits may be Latin or Arabic, with spaces or dashes. */
export function readCard(
  typed: Readonly<Record<CardField, string>>,
  now: Instant,
): { readonly card: TypedCard } | { readonly problems: CardProblems } {
  const number = latinDigits(typed.number).replace(/[\s-]/g, '')
  const securityCode = latinDigits(typed.security_code).trim()
  const checked = validator.number(number)
  const brand = brandOf(checked.card?.type)
  const expiry = readExpiry(latinDigits(typed.expiry), now)
  const problems: Partial<Record<CardField, CardProblem>> = {}
  if (number === '') problems.number = 'number_missing'
  else if (!checked.isValid) problems.number = 'number_wrong'
  else if (brand === undefined) problems.number = 'number_brand'
  if (typeof expiry === 'string') problems.expiry = expiry
  if (!validator.cvv(securityCode, securityCodeDigits(brand)).isValid) {
    problems.security_code = 'security_code_wrong'
  }
  if (Object.keys(problems).length > 0 || brand === undefined || typeof expiry === 'string') return { problems }
  return { card: new TypedCard({ number, securityCode, brand, ...expiry }) }
}

/** Returns how many digits a security code has. */
export function securityCodeDigits(brand: CardBrand | undefined): 3 | 4 {
  return brand === 'american-express' ? 4 : 3
}

/** Returns the security code that was typed for a saved card; undefined where the text is none. */
export function readSecurityCode(typed: string, brand: CardBrand): SecurityCode | undefined {
  const digits = latinDigits(typed).trim()
  return validator.cvv(digits, securityCodeDigits(brand)).isValid ? new SecurityCode(digits) : undefined
}

function brandOf(type: string | undefined): CardBrand | undefined {
  return cardBrands.find((brand) => brand === type)
}

function readExpiry(
  text: string,
  now: Instant,
): { expiryMonth: number; expiryYear: number } | 'expiry_wrong' | 'expiry_past' {
  const parts = /^\s*(\d{1,2})\s*[/\-. ]?\s*(\d{4}|\d{2})\s*$/.exec(text)
  const expiryMonth = Number(parts?.[1])
  const year = Number(parts?.[2])
  const expiryYear = year < 100 ? 2000 + year : year
  if (parts === null || expiryMonth < 1 || expiryMonth > 12) return 'expiry_wrong'
  const today = new Date(now)
  const monthsLeft = (expiryYear - today.getUTCFullYear()) * 12 + expiryMonth - (today.getUTCMonth() + 1)
  if (monthsLeft < 0) return 'expiry_past'
  return monthsLeft > 20 * 12 ? 'expiry_wrong' : { expiryMonth, expiryYear }
}

const brandNames: Record<CardBrand, string> = {
  visa: 'Visa',
  mastercard: 'Mastercard',
  'american-express': 'American Express',
  mada: 'mada',
}

export function brandName(brand: CardBrand): string {
  return brandNames[brand]
}
