import { stringify } from 'csv-stringify/sync'
import type { App } from '../../../platform/app/app.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import { isOfOneCall } from '../../../platform/db/batch-calls.ts'
import type { BankPayout } from '../payout.ts'
import {
  bankPayoutFrom,
  beforeExport,
  listLeftOut,
  type MarkedRow,
  markExported,
  restorePayouts,
} from '../store/bank-payouts.ts'

const columns = ['reference', 'beneficiary_name', 'iban', 'amount', 'currency', 'merchant_code'] as const

/**
 * Returns the bank file: CSV with a header and a line for each payout. An apostrophe stands before a text that a
 * spreadsheet would run.
 */
export function bankFile(payouts: readonly BankPayout[]): string {
  const lines = payouts.map(
    (payout): Record<(typeof columns)[number], string> => ({
      reference: payout.reference,
      beneficiary_name: payout.beneficiary.name,
      iban: payout.beneficiary.iban,
      amount: formatAmount(payout.amountMinor, payout.currency),
      currency: payout.currency,
      merchant_code: payout.merchantCode,
    }),
  )
  return stringify(lines, { columns: [...columns], header: true, record_delimiter: 'windows', escape_formulas: true })
}

export interface Export {
  /** The payouts in the file, oldest first. */
  readonly exported: readonly BankPayout[]
  /** The payouts that are left out because the store has no IBAN. */
  readonly held: readonly BankPayout[]
  /** The number of earlier exports that the bank has not confirmed and that are not in this file. */
  readonly unconfirmed: number
}

/** Payouts may be marked as exported but be in no file. Another export with `isAgain` contains them. */
export class PerhapsExported extends Error {
  override readonly name = 'PerhapsExported'
}

/**
 * Exports every pending live payout whose store has a beneficiary. With `isAgain` also the unconfirmed payouts that
 * were exported before `askedAt`, by the app's clock; another call's later export is left out. Marks them as
 * exported first, so that no other file has them, then hands the file to `write`. If one of them fails, restores
 * the marks and throws. Throws a PerhapsExported if the outcome is unknown.
 */
export async function exportPayouts(
  app: App,
  { isAgain, requestedAt }: { readonly isAgain: boolean; readonly requestedAt: Instant },
  write: (csv: string) => Promise<void>,
): Promise<Export> {
  const at = app.clock.now()
  // It may hold rows of a transaction that was rolled back or retried. For these the restore changes nothing.
  const marked = new Map<string, MarkedRow>()
  let isAllMarked = false
  try {
    const shards = await app.db.eachShard((db) =>
      db.transaction(async (tx) => {
        const rows = await tx.run(markExported, { isAgain, requestedAt, at })
        for (const row of rows) marked.set(row.id, row)
        return { rows, leftOut: await tx.run(listLeftOut, { at }) }
      }),
    )
    isAllMarked = true
    const exported = shards.flatMap(({ rows }) => rows.map(bankPayoutFrom)).sort(byAge)
    await write(bankFile(exported))
    const leftOut = shards.flatMap((shard) => shard.leftOut)
    const held = leftOut.filter((row) => !row.has_iban && (isAgain || row.state === 'pending')).map(bankPayoutFrom)
    return { exported, held, unconfirmed: leftOut.length - held.length }
  } catch (error) {
    const isRestored = await restore(app, at, [...marked.values()])
    // If the answer to a commit was lost, the commit may come after the restore.
    if (isRestored && (isAllMarked || isOfOneCall(error))) throw error
    throw new PerhapsExported('payouts may be marked as exported that are in no file', { cause: error })
  }
}

async function restore(app: App, at: Instant, rows: readonly MarkedRow[]): Promise<boolean> {
  try {
    await app.db.run(restorePayouts, { at, before: rows.map(beforeExport) })
    return true
  } catch (error) {
    app.log.error({ err: error }, 'could not restore payouts that were not exported')
    return false
  }
}

function byAge(a: BankPayout, b: BankPayout): number {
  return a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1)
}
