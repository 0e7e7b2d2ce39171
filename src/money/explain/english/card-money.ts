import type { Card, DeclineReason, DeclineRetry } from '../../../platform/adapters/card-processor.ts'
import type { Currency } from '../../../platform/base/markets.ts'
import { type Instant, second } from '../../../platform/base/times.ts'
import type { Charge } from '../../charges/charge.ts'
import type { ChargeKind, ReturnKind, StoryEvent, StoryTable } from '../event.ts'
import { cardOf, counted, type EventText, sayInstallments } from './words.ts'

type Kinds = ChargeKind | ReturnKind | 'card_replaced' | 'plan_defaulted'

/** Charges, returns, a new card and the plan's default, in English. */
export const cardMoneyEnglish: Pick<StoryTable<Currency, EventText>, Kinds> = {
  charge_open: (event) => chargeText('charging', event, ': the processor has not answered yet'),
  charge_challenged: (event) => chargeText('challenged', event, ': the bank asks the customer'),
  charge_approved: (event) => chargeText('charged', event, sayDelay(event.charge)),
  charge_declined: (event) => chargeText('declined', event, sayDecline(event.charge)),
  charge_written_off: (event) => chargeText('declined', event, sayDecline(event.charge)),
  charge_to_void: (event) =>
    chargeText('voided', event, `: it came too late and is to go back${sayAttempts(event.charge)}`),
  charge_voided: (event) => chargeText('voided', event, `: it came too late and went back${sayAttempts(event.charge)}`),
  return_waiting: (event) =>
    returnText('goes back', event, `to ${toCard(event.card)}: the processor has not confirmed it yet`),
  return_confirmed: (event) => returnText('went back', event, `to ${toCard(event.card)}`),
  return_failed: (event) => returnText('goes back', event, `to ${toCard(event.card)}: it did not arrive`),
  return_sent: (event) => returnText('confirmed', event, `the processor has sent it to ${toCard(event.card)}`),
  return_reversed: (event) => {
    const outcome = `it did not arrive at ${toCard(event.card)}: it is owed to the customer again`
    return returnText('failed', event, `the processor says now that ${outcome}`)
  },
  card_replaced: ({ card }) => ({ label: 'new card', text: `${cardOf(card)} from now on`, more: [] }),
  plan_defaulted: () => {
    const text = 'nothing is tried any more: a person decides; the customer may still pay'
    return { label: 'defaulted', text, more: [] }
  },
}

const initiators: Readonly<Record<Charge['kind'], string>> = {
  first: ' at checkout',
  scheduled: '',
  early: ' by the customer',
}

function chargeText(label: string, { charge, installments }: StoryEvent<ChargeKind>, answer: string): EventText {
  const { id, kind, state, card, reference, networkReference } = charge
  const part = kind === 'first' ? 'first part' : sayInstallments(installments)
  return {
    label,
    text: `${part}${initiators[kind]}, ${cardOf(card)}${answer}`,
    more: [
      { text: `charge ${id}` },
      ...(reference === '' ? [] : [{ text: `processor's reference ${reference}` }]),
      ...(networkReference === '' || state !== 'approved' ? [] : [{ text: `network's reference ${networkReference}` }]),
    ],
  }
}

const declineReasons: Readonly<Record<DeclineReason, string>> = {
  declined: 'the bank declined',
  insufficient_funds: 'not enough money on the card',
  expired_card: 'the card has expired',
  lost_card: 'the card was reported lost',
  stolen_card: 'the card was reported stolen',
  closed_account: 'the account is closed',
  customer_required: 'the bank wants the customer to be there',
  not_confirmed: 'the customer did not confirm to the bank',
  unavailable: 'the processor gave no answer',
}

const retryAdvice: Readonly<Record<DeclineRetry, string>> = {
  never: 'never to be tried again',
  later: 'retry later',
  by_customer: 'only the customer can retry',
  with_another_card: 'needs another card',
}

function sayDecline({ declineReason, declineRetry }: Charge): string {
  const reason = declineReason === null ? 'declined' : declineReasons[declineReason]
  return `: ${reason}${declineRetry === null ? '' : `; ${retryAdvice[declineRetry]}`}`
}

function sayAttempts({ voidAttempt }: Charge): string {
  return voidAttempt === 1 ? '' : `; ${counted(voidAttempt - 1, 'attempt')} failed at the processor`
}

/** A faster answer needs no word. */
const slowAnswerMs = 5 * second

function sayDelay({ createdAt, settledAt }: Charge): string {
  if (settledAt === null || settledAt - createdAt < slowAnswerMs) return ''
  return `, answered after ${durationOf(createdAt, settledAt)}`
}

function durationOf(from: Instant, to: Instant): string {
  const seconds = Math.round((to - from) / second)
  return seconds < 120 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}

function toCard(card: Card | undefined): string {
  return card === undefined ? 'a card' : cardOf(card)
}

function returnText(label: string, { sent }: StoryEvent<ReturnKind>, text: string): EventText {
  return { label, text, more: [{ text: `return ${sent.id}` }, { text: `of charge ${sent.chargeId}` }] }
}
