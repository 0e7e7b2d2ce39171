import type { Country } from '../../base/countries.ts'
import { latinDigits } from '../../base/latin-digits.ts'
import { looksLikePhone, nationalDigitsOf } from '../../base/phone.ts'

const dots = '•••'

/** No phone is written in more groups of digits. */
const mostGroups = 15

/** Texts of a page and the attributes that are read aloud; markup and addresses stay as they are. */
const readable = />[^<]+|\b(?:title|value|aria-label|alt)="[^"]*"/g
const uuid = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/.source
// Of this century or the last: phones of Kuwait are written in the same groups.
const date = /(?:19|20)\d\d-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])/.source
const number =
  /(?<![\w+\u0660-\u0669\u06f0-\u06f9-])\+?\(?[\d\u0660-\u0669\u06f0-\u06f9](?:[\s\u00a0().-]{0,3}[\d\u0660-\u0669\u06f0-\u06f9])*(?![\w\u0660-\u0669\u06f0-\u06f9-])/
    .source
/** Digits of any script with spaces and signs between them; UUIDs and dates are found with them, and are none. */
const numbers = new RegExp(`${uuid}|${date}(?![\\d-])|${number}`, 'g')
const noNumber = new RegExp(`^(?:${uuid}|${date})$`)
const groups = /\+?[\d\u0660-\u0669\u06f0-\u06f9]+/g
const email = /[^\s"<>()=;,:]+@[^\s"<>()=;,:]+\.[^\s"<>()=;,:]+/g

/** The page with these words in none of its texts, whoever has written them there. */
export function hideWords(page: string, words: readonly string[]): string {
  const patterns = words.filter((word) => word.trim().length > 1).flatMap(patternsOf)
  if (patterns.length === 0) return page
  const all = new RegExp(patterns.join('|'), 'giu')
  return page.replaceAll(readable, (text) => text.replaceAll(all, dots))
}

/**
 * The page without anything that looks like an e-mail or a phone, as people of these countries write theirs; but for these e-mails: of who
 * works here.
 */
export function hideContacts(page: string, staff: readonly string[], countries: readonly Country[]): string {
  const spared = new Set(staff)
  const withoutEmails = (text: string): string => text.replaceAll(email, (one) => (spared.has(one) ? one : dots))
  const withoutPhones = (text: string): string =>
    text.replaceAll(numbers, (one) => (noNumber.test(one) ? one : hidePhones(one, countries)))
  return page.replaceAll(readable, (text) => withoutPhones(withoutEmails(text)))
}

// Another number may stand before a phone or after it: it is looked for from every group of digits on, the longest first.
function hidePhones(text: string, countries: readonly Country[]): string {
  const found = [...text.matchAll(groups)]
  for (const [index, { index: start }] of found.entries()) {
    const ends = found.slice(index, index + mostGroups).map((group) => group.index + group[0].length)
    const end = ends.findLast((one) => looksLikePhone(text.slice(start, one), countries))
    if (end !== undefined) return text.slice(0, start) + dots + hidePhones(text.slice(end), countries)
  }
  return text
}

/** The page without a form, whatever has drawn it. */
export function withoutForms(page: string): string {
  return page.replaceAll(/<form\b[^>]*>[\s\S]*?<\/form>/g, '')
}

// A name as it was typed, or as JSON and markup have its quotes and ampersands; a phone in any digits, with any spaces in it.
function patternsOf(word: string): string[] {
  const digits = nationalDigitsOf(word)
  if (/^[+(]*[\d\s().-]+$/.test(latinDigits(word)) && digits.length >= 7) return [inAnyDigits(digits)]
  const typed = word.trim()
  const written = [typed, JSON.stringify(typed).slice(1, -1)]
  return [...new Set([...written, ...written.map(escaped)])].map(literally)
}

// Node 22 has no RegExp.escape.
function literally(text: string): string {
  return text.replaceAll(/[\^$\\.*+?()[\]{}|]/g, '\\$&')
}

function inAnyDigits(digits: string): string {
  const any = [...digits].map(
    (digit) => `[${digit}${String.fromCharCode(0x660 + Number(digit), 0x6f0 + Number(digit))}]`,
  )
  return any.join('[\\s\\u00a0().-]*')
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
