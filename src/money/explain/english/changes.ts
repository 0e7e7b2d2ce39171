import type { Currency } from '../../../platform/base/markets.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import { service } from '../../../platform/base/principal.ts'
import type { ChangeCause, ChangeKind, StoryEvent, StoryTable } from '../event.ts'
import { clipped, type EventText, requestLines, whoOf } from './words.ts'

/** The changes of a payment, in English. */
export const changesEnglish: Pick<StoryTable<Currency, EventText>, ChangeKind> = {
  created: (event) => changeText('created', event, `order ${event.step.referenceId} by ${whoOf(event.step.actor)}`),
  refused: (event) => changeText('rejected', event, `order ${event.step.referenceId} by ${whoOf(event.step.actor)}`),
  authorized: (event) => changeText('authorized', event, `by ${whoOf(event.step.actor)}`),
  referral_approved: (event) => changeText('approved', event, `by ${whoOf(event.step.actor)}: the customer may pay`),
  rejected: (event) => changeText('rejected', event, sayRejected(event)),
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
  customer_corrected: (event) => {
    return changeText('corrected', event, `the customer's name or e-mail, by ${whoOf(event.step.actor)}`)
  },
  customer_erased: (event) => changeText('erased', event, `the customer's data, by ${whoOf(event.step.actor)}`),
}

// By itself the service rejects only what nobody has decided about.
function sayRejected({ step }: StoryEvent<'rejected'>): string {
  if (step.actor === service.name) return 'nobody has decided about it in time'
  return `after the page was opened, by ${whoOf(step.actor)}`
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
