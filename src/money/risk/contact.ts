import type { Country } from '../../platform/base/countries.ts'
import { parsePhone } from '../../platform/base/phone.ts'

/** A phone in E.164 or an e-mail address in small letters, by which a customer is blocked. */
export type Contact = string

/** So many customers a merchant may block in each mode. */
export const maxBlocked = 1_000

/** Whether the contact is an e-mail address: no phone has an `@`. */
export function isEmail(contact: Contact): boolean {
  return contact.includes('@')
}

/** The form in which e-mail addresses are compared. */
export function emailContact(email: string): Contact {
  return email.toLowerCase()
}

/** The contacts by which whoever ordered may be blocked: none that is missing or cannot be one. */
export function contactsOf(buyer: { readonly phone: string; readonly email: string }, country: Country): Contact[] {
  const phone = parsePhone(buyer.phone, country)
  const email = emailContact(buyer.email)
  return [...(phone === undefined ? [] : [phone]), ...(isEmail(email) ? [email] : [])]
}
