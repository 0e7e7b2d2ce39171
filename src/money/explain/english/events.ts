import type { Currency } from '../../../platform/base/markets.ts'
import { formatAmount } from '../../../platform/base/money.ts'
import type { EventType } from '../../disputes/dispute.ts'
import { lookUp, type StoryEvent, type StoryTable } from '../event.ts'
import { cardMoneyEnglish } from './card-money.ts'
import { changesEnglish } from './changes.ts'
import { decisionEnglish } from './decision.ts'
import { messagesEnglish } from './messages.ts'
import { counted, type EventText, requestLines, sayDate } from './words.ts'

/** Returns the event in the English of `qist explain`. */
export function englishOf(event: StoryEvent, currency: Currency): EventText {
  return lookUp(english, event, currency)
}

const english: StoryTable<Currency, EventText> = {
  ...decisionEnglish,
  ...changesEnglish,
  ...cardMoneyEnglish,
  ...messagesEnglish,
  dispute_opened: (event) =>
    disputeText('disputed', event, `by the customer: ${event.dispute.reason.replaceAll('_', ' ')}`),
  dispute_changed: (event) => disputeText('dispute', event, disputeChanges[event.change.eventType]),
  return_requested: ({ by }) => {
    return { label: 'asked', text: `to be given back by hand, by ${by}; another confirms it`, more: [] }
  },
  return_request_confirmed: ({ by }) => ({ label: 'confirmed', text: `to be given back by hand, by ${by}`, more: [] }),
  return_request_withdrawn: ({ by }) => ({ label: 'withdrawn', text: `to be given back by hand, by ${by}`, more: [] }),
  settled: ({ day, lines }, currency) => ({
    label: 'settled',
    text: `net of ${counted(lines, 'movement')} of ${sayDate(day.date)}`,
    more: [{ text: `settlement ${day.id}` }, { text: `over ${formatAmount(day.netMinor ?? 0n, currency)} in all` }],
  }),
  payout_created: (event, currency) => {
    const state = event.payout.state === 'exported' ? ': the bank was told' : ': the bank was not told yet'
    return payoutText('payout', event, state, currency)
  },
  payout_paid: (event, currency) => payoutText('paid out', event, '', currency),
}

const disputeChanges: Readonly<Record<EventType, string>> = {
  dispute_created: 'opened',
  dispute_approved: 'decided for the customer',
  dispute_in_arbitration: 'the shop challenged it; support reviews',
  merchant_14d_unresponsive: 'the shop gave no answer in 14 days: decided for the customer',
  dispute_canceled: 'the customer took it back',
  evidence_merchant: 'support asked the shop for evidence',
  evidence_customer: 'support asked the customer for evidence',
  evidence_merchant_provided: 'the shop gave evidence',
  evidence_customer_provided: 'the customer gave evidence',
  customer_14d_unresponsive: 'the customer gave no answer in 14 days: decided for the shop',
  dispute_declined: 'decided for the shop',
  dispute_amount_changed: "support took the shop's amount",
  dispute_comment_added: 'support made a note',
}

function disputeText(
  label: string,
  { dispute, change }: StoryEvent<'dispute_opened' | 'dispute_changed'>,
  text: string,
): EventText {
  return { label, text, more: [{ text: `dispute ${dispute.id}` }, ...requestLines(change)] }
}

function payoutText(
  label: string,
  { payout, netMinor }: StoryEvent<'payout_created' | 'payout_paid'>,
  state: string,
  currency: Currency,
): EventText {
  const { id, reference, amountMinor } = payout
  const whole = amountMinor === netMinor ? '' : `, which pays ${formatAmount(amountMinor, currency)} in all`
  return { label, text: `in ${reference}${whole}${state}`, more: [{ text: `payout ${id}` }] }
}
