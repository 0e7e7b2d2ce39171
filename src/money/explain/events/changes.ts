import { formatAmount } from '../../../platform/base/money.ts'
import { isDisputeReference, isReturnReference } from '../../payments/service-references.ts'
import type { PaymentStep } from '../../payments/timeline/timeline.ts'
import type { Decision, RuleVerdict } from '../../risk/judge.ts'
import { eventOf, type PlacedEvent, type StoryEvent } from '../event.ts'
import type { Facts } from '../facts.ts'
import { clipped, counted, requestLines, requestOf, whoOf } from '../words.ts'

/** What was decided before the page opened, and every change of the payment with what it posted. */
export function changeEvents(facts: Facts): PlacedEvent[] {
  const { decision, steps } = facts
  const [first] = steps
  const posted = Map.groupBy(
    facts.entries.filter(({ sourceId }) => sourceId === facts.payment.id),
    ({ version }) => version,
  )
  let earlierReference: string | null = null
  const changes = steps.map((step) => {
    const event = changeEvent(facts, step, earlierReference, inOrder(posted.get(step.version) ?? []))
    if (step.transition === 'create' || step.transition === 'update_reference') earlierReference = step.referenceId
    return event
  })
  return [...(decision === undefined || first === undefined ? [] : [decisionEvent(decision, first.at)]), ...changes]
}

function decisionEvent({ outcome, reason, rules }: Decision, at: number): PlacedEvent {
  const isApproved = outcome === 'approved'
  const by = rules.filter(({ spoke }) => spoke).map(({ name, seen, limit }) => `${name}${sayFigures(seen, limit)}`)
  const refused = `${reason}${by.length === 0 ? '' : `, by ${by.join(' and ')}`}`
  return eventOf(
    {
      ...{ at, what: 'decision', kind: isApproved ? 'approved' : 'refused', tone: isApproved ? 'good' : 'bad' },
      text: isApproved ? `by ${counted(rules.length, 'risk rule')}` : refused,
      more: rules.map(({ name, seen, limit, spoke }) => {
        return { text: `${name}: ${spoke ? 'refused' : 'let pass'}${sayFigures(seen, limit)}` }
      }),
      details: { outcome, reason, rules },
    },
    { version: 1, as: 'decision' },
  )
}

function sayFigures(seen: RuleVerdict['seen'], limit: RuleVerdict['limit']): string {
  if (seen === null) return ' (nothing seen)'
  return typeof seen === 'boolean' ? '' : ` (${seen} of ${limit})`
}

function changeEvent(
  { payment }: Facts,
  step: PaymentStep,
  /** The order's reference until this change. */
  earlierReference: string | null,
  entries: StoryEvent['entries'],
): PlacedEvent {
  const { version, at, transition, statusBefore, statusAfter, amountMinor, referenceId, feeMinor, vatMinor } = step
  const amount = (minor: bigint | null): string | null =>
    minor === null ? null : `${formatAmount(minor, payment.currency)} ${payment.currency}`
  const { kind, tone, text, isSecondLook } = told(step, payment, earlierReference)
  return eventOf(
    {
      ...{ at, what: 'change', kind, tone, text, amountMinor, isSecondLook, entries },
      more: requestLines(step),
      about: { kind: 'change', step, earlierReference },
      details: {
        ...{ version, transition, actor: step.actor, request_id: step.requestId, request: requestOf(step) },
        ...{ status_before: statusBefore, status: statusAfter, amount: amount(amountMinor), reference: referenceId },
        ...{ movement_id: step.movementId, fee: amount(feeMinor), vat: amount(vatMinor) },
        entries: entries.map(({ account, cause, currency, amountMinor: minor }) => {
          return { version, account, cause, currency, amount: amount(minor) }
        }),
      },
    },
    { version, as: 'change' },
  )
}

type Words = Pick<StoryEvent, 'kind' | 'tone' | 'text' | 'isSecondLook'>

function told(step: PaymentStep, payment: Facts['payment'], earlierReference: string | null): Words {
  const { transition, statusAfter, referenceId } = step
  const by = whoOf(step.actor)
  const seen = (kind: string, text: string, tone: Words['tone'] = 'plain'): Words => {
    return { kind, text, tone, isSecondLook: false }
  }
  switch (transition) {
    case 'create':
      return seen(statusAfter === 'REJECTED' ? 'rejected' : 'created', `order ${referenceId} by ${by}`)
    case 'authorize':
      return seen('authorized', `by ${by}`, 'good')
    case 'reject':
      return seen('rejected', `after the page was opened, by ${by}`, 'bad')
    case 'expire':
      return seen('expired', `by ${by}`)
    case 'capture':
      return seen('captured', `${sayMovement(step, payment)}${statusAfter === 'CLOSED' ? '; closed' : ''}`)
    case 'refund':
      return seen('refunded', sayMovement(step, payment))
    case 'close':
      return seen('closed', `by ${by}; nothing more is captured`)
    case 'update_reference':
      return seen(
        'renamed',
        `order ${referenceId}${earlierReference === null ? '' : `, until then ${earlierReference}`}, by ${by}`,
      )
    case 'fail_return':
      return seen('not arrived', 'what went back is owed to the customer again', 'bad')
    case 'write_off':
      return seen('written off', 'too little for any card')
    case 'collect':
      return { ...seen('collected', 'what was charged counts as paid'), isSecondLook: true }
    case 'open_dispute':
      return { ...seen('held', 'refunds wait for the dispute'), isSecondLook: true }
    case 'end_dispute':
      return { ...seen('released', 'refunds wait no more'), isSecondLook: true }
  }
}

function sayMovement(step: PaymentStep, payment: Facts['payment']): string {
  const { serviceReference, referenceId, actor, feeMinor, vatMinor } = step
  const [isDispute, isByHand] = [isDisputeReference(serviceReference), isReturnReference(serviceReference)]
  const by = serviceReference === null || isDispute || isByHand ? whoOf(actor) : 'the service by itself'
  const why = isDispute ? ['for the dispute'] : isByHand ? ['by hand'] : referenceId ? [referenceId] : []
  const what = [...why, ...sayReason(step, payment)]
  const fee = sayFee(feeMinor, vatMinor, (minor) => formatAmount(minor, payment.currency))
  return [[...what, `by ${by}`].join(' '), ...fee].join(', ')
}

function sayFee(feeMinor: bigint | null, vatMinor: bigint | null, money: (minor: bigint) => string): string[] {
  if (!feeMinor && !vatMinor) return []
  const [fee, vat] = [feeMinor ?? 0n, vatMinor ?? 0n]
  const isBack = fee < 0n || vat < 0n
  const said = (minor: bigint): string => money(minor < 0n ? -minor : minor)
  return [`${isBack ? 'fee back' : 'fee'} ${said(fee)}${vat === 0n ? '' : ` + VAT ${said(vat)}`}`]
}

// The merchant's own words, and nobody else's.
function sayReason({ movementId }: PaymentStep, { refunds }: Facts['payment']): string[] {
  const refund = refunds.find(({ id }) => id === movementId)
  return refund === undefined || refund.isByService || refund.body.reason === ''
    ? []
    : [`“${clipped(refund.body.reason, 60)}”`]
}

const causes = ['down_payment', 'installment', 'capture', 'refund', 'customer_refund', 'failed_return', 'write_off']

/** What moved first, then its fee. */
function inOrder(entries: StoryEvent['entries']): StoryEvent['entries'] {
  const place = (cause: string): number => (causes.includes(cause) ? causes.indexOf(cause) : causes.length)
  return entries.toSorted((a, b) => place(a.cause) - place(b.cause))
}
