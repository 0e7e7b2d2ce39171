import type { App } from '../../../platform/app/app.ts'
import type { PaymentId } from '../../../platform/base/ids.ts'
import { formatSeconds, type Instant } from '../../../platform/base/times.ts'
import type { Actor } from '../../../platform/merchants/caller.ts'
import { findProgress, progressFrom } from '../store/progress.ts'
import { findSessionOf } from './sessions.ts'

/** What is kept of a customer's visit to the payment page, as JSON. */
export interface CheckoutVisit {
  readonly session_id: string
  readonly payment_id: string
  readonly language: 'en' | 'ar'
  readonly phone: string | null
  readonly opened_at: string | null
  readonly code_sent_at: string | null
  readonly phone_proved_at: string | null
  readonly card: { readonly brand: string; readonly last_four: string } | null
  readonly cancelled_at: string | null
}

const when = (at: Instant | null): string | null => (at === null ? null : formatSeconds(at))

/** Returns the customer's visit to the page of a payment; undefined without a session. */
export async function findVisit(app: App, actor: Actor, paymentId: PaymentId): Promise<CheckoutVisit | undefined> {
  const session = await findSessionOf(app, actor, paymentId)
  if (session === undefined) return undefined
  const [row] = await app.db.run(findProgress, { merchantId: actor.merchantId, sessionId: session.id })
  const progress = row && progressFrom(row)
  const card = progress?.card ?? null
  return {
    ...{ session_id: session.id, payment_id: paymentId, language: session.lang },
    phone: progress?.phone || null,
    opened_at: when(progress?.openedAt ?? null),
    code_sent_at: when(progress?.code.sentAt ?? null),
    phone_proved_at: when(progress?.provedAt ?? null),
    card: card && { brand: card.brand, last_four: card.lastFour },
    cancelled_at: when(progress?.cancelledAt ?? null),
  }
}
