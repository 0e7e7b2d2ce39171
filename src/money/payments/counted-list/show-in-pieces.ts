import { setImmediate as nextTurn } from 'node:timers/promises'
import type { App } from '../../../platform/app/app.ts'
import type { Payment } from '../payment.ts'
import { findPaymentRows, paymentFrom } from '../store/payments.ts'
import { isWhole, maxInlineBytes, type PageRow } from './store.ts'

/** The maximal bytes of one read of large payments. A larger payment is read alone. */
export const pieceBytes = 8 * maxInlineBytes

/**
 * Serializes the payments of a page in their order. Large payments, which the page's statement left out, are read again
 * in pieces, with a turn of the event loop after each. Only the serialized form stays in memory.
 */
export async function showInPieces<Item>(
  app: App,
  rows: readonly PageRow[],
  show: (payment: Payment) => Item,
): Promise<Item[]> {
  const shown = new Map<string, Item>()
  for (const row of rows) if (isWhole(row)) shown.set(row.id, show(paymentFrom(row)))
  for (const piece of piecesOf(rows.filter((row) => !isWhole(row)))) {
    const found = await app.db.run(findPaymentRows, {
      merchantIds: piece.map(({ merchant_id }) => merchant_id),
      ids: piece.map(({ id }) => id),
      areTest: piece.map(({ is_test }) => is_test),
    })
    for (const row of found) {
      await nextTurn()
      shown.set(row.id, show(paymentFrom(row)))
    }
  }
  return rows.flatMap(({ id }) => shown.get(id) ?? [])
}

function piecesOf(rows: readonly PageRow[]): PageRow[][] {
  const pieces: PageRow[][] = []
  let bytes = Number.POSITIVE_INFINITY
  for (const row of rows) {
    bytes += row.bytes
    if (bytes <= pieceBytes) pieces.at(-1)?.push(row)
    else {
      pieces.push([row])
      bytes = row.bytes
    }
  }
  return pieces
}
