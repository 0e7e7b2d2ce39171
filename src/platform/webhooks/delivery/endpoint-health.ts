import { setTimeout as pause } from 'node:timers/promises'
import type { App } from '../../app/app.ts'
import { second } from '../../base/times.ts'
import { batchCalls } from '../../db/batch-calls.ts'
import * as store from '../store/webhooks.ts'
import type { EndedAttempt } from './claims.ts'

/** A change of a webhook's health that waits to be written. */
interface HealthChange {
  readonly kind: string
  write(): Promise<void>
}

/** The last change that waits for a webhook. */
interface Pending {
  readonly kind: string
  readonly written: Promise<void>
}

/** The most webhooks that are written at once. Each may occupy a connection while its row is locked. */
const maxInFlight = 4
const retryMs = second
/** After this number of attempts, minutes of a locked row, the health is not written. */
const maxAttempts = 60

/**
 * Stores the health of webhooks after recorded attempts, apart from the deliveries: a locked webhook delays no other
 * webhook's deliveries. Writes changes only, because all deliveries of a webhook share its row, and only for the
 * revision that was tried.
 */
export class EndpointHealth {
  readonly #app: App
  /** The latest change of each webhook. */
  readonly #pending = new Map<string, Pending>()
  readonly #closing = new AbortController()
  readonly #limited = batchCalls({ maxBatchSize: 1, maxInFlight }, (all: readonly HealthChange[]) =>
    Promise.all(all.map((change) => change.write())),
  )

  constructor(app: App) {
    this.#app = app
  }

  /** Queues the change that follows from an attempt, behind earlier changes of the webhook, unless it is the same. */
  note(ended: EndedAttempt): void {
    const { webhook_id } = ended.delivery.row
    const change = this.#changeOf(ended)
    const earlier = this.#pending.get(webhook_id)
    if (change === undefined || earlier?.kind === change.kind) return
    const written = (earlier?.written ?? Promise.resolve()).then(() => this.#write(change))
    const pending = { kind: change.kind, written }
    this.#pending.set(webhook_id, pending)
    void written.then(() => void (this.#pending.get(webhook_id) === pending && this.#pending.delete(webhook_id)))
  }

  /** Settles when all changes are written or given up. A write that fails from now on is not tried again. */
  async close(): Promise<void> {
    this.#closing.abort()
    while (this.#pending.size > 0) await Promise.all([...this.#pending.values()].map(({ written }) => written))
  }

  async #write(change: HealthChange): Promise<void> {
    const { signal } = this.#closing
    for (let tries = 1; tries <= maxAttempts; tries += 1) {
      try {
        return await this.#limited(change)
      } catch (error) {
        this.#app.log.error({ err: error, tries }, 'could not write the health of a webhook')
        if (signal.aborted) return
        await pause(retryMs, undefined, { signal, ref: false }).catch(() => undefined)
      }
    }
  }

  /** Returns the change of the webhook, if there is one. */
  #changeOf({ delivery: { row }, result, verdict, startedAt }: EndedAttempt): HealthChange | undefined {
    const { merchant_id, webhook_id, revision, failing_since } = row
    // Never null here: a delivery without a webhook is dropped, not attempted.
    if (revision === null) return undefined
    const { db, log, metrics } = this.#app
    const kind = `${verdict.webhook} ${revision}`
    const key = { merchantId: merchant_id, id: webhook_id, revision }
    if (verdict.webhook === 'healthy') {
      if (failing_since === null) return undefined
      return { kind, write: async () => void (await db.run(store.markWebhookHealthy, key)) }
    }
    const reason = result.kind === 'answered' ? `status ${result.status}` : result.failure
    const what = { delivery_id: row.id, webhook_id, duration_ms: result.durationMs }
    log.info({ ...what, reason, state: verdict.state }, 'a delivery failed')
    if (verdict.webhook !== 'failing') {
      const why = verdict.webhook
      const write = async (): Promise<void> => {
        const [disabled] = await db.run(store.disableFailingWebhook, { ...key, at: startedAt, reason: why })
        if (disabled === undefined) return
        log.warn({ merchant_id, webhook_id, reason }, 'a webhook was disabled')
        metrics.happened('webhooks', 'disable', row.is_test)
      }
      return { kind, write }
    }
    if (failing_since !== null) return undefined
    return { kind, write: async () => void (await db.run(store.markWebhookFailing, { ...key, since: startedAt })) }
  }
}
