import { type KeyRow, listKeys } from '../../../platform/merchants/keys/keys.ts'
import type { Visit } from '../page.ts'

/** The merchant's keys of the mode that is shown, the newest first. */
export async function listOwnKeys({ app, session, isTest }: Visit): Promise<readonly KeyRow[]> {
  const all = await listKeys(app, session.merchantId)
  return all.filter((key) => key.isTest === isTest).reverse()
}

/** How a key begins, and how it ends: as much as is known of it. */
export function shownKey({ kind, isTest, lastFour }: KeyRow): string {
  return `${kind === 'secret' ? 'sk' : 'pk'}_${isTest ? 'test_' : ''}…${lastFour}`
}
