import { Refusal } from '../../../platform/base/refusals.ts'
import type { Store } from '../../../platform/merchants/merchant.ts'
import { type Beneficiary, beneficiaryFrom, ibanProblem } from '../../../platform/merchants/stores/beneficiary.ts'
import { changeStore } from '../../../platform/merchants/stores/change-store.ts'
import { settingsProblem } from '../../../platform/merchants/stores/store-settings.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { askPage, isConfirmed } from '../../../platform/people/pages/ask-page.ts'
import { proofPage } from '../../../platform/people/pages/proof-page.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import type { Answer, Fields, Visit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { groupedIban } from './iban-groups.ts'
import { seenOf } from './seen.ts'
import { type SettingsProblem, showSettings, storeIn } from './view-settings.ts'

/** Says whom the bank pays for a store, once that was asked, and who asks for it is known. From a page that is old it changes nothing. */
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
  const asked = await proofPage(visit, fields)
  if (asked !== undefined) return asked
  const details = { store: code, iban: `…${to.iban.slice(-4)}` }
  const change = (now: Store): Pick<Store, 'beneficiary'> => {
    if (seenOf(now) !== fields['seen']) throw refusals.settingsChanged()
    return { beneficiary: to }
  }
  try {
    await changeStore(app, merchantId, code, change, (tx) =>
      recordDone(visit, { what: 'change_beneficiary', onKind: 'store', onId: store.id, details }, tx),
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.message !== refusals.settingsChanged.text) throw error
    return { ...(await showSettings(visit, code, { isStale: true })), status: 409 }
  }
  return { goTo: visit.address('settings', { store: code, done: 'beneficiary' }) }
}

function problemOf(store: Store, beneficiary: Beneficiary): SettingsProblem | undefined {
  const { name, iban } = beneficiary
  if (name === '') return 'beneficiaryName'
  if (iban === '' || ibanProblem(iban) !== undefined) return 'iban'
  return settingsProblem({ ...store, beneficiary }) === undefined ? undefined : 'beneficiaryName'
}
