import { listErasureRequestsOf } from '../../../money/customers/erasure-requests.ts'
import { parsePhone } from '../../../platform/base/phone.ts'
import { workOn } from '../../../platform/people/claims/claims.ts'
import { FilterBar, type FilterField } from '../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty, Note } from '../../../platform/ui/back-office/components/panel.ts'
import { html } from '../../../platform/ui/html.ts'
import { leftToRight } from '../../../platform/ui/words/lang.ts'
import type { Section, SupportAnswer, SupportVisit } from '../page.ts'
import { caseOfPhone, isOpened, ReasonForm } from '../personal.ts'
import { submitBlock, submitOpenPhone, submitUnlock } from './customer-forms.ts'
import { Customer } from './customer-page.ts'
import {
  submitConfirmErase,
  submitCorrect,
  submitErase,
  submitExport,
  submitWithdrawErase,
  viewErasureRequest,
} from './data-forms.ts'
import { CustomerData } from './data-panel.ts'
import { loadCustomer } from './load-customer.ts'

/** A customer at all merchants. The phone identifies the customer. */
export const customers: Section = {
  pages: [
    { path: '/customers', view: viewCustomers },
    { path: '/erasure-requests/:id', view: viewErasureRequest },
  ],
  forms: [
    { path: '/customers', submit: submitOpenPhone },
    { path: '/customers/block', submit: (visit, fields) => submitBlock(visit, fields, true) },
    { path: '/customers/unblock', submit: (visit, fields) => submitBlock(visit, fields, false) },
    { path: '/customers/unlock', submit: submitUnlock },
    { path: '/customers/export', submit: submitExport },
    { path: '/customers/correct', submit: submitCorrect },
    { path: '/customers/erase', submit: submitErase },
    { path: '/customers/erase/confirm', submit: submitConfirmErase },
    { path: '/customers/erase/withdraw', submit: submitWithdrawErase },
  ],
}

/** The page of a customer. Without a reason it shows only the form that asks for one. */
async function viewCustomers(visit: SupportVisit): Promise<SupportAnswer> {
  const { words, query, address } = visit
  const { texts } = words
  const typed = query('phone') ?? ''
  const phone = parsePhone(typed, 'AE')
  if (phone === undefined) {
    const error = typed.trim() === '' ? undefined : texts.noPhone
    const fields: readonly FilterField[] = [
      { name: 'phone', label: texts.customerPhone, value: '', type: 'text', error },
    ]
    const content = html`${FilterBar({ words, action: address('customers'), fields })}
      ${Empty({ icon: 'customers', title: texts.customersEmpty, lead: texts.customersEmptyLead })}`
    return { page: { title: texts.pageNames.customers }, content, isAddressHidden: true }
  }
  if (!(await isOpened(visit, caseOfPhone(phone)))) {
    const content = ReasonForm({
      visit,
      title: texts.customerClosedTitle,
      lead: texts.customerClosedLead,
      label: texts.openCase,
    })
    return { page: { title: texts.pageNames.customers }, content, isAddressHidden: true }
  }
  const customer = await loadCustomer(visit, phone)
  const doneTexts: Readonly<Record<string, string>> = texts.customerDone
  const done = doneTexts[query('done') ?? '']
  const problemTexts: Readonly<Record<string, string>> = texts.customerProblems
  const problem = problemTexts[query('problem') ?? '']
  const requests = await listErasureRequestsOf(visit.app, phone)
  const claims = new Map(
    await Promise.all(requests.map(async ({ id }) => [id, await workOn(visit.app, visit.session, id)] as const)),
  )
  const content = html`${done && Note({ tone: 'good', children: html`<p>${done}</p>` })}
    ${problem && Note({ tone: 'bad', children: html`<p>${problem}</p>` })}
    ${Customer({ visit, customer })}${CustomerData({ visit, phone, requests, claims })}`
  const back = { href: address('customers'), label: texts.pageNames.customers }
  return { page: { title: texts.customerTitle(leftToRight(phone)), back }, content }
}
