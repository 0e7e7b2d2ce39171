import { newOrderedId, parseId } from '../../../platform/base/ids.ts'
import { day, formatMilliseconds, type Instant, minute, parseInstant } from '../../../platform/base/times.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { countReplay, type ReplayPeriod } from '../../../platform/webhooks/replays/count-replay.ts'
import { findReplay, getReplay, stopReplay } from '../../../platform/webhooks/replays/replays.ts'
import { startReplay } from '../../../platform/webhooks/replays/start-replay.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { type StoreTimes, storeTimesOf } from '../times.ts'
import { recordDone } from '../visit.ts'
import { findOwnWebhook, hostOf, type OwnWebhook } from './own-webhooks.ts'
import { showWebhook } from './view-webhook.ts'
import { askReplay, replayPage } from './views/replay.ts'

/** Shows how far a replay is. */
export async function viewReplay(visit: Visit): Promise<Answer> {
  const webhook = await findOwnWebhook(visit)
  const [replay, times] = await Promise.all([getReplay(visit.app, replayKeyOf(visit, webhook)), storeTimesOf(visit)])
  return replayPage(visit, { webhook, replay, times, now: visit.app.clock.now(), done: visit.query('done') })
}

/** Sends all events of a period again after a confirmation that names their number. A second press starts nothing. */
export async function submitReplay(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor } = visit
  const { merchantId } = actor
  const webhook = await findOwnWebhook(visit)
  if (webhook.disabledAt !== null) return refuse(visit, webhook, 'disabled')
  const times = await storeTimesOf(visit)
  const period = readPeriod(visit, webhook, times, fields)
  if (period === undefined)
    return { ...(await showWebhook(visit, webhook, { isRangeWrong: true, fields })), status: 422 }
  const id = parseId(fields['replay'] ?? '')
  if (!isConfirmed(fields) || id === undefined) {
    const running = await findReplay(app, merchantId, webhook.id)
    if (running?.endedAt === null) return refuse(visit, webhook, 'replaying')
    const counted = await countReplay(app, merchantId, period)
    if (counted.count === 0 && !counted.isMore) return { goTo: pageOf(visit, webhook, { done: 'nothing' }) }
    const reach = app.clock.now() - app.config.notificationDays * day
    return askReplay(visit, { webhook, period, counted, reach, times, replay: newOrderedId() })
  }
  const started = await startReplay(app, merchantId, id, period, (tx, events) => {
    const details = { ...periodDetails(period), events, host: hostOf(webhook) }
    return recordDone(visit, { what: 'resend_notifications', onKind: 'webhook', onId: webhook.id, details }, tx)
  })
  if (started === 'refused') return refuse(visit, webhook, 'replaying')
  return { goTo: visit.address(addressOf(webhook, id), { done: started === 'started' ? 'replayed' : undefined }) }
}

/** Stops a replay. Stopping it twice is the same as once. */
export async function submitStopReplay(visit: Visit): Promise<Answer> {
  const webhook = await findOwnWebhook(visit)
  const key = replayKeyOf(visit, webhook)
  const replay = await getReplay(visit.app, key)
  await stopReplay(visit.app, key, (tx, { delivered: events }) => {
    const details = { ...periodDetails(replay), events, host: hostOf(webhook) }
    return recordDone(visit, { what: 'stop_resending', onKind: 'webhook', onId: webhook.id, details }, tx)
  })
  return { goTo: visit.address(addressOf(webhook, key.id)) }
}

function addressOf({ id }: OwnWebhook, replay: string): string {
  return `webhooks/${id}/replays/${replay}`
}

function pageOf(visit: Visit, { id }: OwnWebhook, query: Readonly<Record<string, string>>): string {
  return visit.address(`webhooks/${id}`, query)
}

function replayKeyOf({ actor, request }: Visit, { id: webhookId }: OwnWebhook) {
  const id = parseId((request.params as Record<string, string>)['replay'] ?? '')
  if (id === undefined) throw refusals.noSuchPage()
  return { merchantId: actor.merchantId, webhookId, id }
}

// Instants, because the log is read in several languages.
function periodDetails({ from, to, onlyMissing }: Pick<ReplayPeriod, 'from' | 'to' | 'onlyMissing'>) {
  return { from: formatMilliseconds(from), to: formatMilliseconds(to), only_missing: onlyMissing }
}

async function refuse(visit: Visit, webhook: OwnWebhook, refused: 'disabled' | 'replaying'): Promise<Answer> {
  const notice = refused === 'disabled' ? { isDisabled: true } : { isReplaying: true }
  return { ...(await showWebhook(visit, webhook, notice)), status: 409 }
}

/**
 * Returns the typed period. Without an end it ends now, because what happens later is sent anyway. Undefined if a time
 * cannot be read, or if the end is before the beginning.
 */
function readPeriod(
  { app, actor }: Visit,
  { id: webhookId }: OwnWebhook,
  times: StoreTimes,
  fields: Fields,
): ReplayPeriod | undefined {
  const now = nowFor(app, actor)
  const typedTo = fields['to'] ?? ''
  const from = readTime(times, fields['from'] ?? '', 0)
  // A typed minute is of the period until its end.
  const to = typedTo === '' ? now : readTime(times, typedTo, minute - 1)
  if (from === undefined || to === undefined || to < from) return undefined
  return { webhookId, from, to: Math.min(to, Math.max(now, from)), onlyMissing: fields['which'] !== 'all' }
}

// The confirmation sends exact times, so that it sends what it has counted.
function readTime(times: StoreTimes, text: string, untilMs: number): Instant | undefined {
  const typed = times.parse(text)
  return typed === undefined ? (text.endsWith('Z') ? parseInstant(text) : undefined) : typed + untilMs
}
