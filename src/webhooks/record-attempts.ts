import type { App } from '../app/app.ts'
import type { Instant } from '../base/times.ts'
import type { OutboundResult } from '../effects/outbound.ts'
import type { Claimed } from './claimed.ts'
import type { Verdict } from './delivery.ts'
import * as store from './store/deliveries.ts'

/** An attempt that has ended. */
export interface Ended {
  readonly item: Claimed
  readonly result: OutboundResult
  readonly verdict: Verdict
  readonly startedAt: Instant
}

/** Writes down, in batches and one batch after the other, what this process does with the deliveries it holds. */
export interface Recorder {
  /** The delivery is ours until then; the lease is renewed until one of the others is called. */
  hold(item: Claimed, leaseEndsAt: Instant): void
  /**
   * Whether the delivery is still ours although its lease had run out, as it does when the system's clock is put forward. It then
   * goes on under the new claim, and is not sent twice.
   */
  adopt(id: string, earlierClaim: string, claim: string, leaseEndsAt: Instant): boolean
  record(ended: Ended): void
  /** Gives deliveries up, to be due again after so many milliseconds. */
  handBack(items: readonly [Claimed, number][], now: Instant): void
  /** Ends deliveries whose webhook is gone or disabled. */
  drop(items: readonly Claimed[]): void
  /** Hands back all that is still held, when everything is written. */
  close(): Promise<void>
}

const gatherMs = 3
const retryMs = 500

export function openRecorder(app: App, leaseMs: number): Recorder {
  const held = new Map<Claimed, Instant>()
  const ends: Ended[] = []
  const handBacks: [Claimed, Instant][] = []
  const drops: Claimed[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let closed = false

  // One write after the other: two at once could lock the same rows in different orders.
  const write = (work: () => Promise<void>): Promise<void> => {
    writing = writing.then(work).catch((error: unknown) => {
      app.log.error({ err: error }, 'could not record deliveries')
    })
    return writing
  }

  const flush = async (): Promise<void> => {
    timer = undefined
    const batch = ends.splice(0)
    try {
      if (batch.length > 0) await saveEnds(app, batch)
    } catch (error) {
      // Tried again while the leases last; after that others have taken the deliveries over.
      ends.push(...batch.filter(({ item }) => held.has(item)))
      if (ends.length > 0 && !closed) timer = setTimeout(() => void write(flush), retryMs)
      throw error
    }
    for (const { item } of batch) held.delete(item)
    await giveUp(app, handBacks.splice(0), drops.splice(0))
  }

  const schedule = (): void => {
    // What ends after the close was handed back and is no longer ours.
    if (closed) return
    timer ??= setTimeout(() => void write(flush), gatherMs)
  }

  const renew = async (): Promise<void> => {
    const now = app.clock.now()
    const items = [...held].filter(([, endsAt]) => endsAt - now < leaseMs * 0.75).map(([item]) => item)
    if (items.length === 0) return
    const renewed = await app.db.run(store.renewClaims, [...claimsOf(items), now + leaseMs])
    const ours = new Set(renewed.map(({ id }) => id))
    // What was taken over or sent again meanwhile is no longer ours to record.
    for (const item of items) {
      if (!ours.has(item.row.id)) held.delete(item)
      else if (held.has(item)) held.set(item, now + leaseMs)
    }
  }
  const renewing = setInterval(() => void write(renew), leaseMs / 3)

  const release = (items: readonly Claimed[]): void => {
    for (const item of items) held.delete(item)
    if (items.length > 0) schedule()
  }
  return {
    hold: (item, leaseEndsAt) => void held.set(item, leaseEndsAt),
    adopt(id, earlierClaim, claim, leaseEndsAt) {
      const item = [...held.keys()].find((one) => one.row.id === id && one.claim === earlierClaim)
      if (item === undefined) return false
      item.claim = claim
      held.set(item, leaseEndsAt)
      return true
    },
    record(ended) {
      ends.push(ended)
      schedule()
    },
    handBack(items, now) {
      handBacks.push(...items.map(([item, delayMs]): [Claimed, Instant] => [item, now + Math.ceil(delayMs)]))
      release(items.map(([item]) => item))
    },
    drop(items) {
      drops.push(...items)
      release(items)
    },
    async close() {
      closed = true
      clearInterval(renewing)
      clearTimeout(timer)
      await write(flush)
      const now = app.clock.now()
      await write(() =>
        giveUp(
          app,
          [...held.keys()].map((item): [Claimed, Instant] => [item, now]),
          [],
        ),
      )
      held.clear()
    },
  }
}

function claimsOf(items: readonly Claimed[]): [string[], string[], string[]] {
  return [items.map(({ row }) => row.merchant_id), items.map(({ row }) => row.id), items.map(({ claim }) => claim)]
}

async function giveUp(app: App, handBacks: readonly [Claimed, Instant][], drops: readonly Claimed[]): Promise<void> {
  if (handBacks.length > 0) {
    const claims = claimsOf(handBacks.map(([item]) => item))
    await app.db.run(store.handBackDeliveries, [...claims, handBacks.map(([, at]) => at)])
  }
  if (drops.length > 0) await app.db.run(store.dropDeliveries, claimsOf(drops))
}

async function saveEnds(app: App, batch: readonly Ended[]): Promise<void> {
  const recorded = await app.db.run(store.recordAttempts, [
    ...claimsOf(batch.map(({ item }) => item)),
    batch.map(({ verdict }) => verdict.state),
    batch.map(({ verdict }) => verdict.nextAttemptAt),
    batch.map(({ startedAt }) => startedAt),
    batch.map(({ result }) => (result.kind === 'answered' ? result.status : null)),
    batch.map(({ result }) => result.durationMs),
    batch.map(({ result }) => (result.kind === 'answered' ? result.answer : result.failure)),
    batch.map(({ item }) => item.row.webhook_id),
    batch.map(({ item }) => item.row.revision),
  ])
  const ours = new Set(recorded.map(({ id }) => id))
  for (const ended of batch) await markWebhook(app, ended, ours.has(ended.item.row.id))
}

/**
 * What the attempt says of its webhook, as it was when it was tried. Written only when it is news, for all deliveries of a webhook
 * share its row.
 */
async function markWebhook(app: App, { item, result, verdict, startedAt }: Ended, isRecorded: boolean): Promise<void> {
  const { merchant_id, webhook_id, revision, id } = item.row
  const told = { delivery_id: id, webhook_id, duration_ms: result.durationMs }
  if (!isRecorded) return app.log.warn(told, 'a delivery was taken over before its result came')
  // Only what was claimed with an address is ever attempted.
  if (revision === null) return
  if (verdict.webhook === 'well') {
    if (item.failingSince !== null) await app.db.run(store.markWebhookWell, [merchant_id, webhook_id, revision])
    return
  }
  const reason = result.kind === 'answered' ? `status ${result.status}` : result.failure
  app.log.info({ ...told, reason, state: verdict.state }, 'a delivery failed')
  if (verdict.webhook === 'disabled') {
    const [disabled] = await app.db.run(store.disableFailingWebhook, [merchant_id, webhook_id, revision, startedAt])
    if (disabled !== undefined) app.log.warn({ merchant_id, webhook_id, reason }, 'a webhook was disabled')
  } else if (item.failingSince === null) {
    await app.db.run(store.markWebhookFailing, [merchant_id, webhook_id, revision, startedAt])
  }
}
