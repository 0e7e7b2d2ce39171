import type { Charge } from '../../money/charges/charge.ts'
import type { LoadedPlan } from '../../money/collections/get-plan.ts'
import { purchaseModelOf } from './purchase-model.ts'
import type { ViewModel } from './view-model.ts'
import { renderBank, renderWaiting } from './views/bank.ts'
import { type PurchaseNote, renderPurchase } from './views/purchase.ts'
import type { AccountWords } from './words/words.ts'

/** The outcome of the last form: the customer's charge, or a new card. */
interface RecentAction {
  readonly chargeId: string | undefined
  readonly isCardChanged: boolean
}

/** Returns the stage of a purchase. The page reloads when the stage changes. */
export function stageOf({ collection, charges }: LoadedPlan, followedId: string | undefined): string {
  const followed = charges.find(({ id }) => id === followedId)
  return [collection.chargeId ?? 'free', followed?.state ?? ''].join(' ').trim()
}

/** Returns the page of a purchase, or of its charge while the bank has not answered. */
export function showPurchase(
  model: ViewModel,
  words: AccountWords,
  plan: LoadedPlan,
  { chargeId, isCardChanged }: RecentAction,
): string {
  const purchase = purchaseModelOf(plan)
  const charge = plan.charges.find(({ id }) => id === chargeId)
  const here = { ...model, stage: stageOf(plan, chargeId) }
  if (charge?.kind !== 'early') {
    return renderPurchase(here, words, purchase, { note: isCardChanged ? { kind: 'card' } : undefined })
  }
  if (charge.state === 'challenged') return renderBank(here, words, purchase, charge)
  if (charge.state === 'open') return renderWaiting(here, words, purchase, charge.id)
  return renderPurchase(here, words, purchase, { note: noteOf(charge), query: { charge: charge.id } })
}

function noteOf({ state, amountMinor, declineReason }: Charge): PurchaseNote | undefined {
  if (state === 'approved') return { kind: 'paid', amountMinor }
  if (state === 'declined') return { kind: 'declined', reason: declineReason ?? 'declined' }
  return { kind: 'unclear', amountMinor }
}
