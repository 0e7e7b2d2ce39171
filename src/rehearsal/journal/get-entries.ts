import type { App } from '../../platform/app/app.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import { refusals } from '../sandbox/refusals.ts'
import { readJournal } from './read-journal.ts'
import * as store from './store/reading.ts'

/** All attempts of a delivery are fewer. */
const maxEntries = 200

/**
 * Every entry of a request, with what was sent and answered, oldest first: the call and what it changed, or the attempts of a delivery, at
 * most 200. Refuses an id that the journal does not know with 404.
 */
export async function getEntries(app: App, key: MerchantMode, requestId: string) {
  const { merchantId, isTest } = key
  // What is far behind in a journal that nobody reads gets its number after a few rounds.
  for (;;) {
    const { name } = await readJournal(app, key)
    const rows = await app.db.run(store.listEntriesOfRequest, { merchantId, isTest, requestId, limit: maxEntries })
    if (rows.length === 0) throw refusals.noSuchEntry()
    const numbered = rows.flatMap(({ number, ...row }) => (number === null ? [] : [{ ...row, number }]))
    if (numbered.length === rows.length) return { name, rows: numbered }
  }
}
