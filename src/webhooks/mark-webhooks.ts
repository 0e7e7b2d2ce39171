import type { App } from '../app/app.ts'
import type { Ended } from './record-attempts.ts'
import * as store from './store/deliveries.ts'

/** Writes down what attempts say of their webhooks, aside: no other webhook's deliveries wait for one that is locked. */
export interface Marks {
  /**
   * Writes what a recorded attempt says of the webhook as it was when it was tried. Written only when it is news, for all
   * deliveries of a webhook share its row; what an earlier attempt says just the same is said once.
   */
  add(ended: Ended): void
  /** Settles when all that was added is written or given up; what fails from now on is not tried again. */
  close(): Promise<void>
}

interface Mark {
  readonly kind: string
  write(): Promise<void>
}

/** So many webhooks are marked at once. Where somebody holds one locked, a connection waits for it. */
const mostAtOnce = 4
const retryMs = 1_000
/** Somebody who holds a webhook locked for minutes keeps it from being marked. */
const maxAttempts = 60

export function openMarks(app: App): Marks {
  const waiting = new Map<string, Mark[]>()
  const inFlight = new Map<string, Promise<void>>()
  let isClosing = false

  function startNext(): void {
    for (const [webhook, marks] of waiting) {
      if (inFlight.size >= mostAtOnce) return
      if (!inFlight.has(webhook))
        inFlight.set(
          webhook,
          writeAll(marks).then(() => end(webhook)),
        )
    }
  }

  function end(webhook: string): void {
    waiting.delete(webhook)
    inFlight.delete(webhook)
    startNext()
  }

  async function writeAll(marks: Mark[]): Promise<void> {
    for (let mark = marks[0]; mark !== undefined; mark = marks[0]) {
      await write(mark)
      marks.shift()
    }
  }

  async function write(mark: Mark): Promise<void> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await mark.write()
      } catch (error) {
        app.log.error({ err: error, tries }, 'could not mark a webhook')
        if (tries === maxAttempts || isClosing) return
        await new Promise((resolve) => setTimeout(resolve, retryMs).unref())
      }
    }
  }

  return {
    add(ended) {
      const mark = markOf(app, ended)
      const { webhook_id } = ended.item.row
      const marks = waiting.get(webhook_id) ?? []
      if (mark === undefined || marks.at(-1)?.kind === mark.kind) return
      marks.push(mark)
      waiting.set(webhook_id, marks)
      startNext()
    },
    async close() {
      isClosing = true
      while (inFlight.size > 0) await Promise.all(inFlight.values())
    },
  }
}

/** What is news about the webhook, if anything is. */
function markOf(app: App, { item, result, verdict, startedAt }: Ended): Mark | undefined {
  const { merchant_id, webhook_id, revision, id } = item.row
  // Only what was claimed with an address is ever attempted.
  if (revision === null) return undefined
  const kind = `${verdict.webhook} ${revision}`
  const key = [merchant_id, webhook_id, revision] as const
  if (verdict.webhook === 'well') {
    if (item.failingSince === null) return undefined
    return { kind, write: async () => void (await app.db.run(store.markWebhookWell, [...key])) }
  }
  const reason = result.kind === 'answered' ? `status ${result.status}` : result.failure
  const told = { delivery_id: id, webhook_id, duration_ms: result.durationMs }
  app.log.info({ ...told, reason, state: verdict.state }, 'a delivery failed')
  if (verdict.webhook === 'disabled') {
    const write = async (): Promise<void> => {
      const [disabled] = await app.db.run(store.disableFailingWebhook, [...key, startedAt])
      if (disabled !== undefined) app.log.warn({ merchant_id, webhook_id, reason }, 'a webhook was disabled')
    }
    return { kind, write }
  }
  if (item.failingSince !== null) return undefined
  return { kind, write: async () => void (await app.db.run(store.markWebhookFailing, [...key, startedAt])) }
}
