import { exposuresBeyond } from '../../../money/obligations/judge-exposure.ts'
import { acceptResponsibility } from '../../../money/obligations/responsibilities.ts'
import { changeRisk } from '../../../money/risk/change-risk.ts'
import { type RuleSet, readExposure } from '../../../money/risk/rules.ts'
import { Refusal } from '../../../platform/base/refusals.ts'
import { latinDigits } from '../../../platform/base/texts.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { recordDone } from '../record-done.ts'
import { refusals } from '../refusals.ts'
import { merchantPage } from './view-merchant.ts'
import { formatRules } from './views/risk.ts'

/**
 * Changes a merchant's risk rules of one mode. An empty rule takes the service's default.
 * Keeps the rules of single stores, and the blocked customers. Answers 409 if the rules have changed since the page was
 * opened.
 */
export async function submitRisk(visit: SupportVisit, fields: Fields): Promise<SupportAnswer> {
  const { app, id, address, principal } = visit
  const isTest = fields['mode'] !== 'live'
  const stores = await listStores(app, id)
  if (stores.length === 0) throw refusals.noSuchPage()
  const rules = rulesFrom(
    fields,
    stores.map(({ currency }) => currency),
  )
  const scope = { merchantId: id, isTest }
  const of = isTest ? 'risk_test' : 'risk_live'
  if (rules === undefined) return { ...(await merchantPage(visit, { problem: { of, fields } })), status: 422 }
  const beyond = isTest ? [] : exposuresBeyond(rules, stores)
  if (beyond.length > 0 && fields['accept'] !== 'yes') {
    return { ...(await merchantPage(visit, { problem: { of, fields, isBeyond: true } })), status: 422 }
  }
  try {
    await changeRisk(
      app,
      scope,
      (current) => {
        if (formatRules(current.rules) !== fields['seen']) throw refusals.settingsChanged()
        return { ...current, rules }
      },
      async (tx) => {
        await acceptResponsibility(app, tx, id, beyond, principal.name)
        const details = { ...rules, ...(beyond.length > 0 && { responsibility: true }) }
        await recordDone(visit, { what: 'change_risk', onKind: 'merchant', onId: id, details }, scope, tx)
      },
    )
  } catch (error) {
    if (!(error instanceof Refusal) || error.message !== refusals.settingsChanged.text) throw error
    return { ...(await merchantPage(visit, { problem: { of, fields: {}, isStale: true } })), status: 409 }
  }
  return { goTo: address(`merchants/${id}`, { done: 'risk' }) }
}

function rulesFrom(fields: Fields, currencies: Parameters<typeof readExposure>[1]): RuleSet | undefined {
  const typed = (name: string): string => latinDigits(fields[name] ?? '').trim()
  const exposure = typed('max_open_exposure') === '' ? undefined : readExposure(typed('max_open_exposure'), currencies)
  const orders = typed('max_orders_per_day')
  const overdue = fields['refuse_overdue']
  if (typeof exposure === 'object' || !/^(\d{1,9}|off|)$/.test(orders)) return undefined
  return {
    ...(exposure === undefined ? {} : { max_open_exposure: exposure }),
    ...(orders === '' ? {} : { max_orders_per_day: orders === 'off' ? 'off' : Number(orders) }),
    ...(overdue === 'on' || overdue === 'off' ? { refuse_overdue: overdue === 'on' } : {}),
  }
}
