import type { App } from '../../platform/app/app.ts'
import type { Pseudonym } from '../../platform/base/pseudonym.ts'
import { replacingOf } from '../../platform/base/replacing.ts'
import type { ErasedContacts, ErasedPlace } from '../../platform/merchants/erased-place.ts'

/** Erases what is kept of a customer outside of payments, which no purchase needs. Twice changes nothing more. */
export async function eraseContacts(
  app: App,
  places: readonly ErasedPlace[],
  pseudonym: Pseudonym,
  contacts: Omit<ErasedContacts, 'phoneIn'>,
): Promise<void> {
  const phones = [contacts.phone]
  const { inText: phoneIn } = replacingOf(pseudonym, { ownPhones: phones, phones, emails: [], names: [], texts: [] })
  const emails = contacts.emails.filter((email) => email !== '')
  for (const place of places) await place.ofCustomer?.(app, { ...contacts, emails, phoneIn })
}
