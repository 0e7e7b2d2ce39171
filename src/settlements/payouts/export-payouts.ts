import type { App } from '../../app/app.ts'
import type { Instant } from '../../base/times.ts'
import { bankPayoutFrom, beforeExport, listLeftOut, markExported, restorePayouts } from '../store/bank-payouts.ts'
import { bankFile } from './bank-file.ts'
import type { BankPayout } from './bank-payout.ts'

export interface Export {
  /** What the bank is told to pay, oldest first. */
  readonly exported: readonly BankPayout[]
  /** What it is not told, for the store names no IBAN. */
  readonly held: readonly BankPayout[]
  /** How many it was told earlier and has not confirmed, and that are not in this file. */
  readonly unconfirmed: number
}

/**
 * Tells the bank what to pay: every live payout that is pending and whose store has a beneficiary, and with `isAgain` also those that it was
 * told before `askedAt`, by the system's clock, and has not confirmed: not what another has told it meanwhile. They are written down as exported first, so that no other file has them, and then
 * handed to `write`; when that throws they are as they were, and so does this.
 */
export async function exportPayouts(
  app: App,
  { isAgain, askedAt }: { readonly isAgain: boolean; readonly askedAt: Instant },
  write: (csv: string) => Promise<void>,
): Promise<Export> {
  const at = app.clock.now()
  const marked = await app.db.eachShard((db) =>
    db.transaction(async (tx) => {
      const rows = await tx.run(markExported, { isAgain, askedAt, at })
      return { rows, leftOut: await tx.run(listLeftOut, { at }) }
    }),
  )
  const rows = marked.flatMap((of) => of.rows)
  const leftOut = marked.flatMap((of) => of.leftOut)
  const exported = rows.map(bankPayoutFrom).sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1))
  try {
    await write(bankFile(exported))
  } catch (error) {
    await app.db.run(restorePayouts, { at, before: rows.map(beforeExport) })
    throw error
  }
  const isHeld = (row: (typeof leftOut)[number]): boolean => !row.has_iban && (isAgain || row.state === 'pending')
  const held = leftOut.filter(isHeld).map(bankPayoutFrom)
  return { exported, held, unconfirmed: leftOut.length - held.length }
}
