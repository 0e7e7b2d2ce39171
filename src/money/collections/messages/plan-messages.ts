import { least } from '../../../platform/base/money.ts'
import type { Instant } from '../../../platform/base/times.ts'
import type { Charge } from '../../charges/charge.ts'
import { planTotal } from '../../payments/payment-plan.ts'
import { type LocalDate, localDateOf } from '../../plans/local-time.ts'
import { leftOf, planAt } from '../../plans/plan.ts'
import { nextAttemptAt } from '../../plans/schedule.ts'
import type { LoadedCollection } from '../collections.ts'
import type { CustomerMessage } from './message.ts'
import { collectedText, failedText, reminderText } from './texts.ts'

/** Returns the reminder of the next due part, and its due date; no message if nothing will be owed then. */
export function reminderMessage(
  { collection, facts }: LoadedCollection,
  now: Instant,
): { readonly dueDate: LocalDate; readonly message: CustomerMessage | undefined } {
  const today = localDateOf(now, collection.currency)
  const { remindedFor } = collection
  const { installments } = planAt(facts, now)
  const next = installments.find((installment) => {
    const isLater = installment.dueDate >= today && (remindedFor === null || installment.dueDate > remindedFor)
    return isLater && leftOf(installment) > 0n
  })
  if (next === undefined) return { dueDate: today, message: undefined }
  const { dueDate } = next
  const earlier = installments.filter(({ number }) => number < next.number)
  // The collectable amount covers earlier parts first.
  const restMinor = earlier.reduce((rest, installment) => rest - leftOf(installment), facts.collectableMinor)
  const amountMinor = restMinor <= 0n ? 0n : least(leftOf(next), restMinor)
  const { lastFour } = collection.card
  const needsCard = facts.card.advice === 'never'
  const text = reminderText(collection, { amountMinor, dueDate, lastFour, needsCard })
  return { dueDate, message: amountMinor === 0n ? undefined : { kind: 'reminder', event: dueDate, text } }
}

/** Returns the message about a charged later part: its amount, and the amount left. */
export function collectedMessage({ collection, payment }: LoadedCollection, charge: Charge): CustomerMessage {
  const { amountMinor, id } = charge
  const owedMinor = planTotal(payment) - payment.paidMinor - payment.writtenOffMinor
  return { kind: 'collected', event: id, text: collectedText(collection, { amountMinor, owedMinor }) }
}

/** Returns the message about a declined later part: the next attempt, and how to pay. */
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
