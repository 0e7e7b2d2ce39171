import { getRisk } from '../../../money/risk/saved-settings.ts'
import { getMerchant } from '../../../platform/merchants/merchants.ts'
import { listStores } from '../../../platform/merchants/stores/stores.ts'
import { getFirstAdmin } from '../../../platform/people/admin-requests/first-admin.ts'
import { workOn } from '../../../platform/people/claims/claims.ts'
import { VisitForm } from '../../../platform/people/pages/visit-form.ts'
import { listTeam } from '../../../platform/people/team.ts'
import { Facts, Note, Panel } from '../../../platform/ui/back-office/components/panel.ts'
import { Field } from '../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { ClaimPanel } from '../claims/panel.ts'
import type { SupportAnswer, SupportVisit } from '../page.ts'
import type { Problem } from './problem.ts'
import { PeoplePanel } from './views/people.ts'
import { RiskPanel } from './views/risk.ts'
import { NewStoreForm, StorePanel } from './views/store.ts'

export function viewMerchant(visit: SupportVisit): Promise<SupportAnswer> {
  return merchantPage(visit, {})
}

/**
 * Returns the page of a merchant: stores with settings and fees, risk rules, people, and the form of the
 * impersonation view.
 */
export async function merchantPage(
  visit: SupportVisit,
  { problem }: { readonly problem?: Problem },
): Promise<SupportAnswer> {
  const { app, words, id, query, address, session } = visit
  const { texts } = words
  const merchant = await getMerchant(app, id)
  const [stores, members, firstAdmin, test, live, claim] = await Promise.all([
    listStores(app, id),
    listTeam(app, id),
    getFirstAdmin(app, id),
    getRisk(app.db, { merchantId: id, isTest: true }),
    getRisk(app.db, { merchantId: id, isTest: false }),
    workOn(app, session, id),
  ])
  const doneTexts: Readonly<Record<string, string>> = texts.merchantDone
  const done = doneTexts[query('done') ?? '']
  const problemOf = (of: string): Problem | undefined => (problem?.of === of ? problem : undefined)
  const content = html`
    ${done && Note({ tone: 'good', children: html`<p>${done}</p>` })}
    ${Panel({
      title: texts.merchantPanel,
      children: Facts({
        facts: [
          [texts.merchantName, html`<bdi>${merchant.name}</bdi>`],
          [texts.region, texts.regions[merchant.region]],
          [texts.merchantId, html`<bdi dir="ltr">${id}</bdi>`],
        ],
      }),
    })}
    ${ImpersonationPanel({ visit })}
    ${stores.map((store) => StorePanel({ visit, store, problem: problemOf(store.id), plansProblem: problemOf(`${store.id} plans`) }))}
    ${NewStoreForm({ visit, region: merchant.region, typed: problemOf('new_store')?.fields })}
    ${RiskPanel({ visit, mode: 'live', risk: live, stores, problem: problemOf('risk_live') })}
    ${RiskPanel({ visit, mode: 'test', risk: test, stores, problem: problemOf('risk_test') })}
    ${(firstAdmin.request !== undefined || claim !== undefined) && ClaimPanel({ visit, item: { kind: 'merchant', id }, claim })}
    ${PeoplePanel({
      visit,
      members,
      firstAdmin,
      problem: problemOf('invite'),
      isOwn: problemOf('own_request') !== undefined,
    })}`
  const back = { href: address('merchants'), label: texts.pageNames.merchants }
  return { page: { title: merchant.name, heading: html`<bdi>${merchant.name}</bdi>`, back }, content }
}

// The activity log stores each impersonation view with its reason.
function ImpersonationPanel({ visit }: { visit: SupportVisit }): Content {
  const { words, id, query } = visit
  const { texts } = words
  const error = query('reason') === 'missing' ? texts.reasonMissing : undefined
  return Panel({
    title: texts.impersonationPanel,
    children: html`
      <p class="soft">${texts.impersonationLead}</p>
      ${VisitForm({
        visit,
        to: `merchants/${id}/look`,
        class: 'stack',
        children: html`
          ${Field({
            name: 'reason',
            label: texts.reasonLabel,
            hint: texts.reasonHint,
            error,
            input: { maxlength: 500, autocomplete: 'off' },
          })}
          <button class="button" type="submit">${texts.impersonationButton}</button>
        `,
      })}
    `,
  })
}
