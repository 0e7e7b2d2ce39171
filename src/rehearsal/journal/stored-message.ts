import { latinDigits } from '../../platform/base/texts.ts'
import type { JournalMessage } from './entry.ts'

/** A message as it is kept. */
export interface StoredMessage extends JournalMessage {
  /** Whether the body was longer. */
  readonly isCut: boolean
}

/** So much of a body is kept, in bytes. */
const maxBodyBytes = 64 * 1024

/** The message without secrets, its body cut where it is too long. */
export function scrubMessage({ headers, body }: JournalMessage): StoredMessage {
  const scrubbed = Object.entries(headers).map(([name, value]) => [name, scrubHeader(name, value)])
  const { text, isCut } = cut(body === null ? null : withoutSecrets(body))
  return { headers: Object.fromEntries(scrubbed), body: text, isCut }
}

// Of a key it is told of which kind it was.
function scrubHeader(name: string, value: string): string {
  const scrubbed = scrub(value)
  return isSecretName(name) && scrubbed === value ? removed : scrubbed
}

/** Where a secret stood. */
const removed = '[removed]'

/** Members and headers that hold secrets by their names, and those that do where enough digits stand in them. */
const secret =
  'authorization|proxy-authorization|cookie|set-cookie|value|password|token|otp|pin|cvc|cvv|security_code|\\w*(?:secret|_key)'
const secretOfDigits = 'code|card|number|card_number'
const secretName = new RegExp(`^(${secret})$`, 'i')
const nameOfDigits = new RegExp(`^(${secretOfDigits})$`, 'i')
/** A body without any of them need not be read. */
const anySecretName = new RegExp(`"(${secret}|${secretOfDigits})"`, 'i')

function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/** The text without secrets: by the names of members where it is JSON, and by what a key, a signing secret or a card number looks like. */
function withoutSecrets(body: string): string {
  return scrub(anySecretName.test(body) ? withoutSecretMembers(body) : body)
}

function withoutSecretMembers(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body, (name, value) => (isSecretMember(name, value) ? removed : value)))
  } catch {
    return body.replaceAll(/("\w+"\s*:\s*)("(?:[^"\\]|\\.)*"?|\d+)/g, (member, name: string, value: string) =>
      isSecretMember(name.split('"')[1] ?? '', value) ? `${name}"${removed}"` : member,
    )
  }
}

function isSecretMember(name: string, value: unknown): boolean {
  if (value === null || value === '') return false
  if (isSecretName(name)) return true
  // What is wrong with a member has a code, too, and instalments have a number.
  if (!nameOfDigits.test(name) || typeof value === 'object') return false
  return latinDigits(String(value)).replaceAll(/\D/g, '').length >= (/^code$/i.test(name) ? 4 : 8)
}

const keys = /\b(sk|pk)_(test_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
const signingSecrets = /\bwhsec_[\w+/=-]+/g
// In any digits that a card's number may be typed in.
const cardNumbers =
  /(?<![\w.\u0660-\u0669\u06f0-\u06f9-])[3-6\u0663-\u0666\u06f3-\u06f6](?:[ -]?[\d\u0660-\u0669\u06f0-\u06f9]){13,18}(?![\w\u0660-\u0669\u06f0-\u06f9-])/g

/** The text without what looks like a secret. */
export function scrub(text: string): string {
  return text
    .replaceAll(keys, (_key, kind: string, mode = '') => `${kind}_${mode}${removed}`)
    .replaceAll(signingSecrets, `whsec_${removed}`)
    .replaceAll(cardNumbers, (digits) => (isCardNumber(digits) ? removed : digits))
}

// By their last digit, which is a sum of the others.
function isCardNumber(text: string): boolean {
  const digits = [...latinDigits(text).replaceAll(/\D/g, '')].reverse().map(Number)
  const sum = digits.reduce((total, digit, index) => {
    const counted = index % 2 === 0 ? digit : digit * 2
    return total + (counted > 9 ? counted - 9 : counted)
  }, 0)
  return sum % 10 === 0
}

function cut(body: string | null): { text: string | null; isCut: boolean } {
  if (body === null || Buffer.byteLength(body) <= maxBodyBytes) return { text: body, isCut: false }
  // A letter of several bytes may be cut in two.
  return {
    text: Buffer.from(body)
      .subarray(0, maxBodyBytes)
      .toString('utf8')
      .replace(/\uFFFD+$/, ''),
    isCut: true,
  }
}
