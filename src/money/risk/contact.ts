import type { App } from '../../platform/app/app.ts'
import type { Country } from '../../platform/base/markets.ts'
import { parsePhone } from '../../platform/base/phone.ts'
import { isPseudonym } from '../../platform/base/pseudonym.ts'

/**
 * A phone in E.164 or an e-mail address in small letters, by which a customer is blocked. Of an erased customer:
 * `erased-` and the keyed hash of one.
 */
export type Contact = string

/** The maximal number of blocked contacts of a merchant in each mode. */
export const maxBlocked = 1_000

/** Whether the contact is an e-mail address: no phone has an `@`. */
export function isEmail(contact: Contact): boolean {
  return contact.includes('@')
}

/** Returns an e-mail address in the form for comparison. */
export function emailContact(email: string): Contact {
  return email.toLowerCase()
}

/** Returns the contact of a typed phone, or of an erased customer as it is shown; undefined if it is neither. */
export function phoneContact(text: string, country: Country): Contact | undefined {
  return isPseudonym(text) ? text : parsePhone(text, country)
}

/** Returns the contacts of a buyer by which a block may match, without missing or invalid ones. */
export function contactsOf(buyer: { readonly phone: string; readonly email: string }, country: Country): Contact[] {
  const phone = parsePhone(buyer.phone, country)
  const email = emailContact(buyer.email)
  return [...(phone === undefined ? [] : [phone]), ...(isEmail(email) ? [email] : [])]
}

/** Returns the forms in which a block of these contacts may be stored: as they are, and hashed after an erasing. */
export function blockedForms({ secrets }: Pick<App, 'secrets'>, contacts: readonly Contact[]): Contact[] {
  return contacts.flatMap((contact) => [contact, ...secrets.hashesOf(contact).map(hashedContact)])
}

/** Returns the form of a keyed hash. */
export function hashedContact(hash: string): Contact {
  return `erased-${hash}`
}
