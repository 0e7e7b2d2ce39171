import type { App } from '../../platform/app/app.ts'
import { type MerchantId, newOrderedId, nilId } from '../../platform/base/ids.ts'
import { isPseudonym } from '../../platform/base/pseudonym.ts'
import { second } from '../../platform/base/times.ts'
import type { WithChange } from '../../platform/db/db.ts'
import { blockedForms, type Contact } from './contact.ts'
import { deleteServiceBlock, insertServiceBlock, listBlocksOfContact, listServiceBlocks } from './store.ts'

/** The service itself, in columns that name a merchant. */
export const serviceId = nilId

/** How long a process caches the service's blocks. */
const cacheMs = 2 * second

/** `hasHashed`: whether one is of an erased customer. Only then contacts are hashed, which each order would pay for. */
interface Blocks {
  readonly test: ReadonlySet<Contact>
  readonly live: ReadonlySet<Contact>
  readonly hasHashed: boolean
}

// Cached in each process, because each order reads them and there are few.
const known = new WeakMap<App['db'], { readonly readAt: number; readonly blocks: Promise<Blocks> }>()

/**
 * Whether the service blocks one of these contacts at all merchants. Other processes apply a change within two seconds.
 */
export async function hasServiceBlock(
  app: Pick<App, 'db' | 'secrets'>,
  isTest: boolean,
  contacts: readonly Contact[],
): Promise<boolean> {
  if (contacts.length === 0) return false
  const { test, live, hasHashed } = await serviceBlocks(app)
  const blocks = isTest ? test : live
  return (hasHashed ? blockedForms(app, contacts) : contacts).some((contact) => blocks.has(contact))
}

/** Removes this process's cached blocks. */
export function forgetServiceBlocks({ db }: Pick<App, 'db'>): void {
  known.delete(db)
}

async function serviceBlocks(app: Pick<App, 'db'>): Promise<Blocks> {
  const now = performance.now()
  const found = known.get(app.db)
  if (found !== undefined && now - found.readAt < cacheMs) return found.blocks
  const blocks = read(app)
  known.set(app.db, { readAt: now, blocks })
  return blocks.catch((error: unknown) => {
    known.delete(app.db)
    throw error
  })
}

async function read({ db }: Pick<App, 'db'>): Promise<Blocks> {
  const rows = await db.run(listServiceBlocks, { serviceId })
  const of = (isTest: boolean): ReadonlySet<Contact> =>
    new Set(rows.filter((row) => row.is_test === isTest).map(({ contact }) => contact))
  return { test: of(true), live: of(false), hasHashed: rows.some(({ contact }) => isPseudonym(contact)) }
}

/**
 * Blocks or unblocks new orders of a contact at all merchants, in both modes. Returns false if nothing changed.
 * An open session is judged again as it is paid. `inSameTransaction`: extra writes.
 */
export async function changeServiceBlock(
  app: App,
  contact: Contact,
  isBlocked: boolean,
  inSameTransaction?: WithChange,
): Promise<boolean> {
  const changed = await app.db.transaction(async (tx) => {
    const rows: unknown[] = []
    for (const isTest of [true, false]) {
      rows.push(
        ...(isBlocked
          ? await tx.run(insertServiceBlock, { serviceId, isTest, contact, id: newOrderedId() })
          : await tx.run(deleteServiceBlock, { serviceId, isTest, contacts: blockedForms(app, [contact]) })),
      )
    }
    if (rows.length > 0) await inSameTransaction?.(tx)
    return rows.length > 0
  })
  forgetServiceBlocks(app)
  return changed
}

const limit = 100

/** Returns whether the service blocks a contact, and the merchants that do, at most a hundred. */
export async function findBlocksOf(
  app: App,
  contact: Contact,
): Promise<{ readonly byService: boolean; readonly merchantIds: readonly MerchantId[] }> {
  const rows = await app.db.run(listBlocksOfContact, { contacts: blockedForms(app, [contact]), limit })
  const ids = [...new Set(rows.map(({ merchant_id }) => merchant_id))]
  return { byService: ids.includes(serviceId), merchantIds: ids.filter((id) => id !== serviceId) }
}
