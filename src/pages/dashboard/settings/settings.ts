import { changeStoreWithin } from '../../../money/obligations/change-store-within.ts'
import { newlyBrokenRules } from '../../../money/obligations/judge-terms.ts'
import { readTypedAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { latinDigits } from '../../../platform/base/texts.ts'
import { day, second } from '../../../platform/base/times.ts'
import { nowFor } from '../../../platform/merchants/caller.ts'
import { findStoreByCode, type Store } from '../../../platform/merchants/merchant.ts'
import { type Beneficiary, beneficiaryFrom, ibanProblem } from '../../../platform/merchants/stores/beneficiary.ts'
import { changeLogo } from '../../../platform/merchants/stores/change-logo.ts'
import { changeStore } from '../../../platform/merchants/stores/change-store.ts'
import { legalEntityFrom, legalProblem } from '../../../platform/merchants/stores/legal-entity.ts'
import type { Logo } from '../../../platform/merchants/stores/logo.ts'
import {
  type StoreSettings,
  settingsProblem,
  storeNameProblem,
} from '../../../platform/merchants/stores/store-settings.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { SettingName } from '../../../platform/people/activities/activity.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { principalOf } from '../../../platform/people/sessions/session.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import type { Answer, Fields, FormInput, Section, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { recordDone } from '../visit.ts'
import { groupedIban, type SettingsNotice, type SettingsProblem, versionOf } from './store-settings.ts'
import { settingsPage } from './views/settings.ts'

/** The settings of each store. */
export const settings: Section = {
  pages: [{ path: '/settings', permission: 'see_settings', view: viewSettings }],
  forms: [
    { path: '/settings/store', permission: 'change_settings', submit: submitStore },
    { path: '/settings/logo', permission: 'change_settings', takes: 'logo', submit: submitLogo },
    { path: '/settings/logo/remove', permission: 'change_settings', submit: submitNoLogo },
    { path: '/settings/legal', permission: 'change_settings', submit: submitLegalEntity },
    { path: '/settings/beneficiary', permission: 'change_beneficiary', submit: submitBeneficiary },
  ],
}

/** Shows the settings of the store in the address, or of the first store. */
export async function viewSettings(visit: Visit): Promise<Answer> {
  return showSettings(visit, visit.query('store'), { done: visit.query('done') })
}

/** Returns that page with the outcome of a form. */
export async function showSettings(visit: Visit, code: string | undefined, notice: SettingsNotice): Promise<Answer> {
  const stores = await listStores(visit.app, visit.session.merchantId)
  return settingsPage(visit, { stores, store: storeIn(stores, code), notice })
}

/** Returns the store with this code, or the first without a code. Throws 404 for an unknown code. */
export function storeIn(stores: readonly Store[], code: string | undefined): Store {
  const store = code === undefined ? stores[0] : findStoreByCode(stores, code)
  if (store === undefined) throw refusals.noSuchPage()
  return store
}

const checkouts = ['strict', 'lenient'] as const

type StoreFormValues = Pick<StoreSettings, Exclude<SettingName, 'logo' | 'legalEntity'>>

/** Changes a store's name, limits and automatic capture. A stale page changes nothing. */
export async function submitStore(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, session } = visit
  const { merchantId } = session
  const before = storeIn(await listStores(app, merchantId), fields['store'] ?? '')
  const typed = readTyped(before, fields)
  const code = before.merchantCode
  if (typeof typed === 'string')
    return { ...(await showSettings(visit, code, { problem: typed, fields })), status: 422 }
  const changed = namesOfChanged(before, typed)
  if (changed.length === 0) return { goTo: visit.address('settings', { store: code, done: 'store' }) }
  const details = { store: code, changed: changed.join(' ') }
  const change = (store: Store) => {
    if (versionOf(store) !== fields['seen']) throw refusals.settingsChanged()
    return { settings: typed, accepted: [] }
  }
  return saveUnlessStale(visit, { code, done: 'store' }, () =>
    changeStoreWithin(app, merchantId, code, change, principalOf(session).name, (tx) =>
      recordDone(visit, { what: 'change_store', onKind: 'store', onId: before.id, details }, tx),
    ),
  )
}

// A stale page changes nothing.
async function saveUnlessStale(
  visit: Visit,
  { code, done }: { readonly code: string; readonly done: string },
  save: () => Promise<unknown>,
): Promise<Answer> {
  try {
    await save()
  } catch (error) {
    if (!(error instanceof Refusal) || error.message !== refusals.settingsChanged.text) throw error
    return { ...(await showSettings(visit, code, { isStale: true })), status: 409 }
  }
  return { goTo: visit.address('settings', { store: code, done }) }
}

function readTyped(store: Store, fields: Fields): StoreFormValues | SettingsProblem {
  const name = (fields['name'] ?? '').trim()
  if (storeNameProblem(name) !== undefined) return 'name'
  const smallestOrderMinor = readTypedAmount(fields['smallest_order'] ?? '', store.currency)
  if (typeof smallestOrderMinor === 'string' || smallestOrderMinor <= 0n) return 'smallest'
  const largestOrderMinor = readTypedAmount(fields['largest_order'] ?? '', store.currency)
  if (typeof largestOrderMinor === 'string') return 'largest'
  const days = latinDigits(fields['auto_capture_days'] ?? '').trim()
  if (!/^(\d{1,3})?$/.test(days)) return 'autoCapture'
  const autoCaptureSeconds = days === '' ? null : (Number(days) * day) / second
  const checkout = checkouts.find((one) => one === fields['checkout']) ?? store.checkout
  const typed = { name, checkout, smallestOrderMinor, largestOrderMinor, autoCaptureSeconds }
  if (newlyBrokenRules(store, { ...store, smallestOrderMinor }).length > 0) return 'smallestOfPlans'
  return settingsProblem({ ...store, ...typed }) === undefined ? typed : 'largest'
}

function namesOfChanged(store: Store, typed: StoreFormValues): string[] {
  return (Object.keys(typed) as (keyof StoreFormValues)[]).filter((name) => typed[name] !== store[name])
}

/** Changes a store's beneficiary after a confirmation and a proof. A stale page changes nothing. */
export async function submitBeneficiary(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, session, words } = visit
  const { texts } = words
  const { merchantId } = session
  const store = storeIn(await listStores(app, merchantId), fields['store'] ?? '')
  const code = store.merchantCode
  const to = beneficiaryFrom(fields['beneficiary_name'] ?? '', fields['beneficiary_iban'] ?? '')
  const problem = problemOf(store, to)
  if (problem !== undefined) return { ...(await showSettings(visit, code, { problem, fields })), status: 422 }
  if (!isConfirmed(fields)) {
    const sent = { store: code, seen: fields['seen'] ?? '', beneficiary_name: to.name, beneficiary_iban: to.iban }
    return askPage(visit, {
      title: texts.beneficiary,
      sentence: texts.askBeneficiary(isolated(store.name), isolated(to.name), isolated(groupedIban(to.iban))),
      label: texts.changeBeneficiary,
      to: 'settings/beneficiary',
      back: 'settings',
      fields: sent,
    })
  }
  const question = await proofPage(visit, fields)
  if (question !== undefined) return question
  const details = { store: code, iban: `…${to.iban.slice(-4)}` }
  const change = (now: Store): Pick<Store, 'beneficiary'> => {
    if (versionOf(now) !== fields['seen']) throw refusals.settingsChanged()
    return { beneficiary: to }
  }
  return saveUnlessStale(visit, { code, done: 'beneficiary' }, () =>
    changeStore(app, merchantId, code, change, (tx) =>
      recordDone(visit, { what: 'change_beneficiary', onKind: 'store', onId: store.id, details }, tx),
    ),
  )
}

/** Changes the legal entity that a store's statements name. A stale page changes nothing. */
export async function submitLegalEntity(visit: Visit, fields: Fields): Promise<Answer> {
  const { app, actor, session } = visit
  const { merchantId } = session
  const store = storeIn(await listStores(app, merchantId), fields['store'] ?? '')
  const { currency, legalEntity: before, merchantCode: code } = store
  const typed = {
    name: fields['legal_name'] ?? '',
    address: fields['legal_address'] ?? '',
    taxNumber: fields['tax_number'] ?? '',
  }
  const legalEntity = legalEntityFrom(typed, { currency, changedAt: nowFor(app, actor) })
  const problem = legalProblem(legalEntity, currency)
  if (problem !== undefined) return { ...(await showSettings(visit, code, { problem, fields })), status: 422 }
  const isSame = (['name', 'address', 'taxNumber'] as const).every((name) => legalEntity[name] === before[name])
  if (isSame) return { goTo: visit.address('settings', { store: code, done: 'legal' }) }
  const change = (now: Store): Pick<Store, 'legalEntity'> => {
    if (versionOf(now) !== fields['seen']) throw refusals.settingsChanged()
    return { legalEntity }
  }
  const details = { store: code, changed: 'legalEntity' satisfies SettingName }
  return saveUnlessStale(visit, { code, done: 'legal' }, () =>
    changeStore(app, merchantId, code, change, (tx) =>
      recordDone(visit, { what: 'change_store', onKind: 'store', onId: store.id, details }, tx),
    ),
  )
}

function problemOf(store: Store, beneficiary: Beneficiary): SettingsProblem | undefined {
  const { name, iban } = beneficiary
  if (name === '') return 'beneficiaryName'
  if (iban === '' || ibanProblem(iban) !== undefined) return 'iban'
  return settingsProblem({ ...store, beneficiary }) === undefined ? undefined : 'beneficiaryName'
}

/** Replaces a store's logo. */
export async function submitLogo(visit: Visit, fields: Fields, { logo = 'none' }: FormInput): Promise<Answer> {
  if (typeof logo !== 'string') return change(visit, fields, logo)
  const store = storeIn(await listStores(visit.app, visit.session.merchantId), fields['store'] ?? '')
  const problem = ({ none: 'noLogo', type: 'logoType', size: 'logoSize' } as const)[logo]
  return { ...(await showSettings(visit, store.merchantCode, { problem, fields })), status: 422 }
}

/** Removes a store's logo. Customers then see its initials. */
export function submitNoLogo(visit: Visit, fields: Fields): Promise<Answer> {
  return change(visit, fields, undefined)
}

async function change(visit: Visit, fields: Fields, logo: Logo | undefined): Promise<Answer> {
  const { app, session } = visit
  const { merchantCode, id } = storeIn(await listStores(app, session.merchantId), fields['store'] ?? '')
  const details = { store: merchantCode, changed: 'logo' satisfies SettingName }
  await changeLogo(app, session.merchantId, merchantCode, logo, (tx) =>
    recordDone(visit, { what: 'change_store', onKind: 'store', onId: id, details }, tx),
  )
  return { goTo: visit.address('settings', { store: merchantCode, done: logo === undefined ? 'no-logo' : 'logo' }) }
}
