import type { PaymentId } from '../../platform/base/ids.ts'
import type { Instant } from '../../platform/base/times.ts'
import type { MerchantMode } from '../../platform/merchants/caller.ts'
import type { JournalEntry } from '../journal/entry.ts'
import type { NotificationEffect, Occurrence, OperationEffect } from './fault.ts'

interface InjectionDetails extends MerchantMode {
  readonly faultId: string
  readonly effect: OperationEffect | NotificationEffect
  readonly paymentId: PaymentId | undefined
  readonly at: Instant
}

/** Returns the journal entry of an injected fault. */
export function injectionEntry(occurrence: Occurrence, { effect, paymentId, ...by }: InjectionDetails): JournalEntry {
  const operation = 'operation' in occurrence ? occurrence.operation : occurrence.notification
  return {
    ...by,
    kind: 'fault',
    operation,
    method: null,
    path: null,
    status: null,
    requestId: occurrence.requestId,
    referenceId: ('referenceId' in occurrence && occurrence.referenceId) || null,
    paymentId: paymentId ?? null,
    durationMs: null,
    summary: `A fault was injected into ${operation}: ${sentenceOf(effect)}.`,
    request: null,
    answer: null,
  }
}

function sentenceOf(effect: OperationEffect | NotificationEffect): string {
  switch (effect.kind) {
    case 'lost_answer':
      return `what it asks for is done, and its answer is lost (${effect.how})`
    case 'lost_request':
      return `it is lost (${effect.how}), and nothing is done`
    case 'conflict':
      return 'it is answered 409, and nothing is done'
    case 'rate_limit':
      return `it is answered 429, to come again after ${effect.retry_after} s, and nothing is done`
    case 'error':
      return `it is answered 500, and ${effect.executed ? 'what it asks for is done' : 'nothing is done'}`
    case 'slow':
      return `what it asks for is done, and answered ${effect.ms} ms later`
    case 'duplicate':
      return `it is sent ${effect.count} times, ${effect.concurrent ? 'all at once' : `${effect.gap_ms} ms apart`}`
    case 'reorder':
      return "it is held until the payment's next one has been sent"
    case 'late':
      return `it is sent ${effect.ms} ms late`
    case 'drop':
      return 'the attempt fails without being sent'
    case 'unknown_member':
      return 'it has a member that is in no reference'
    case 'forged':
      return `something is sent beside it that is not ours (${effect.as ?? 'one of each'})`
  }
}
