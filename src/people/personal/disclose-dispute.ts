import type { Dispute, HistoryEntry } from '../../disputes/dispute.ts'
import type { OpenDispute } from '../../disputes/queries/list-open-disputes.ts'
import { challengeReasons } from '../../disputes/transitions/merchant.ts'
import { type Disclosed, disclose, hiddenText, type PersonalReader } from './reader.ts'

export type DisclosedDispute = Disclosed<Dispute>
export type DisclosedOpenDispute = Omit<OpenDispute, 'dispute'> & { readonly dispute: DisclosedDispute }
export type DisclosedEntry = Disclosed<HistoryEntry>

/** A dispute as the visit may see it. A hidden order number reads as the payment's id. */
export function discloseDispute(reader: PersonalReader, dispute: Dispute): DisclosedDispute {
  return disclose(reader, dispute, (one) => ({
    ...one,
    ...{ orderNumber: one.paymentId, customerEmail: hiddenText, comment: hiddenText },
    items: one.items.map(() => ({ reference_id: hiddenText, title: hiddenText, unit_price: hiddenText })),
  }))
}

/** The disputes of all merchants, as support lists them before any case was opened. */
export function discloseOpenDisputes(disputes: readonly OpenDispute[]): DisclosedOpenDispute[] {
  return disputes.map((one) => ({ ...one, dispute: discloseDispute({ mayReadPersonal: false }, one.dispute) }))
}

/** What was written about a dispute: hidden, it still says who it was of the merchant's people, and why the merchant challenged. */
export function discloseHistory(reader: PersonalReader, history: readonly HistoryEntry[]): DisclosedEntry[] {
  return history.map((entry) => disclose(reader, entry, hideEntry))
}

function hideEntry(entry: HistoryEntry): HistoryEntry {
  const { content, note, source, createdBy } = entry
  return {
    ...entry,
    content: challengeReasons.some((reason) => reason === content) ? content : hideText(content),
    note: hideText(note),
    createdBy: source === 'customer' ? '' : createdBy,
  }
}

function hideText(text: string): string {
  return text.trim() === '' ? '' : hiddenText
}
