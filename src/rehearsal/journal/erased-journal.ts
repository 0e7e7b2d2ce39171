import type { ErasedPlace, PaymentErasing } from '../../platform/merchants/erased-place.ts'
import { listEntriesAbout, replaceEntry } from './store/erasing.ts'
import type { StoredMessage } from './stored-message.ts'

/** Requests and answers about a customer in the journal. */
export const erasedJournal: ErasedPlace = {
  async ofPayment(tx, erasing) {
    const { merchantId, isTest, paymentId, contacts, inText } = erasing
    for (const entry of await tx.run(listEntriesAbout, { merchantId, isTest, paymentId, contacts })) {
      await tx.run(replaceEntry, {
        ...{ merchantId, isTest, id: entry.id, summary: inText(entry.summary) },
        path: entry.path && inText(entry.path),
        request: replaceMessage(entry.request, erasing),
        answer: replaceMessage(entry.answer, erasing),
      })
    }
  },
}

function replaceMessage(stored: string | null, { pseudonym, inBody, inJson }: PaymentErasing): string | null {
  if (stored === null) return null
  const message = JSON.parse(stored) as StoredMessage
  const headers = inJson(message.headers)
  const body = message.body === null ? null : replaceBody(message.body, { pseudonym, inBody, inJson })
  return JSON.stringify({ ...message, headers, body })
}

// A body that is no JSON, or was cut, may have anything.
function replaceBody(
  body: string,
  { pseudonym, inBody, inJson }: Pick<PaymentErasing, 'pseudonym' | 'inBody' | 'inJson'>,
) {
  if (body === '') return body
  try {
    return JSON.stringify(inJson(inBody(JSON.parse(body))))
  } catch (error) {
    if (!(error instanceof SyntaxError || error instanceof RangeError)) throw error
    return pseudonym
  }
}
