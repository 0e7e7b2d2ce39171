import type { OutboundFailure } from '../../../platform/adapters/outbound.ts'
import type { Tone } from '../../../platform/ui/back-office/components/status.ts'
import { type DeliveryFigures, newestEvents } from '../../../platform/webhooks/endpoints/delivery-figures.ts'
import type { DeliveryState } from '../../../platform/webhooks/notifications/notification.ts'
import type { StoreTimes } from '../times.ts'
import type { DashboardWords } from '../words/words.ts'
import type { OwnWebhook } from './own-webhooks.ts'

/** The status of a webhook: a text, its tone, and a sentence. */
export interface WebhookStatus {
  readonly tone: Tone
  readonly text: string
  readonly sentence: string
}

/** Returns the status of a webhook. */
export function webhookStatusOf(
  words: DashboardWords,
  webhook: OwnWebhook,
  health: DeliveryFigures | undefined,
  times: StoreTimes,
): WebhookStatus {
  const { texts } = words
  const { failingSince, disabledAt, disabledReason } = webhook
  const last = health?.last
  if (disabledAt !== null) {
    const at = times.moment(disabledAt)
    const since = times.moment(failingSince ?? disabledAt)
    const sentence = {
      gone: texts.disabledGone(at),
      given_up: texts.disabledFailing(at, since),
      by_hand: texts.disabledByHand(at),
    }[disabledReason ?? 'by_hand']
    return { tone: 'bad', text: texts.webhookDisabled, sentence }
  }
  if (failingSince !== null) {
    const lastAnswer = last === undefined ? '' : answerOf(texts, last)
    return {
      tone: 'bad',
      text: texts.webhookFailing,
      sentence: texts.failingSince(times.moment(failingSince), lastAnswer),
    }
  }
  if (health === undefined || last === undefined)
    return { tone: 'soft', text: texts.webhookUntried, sentence: texts.untriedLead }
  const { lost } = health
  const [many, all] = [words.number(lost), words.number(newestEvents)]
  if (lost > 0) return { tone: 'wait', text: texts.webhookHealthy, sentence: texts.healthyButLost(many, all) }
  return { tone: 'good', text: texts.webhookHealthy, sentence: texts.healthyLead }
}

/** Returns an attempt's answer as a text. */
export function answerOf(
  texts: DashboardWords['texts'],
  { status, answer }: { readonly status: number | null; readonly answer: string },
): string {
  if (status !== null) return texts.answeredStatus(status)
  const failures: Readonly<Record<OutboundFailure, string>> = texts.hookFailures
  return Object.hasOwn(failures, answer) ? failures[answer as OutboundFailure] : answer
}

/** Returns the status of a delivery as a text and its tone. */
export function stateOf(
  { texts }: DashboardWords,
  { state, attempts }: { readonly state: DeliveryState; readonly attempts: number },
): { readonly tone: Tone; readonly text: string } {
  if (state === 'delivered') return { tone: 'good', text: texts.deliveryDelivered }
  if (state === 'failed') return { tone: 'bad', text: texts.deliveryFailed }
  if (state === 'dropped') return { tone: 'soft', text: texts.deliveryDropped }
  return attempts === 0 ? { tone: 'wait', text: texts.deliveryWaiting } : { tone: 'wait', text: texts.deliveryRetrying }
}

/** Returns the text of an event with this status. */
export function eventOf({ texts }: DashboardWords, status: string, isTestEvent: boolean): string {
  if (isTestEvent) return texts.testEvent
  const events: Readonly<Record<string, string>> = texts.hookEvents
  return Object.hasOwn(events, status) ? (events[status] ?? status) : status
}
