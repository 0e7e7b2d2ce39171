import type { DeliveryAttempt } from '../../platform/webhooks/delivery/attempt.ts'
import type { JournalEntry } from './entry.ts'
import { memberOf } from './request-entry.ts'

/** Returns the entry of a delivery attempt, successful or not. `faultId`: the fault rule that changed the attempt. */
export function deliveryEntry(
  attempt: Omit<DeliveryAttempt, 'webhookId'>,
  faultId: string | null = null,
): JournalEntry {
  const { request, result } = attempt
  const operation = statusOf(request.body)
  const isAnswered = result.kind === 'answered'
  return {
    merchantId: attempt.merchantId,
    isTest: attempt.isTest,
    kind: 'delivery',
    at: attempt.startedAt,
    operation,
    method: 'POST',
    path: request.url,
    status: isAnswered ? result.status : null,
    requestId: attempt.notificationId,
    referenceId: null,
    paymentId: attempt.paymentId,
    faultId,
    durationMs: result.durationMs,
    summary: summaryOf(attempt, operation),
    request: { headers: ownHeaders(request.headers), body: request.body },
    answer: isAnswered ? { headers: {}, body: result.answer } : null,
  }
}

function statusOf(body: string): string | null {
  const status = memberOf(JSON.parse(body), 'status')
  return typeof status === 'string' ? status : null
}

function summaryOf(
  { disputeId, number, result }: Pick<DeliveryAttempt, 'disputeId' | 'number' | 'result'>,
  status: string | null,
): string {
  const sentence = `Told the webhook that the ${disputeId === null ? 'payment' : 'dispute'} is ${status ?? 'changed'}`
  const again = number === 1 ? '' : `, in attempt ${number}`
  const outcome = result.kind === 'answered' ? `answered ${result.status}` : `no answer (${result.failure})`
  return `${sentence}${again}; ${outcome} after ${Math.round(result.durationMs)} ms.`
}

const ownNames = ['content-type', 'webhook-id', 'webhook-timestamp', 'webhook-sequence', 'webhook-signature']

// A webhook's own header is a secret of the merchant, so only these headers are stored.
function ownHeaders(headers: Readonly<Record<string, string>>): Record<string, string> {
  const named = Object.entries(headers).map(([name, value]): [string, string] => [name.toLowerCase(), value])
  return Object.fromEntries(named.filter(([name]) => ownNames.includes(name)))
}
