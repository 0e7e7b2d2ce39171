import type { App } from '../../platform/app/app.ts'
import { nilId } from '../../platform/base/ids.ts'
import type { Currency } from '../../platform/base/markets.ts'
import { believedOfCharge, believedOfReturn, type MovementRecord } from './movement-record.ts'
import type { ReturnState } from './return.ts'
import {
  type ChargeRecordRow,
  listChargeRecords,
  listReturnRecords,
  type ReturnRecordRow,
} from './store/movement-records.ts'
import { stateFrom } from './store/stored-words.ts'

const batch = 2_000
const beforeAll = {
  afterMerchant: nilId,
  afterId: nilId,
}

/** Yields the expected movement of each charge and return of all merchants, in batches. */
export async function* listMovementRecords(app: App): AsyncGenerator<readonly MovementRecord[]> {
  for await (const rows of pagesOf((after) => app.db.run(listChargeRecords, { ...after, limit: batch }))) {
    yield rows.map(recordOfCharge)
  }
  for await (const rows of pagesOf((after) => app.db.run(listReturnRecords, { ...after, limit: batch }))) {
    yield rows.map(recordOfReturn)
  }
}

type Place = typeof beforeAll

async function* pagesOf<Row extends ReturnRecordRow>(read: (after: Place) => Promise<Row[]>): AsyncGenerator<Row[]> {
  let next = read(beforeAll)
  for (;;) {
    const rows = await next
    const last = rows.at(-1)
    if (last === undefined) return
    // Reads the next page while this one is processed.
    next = read({ afterMerchant: last.merchant_id, afterId: last.id })
    next.catch(() => undefined)
    yield rows
  }
}

function recordOfCharge(row: ChargeRecordRow): MovementRecord {
  const state = stateFrom(row.state)
  // A declined charge may arrive later: then only the void limits the time.
  const knownAt = state === 'approved' ? row.settled_at : row.voided_at
  return { of: 'charge', state, believed: believedOfCharge[state], knownAt, ...sharedFrom(row) }
}

function recordOfReturn(row: ReturnRecordRow): MovementRecord {
  const state = row.state as ReturnState
  return { of: 'return', state, believed: believedOfReturn[state], knownAt: row.settled_at, ...sharedFrom(row) }
}

function sharedFrom(row: ReturnRecordRow) {
  return {
    merchantId: row.merchant_id,
    paymentId: row.payment_id,
    isTest: row.is_test,
    id: row.id,
    currency: row.currency as Currency,
    amountMinor: row.amount_minor,
    requestedAt: row.created_at,
  }
}
