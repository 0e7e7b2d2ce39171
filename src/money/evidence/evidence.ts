import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import { signDocument } from '../../platform/signing/sign-document.ts'
import { cardMoneyOf, eventsOf, headOf, ledgerOf, paymentOf, termsOf } from './document-parts.ts'
import { makeInTurn } from './document-turns.ts'
import { loadEvidence } from './load-evidence.ts'

/**
 * Returns the evidence about a payment: one signed JSON document in its canonical form, which stands by itself
 * (docs/contract/terms.md#evidence). Undefined if there is no such payment. Refuses with 429 if too many documents wait.
 */
export function makeEvidence(app: App, paymentId: PaymentId): Promise<string | undefined> {
  return makeInTurn(app, () => makeNow(app, paymentId))
}

async function makeNow(app: App, paymentId: PaymentId): Promise<string | undefined> {
  const loaded = await loadEvidence(app, paymentId)
  if (loaded === undefined) return undefined
  const { facts } = loaded
  return signDocument(app, {
    ...headOf(app, 'qist-evidence/1', facts),
    payment: paymentOf(facts),
    terms: termsOf(loaded),
    ...cardMoneyOf(facts),
    ...eventsOf(loaded),
    ledger: ledgerOf(loaded),
  })
}
