import { type CostedMovement, costsOf, noRates, type Rates } from '../testkit/fee-model.ts'
import type { Records } from './records.ts'

interface StoredRates {
  readonly percent: number
  readonly fixed_minor: string
  readonly vat_percent: number
  readonly refund: Rates['refund']
}

/** Compares the ledger's fees and VAT with the formula of `testkit/fee-model.ts`. Returns the differences. */
export async function checkFees(records: Records): Promise<string[]> {
  const rows = await records.query(movements)
  return [...Map.groupBy(rows, (row) => String(row['payment_id']))].flatMap(([id, ofPayment]) => {
    const costs = costsOf(ofPayment.map(movementFrom))
    return ofPayment.flatMap((row, index) => {
      const { fee, vat } = costs[index] ?? { fee: 0n, vat: 0n }
      const isSame = row['fee'] === String(fee) && row['vat'] === String(vat)
      const what = `fee ${row['fee']} and VAT ${row['vat']} in the ledger, not ${fee} and ${vat}`
      return isSame ? [] : [`payment ${id}, version ${row['version']}: ${what}`]
    })
  })
}

function movementFrom(row: Record<string, unknown>): CostedMovement {
  const stored = row['fee_rates'] as StoredRates | null
  const rates: Rates =
    stored === null
      ? noRates
      : {
          ...{ percent: stored.percent, fixed: BigInt(stored.fixed_minor) },
          ...{ vatPercent: stored.vat_percent, refund: stored.refund },
        }
  return { type: row['move'] as CostedMovement['type'], amount: BigInt(String(row['amount_minor'])), rates }
}

const entered = (
  cause: string,
): string => `(select coalesce(sum(entry.amount_minor), 0)::text from ledger_entries as entry
    where entry.merchant_id = step.merchant_id and entry.source_id = step.payment_id and entry.version = step.version
      and entry.account = 'merchant' and entry.cause = '${cause}')`

const movements = `select step.payment_id, step.version, step.move, step.amount_minor, step.fee_rates,
    ${entered('fee')} as fee, ${entered('fee_vat')} as vat
  from payment_timeline as step where step.move in ('capture', 'refund') order by step.payment_id, step.version`
