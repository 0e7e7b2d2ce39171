import { findStoreByCode, type Store } from '../../../platform/merchants/merchant.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { refusals } from '../refusals.ts'
import { settingsPage } from './views/settings.ts'

/** What is wrong with what was typed. */
export type SettingsProblem =
  | ('name' | 'smallest' | 'largest' | 'autoCapture' | 'beneficiaryName' | 'iban')
  | ('noLogo' | 'logoType' | 'logoSize')

/** What the page says of a form that was sent to it. */
export interface SaidOfSettings {
  readonly done?: string | undefined
  readonly problem?: SettingsProblem
  readonly fields?: Fields
  /** Somebody else has changed it since the page was opened. */
  readonly isStale?: boolean
}

/** The settings of one store: the one that the address names, or the first. */
export async function viewSettings(visit: Visit): Promise<Answer> {
  return showSettings(visit, visit.query('store'), { done: visit.query('done') })
}

/** Their page, with what it says of a form. */
export async function showSettings(visit: Visit, code: string | undefined, said: SaidOfSettings): Promise<Answer> {
  const stores = await listStores(visit.app, visit.session.merchantId)
  return settingsPage(visit, { stores, store: storeIn(stores, code), said })
}

/** The store with this merchant code, the first where none is asked for. Refuses with 404 a code of another merchant. */
export function storeIn(stores: readonly Store[], code: string | undefined): Store {
  const store = code === undefined ? stores[0] : findStoreByCode(stores, code)
  if (store === undefined) throw refusals.noSuchPage()
  return store
}
