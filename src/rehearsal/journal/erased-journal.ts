import type { ErasedPlace, PaymentErasing } from '../../platform/merchants/erased-place.ts'
import { listEntriesAbout, replaceEntry } from './store/erasing.ts'
import type { StoredMessage } from './stored-message.ts'

/**
 * Requests and answers about a customer in the journal. An entry of another payment, or a list, tells of others, too: in
 * it only this customer's payments, phone and e-mail are replaced.
 */
export const erasedJournal: ErasedPlace = {
  async ofPayment(tx, erasing) {
    const { merchantId, isTest, paymentId, contacts, inText, contactsIn } = erasing
    for (const entry of await tx.run(listEntriesAbout, { merchantId, isTest, paymentId, contacts })) {
      const isOwn = entry.payment_id === paymentId
      const inLine = isOwn ? inText : contactsIn
      await tx.run(replaceEntry, {
        ...{ merchantId, isTest, id: entry.id, summary: inLine(entry.summary) },
        path: entry.path && inLine(entry.path),
        request: replaceMessage(entry.request, erasing, isOwn),
        answer: replaceMessage(entry.answer, erasing, isOwn),
      })
    }
  },
}

function replaceMessage(stored: string | null, erasing: PaymentErasing, isOwn: boolean): string | null {
  if (stored === null) return null
  const message = JSON.parse(stored) as StoredMessage
  const headers = erasing.inJson(message.headers)
  const body = message.body === null ? null : replaceBody(message.body, erasing, isOwn)
  return JSON.stringify({ ...message, headers, body })
}

function replaceBody(
  body: string,
  { pseudonym, inBody, inJson, inOwnParts, contactsIn }: PaymentErasing,
  isOwn: boolean,
) {
  if (body === '') return body
  try {
    const parsed = JSON.parse(body)
    return JSON.stringify(isOwn ? inJson(inBody(parsed)) : contactsIn(inOwnParts(parsed)))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    // No JSON, or cut: it may have anything.
    return pseudonym
  }
}
