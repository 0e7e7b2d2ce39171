import type { App } from '../../platform/app/app.ts'
import { newOrderedId } from '../../platform/base/ids.ts'
import type { WithChange } from '../../platform/db/db.ts'
import type { Contact } from './contact.ts'
import { forgetServiceBlocks, serviceId } from './service-blocks.ts'
import { deleteServiceBlock, insertServiceBlock } from './store.ts'

/**
 * Has the service itself refuse new orders of a contact at every merchant, in both modes, or no longer; false where it was so already.
 * Sessions that exist keep their decision. `also`: what stands or falls with it, in its transaction.
 */
export async function changeServiceBlock(
  app: App,
  contact: Contact,
  isBlocked: boolean,
  also?: WithChange,
): Promise<boolean> {
  const changed = await app.db.transaction(async (tx) => {
    const rows: unknown[] = []
    for (const isTest of [true, false]) {
      const block = { serviceId, isTest, contact }
      rows.push(
        ...(isBlocked
          ? await tx.run(insertServiceBlock, { ...block, id: newOrderedId() })
          : await tx.run(deleteServiceBlock, block)),
      )
    }
    if (rows.length > 0) await also?.(tx)
    return rows.length > 0
  })
  forgetServiceBlocks(app)
  return changed
}
