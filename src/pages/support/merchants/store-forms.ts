import { changeStoreWithin } from '../../../money/obligations/change-store-within.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import type { Tx } from '../../../platform/db/db.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { addStore } from '../../../platform/merchants/stores/add-store.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { idIn } from '../../back-office/visit.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { isName, parseCountry } from './merchant-form.ts'
import type { Problem } from './problem.ts'
import { changedSettings, isUnchanged, settingsFrom } from './shown-settings.ts'
import { merchantPage } from './view-merchant.ts'

/** Adds a store to a merchant. */
export async function submitNewStore(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, id, address } = visit
  const merchantCode = (fields['merchant_code'] ?? '').trim()
  const country = parseCountry(fields['country'])
  const wrong = async (): Promise<SupportAnswer> => {
    return { ...(await merchantPage(visit, { problem: { of: 'new_store', fields } })), status: 422 }
  }
  if (country === undefined || !isName(merchantCode)) return wrong()
  const details = { merchant_code: merchantCode, country }
  const of = { merchantId: id }
  try {
    await addStore(app, id, { merchantCode, country, checkout: 'strict' }, (tx) =>
      recordDone(visit, { what: 'add_store', onKind: 'merchant', onId: id, details }, of, tx),
    )
  } catch (error) {
    if (error instanceof Refusal && error.kind !== 'not_found') return wrong()
    throw error
  }
  return { goTo: address(`merchants/${id}`, { done: 'store' }) }
}

/**
 * Changes a store's settings and fees. Existing payments keep theirs. Answers 409 if the settings have changed since
 * the page was opened.
 */
export async function submitStore(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, id, address, request, principal } = visit
  const storeId = idIn(request, 'store')
  const store = (await listStores(app, id)).find((one) => one.id === storeId)
  if (store === undefined) throw refusals.noSuchPage()
  const answer = async (status: number, problem: Omit<Problem, 'of'>): Promise<SupportAnswer> => {
    return { ...(await merchantPage(visit, { problem: { of: storeId, ...problem } })), status }
  }
  let before = store
  const change = (now: Store) => {
    if (!isUnchanged(now, fields)) throw refusals.settingsChanged()
    const settings = settingsFrom(fields, now)
    if (settings === undefined) throw refusals.wrongSettings()
    before = now
    return { settings, accepted: [] }
  }
  const note = async (tx: Tx, after: Store): Promise<void> => {
    const changed = changedSettings(before, after)
    if (Object.keys(changed).length === 0) return
    const details = { merchant_code: store.merchantCode, ...changed }
    await recordDone(visit, { what: 'change_store', onKind: 'merchant', onId: id, details }, { merchantId: id }, tx)
  }
  try {
    await changeStoreWithin(app, id, store.merchantCode, change, principal.name, note)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    if (error.message === refusals.settingsChanged.text) return answer(409, { fields: {}, isStale: true })
    if (error.kind === 'bad_data') return answer(422, { fields })
    throw error
  }
  return { goTo: address(`merchants/${id}`, { done: 'settings' }) }
}
