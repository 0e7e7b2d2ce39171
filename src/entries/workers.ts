import { setMaxListeners } from 'node:events'
import { countVisitChanges } from '../money/checkout/figures/visit-figures.ts'
import { removeOldQuotas } from '../money/checkout/messages/quota-counts.ts'
import { emptyUnfinished, removeUnfinished } from '../money/checkout/sessions/unfinished.ts'
import { removeOldMessages } from '../money/collections/messages/messages.ts'
import { removeOldErasureRequests } from '../money/customers/erasure-requests.ts'
import { removeUnusedAttachments } from '../money/disputes/attachments/attachments.ts'
import { countBatch, countPaymentChanges } from '../money/payments/counted-list/payment-counts.ts'
import { completeNotification } from '../money/payments/notification.ts'
import { fillGap } from '../money/payments/search/search-index.ts'
import { bookAll } from '../money/settlements/bookings.ts'
import { removeOldSignIns } from '../pages/account/sign-in/sign-ins.ts'
import type { App } from '../platform/app/app.ts'
import { countDueRetries } from '../platform/due/retries.ts'
import { settleDue } from '../platform/due/settling.ts'
import { removeOldSessions } from '../platform/people/sessions/remove-old-sessions.ts'
import { openDispatcher } from '../platform/webhooks/delivery/deliver-notifications.ts'
import { removeOldNotifications } from '../platform/webhooks/notifications/remove-old-notifications.ts'
import { dueWorks } from './due-works.ts'
import { measureQueues } from './queues.ts'
import { type RoundLimits, repeatRounds, usualRoundLimits, type Work } from './rounds.ts'

const works: readonly Work[] = [
  ...dueWorks.map((work) => ({ name: work.name, everyMs: work.everyMs, run: (app: App) => settleDue(app, work) })),
  // A round processes everything, so no other round follows at once.
  {
    name: 'count payments',
    everyMs: 1_000,
    run: (app) => countPaymentChanges(app).then((done) => (done < countBatch ? 0 : done)),
  },
  { name: 'count visits', everyMs: 2_000, run: countVisitChanges },
  { name: 'make payments searchable', everyMs: 10_000, run: fillGap },
  { name: 'seal and book movements', everyMs: 5_000, run: bookAll },
  { name: 'remove unused attachments', everyMs: 600_000, run: removeUnusedAttachments },
  { name: 'remove old notifications', everyMs: 10_000, run: removeOldNotifications },
  { name: 'remove unfinished sessions', everyMs: 30_000, run: removeUnfinished },
  { name: 'empty unfinished sessions', everyMs: 30_000, run: emptyUnfinished },
  { name: 'remove old messages', everyMs: 30_000, run: removeOldMessages },
  { name: 'count what is tried again', everyMs: 10_000, run: (app) => countDueRetries(app).then(() => 0) },
  { name: 'measure what waits', everyMs: 15_000, run: measureQueues },
  { name: 'remove old message quotas', everyMs: 60_000, run: removeOldQuotas },
  { name: 'remove old requests to erase', everyMs: 600_000, run: removeOldErasureRequests },
  { name: 'remove old sign-ins', everyMs: 60_000, run: removeOldSignIns },
  { name: 'remove old sessions', everyMs: 60_000, run: removeOldSessions },
  { name: 'empty the outbox', everyMs: 60_000, run: (app) => app.messengers.test.forgetOld() },
]

export interface Workers {
  /** Waits a few seconds for running rounds, and starts no others. */
  stop(): Promise<void>
}

/** Starts the background work. Any number of processes may run it at the same time: each claims its items. */
export async function startWorkers(app: App, limits: RoundLimits = usualRoundLimits): Promise<Workers> {
  const stopping = new AbortController()
  // Each work adds a listener, and Node 22 would warn of a leak above ten.
  setMaxListeners(0, stopping.signal)
  const all = [...works, ...(await loadSandboxWorks(app))]
  const dispatching = await loadSandboxDispatching(app)
  const loops = all.map((work) => repeatRounds(app, traced(app, work), limits, stopping.signal))
  const dispatcher = openDispatcher(app, completeNotification, dispatching)
  return {
    async stop() {
      stopping.abort()
      await Promise.all([...loops, dispatcher.stop()])
    },
  }
}

function traced({ traces }: App, work: Work): Work {
  return traces === undefined ? work : { ...work, run: (app) => traces.round(work.name, () => work.run(app)) }
}

// Production loads no sandbox code.
async function loadSandboxWorks({ config }: App): Promise<readonly Work[]> {
  if (config.mode !== 'sandbox') return []
  const { sandboxWorks, rehearsalWorks } = await import('../rehearsal/sandbox/works.ts')
  return config.rehearsal ? [...sandboxWorks, ...rehearsalWorks] : sandboxWorks
}

async function loadSandboxDispatching(app: App) {
  if (!app.config.rehearsal) return {}
  const { sandboxDispatching } = await import('../rehearsal/sandbox/works.ts')
  return sandboxDispatching(app)
}
