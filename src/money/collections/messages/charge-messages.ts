import type { Charge } from '../../charges/charge.ts'
import { planTotal } from '../../payments/payment.ts'
import { localDateOf } from '../../plans/local-time.ts'
import { nextAttemptAt } from '../../plans/schedule.ts'
import type { LoadedCollection } from '../load-collection.ts'
import type { CustomerMessage } from './message.ts'
import { collectedText, failedText } from './texts.ts'

/** A later part was charged: how much, and what is left. */
export function collectedMessage({ collection, payment }: LoadedCollection, charge: Charge): CustomerMessage {
  const { amountMinor, id } = charge
  const owedMinor = planTotal(payment) - payment.paidMinor - payment.writtenOffMinor
  return { kind: 'collected', event: id, text: collectedText(collection, { amountMinor, owedMinor }) }
}

/** A later part could not be charged: what happens next, and how to pay. */
export function failedMessage({ collection, facts }: LoadedCollection, charge: Charge): CustomerMessage {
  const { amountMinor, card, id, settledAt, createdAt } = charge
  const nextAt = nextAttemptAt(facts, settledAt ?? createdAt)
  const text = failedText(collection, {
    amountMinor,
    lastFour: card.lastFour,
    nextDate: nextAt === null ? undefined : localDateOf(nextAt, collection.currency),
    needsCard: facts.card.advice === 'never',
  })
  return { kind: 'collection_failed', event: id, text }
}
