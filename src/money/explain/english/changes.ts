import type { Currency } from '../../../platform/base/markets.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import type { RuleVerdict } from '../../risk/judge.ts'
import type { ChangeCause, ChangeKind, StoryEvent, StoryTable } from '../event.ts'
import { clipped, counted, type EventText, requestLines, whoOf } from './words.ts'

type Kinds = 'decision_approved' | 'decision_refused' | ChangeKind

/** The risk decision and the changes of a payment, in English. */
export const changesEnglish: Pick<StoryTable<Currency, EventText>, Kinds> = {
  decision_approved: (event) => {
    return {
      label: 'approved',
      text: `by ${counted(event.decision.rules.length, 'risk rule')}`,
      more: ruleLines(event),
    }
  },
  decision_refused: (event) => {
    const { reason, rules } = event.decision
    const by = rules.filter(({ spoke }) => spoke).map(({ name, seen, limit }) => `${name}${sayFigures(seen, limit)}`)
    const text = `${reason}${by.length === 0 ? '' : `, by ${by.join(' and ')}`}`
    return { label: 'refused', text, more: ruleLines(event) }
  },
  created: (event) => changeText('created', event, `order ${event.step.referenceId} by ${whoOf(event.step.actor)}`),
  refused: (event) => changeText('rejected', event, `order ${event.step.referenceId} by ${whoOf(event.step.actor)}`),
  authorized: (event) => changeText('authorized', event, `by ${whoOf(event.step.actor)}`),
  rejected: (event) => changeText('rejected', event, `after the page was opened, by ${whoOf(event.step.actor)}`),
  expired: (event) => changeText('expired', event, `by ${whoOf(event.step.actor)}`),
  captured: (event, currency) =>
    changeText('captured', event, `${sayMovement(event, '', currency)}${event.isLast ? '; closed' : ''}`),
  refunded: (event, currency) => changeText('refunded', event, sayMovement(event, event.reason, currency)),
  closed: (event) => changeText('closed', event, `by ${whoOf(event.step.actor)}; nothing more is captured`),
  renamed: (event) => {
    const { step, earlierReference } = event
    const earlier = earlierReference === null ? '' : `, until then ${earlierReference}`
    return changeText('renamed', event, `order ${step.referenceId}${earlier}, by ${whoOf(step.actor)}`)
  },
  return_owed: (event) => changeText('not arrived', event, 'what went back is owed to the customer again'),
  written_off: (event) => changeText('written off', event, 'too little for any card'),
  collected: (event) => changeText('collected', event, 'what was charged counts as paid'),
  refunds_held: (event) => changeText('held', event, 'refunds wait for the dispute'),
  refunds_released: (event) => changeText('released', event, 'refunds wait no more'),
}

function ruleLines({ decision }: StoryEvent<'decision_approved' | 'decision_refused'>): EventText['more'] {
  return decision.rules.map(({ name, seen, limit, spoke }) => {
    return { text: `${name}: ${spoke ? 'refused' : 'let pass'}${sayFigures(seen, limit)}` }
  })
}

function sayFigures(value: RuleVerdict['seen'], limit: RuleVerdict['limit']): string {
  if (value === null) return ' (nothing seen)'
  return typeof value === 'boolean' ? '' : ` (${value} of ${limit})`
}

function changeText(label: string, { step }: StoryEvent<ChangeKind>, text: string): EventText {
  return { label, text, more: requestLines(step) }
}

const causes: Readonly<Record<ChangeCause, string>> = {
  request: '',
  dispute: 'for the dispute',
  by_hand: 'by hand',
  schedule: '',
}

function sayMovement({ step, cause }: StoryEvent<'captured' | 'refunded'>, reason: string, currency: Currency): string {
  const { referenceId, actor, feeMinor, vatMinor } = step
  const by = cause === 'schedule' ? 'the service by itself' : whoOf(actor)
  const words = [causes[cause] || (referenceId ?? ''), reason && `“${clipped(reason, 60)}”`, `by ${by}`]
  return [words.filter((word) => word !== '').join(' '), ...sayFee(feeMinor, vatMinor, currency)].join(', ')
}

function sayFee(feeMinor: bigint | null, vatMinor: bigint | null, currency: Currency): string[] {
  if (!feeMinor && !vatMinor) return []
  const [fee, vat] = [feeMinor ?? 0n, vatMinor ?? 0n]
  const isBack = fee < 0n || vat < 0n
  const say = (minor: bigint): string => formatAmount(minor < 0n ? -minor : minor, currency)
  return [`${isBack ? 'fee back' : 'fee'} ${say(fee)}${vat === 0n ? '' : ` + VAT ${say(vat)}`}`]
}
