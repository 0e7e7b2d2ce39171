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

/** The bank's orders to pay: CSV, a header and a line for each payout. What a spreadsheet would run as a formula begins with an apostrophe. */
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
  /** What the bank is told to pay, oldest first. */
  readonly exported: readonly BankPayout[]
  /** What it is not told, for the store names no IBAN. */
  readonly held: readonly BankPayout[]
  /** How many it was told earlier and has not confirmed, and that are not in this file. */
  readonly unconfirmed: number
}

/** Payouts may be marked as exported that are in no file: exporting again has them. Its cause is why. */
export class PerhapsExported extends Error {
  override readonly name = 'PerhapsExported'
}

/**
 * Tells the bank what to pay: every live payout that is pending and whose store has a beneficiary, and with `isAgain` also those that it was
 * told before `askedAt`, by the app's clock, and has not confirmed: not what another has told it meanwhile. They are written down as exported first, so that no other file has them, and then
 * handed to `write`; when either fails they are as they were, and so does this. Throws a PerhapsExported where nobody knows whether they are.
 */
export async function exportPayouts(
  app: App,
  { isAgain, askedAt }: { readonly isAgain: boolean; readonly askedAt: Instant },
  write: (csv: string) => Promise<void>,
): Promise<Export> {
  const at = app.clock.now()
  // What a transaction has marked that was undone or done anew, too: of that there is nothing to restore.
  const marked = new Map<string, MarkedRow>()
  let isAllMarked = false
  try {
    const shards = await app.db.eachShard((db) =>
      db.transaction(async (tx) => {
        const rows = await tx.run(markExported, { isAgain, askedAt, at })
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
    // A commit whose answer was lost may come about after what was just restored.
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
