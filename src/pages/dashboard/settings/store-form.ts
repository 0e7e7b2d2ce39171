import { readTypedAmount } from '../../../platform/base/money.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { latinDigits } from '../../../platform/base/texts.ts'
import { day, second } from '../../../platform/base/times.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { changeStore } from '../../../platform/merchants/stores/change-store.ts'
import {
  type StoreSettings,
  settingsProblem,
  storeNameProblem,
} from '../../../platform/merchants/stores/store-settings.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { SettingName } from '../../../platform/people/activities/activity.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { seenOf } from './seen.ts'
import { type SettingsProblem, showSettings, storeIn } from './view-settings.ts'

type Typed = Pick<StoreSettings, Exclude<SettingName, 'logo'>>

/** Changes a store's name, limits and automatic capture. From a page that is old it changes nothing. */
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
  const change = (store: Store): Typed => {
    if (seenOf(store) !== fields['seen']) throw refusals.settingsChanged()
    return typed
  }
  try {
    await changeStore(app, merchantId, code, change, (tx) =>
      recordDone(visit, { what: 'change_store', onKind: 'store', onId: before.id, details }, tx),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.message !== refusals.settingsChanged.text) throw error
    return { ...(await showSettings(visit, code, { isStale: true })), status: 409 }
  }
  return { goTo: visit.address('settings', { store: code, done: 'store' }) }
}

function readTyped(store: Store, fields: Fields): Typed | SettingsProblem {
  const name = (fields['name'] ?? '').trim()
  if (storeNameProblem(name) !== undefined) return 'name'
  const smallestOrderMinor = readTypedAmount(fields['smallest_order'] ?? '', store.currency)
  if (typeof smallestOrderMinor === 'string' || smallestOrderMinor <= 0n) return 'smallest'
  const largestOrderMinor = readTypedAmount(fields['largest_order'] ?? '', store.currency)
  if (typeof largestOrderMinor === 'string') return 'largest'
  const days = latinDigits(fields['auto_capture_days'] ?? '').trim()
  if (!/^(\d{1,3})?$/.test(days)) return 'autoCapture'
  const autoCaptureSeconds = days === '' ? null : (Number(days) * day) / second
  const typed = { name, smallestOrderMinor, largestOrderMinor, autoCaptureSeconds }
  return settingsProblem({ ...store, ...typed }) === undefined ? typed : 'largest'
}

function namesOfChanged(store: Store, typed: Typed): string[] {
  return (Object.keys(typed) as (keyof Typed)[]).filter((name) => typed[name] !== store[name])
}
