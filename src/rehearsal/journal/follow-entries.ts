import type { App } from '../../platform/app/app.ts'
import { formatCursor } from './entry-cursor.ts'
import { type JournalPage, type JournalQuery, listEntries } from './list-entries.ts'
import { waitersOf } from './waiters.ts'

/**
 * The next page of a journal, as soon as there is something on it: after so many milliseconds, or at the signal, an empty one. Refuses an
 * unknown cursor, and with 429 to wait beside too many others.
 */
export async function followEntries(
  app: App,
  query: JournalQuery,
  waitMs: number,
  signal: AbortSignal,
): Promise<JournalPage> {
  const endsAt = performance.now() + waitMs
  for (let since = query.since; ; ) {
    const page = await listEntries(app, { ...query, since })
    const leftMs = endsAt - performance.now()
    if (page.rows.length > 0 || leftMs <= 0 || signal.aborted) return page
    await waitersOf(app).untilNews(query, page.next, leftMs, signal)
    since = formatCursor(page.next)
  }
}
