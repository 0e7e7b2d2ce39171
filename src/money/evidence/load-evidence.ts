import type { App } from '../../platform/app/app.ts'
import type { PaymentId } from '../../platform/base/ids.ts'
import type { Agreement } from '../charges/agreement.ts'
import { findAgreement } from '../charges/charges.ts'
import type { Facts } from '../explain/facts.ts'
import { loadFacts } from '../explain/load-facts.ts'
import { listSealWay, type SealWay } from '../ledger/list-seal-way.ts'

/** What a document about a payment says, as it is stored. */
export interface EvidenceFacts {
  readonly facts: Facts
  /** Undefined before the payment is authorized, and for payments from before it was kept. */
  readonly agreement: Agreement | undefined
  readonly way: SealWay
}

/** Loads the facts of any merchant's payment; undefined if there is none. */
export async function loadEvidence(app: App, paymentId: PaymentId): Promise<EvidenceFacts | undefined> {
  const facts = await loadFacts(app, paymentId)
  if (facts === undefined) return undefined
  const { merchantId, isTest } = facts.payment
  const [agreement, way] = await Promise.all([
    findAgreement(app, { merchantId, isTest }, paymentId),
    listSealWay(app, merchantId, facts.entries),
  ])
  return { facts, agreement, way }
}
