import { changeStoreWithin } from '../../../money/obligations/change-store-within.ts'
import { readOffers } from '../../../money/obligations/read-offers.ts'
import { PlansInput } from '../../../money/obligations/schemas.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { Tx } from '../../../platform/db/db.ts'
import { readBody } from '../../../platform/http/read-body.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { planName } from '../../../platform/merchants/stores/plan-terms.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { idIn } from '../../back-office/visit.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { planFieldFrom, plansBodyFrom, shownPlans } from './plan-fields.ts'
import type { Problem } from './problem.ts'
import { merchantPage } from './view-merchant.ts'

/**
 * Changes the plans that a store offers from its next session on, with the agent's name where they are beyond the
 * market's profile. Answers 409 if the plans have changed since the page was opened.
 */
export async function submitPlans(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, id, address, request, principal } = visit
  const storeId = idIn(request, 'store')
  const store = (await listStores(app, id)).find((one) => one.id === storeId)
  if (store === undefined) throw refusals.noSuchPage()
  const answer = async (status: number, problem: Omit<Problem, 'of'>): Promise<SupportAnswer> => {
    return { ...(await merchantPage(visit, { problem: { of: `${storeId} plans`, ...problem } })), status }
  }
  const { body, numbers } = plansBodyFrom(fields)
  let isAccepted = false
  const read = (now: Store) => {
    if (fields['seen'] !== shownPlans(now)) throw refusals.settingsChanged()
    const { offers, accepted } = readPlans(body, now)
    isAccepted = accepted.length > 0
    return { settings: { offers }, accepted }
  }
  const note = async (tx: Tx, { merchantCode, offers: { terms, feeRefund } }: Store): Promise<void> => {
    const plans = terms.map(planName).join(' ')
    const details = { merchant_code: merchantCode, plans, service_fee_refund: feeRefund, responsibility: isAccepted }
    await recordDone(visit, { what: 'change_store', onKind: 'merchant', onId: id, details }, { merchantId: id }, tx)
  }
  try {
    await changeStoreWithin(app, id, store.merchantCode, read, principal.name, note)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.message === refusals.settingsChanged.text) return answer(409, { fields: {}, isStale: true })
    if (error.fields === undefined) throw error
    const wrong = error.fields.map(({ field }) => planFieldFrom(field, numbers))
    return answer(422, {
      fields,
      wrong: new Set(wrong),
      isBeyond: isReadable({ ...body, accept_responsibility: true }, store),
    })
  }
  return { goTo: address(`merchants/${id}`, { done: 'settings' }) }
}

const readPlans = (body: object, store: Store) =>
  readBody(PlansInput, body, (given, wrong) => readOffers(given, store, '$', wrong))

// Whether only the profile of the market is against it.
function isReadable(body: object, store: Store): boolean {
  try {
    readPlans(body, store)
    return true
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}
