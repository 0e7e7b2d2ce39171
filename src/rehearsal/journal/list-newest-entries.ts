import type { App } from '../../platform/app/app.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { readJournal } from './read-journal.ts'
import * as store from './store/reading.ts'
import { entryWire } from './wire.ts'

/** Beyond every number. */
const noBound = 2n ** 62n

/** The newest entries of a journal, or those before one of them, newest first, each with its number. */
export async function listNewestEntries(
  app: App,
  key: MerchantMode,
  { before, limit }: { readonly before: number | undefined; readonly limit: number },
) {
  const { merchantId, isTest } = key
  const { name } = await readJournal(app, key)
  const wanted = { merchantId, isTest, before: before === undefined ? noBound : BigInt(before), limit }
  const rows = await app.db.run(store.listNewestEntries, wanted)
  return rows.map((row) => ({ ...entryWire(name, row), number: Number(row.number), atMs: row.at }))
}
