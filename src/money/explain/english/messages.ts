import type { Currency } from '../../../platform/base/markets.ts'
import type { PlanMessage } from '../../collections/messages/messages.ts'
import type { StoryAttempt, StoryDelivery, StoryTable } from '../event.ts'
import { clipped, counted, type EventText, type MoreLine, ordinal, sayDate } from './words.ts'

type Kinds = 'customer_message' | 'notification' | 'attempt'

/** Text messages to the customer, and notifications to the merchant, in English. */
export const messagesEnglish: Pick<StoryTable<Currency, EventText>, Kinds> = {
  customer_message: ({ message }) => {
    const { kind, event, state, text } = message
    const more = [{ text: `“${text}”` }]
    return { label: 'texted', text: `${messageKinds[kind](event)}${messageStates[state](message)}`, more }
  },
  notification: ({ announcement: { family, status }, deliveries }) => {
    const states = deliveries.map((delivery) => `${placeOf(delivery)}: ${sayState(delivery)}`)
    const to = states.length === 0 ? 'no webhook' : states.join('; ')
    return { label: 'webhook', text: `${family} “${status}” to ${to}`, more: deliveries.flatMap(attemptLines) }
  },
  attempt: ({ announcement: { sequence }, delivery, attempt }) => {
    const answer = `${sayAnswer(attempt)} after ${attempt.durationMs} ms`
    return { label: 'attempt', text: `notification ${sequence} to ${placeOf(delivery)}: ${answer}`, more: [] }
  },
}

const messageKinds: Readonly<Record<PlanMessage['kind'], (event: string) => string>> = {
  reminder: (dueDate) => `a reminder of what is due on ${sayDate(dueDate)}`,
  collected: () => 'that it was charged',
  collection_failed: () => 'that it could not be charged, and how to pay',
  returned: () => 'that money goes back to the card',
}

const messageStates: Readonly<Record<PlanMessage['state'], (message: PlanMessage) => string>> = {
  waiting: ({ tries }) => (tries === 0 ? ': not sent yet' : `: not taken in ${tries} tries, is tried again`),
  sending: () => ': handed over, and nobody knows whether it was taken',
  sent: () => '',
  failed: ({ tries }) => (tries === 0 ? ': not sent' : `: given up after ${tries} tries`),
}

// The query of an address may carry a secret.
function placeOf({ url }: StoryDelivery): string {
  if (!URL.canParse(url)) return 'a webhook that is gone'
  const { host, pathname } = new URL(url)
  return clipped(`${host}${pathname === '/' ? '' : pathname}`, 60)
}

function sayState({ state, attempts, tried }: StoryDelivery): string {
  const last = tried.at(-1)
  const answer = last === undefined ? '' : ` ${sayAnswer(last)}`
  switch (state) {
    case 'delivered':
      return attempts === 1 ? 'delivered' : `delivered at the ${ordinal(attempts)} attempt`
    case 'waiting':
      return attempts === 0 ? 'not sent yet' : `${ordinal(attempts)} attempt${answer}, is tried again`
    case 'failed':
      return `given up, ${ordinal(attempts)} attempt${answer}`
    case 'dropped':
      return 'dropped, for the webhook is disabled'
  }
}

function sayAnswer({ status, answer }: StoryAttempt): string {
  return status === null ? clipped(answer, 60) || 'no answer' : `answered ${status}`
}

function attemptLines(delivery: StoryDelivery): MoreLine[] {
  const earlier = delivery.attempts - delivery.tried.length
  const lines = delivery.tried.map((attempt) => {
    const body = attempt.status === null || attempt.answer === '' ? '' : `: ${clipped(attempt.answer, 100)}`
    const text = `${placeOf(delivery)} ${sayAnswer(attempt)} after ${attempt.durationMs} ms${body}`
    return { at: attempt.merchantAt, text }
  })
  return earlier > 0 ? [{ text: `… and ${counted(earlier, 'earlier attempt')}` }, ...lines] : lines
}
