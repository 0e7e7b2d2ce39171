import type { App } from '../../platform/app/app.ts'
import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import { type Contact, emailContact, hashedContact } from './contact.ts'
import { forgetServiceBlocks, serviceId } from './service-blocks.ts'
import { hashBlocks, hashStoredBlocks } from './store.ts'

/** Blocks of a phone or e-mail: they go on as keyed hashes, at all merchants. */
export const erasedBlocks: ErasedPlace = {
  async ofCustomer(app, { phone, emails, isTest }) {
    const contacts = new Set([phone, ...emails.map(emailContact)])
    for (const contact of contacts) await hashBlocksOf(app, isTest, contact)
    forgetServiceBlocks(app)
  },
}

async function hashBlocksOf({ db, secrets }: App, isTest: boolean, contact: Contact): Promise<void> {
  const [hash] = secrets.hashesOf(contact)
  const hashed = hashedContact(hash)
  await db.run(hashBlocks, { isTest, serviceId, contact, hashed })
  await db.run(hashStoredBlocks, { isTest, contact, hashed })
}
