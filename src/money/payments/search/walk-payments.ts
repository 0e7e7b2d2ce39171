import type { App } from '../../../platform/app/app.ts'
import type { FoundPayment } from './found-payment.ts'
import { type Cursor, lastId } from './page-cursor.ts'
import type { Search } from './search.ts'
import { type SearchLimits, startWalk, usualSearchLimits, walkOn } from './walk.ts'

const usual = { pieceSize: 1_000, limits: usualSearchLimits }

/**
 * All payments that the search means, newest first, piece by piece as they are asked for. Each piece is as of the moment at which it is read;
 * none comes twice, and none is missing that the search means all the time.
 */
export async function* walkPayments(
  app: App,
  search: Search,
  { pieceSize, limits }: { readonly pieceSize: number; readonly limits: SearchLimits } = usual,
): AsyncGenerator<readonly FoundPayment[]> {
  const walk = await startWalk(app, search, { direction: 'older', until: search.createdFrom }, limits)
  for (let from: Cursor = { createdAt: search.createdTo, id: lastId }; ; ) {
    const payments = await walkOn(app, walk, from, pieceSize)
    yield payments
    const last = payments.at(-1)
    if (payments.length < pieceSize || last === undefined) return
    from = last
  }
}
