import { dialledForms } from './phone.ts'
import type { Pseudonym } from './pseudonym.ts'

/** What is known of a customer. */
export interface CustomerTexts {
  /** E.164: those that the customer proved, and all that stand in the payment. */
  readonly ownPhones: readonly string[]
  readonly phones: readonly string[]
  readonly emails: readonly string[]
  /** Names, phones as they were typed, dates of birth, addresses. */
  readonly names: readonly string[]
  /** Longer texts of the customer's, such as a comment. */
  readonly texts: readonly string[]
}

/** Replaces a customer's own texts wherever they stand. Items and references, which are the shop's, stay. */
export interface Replacing {
  readonly pseudonym: Pseudonym
  /** Those that the customer proved, in E.164: nobody else's. */
  readonly ownPhones: readonly string[]
  readonly emails: readonly string[]
  /** What rows about the customer contain, in small letters: the last digits of phones, and e-mail addresses. */
  readonly contacts: readonly string[]
  /** Whether a text is a phone or an e-mail address of the customer. */
  isContact(text: string): boolean
  /** Returns the text with every text of the customer in it replaced: of a row that is about this customer. */
  inText(text: string): string
  /** Returns the JSON value with them replaced in every text. */
  inJson<T>(value: T): T
  /** Returns the JSON value with phones and e-mail addresses replaced: of a row that is about others, too. */
  contactsIn<T>(value: T): T
}

/** Others use shorter texts, too. */
const fewest = { ofName: 5, ofText: 8, ofContact: 8 }

/**
 * Returns what replaces the texts of a customer by the pseudonym: whole words, in any letter case, as addresses write
 * them, and phones in every form in which they are dialled.
 */
export function replacingOf(
  pseudonym: Pseudonym,
  { ownPhones, phones, emails, names, texts }: CustomerTexts,
): Replacing {
  const folded = (all: readonly string[], least: number): string[] =>
    all.map((one) => one.trim().toLowerCase()).filter(({ length }) => length >= least)
  const ownEmails = folded(emails, fewest.ofName)
  const within = [...folded(names, fewest.ofName), ...folded(texts, fewest.ofText)]
  const contact = patternOf(phones, ownEmails)
  const anything = patternOf(phones, [...ownEmails, ...within])
  const replace = (pattern: RegExp | undefined) => (text: string) =>
    pattern === undefined ? text : text.replaceAll(pattern, pseudonym)
  return {
    ...{ pseudonym, ownPhones, emails },
    contacts: [...phones.map((phone) => phone.slice(-fewest.ofContact)), ...ownEmails],
    isContact: (text) => contact !== undefined && text.replaceAll(contact, '').trim() === '' && text.trim() !== '',
    inText: replace(anything),
    inJson: (value) => mapTexts(value, replace(anything)) as typeof value,
    contactsIn: (value) => mapTexts(value, replace(contact)) as typeof value,
  }
}

function patternOf(phones: readonly string[], texts: readonly string[]): RegExp | undefined {
  const longestFirst = [...new Set(texts.flatMap(writtenForms))].toSorted((a, b) => b.length - a.length)
  const patterns = [
    ...phones.map(dialledForms),
    ...longestFirst.map((text) => String.raw`(?<![\p{L}\p{N}])${escapeRegExp(text)}(?![\p{L}\p{N}])`),
  ]
  return patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'giu')
}

// As it is, and as queries of addresses write it.
function writtenForms(text: string): string[] {
  const encoded = encodeURIComponent(text.toWellFormed()).toLowerCase()
  return [text, encoded, encoded.replaceAll('%20', '+')]
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`)
}

/** Members that are the shop's. */
const ofShop = new Set(['items', 'reference_id', 'order_reference_id', 'order_number'])

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, ofShop.has(name) ? member : mapTexts(member, change)]),
  )
}
