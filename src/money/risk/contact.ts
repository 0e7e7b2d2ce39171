import type { Country } from '../../platform/base/markets.ts'
import { parsePhone } from '../../platform/base/phone.ts'

/** A phone in E.164 or an e-mail address in small letters, by which a customer is blocked. */
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

/** Returns the contacts of a buyer by which a block may match, without missing or invalid ones. */
export function contactsOf(buyer: { readonly phone: string; readonly email: string }, country: Country): Contact[] {
  const phone = parsePhone(buyer.phone, country)
  const email = emailContact(buyer.email)
  return [...(phone === undefined ? [] : [phone]), ...(isEmail(email) ? [email] : [])]
}
