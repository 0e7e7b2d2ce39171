import { planAt } from '../../../money/plans/plan.ts'
import type { Decision } from '../../../money/risk/judge.ts'
import { type Currency, currencies, marketOf } from '../../../platform/base/markets.ts'
import { parseAmount } from '../../../platform/base/money.ts'
import { shortText } from '../../../platform/base/texts.ts'
import { VisitForm } from '../../../platform/people/pages/visit-form.ts'
import { DataTable } from '../../../platform/ui/back-office/components/data-table.ts'
import { Note, Panel } from '../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { isolated, leftToRight } from '../../../platform/ui/words/lang.ts'
import { PaymentAmount } from '../../back-office/payment-amount.ts'
import type { SupportVisit } from '../page.ts'
import { sayPort } from '../payments/say-port.ts'
import type { LoadedCustomer } from './load-customer.ts'

interface CustomerProps {
  readonly visit: SupportVisit
  readonly customer: LoadedCustomer
}

/** A customer's block, debts, purchases and refused orders. */
export function Customer(props: CustomerProps): Content {
  return html`${Standing(props)}${Exposures(props)}${Purchases(props)}${Refused(props)}`
}

function Standing({ visit, customer }: CustomerProps): Content {
  const { words } = visit
  const { texts } = words
  const { phone, isBlocked, blockedBy } = customer
  const tag = isBlocked
    ? ({ tone: 'bad', text: texts.isBlocked } as const)
    : ({ tone: 'good', text: texts.isNotBlocked } as const)
  const form = (path: string, label: string): Content =>
    VisitForm({
      visit,
      to: path,
      class: 'move',
      hidden: { phone },
      children: html`<button class="button" type="submit">${label}</button>`,
    })
  return Panel({
    title: texts.standingPanel,
    aside: StatusTag(tag),
    children: html`
      <p class="soft">${texts.blockLead}</p>
      ${
        blockedBy.length > 0 &&
        html`<p>${texts.blockedByMerchants(words.list(blockedBy.map(({ name }) => isolated(name))))}</p>`
      }
      <div class="moves">
        ${isBlocked ? form('customers/unblock', texts.unblock) : form('customers/block', texts.block)}
        ${form('customers/unlock', texts.unlock)}
      </div>
      <p class="soft">${texts.unlockLead}</p>
    `,
  })
}

function Exposures({ visit, customer }: CustomerProps): Content {
  const { words } = visit
  const { texts } = words
  const limits = currencies.map((currency) => words.money(marketOf(currency).largestExposureMinor, currency))
  const limit = html`<p class="soft">${texts.marketLimits(words.list(limits))}</p>`
  if (customer.exposure.length === 0) {
    return Panel({ title: texts.exposurePanel, children: html`<p class="soft">${texts.owesNothing}</p>${limit}` })
  }
  return Panel({
    title: texts.exposurePanel,
    children: html`${DataTable({
      caption: texts.exposurePanel,
      columns: [{ label: texts.mode }, { label: texts.overdue }, { label: texts.owed, isNumber: true }],
      rows: customer.exposure.map(({ isTest, currency, openMinor, isOverdue }) => ({
        cells: [isTest ? texts.test : texts.live, isOverdue ? texts.yes : texts.no, words.money(openMinor, currency)],
      })),
    })}${limit}`,
  })
}

function Purchases({ visit, customer }: CustomerProps): Content {
  const { words, address, moment } = visit
  const { texts } = words
  const { purchases, hasMore } = customer
  if (purchases.length === 0) {
    return Panel({ title: texts.purchasesPanel, children: html`<p class="soft">${texts.noPurchases}</p>` })
  }
  return Panel({
    title: texts.purchasesPanel,
    children: html`
      ${DataTable({
        caption: texts.purchasesPanel,
        columns: [
          { label: texts.order },
          { label: texts.merchant },
          { label: texts.mode, isMinor: true },
          { label: texts.boughtAt, isMinor: true },
          { label: texts.planLabel },
          { label: texts.decision },
          { label: texts.amount, isNumber: true },
        ],
        rows: purchases.map(({ plan, actor, merchantName, decision }) => {
          const { payment, collection } = plan
          return {
            href: address(`payments/${payment.id}`),
            cells: [
              html`<bdi>${shortText(payment.orderReference, 60) || payment.id}</bdi>`,
              html`<bdi>${merchantName}</bdi>`,
              actor.isTest ? texts.test : texts.live,
              moment(collection.startsAt, payment.currency),
              texts.planStatuses[planAt(plan.facts, plan.now).status],
              DecisionText({ visit, decision, currency: payment.currency }),
              PaymentAmount({ payment, words }),
            ],
          }
        }),
      })}
      ${hasMore && html`<p class="soft">${texts.moreLeft}</p>`}
    `,
  })
}

function Refused({ visit, customer }: CustomerProps): Content {
  const { words, address, moment } = visit
  const { texts } = words
  const partial = customer.isRefusedPartial && Note({ tone: 'wait', children: html`<p>${texts.searchIsPartial}</p>` })
  if (customer.refused.length === 0) return partial || null
  return Panel({
    title: texts.refusedPanel,
    children: html`
      ${partial}
      ${DataTable({
        caption: texts.refusedPanel,
        columns: [
          { label: texts.order },
          { label: texts.merchant },
          { label: texts.mode, isMinor: true },
          { label: texts.refusedAt, isMinor: true },
          { label: texts.decision },
          { label: texts.amount, isNumber: true },
        ],
        rows: customer.refused.map(({ payment, decision }) => ({
          href: address(`payments/${payment.id}`),
          cells: [
            html`<bdi>${shortText(payment.orderReference, 60) || payment.id}</bdi>`,
            html`<bdi>${payment.merchantName}</bdi>`,
            payment.isTest ? texts.test : texts.live,
            moment(payment.createdAt, payment.currency),
            DecisionText({ visit, decision, currency: payment.currency }),
            words.money(payment.amountMinor, payment.currency),
          ],
        })),
      })}
    `,
  })
}

interface DecisionTextProps {
  readonly visit: SupportVisit
  readonly decision: Decision | undefined
  readonly currency: Currency
}

/** The rules whose limit and value are amounts. */
const rulesOfAmounts: readonly Decision['rules'][number]['name'][] = ['order_size', 'plans', 'max_open_exposure']

/** A risk decision, and each rule's value with its limit. */
function DecisionText({ visit, decision, currency }: DecisionTextProps): Content {
  const { words } = visit
  const { texts } = words
  if (decision === undefined) return '–'
  const names: Readonly<Record<string, string>> = texts.ruleNames
  // Rules with a yes or a no have no limit.
  const ruleText = ({ name, seen, limit }: Decision['rules'][number]): string => {
    const rule = names[name] ?? name
    if (typeof seen === 'boolean') return texts.ruleIs(rule, seen ? texts.yes : texts.no)
    const valueText = (value: string | number): string => {
      const minor = rulesOfAmounts.includes(name) ? parseAmount(String(value), currency) : undefined
      return typeof minor === 'bigint' ? words.money(minor, currency) : leftToRight(String(value))
    }
    const value = seen === null ? '–' : valueText(seen)
    return limit === null || typeof limit === 'boolean'
      ? texts.ruleIs(rule, value)
      : texts.ruleSaw(rule, value, valueText(limit))
  }
  const outcomes = {
    approved: { tone: 'good', text: texts.letThrough },
    rejected: { tone: 'bad', text: texts.wasRefused },
    referred: { tone: 'wait', text: texts.wasReferred },
  } as const
  return html`${StatusTag(outcomes[decision.outcome])}
    <ul class="small soft">
      ${decision.rules.map(
        (rule) => html`<li>${rule.spoke && html`<strong>${texts.spoke}</strong> `}${ruleText(rule)}</li>`,
      )}
      ${decision.port && sayPort(decision.port, visit.words).map((line) => html`<li>${line}</li>`)}
    </ul>`
}
