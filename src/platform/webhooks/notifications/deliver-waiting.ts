import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../app/app.ts'
import { type MerchantId, nilId } from '../../base/ids.ts'
import { second } from '../../base/times.ts'
import type { MerchantMode } from '../../merchants/caller.ts'
import { hastenDeliveries } from '../delivery/deliveries.ts'
import * as store from '../store/waiting.ts'

/** Longer than a receiver may take for one attempt. */
const usualPatienceMs = 65 * second
const pageSize = 2_000
/**
 * The number of deliveries that are made due at a time: a slow endpoint takes few at once, and the dispatcher defers
 * the rest.
 */
const hastened = 100
const pollMs = 25

/**
 * Makes every waiting delivery of this merchant and mode due now, also those in back-off, and waits until the
 * dispatchers have attempted them or `patienceMs` have passed. Returns the number attempted. Waits for claimed
 * deliveries, too, but does not send them again.
 */
export async function deliverWaiting(app: App, of: MerchantMode, patienceMs = usualPatienceMs): Promise<number> {
  const { merchantId, isTest } = of
  const endsAt = performance.now() + patienceMs
  let attempted = 0
  for (let after: string | undefined = nilId; after !== undefined; ) {
    const page: Waiting[] = await app.db.run(store.listWaiting, { merchantId, isTest, after, limit: pageSize })
    attempted += await attemptAll(app, merchantId, page, endsAt)
    after = page.length < pageSize || performance.now() >= endsAt ? undefined : page.at(-1)?.id
  }
  return attempted
}

interface Waiting {
  readonly id: string
  readonly attempts: number
}

async function attemptAll(app: App, merchantId: MerchantId, page: readonly Waiting[], endsAt: number): Promise<number> {
  const left = new Map(page.map(({ id, attempts }) => [id, attempts]))
  let attempted = 0
  for (let round = 0; left.size > 0; round += 1) {
    const ids = [...left.keys()]
    const turn = turnOf([...left], round)
    await hastenDeliveries(
      app,
      merchantId,
      turn.map(([id]) => id),
      turn.map(([, attempts]) => attempts),
    )
    await pause(Math.max(pollMs, ids.length / 10))
    const found = await app.db.run(store.listAttemptCounts, { merchantId, ids })
    const now = new Map(found.map((row) => [row.id, row]))
    for (const [id, before] of left) {
      const row = now.get(id)
      const isAttempted = row !== undefined && row.attempts > before
      if (isAttempted) attempted += 1
      // Ended without an attempt: its webhook was removed, or the delivery was.
      if (isAttempted || row === undefined || row.is_over) left.delete(id)
    }
    if (performance.now() >= endsAt) break
  }
  return attempted
}

/** Returns the deliveries of a round, by turns, so that an endpoint that hangs delays no other. */
function turnOf<T>(all: readonly T[], round: number): T[] {
  const from = (round * hastened) % all.length
  return all.slice(from, from + hastened)
}
