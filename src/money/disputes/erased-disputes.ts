import type { App } from '../../platform/app/app.ts'
import type { MerchantId, PaymentId } from '../../platform/base/ids.ts'
import type { ErasedPlace } from '../../platform/merchants/erased-place.ts'
import {
  eraseDisputeHistory,
  eraseDisputes,
  listDisputeTexts,
  listFilesOfDisputes,
  listHistoryTexts,
} from './store/personal.ts'

/** E-mails, texts and files of a payment's disputes: the customer's, and what was said about the customer. */
export const erasedDisputes: ErasedPlace = {
  // Of the disputes that were over when it was decided, and not of one that was opened since.
  async before(app, { merchantId, ids }) {
    const files = await app.db.run(listFilesOfDisputes, { merchantId, ids })
    for (const { file_name } of files) await app.files.remove(file_name)
  },
  async ofPayment(tx, { merchantId, paymentId, pseudonym }) {
    await tx.run(eraseDisputeHistory, { merchantId, paymentId, pseudonym })
    await tx.run(eraseDisputes, { merchantId, paymentId, pseudonym })
  },
}

/** Returns the e-mail addresses and texts in the disputes of a payment. */
export async function listTextsOfDisputes(
  { db }: Pick<App, 'db'>,
  merchantId: MerchantId,
  paymentId: PaymentId,
): Promise<{ readonly emails: readonly string[]; readonly texts: readonly string[] }> {
  const disputes = await db.run(listDisputeTexts, { merchantId, paymentId })
  const history = await db.run(listHistoryTexts, { merchantId, paymentId })
  return {
    emails: disputes.map(({ email }) => email),
    texts: [...disputes.map(({ comment }) => comment), ...history.flatMap(({ content, note }) => [content, note])],
  }
}
