import type { App } from '../../app/app.ts'
import type { NotificationId } from '../../base/ids.ts'
import { backoffMs } from '../../base/times.ts'
import { isDatabaseTrouble } from '../../db/batch-calls.ts'
import type { Tx } from '../../db/db.ts'
import { findReplayedWebhook, listReplayed, readReplayed, sendReplayed } from '../store/replayed.ts'
import { claimReplay, deferReplay, type ReplayRow, saveReplay } from '../store/replays.ts'
import { chooseNext } from './choose-next.ts'
import { judgeUnderWay, type OpenNotification } from './judge-under-way.ts'
import { type ReplayKey, type ReplayState, replayLimits } from './replay.ts'

/**
 * Does the next step of a replay: records what has arrived, reads on, and sends the next notifications. All of it is
 * one transaction, so each notification is sent once, however many processes there are and whenever one dies. Returns
 * false if another process is at it. A failure defers the next step.
 */
export async function advanceReplay(app: App, key: ReplayKey): Promise<boolean> {
  try {
    return await app.db.transaction((tx) => step(app, tx, key))
  } catch (error) {
    if (isDatabaseTrouble(error)) throw error
    app.log.error({ err: error, replay_id: key.id }, 'a replay could not go on')
    app.metrics.itemFailed('replay')
    await app.db.run(deferReplay, { ...key, deferMs: replayLimits.deferMs })
    return true
  }
}

async function step(app: App, tx: Tx, key: ReplayKey): Promise<boolean> {
  const now = app.clock.now()
  const [row] = await tx.run(claimReplay, { ...key, stepMs: replayLimits.stepMs })
  if (row === undefined) return false
  const [webhook] = await tx.run(findReplayedWebhook, { merchantId: row.merchant_id, id: row.webhook_id })
  if (webhook === undefined || webhook.is_disabled) return end(tx, row, 'disabled', now)
  if (now - row.started_at >= replayLimits.longestMs) return end(tx, row, 'expired', now)
  const read = await readOn(tx, row)
  const open = await findOpen(tx, row, [...row.under_way, ...row.held, ...read.ids])
  const judged = judgeUnderWay(row.under_way, open, {
    isFailing: webhook.failing_since !== null,
    failedOnce: new Set(row.failed_once),
  })
  const delivered = row.delivered + judged.delivered
  const held = known(open, [...row.held, ...read.ids, ...judged.again])
  const nextProbeAt = now + backoffMs(judged.failedOnce.size + 1, replayLimits.probeMs, replayLimits.longestProbeMs)
  // What was under way has tried the address; at the start nothing has.
  const probeAt = row.probe_at ?? (row.under_way.length > 0 ? nextProbeAt : now)
  const isProbe = judged.isFailing || delivered === 0
  const most = judged.isFailing && now < probeAt ? 0 : isProbe ? 1 : replayLimits.underWay
  const busy = new Set(known(open, judged.underWay).map(({ subjectId }) => subjectId))
  const next = chooseNext(held, busy, most - judged.underWay.length)
  await send(app, tx, row, next)
  const heldIds = held.map(({ id }) => id).filter((id) => !next.includes(id))
  const underWay = [...judged.underWay, ...next]
  const failedOnce = [...judged.failedOnce].filter((id) => heldIds.includes(id) || underWay.includes(id))
  const isOver = read.isRead && heldIds.length === 0 && underWay.length === 0
  await tx.run(saveReplay, {
    ...{ merchantId: row.merchant_id, id: row.id, readId: read.readId, isRead: read.isRead },
    ...{ held: heldIds, underWay, failedOnce, delivered, failed: row.failed + judged.failed },
    state: isOver ? 'finished' : judged.isFailing ? 'paused' : 'running',
    probeAt: isOver || !judged.isFailing ? null : next.length > 0 ? nextProbeAt : probeAt,
    endedAt: isOver ? now : null,
  })
  return true
}

interface ReadOn {
  readonly ids: readonly NotificationId[]
  readonly readId: NotificationId
  readonly isRead: boolean
}

/** Reads the next notifications of the period, if there is room for them. */
async function readOn(tx: Tx, row: ReplayRow): Promise<ReadOn> {
  const { merchant_id: merchantId, webhook_id: webhookId, from_at: from, to_at: to, only_missing: onlyMissing } = row
  const room = replayLimits.open - row.held.length - row.under_way.length
  if (row.is_read || room <= 0) return { ids: [], readId: row.read_id, isRead: row.is_read }
  const { windowSize } = replayLimits
  const place = { after: row.read_id, before: row.end_id, windowSize, limit: room }
  const [found] = await tx.run(readReplayed, { merchantId, webhookId, from, to, onlyMissing, ...place })
  const readId = found?.read_id ?? null
  return { ids: found?.ids ?? [], readId: readId ?? row.read_id, isRead: readId === null }
}

async function findOpen(
  tx: Tx,
  { merchant_id: merchantId, webhook_id: webhookId }: ReplayRow,
  ids: readonly NotificationId[],
): Promise<ReadonlyMap<NotificationId, OpenNotification>> {
  const rows = ids.length === 0 ? [] : await tx.run(listReplayed, { merchantId, webhookId, ids })
  return new Map(
    rows.map(({ id, subject_id, sequence, state }) => [id, { id, subjectId: subject_id, sequence, state }]),
  )
}

/** Returns the notifications that are still stored. */
function known(
  open: ReadonlyMap<NotificationId, OpenNotification>,
  ids: readonly NotificationId[],
): readonly OpenNotification[] {
  return ids.flatMap((id) => open.get(id) ?? [])
}

async function send(app: App, tx: Tx, row: ReplayRow, ids: readonly NotificationId[]): Promise<void> {
  if (ids.length === 0) return
  const { merchant_id: merchantId, webhook_id: only, only_missing: onlyMissing } = row
  await tx.run(sendReplayed, { merchantId, now: app.clock.now(), ids, only, onlyMissing })
  tx.afterCommit(() => app.deliveriesDue.wake())
}

async function end(tx: Tx, row: ReplayRow, state: ReplayState, now: number): Promise<boolean> {
  const { merchant_id: merchantId, id, read_id: readId, is_read: isRead, held, under_way: underWay } = row
  const { failed_once: failedOnce, delivered, failed } = row
  const same = { merchantId, id, readId, isRead, held, underWay, failedOnce, delivered, failed }
  await tx.run(saveReplay, { ...same, state, probeAt: null, endedAt: now })
  return true
}
