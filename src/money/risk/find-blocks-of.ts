import type { App } from '../../platform/app/app.ts'
import type { MerchantId } from '../../platform/base/ids.ts'
import type { Contact } from './contact.ts'
import { serviceId } from './service-blocks.ts'
import { listBlocksOfContact } from './store.ts'

const limit = 100

/** Who has blocked a contact: the service itself, and the merchants that have, at most a hundred. */
export async function findBlocksOf(
  app: App,
  contact: Contact,
): Promise<{ readonly byService: boolean; readonly merchantIds: readonly MerchantId[] }> {
  const rows = await app.db.run(listBlocksOfContact, { contact, limit })
  const ids = [...new Set(rows.map(({ merchant_id }) => merchant_id))]
  return { byService: ids.includes(serviceId), merchantIds: ids.filter((id) => id !== serviceId) }
}
