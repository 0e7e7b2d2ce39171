import { latinDigits } from '../../platform/base/texts.ts'
import type { JournalMessage } from './entry.ts'

/** A message in its stored form. */
export interface StoredMessage extends JournalMessage {
  /** Whether the body was cut. */
  readonly isCut: boolean
}

/** Stored bytes of a body at most. */
const maxBodyBytes = 64 * 1024

/** Returns the message without secrets, with a long body cut. */
export function scrubMessage({ headers, body }: JournalMessage): StoredMessage {
  const scrubbed = Object.entries(headers).map(([name, value]) => [name, scrubHeader(name, value)])
  const { text, isCut } = cut(body === null ? null : withoutSecrets(body))
  return { headers: Object.fromEntries(scrubbed), body: text, isCut }
}

// `scrub` leaves a key's kind, such as `sk_test_`. Any other secret header is removed as a whole.
function scrubHeader(name: string, value: string): string {
  const scrubbed = scrub(value)
  return isSecretName(name) && scrubbed === value ? removed : scrubbed
}

/** Replacement of a secret. */
const removed = '[removed]'

/** Names of members and headers that always hold secrets, and names that do if the value has enough digits. */
const secret =
  'authorization|proxy-authorization|cookie|set-cookie|value|password|token|otp|pin|cvc|cvv|security_code|\\w*(?:secret|_key)'
const secretOfDigits = 'code|card|number|card_number'
const secretName = new RegExp(`^(${secret})$`, 'i')
const nameOfDigits = new RegExp(`^(${secretOfDigits})$`, 'i')
/** A body without any of these names is not parsed, which saves time. */
const anySecretName = new RegExp(`"(${secret}|${secretOfDigits})"`, 'i')

function isSecretName(name: string): boolean {
  return secretName.test(name)
}

/**
 * Returns the text without secrets: members by name if it is JSON, and everything that looks like a key, a signing
 * secret or a card number.
 */
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
  // Error codes and instalment numbers use these names, too, but are short.
  if (!nameOfDigits.test(name) || typeof value === 'object') return false
  return latinDigits(String(value)).replaceAll(/\D/g, '').length >= (/^code$/i.test(name) ? 4 : 8)
}

const keys = /\b(sk|pk)_(test_)?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi
const signingSecrets = /\bwhsec_[\w+/=-]+/g
// Latin, Arabic-Indic and Persian digits.
const cardNumbers =
  /(?<![\w.\u0660-\u0669\u06f0-\u06f9-])[3-6\u0663-\u0666\u06f3-\u06f6](?:[ -]?[\d\u0660-\u0669\u06f0-\u06f9]){13,18}(?![\w\u0660-\u0669\u06f0-\u06f9-])/g

/** Returns the text without keys, signing secrets and card numbers. */
export function scrub(text: string): string {
  return text
    .replaceAll(keys, (_key, kind: string, mode = '') => `${kind}_${mode}${removed}`)
    .replaceAll(signingSecrets, `whsec_${removed}`)
    .replaceAll(cardNumbers, (digits) => (isCardNumber(digits) ? removed : digits))
}

// The Luhn check.
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
  // The cut may split a character of several bytes.
  return {
    text: Buffer.from(body)
      .subarray(0, maxBodyBytes)
      .toString('utf8')
      .replace(/\uFFFD+$/, ''),
    isCut: true,
  }
}
