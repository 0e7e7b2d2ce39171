import type { Dispute, HistoryEntry } from '../../../money/disputes/dispute.ts'
import type { OpenDispute } from '../../../money/disputes/dispute-lists.ts'
import { challengeReasons } from '../../../money/disputes/transitions/merchant.ts'
import { type Disclosed, disclose, hiddenText, type PersonalReader } from './reader.ts'

export type DisclosedDispute = Disclosed<Dispute>
export type DisclosedOpenDispute = Omit<OpenDispute, 'dispute'> & { readonly dispute: DisclosedDispute }
export type DisclosedEntry = Disclosed<HistoryEntry>

/** Returns a dispute as the visit may see it. The payment's id replaces a hidden order number. */
export function discloseDispute(reader: PersonalReader, dispute: Dispute): DisclosedDispute {
  return disclose(reader, dispute, (one) => ({
    ...one,
    ...{ orderNumber: one.paymentId, customerEmail: hiddenText, comment: hiddenText },
    items: one.items.map(() => ({ reference_id: hiddenText, title: hiddenText, unit_price: hiddenText })),
  }))
}

/** Returns disputes for support's lists, which never show personal data. */
export function discloseOpenDisputes(disputes: readonly OpenDispute[]): DisclosedOpenDispute[] {
  return disputes.map((one) => ({ ...one, dispute: discloseDispute({ mayReadPersonal: false }, one.dispute) }))
}

/**
 * Returns the history of a dispute as the visit may see it. Hidden entries keep the merchant's authors and reasons of
 * challenges.
 */
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
