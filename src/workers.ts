import { removeOldSignIns } from './account/sign-in/remove-old-sign-ins.ts'
import type { App } from './app/app.ts'
import { removeOldQuotas } from './checkout/messages/remove-old-quotas.ts'
import { removeUnusedAttachments } from './disputes/attachments/remove-unused-attachments.ts'
import { countDueRetries } from './due/count-retries.ts'
import { settleDue } from './due/settle-due.ts'
import { dueWorks } from './due-works.ts'
import { countBatch, countPaymentChanges } from './payments/counted-list/count-changes.ts'
import { completeNotification } from './payments/notification/complete-notification.ts'
import { type RoundLimits, repeatRounds, usualRoundLimits, type Work } from './rounds.ts'
import { removeRetiredMerchants } from './sandbox/remove-retired-merchants.ts'
import { openDispatcher } from './webhooks/delivery/deliver-notifications.ts'
import { removeOldNotifications } from './webhooks/notifications/remove-old-notifications.ts'

const works: readonly Work[] = [
  ...dueWorks.map((work) => ({ name: work.name, everyMs: work.everyMs, run: (app: App) => settleDue(app, work) })),
  // None needs to follow at once while a round takes all there is.
  {
    name: 'count payments',
    everyMs: 1_000,
    run: (app) => countPaymentChanges(app).then((done) => (done < countBatch ? 0 : done)),
  },
  { name: 'remove unused attachments', everyMs: 600_000, run: removeUnusedAttachments },
  { name: 'remove old notifications', everyMs: 10_000, run: removeOldNotifications },
  { name: 'count what is tried again', everyMs: 10_000, run: (app) => countDueRetries(app).then(() => 0) },
  { name: 'remove old message quotas', everyMs: 60_000, run: removeOldQuotas },
  { name: 'remove old sign-ins', everyMs: 60_000, run: removeOldSignIns },
  { name: 'remove retired merchants', everyMs: 60_000, run: removeRetiredMerchants },
  { name: 'empty the outbox', everyMs: 60_000, run: (app) => app.messengers.test.forgetOld() },
]

export interface Workers {
  /** Lets the rounds under way finish, for a few seconds, and starts no others. */
  stop(): Promise<void>
}

/** Starts the background work. Any number of processes may do it side by side: what one has done, another finds done. */
export function startWorkers(app: App, limits: RoundLimits = usualRoundLimits): Workers {
  const stopping = new AbortController()
  const loops = works.map((work) => repeatRounds(app, work, limits, stopping.signal))
  const dispatcher = openDispatcher(app, completeNotification)
  return {
    async stop() {
      stopping.abort()
      await Promise.all([...loops, dispatcher.stop()])
    },
  }
}
