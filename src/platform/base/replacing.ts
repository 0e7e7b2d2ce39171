import { dialledForms } from './phone.ts'
import type { Pseudonym } from './pseudonym.ts'

/** What is known of a customer. */
export interface CustomerTexts {
  /** E.164. */
  readonly phones: readonly string[]
  /** Names, e-mail addresses, phones as they were typed, addresses. */
  readonly names: readonly string[]
  /** Longer texts of the customer's, such as a comment. */
  readonly texts: readonly string[]
}

/** Replaces a customer's own texts wherever they stand. */
export interface Replacing {
  readonly pseudonym: Pseudonym
  /** E.164. */
  readonly phones: readonly string[]
  /**
   * Texts by which a row is known to be about the customer, in small letters: the last digits of phones, and names that
   * are long enough.
   */
  readonly contacts: readonly string[]
  /** Returns the text with every text of the customer in it replaced. */
  inText(text: string): string
  /** Returns the JSON value with them replaced in every text, also in names of members. */
  inJson<T>(value: T): T
}

/** A shorter name is replaced only where it stands alone, and a shorter text not at all: others use it, too. */
const fewest = { ofName: 5, ofText: 8, ofContact: 8 }

/**
 * Returns what replaces the texts of a customer by the pseudonym: in any letter case, as addresses write them, and phones
 * in every form in which they are dialled.
 */
export function replacingOf(pseudonym: Pseudonym, { phones, names, texts }: CustomerTexts): Replacing {
  const folded = (all: readonly string[]): string[] => all.map((one) => one.trim().toLowerCase()).filter(Boolean)
  const alone = new Set(folded(names))
  const within = [
    ...[...alone].filter((name) => name.length >= fewest.ofName),
    ...folded(texts).filter((text) => text.length >= fewest.ofText),
  ]
  const written = new Set(within.flatMap((text) => [text, encodeURIComponent(text.toWellFormed()).toLowerCase()]))
  const longestFirst = [...written].toSorted((a, b) => b.length - a.length)
  const patterns = [...phones.map(dialledForms), ...longestFirst.map(escapeRegExp)]
  const anywhere = patterns.length === 0 ? undefined : new RegExp(patterns.join('|'), 'giu')
  const inText = (text: string): string => {
    if (alone.has(text.trim().toLowerCase())) return pseudonym
    return anywhere === undefined ? text : text.replaceAll(anywhere, pseudonym)
  }
  const contacts = [
    ...phones.map((phone) => phone.slice(-fewest.ofContact)),
    ...[...alone].filter((name) => name.length >= fewest.ofContact),
  ]
  return { pseudonym, phones, contacts, inText, inJson: (value) => mapTexts(value, inText) as typeof value }
}

function escapeRegExp(text: string): string {
  return text.replaceAll(/[$()*+./?[\\\]^{|}]/gu, String.raw`\$&`)
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((one) => mapTexts(one, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [change(name), mapTexts(member, change)]))
}
