import { changeLogo } from '../../../platform/merchants/stores/change-logo.ts'
import type { Logo } from '../../../platform/merchants/stores/logo.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { SettingName } from '../../../platform/people/activities/activity.ts'
import type { Answer, Fields, Visit, FormInput } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { showSettings, storeIn } from './view-settings.ts'

/** Gives a store the logo that was sent. */
export async function submitLogo(visit: Visit, fields: Fields, { logo = 'none' }: FormInput): Promise<Answer> {
  if (typeof logo !== 'string') return change(visit, fields, logo)
  const store = storeIn(await listStores(visit.app, visit.session.merchantId), fields['store'] ?? '')
  const problem = ({ none: 'noLogo', type: 'logoType', size: 'logoSize' } as const)[logo]
  return { ...(await showSettings(visit, store.merchantCode, { problem, fields })), status: 422 }
}

/** Takes a store's logo away: customers see its first letters. */
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
