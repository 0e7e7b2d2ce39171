import type { App } from '../../platform/app/app.ts'
import { nilId } from '../../platform/base/ids.ts'
import { second } from '../../platform/base/times.ts'
import type { Contact } from './contact.ts'
import { listServiceBlocks } from './store.ts'

/** In the place of a merchant where keys begin with one: the service itself. */
export const serviceId = nilId

/** For so long a process believes whom the service has blocked. */
const cachedMs = 2 * second

type Blocks = Readonly<Record<'test' | 'live', ReadonlySet<Contact>>>

// Each process remembers them, for every order asks, and there are few.
const known = new WeakMap<App['db'], { readonly readAt: number; readonly blocks: Promise<Blocks> }>()

/** Whether the service itself has blocked one of these contacts, at every merchant. Seen within two seconds in every process. */
export async function hasServiceBlock(
  app: Pick<App, 'db'>,
  isTest: boolean,
  contacts: readonly Contact[],
): Promise<boolean> {
  if (contacts.length === 0) return false
  const blocks = (await serviceBlocks(app))[isTest ? 'test' : 'live']
  return contacts.some((contact) => blocks.has(contact))
}

/** What this process alone believes is read again. */
export function forgetServiceBlocks({ db }: Pick<App, 'db'>): void {
  known.delete(db)
}

async function serviceBlocks(app: Pick<App, 'db'>): Promise<Blocks> {
  const now = performance.now()
  const found = known.get(app.db)
  if (found !== undefined && now - found.readAt < cachedMs) return found.blocks
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
  return { test: of(true), live: of(false) }
}
