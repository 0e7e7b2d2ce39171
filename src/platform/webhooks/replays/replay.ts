import type { Id, MerchantId, WebhookId } from '../../base/ids.ts'
import { day, type Instant, minute, second } from '../../base/times.ts'
import type { ReplayRow } from '../store/replays.ts'

export type ReplayId = Id<'replay'>

/**
 * The state of a replay. `paused`: the address fails, and one notification after the other tries it. `disabled`: it
 * ended because the webhook was disabled. `expired`: it ended because it took too long.
 */
export type ReplayState = 'running' | 'paused' | 'finished' | 'stopped' | 'disabled' | 'expired'

/** A period whose notifications are sent to one webhook again (docs/contract/notifications.md#replays). */
export interface Replay {
  readonly id: ReplayId
  readonly webhookId: WebhookId
  /** The period, by the merchant's clock, both ends included. */
  readonly from: Instant
  readonly to: Instant
  readonly onlyMissing: boolean
  /** The number of notifications when it began. `isMore`: there were more than were counted. */
  readonly total: number
  readonly isMore: boolean
  readonly state: ReplayState
  readonly delivered: number
  readonly failed: number
  readonly underWay: number
  /** By the system's clock. */
  readonly startedAt: Instant
  readonly endedAt: Instant | null
  /** While it is paused: when the next notification tries the address. */
  readonly probeAt: Instant | null
}

export interface ReplayKey {
  readonly merchantId: MerchantId
  readonly id: ReplayId
}

export const replayLimits = {
  /** The pause between two steps. With `underWay` it bounds the rate to 50 notifications a second. */
  stepMs: second / 2,
  /** The most notifications that are under way at a time. */
  underWay: 25,
  /** The most notifications that are read and not finished. */
  open: 100,
  /** The most of the merchant's notifications that a step reads. */
  windowSize: 2_000,
  /**
   * The pause before a notification tries a failing address. It doubles with each that has failed for good, up to
   * `longestProbeMs`. Each has its usual retries besides.
   */
  probeMs: minute,
  longestProbeMs: 15 * minute,
  /** A replay that has not finished after this time ends. */
  longestMs: 7 * day,
  /** The pause after a step that failed for a reason of our own. */
  deferMs: minute,
  /** The number of replays of a webhook that are kept. */
  kept: 20,
  /** The most notifications that are counted, and the most that are read for it. */
  counted: 10_000,
  countedWindow: 50_000,
} as const

/** Returns the replay of a row. */
export function replayFrom(row: ReplayRow): Replay {
  return {
    id: row.id,
    webhookId: row.webhook_id,
    from: row.from_at,
    to: row.to_at,
    onlyMissing: row.only_missing,
    total: row.total,
    isMore: row.is_more,
    state: row.state as ReplayState,
    delivered: row.delivered,
    failed: row.failed,
    underWay: row.under_way.length,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    probeAt: row.probe_at,
  }
}
