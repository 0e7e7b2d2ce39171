import type { MerchantId } from '../base/ids.ts'
import type { Currency } from '../base/markets.ts'
import type { Instant } from '../base/times.ts'
import type { Db } from '../db/db.ts'
import type { CardRefund, Charge, ReportLine, ReportQuery } from './card-processor.ts'
import {
  decideMovement,
  failRefundMovement,
  findMovement,
  insertChargeMovement,
  insertRefundMovement,
  listMovements,
} from './store/processor-movements.ts'

/** A decision of the sandbox's processor. */
export interface Outcome {
  readonly state: 'moved' | 'declined' | 'challenged' | 'failed'
  readonly reason: string | null
  readonly retry: string | null
}

export interface BookedMovement extends Outcome {
  readonly behaviour: string
  /** The time, by the system's clock, from which the processor reports the outcome. */
  readonly knownAt: Instant
}

type ChargeEntry = Charge & BookedMovement
type RefundEntry = CardRefund & { readonly knownAt: Instant }
type MovementKey = Pick<ChargeEntry, 'id' | 'merchantId'>

/** The books of the sandbox's processor. Only the processor reads and writes them. */
export interface SandboxBooks {
  /** Enters a charge once by its id, and returns the entry. */
  enterCharge(charge: ChargeEntry): Promise<BookedMovement & { readonly isNew: boolean }>
  /** Decides a challenged charge, and returns the entry. */
  decideCharge(charge: ChargeEntry): Promise<BookedMovement>
  /**
   * Enters a refund once by its id; a failed one again as its next attempt. `failed`: above the remaining amount of
   * the charge.
   */
  enterRefund(refund: RefundEntry): Promise<BookedMovement>
  /** Enters the failure of a confirmed refund. */
  failRefund(key: MovementKey): Promise<void>
  find(type: 'charge' | 'refund', key: MovementKey): Promise<BookedMovement | undefined>
  /** Returns movements of money whose outcome is known by now, oldest first. */
  report(query: ReportQuery, now: Instant): Promise<readonly ReportLine[]>
}

interface MovementRow {
  readonly state: string
  readonly behaviour: string
  readonly reason: string | null
  readonly retry: string | null
  readonly known_at: Instant
}

export function openSandboxBooks(db: Db): SandboxBooks {
  const find = async (
    type: 'charge' | 'refund',
    { merchantId, id }: MovementKey,
  ): Promise<BookedMovement | undefined> => {
    const [row] = await db.run(findMovement, { merchantId, type, id })
    return row && bookedFrom(row)
  }
  const get = async (type: 'charge' | 'refund', key: MovementKey): Promise<BookedMovement> => {
    const found = await find(type, key)
    if (found === undefined) throw new Error(`the sandbox's processor has no ${type} ${key.id}`)
    return found
  }
  return {
    find,
    async enterCharge(charge) {
      const [row] = await db.run(insertChargeMovement, chargeRow(charge))
      return row === undefined
        ? { ...(await get('charge', charge)), isNew: false }
        : { ...bookedFrom(row), isNew: true }
    },
    async decideCharge(charge) {
      const { merchantId, id, state, reason, retry } = charge
      await db.run(decideMovement, { merchantId, id, state, reason, retry })
      return get('charge', charge)
    },
    async enterRefund({ charge, ...refund }) {
      const { merchantId, isTest, id, amountMinor, currency, attempt, at, knownAt } = refund
      const entry = { merchantId, isTest, id, chargeId: charge.id, amountMinor, currency, attempt, at, knownAt }
      const [row] = await db.run(insertRefundMovement, entry)
      return row === undefined ? get('refund', refund) : bookedFrom(row)
    },
    async failRefund({ merchantId, id }) {
      await db.run(failRefundMovement, { merchantId, id })
    },
    async report({ merchantId, isTest, from, to }, now) {
      const rows = await db.run(listMovements, { merchantId, isTest, from, to, now })
      return rows.map((row): ReportLine => {
        const { id, type, amount_minor: amountMinor, currency, at } = row
        return { id, type: type as ReportLine['type'], amountMinor, currency: currency as Currency, at }
      })
    },
  }
}

function bookedFrom(row: MovementRow): BookedMovement {
  const { state, behaviour, reason, retry, known_at: knownAt } = row
  return { state: state as BookedMovement['state'], behaviour, reason, retry, knownAt }
}

function chargeRow(charge: ChargeEntry) {
  const { id, isTest, amountMinor, currency, behaviour, state, reason, retry, at, knownAt } = charge
  const merchantId: MerchantId = charge.merchantId
  return { merchantId, id, isTest, amountMinor, currency, behaviour, state, reason, retry, at, knownAt }
}
