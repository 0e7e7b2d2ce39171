import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { signDocument } from '../../platform/signing/sign-document.ts'
import { cardMoneyOf, eventsOf, headOf, ledgerOf, paymentOf, termsOf } from './document-parts.ts'
import { loadEvidence } from './load-evidence.ts'

/**
 * Returns the evidence about a payment: one signed JSON document in its canonical form, which stands by itself
 * (docs/contract/terms.md#evidence). Undefined if there is no such payment.
 */
export async function makeEvidence(app: App, paymentId: PaymentId): Promise<string | undefined> {
  const loaded = await loadEvidence(app, paymentId)
  if (loaded === undefined) return undefined
  const { facts } = loaded
  return signDocument(app, {
    ...headOf(app, 'qist-evidence/1', facts),
    payment: paymentOf(facts),
    terms: termsOf(loaded),
    ...cardMoneyOf(facts),
    ...eventsOf(facts),
    ledger: ledgerOf(loaded),
  })
}
