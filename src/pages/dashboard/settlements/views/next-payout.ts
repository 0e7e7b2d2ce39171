import type { UnpaidPayouts, UpcomingPayouts } from '../../../../money/settlements/list-upcoming-payouts.ts'
import type { PlannedPayout, SummedDays, UpcomingPayout } from '../../../../money/settlements/upcoming-payout.ts'
import type { Currency } from '../../../../platform/base/markets.ts'
import type { Instant } from '../../../../platform/base/times.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { type Fact, Facts, Figures, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Visit } from '../../page.ts'
import { nameOfStore } from '../../store-name.ts'
import { momentAt } from '../../times.ts'
import type { DashboardWords } from '../../words/words.ts'

interface NextPayoutProps {
  readonly visit: Visit
  readonly payouts: UpcomingPayouts
  readonly stores: readonly Store[]
  /** Whether the page lists the payouts below. */
  readonly isOnList?: boolean
}

type Planned = UpcomingPayout & { readonly next: PlannedPayout }

/** More stores are counted, not listed. */
const mostStores = 10

/** The panel of the next payout: payouts under way first, then date, amount, days and account of the next ones. */
export function NextPayout({ visit, payouts, stores, isOnList = false }: NextPayoutProps): Content {
  const { words, isTest } = visit
  const { texts } = words
  const planned = payouts.stores.filter((one): one is Planned => one.next !== undefined)
  const debts = payouts.stores.filter(({ carried }) => carried !== undefined)
  const [only] = planned
  return Panel({
    title: texts.nextPayout,
    aside: !isOnList && html`<a class="quiet" href=${visit.address('payouts')}>${texts.allPayouts}</a>`,
    children: html`
      ${payouts.unpaid.map((unpaid) => UnpaidNote({ visit, unpaid }))}
      ${
        only === undefined
          ? debts.length === 0 &&
            html`<p><strong>${texts.nothingUpcoming}</strong></p><p class="soft">${texts.noPayoutsLead}</p>`
          : html`${PlannedFigures({ words, planned })}
              ${planned.length === 1 ? OnePayout({ visit, planned: only, stores }) : Payouts({ visit, planned, stores })}
              ${planned.some(({ next }) => next.isOpen) && html`<p class="soft small">${texts.amountChanges}</p>`}`
      }
      ${debts.slice(0, mostStores).map((debt) => Debt({ visit, debt, stores }))}
      ${isTest && html`<p class="soft small">${texts.testPayouts}</p>`}
    `,
  })
}

function UnpaidNote({ visit, unpaid }: { visit: Visit; unpaid: UnpaidPayouts }): Content {
  const { words, address } = visit
  const { texts } = words
  const { currency, state, isHeld, count, amountMinor, since, id } = unpaid
  const amount = words.money(amountMinor, currency)
  const link = html`<a href=${address(id === null ? 'payouts' : `payouts/${id}`)}>
    ${id === null ? texts.allPayouts : texts.seePayout}
  </a>`
  if (isHeld) {
    return Note({
      tone: 'bad',
      children: html`<p>${texts.payoutsHeld(amount)} ${AccountHint({ visit })}</p>`,
    })
  }
  const status = state === 'pending' ? texts.underWayPending : texts.underWayExported
  const made = texts.underWay(amount, momentAt(words, since, currency), count === 1 ? undefined : words.number(count))
  return Note({ tone: 'wait', children: html`<p>${made} ${status} ${link}</p>` })
}

/** What to do without a bank account: a link for those who may name it. */
function AccountHint({ visit, store }: { visit: Visit; store?: Store | undefined }): Content {
  const { texts } = visit.words
  if (!visit.may('change_beneficiary')) return texts.adminNamesAccount
  const href = `${visit.address('settings', { store: store?.merchantCode })}#beneficiary`
  return html`<a href=${href}>${texts.nameAccount}</a>`
}

interface Sum {
  readonly currency: Currency
  readonly at: Instant
  readonly amountMinor: bigint | null
}

// Different currencies and times are never added.
function sumsOf(parts: readonly Sum[]): readonly Sum[] {
  const groups = Map.groupBy(parts, ({ currency, at }) => `${at} ${currency}`)
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return []
    const add = (sum: bigint | null, { amountMinor }: Sum): bigint | null =>
      sum === null || amountMinor === null ? null : sum + amountMinor
    return [{ ...first, amountMinor: others.reduce(add, first.amountMinor) }]
  })
}

function PlannedFigures({ words, planned }: { words: DashboardWords; planned: readonly Planned[] }): Content {
  const sums = sumsOf(planned.map(({ currency, next: { at, amountMinor } }) => ({ currency, at, amountMinor })))
  return Figures({
    figures: sums.slice(0, mostStores).map((sum) => ({
      label: momentAt(words, sum.at, sum.currency),
      value: amountText(words, sum.amountMinor, sum.currency),
    })),
  })
}

function amountText(words: DashboardWords, minor: bigint | null, currency: Currency): string {
  return minor === null ? words.texts.amountLater : words.money(minor, currency)
}

function daysText(words: DashboardWords, { from, to, isOpen }: SummedDays): string {
  const days = from === to ? words.longDate(from) : words.texts.fromTo(words.longDate(from), words.longDate(to))
  return isOpen ? words.texts.daysSoFar(days) : days
}

interface OnePayoutProps extends Pick<NextPayoutProps, 'visit' | 'stores'> {
  readonly planned: Planned
}

function OnePayout({ visit, planned, stores }: OnePayoutProps): Content {
  const { words, isTest } = visit
  const { texts } = words
  const { next, merchantCode, currency } = planned
  const facts: Fact[] = [
    ...(stores.length > 1 ? [[texts.store, html`<bdi>${nameOfStore(stores, merchantCode)}</bdi>`] as const] : []),
    [texts.payoutDays, daysText(words, next)],
    ...(next.carriedMinor === 0n ? [] : [[texts.openingRow, words.money(next.carriedMinor, currency)] as const]),
    ...(isTest ? [] : [[texts.bankAccount, Account({ visit, stores, merchantCode })] as const]),
    ...laterFacts(words, [planned]),
  ]
  return Facts({ facts })
}

// The day that runs, if it is paid later.
function laterFacts(words: DashboardWords, planned: readonly Planned[]): Fact[] {
  const parts = planned.flatMap(({ currency, later }) => {
    return later === undefined ? [] : [{ currency, at: later.at, amountMinor: later.amountMinor }]
  })
  return sumsOf(parts).map((sum) => [
    words.texts.todayTitle,
    words.texts.paidLater(amountText(words, sum.amountMinor, sum.currency), momentAt(words, sum.at, sum.currency)),
  ])
}

interface AccountProps extends Pick<NextPayoutProps, 'visit' | 'stores'> {
  readonly merchantCode: string
  /** In a cell of a table. */
  readonly isShort?: boolean
}

function Account({ visit, stores, merchantCode, isShort = false }: AccountProps): Content {
  const store = stores.find((one) => one.merchantCode === merchantCode)
  const { name = '', iban = '' } = store?.beneficiary ?? {}
  if (iban === '' && isShort && visit.may('change_beneficiary')) return AccountHint({ visit, store })
  if (iban === '') return html`${visit.words.texts.noAccount} ${!isShort && AccountHint({ visit, store })}`
  return html`<span><bdi>${name}</bdi> <bdi dir="ltr">${`•••• ${iban.slice(-4)}`}</bdi></span>`
}

interface PayoutsProps extends Pick<NextPayoutProps, 'visit' | 'stores'> {
  readonly planned: readonly Planned[]
}

function Payouts({ visit, planned, stores }: PayoutsProps): Content {
  const { words, isTest } = visit
  const { texts } = words
  const columns = [
    { label: texts.store },
    { label: texts.paidOutOn },
    { label: texts.payoutDays },
    ...(isTest ? [] : [{ label: texts.bankAccount }]),
    { label: texts.amount, isNumber: true },
  ]
  const rows = planned.slice(0, mostStores).map(({ merchantCode, currency, next }) => ({
    cells: [
      html`<bdi>${nameOfStore(stores, merchantCode)}</bdi>`,
      momentAt(words, next.at, currency),
      daysText(words, next),
      ...(isTest ? [] : [Account({ visit, stores, merchantCode, isShort: true })]),
      amountText(words, next.amountMinor, currency),
    ],
  }))
  const more = planned.length - mostStores
  const later = laterFacts(words, planned)
  return html`${DataTable({ caption: texts.nextPayout, columns, rows })}
    ${more > 0 && html`<p class="soft small">${texts.moreStores(words.number(more))}</p>`}
    ${later.length > 0 && Facts({ facts: later })}`
}

interface DebtProps extends Pick<NextPayoutProps, 'visit' | 'stores'> {
  readonly debt: UpcomingPayout
}

function Debt({ visit, debt: { carried, merchantCode, currency }, stores }: DebtProps): Content {
  const { words } = visit
  if (carried === undefined || carried.amountMinor === null) return null
  const text = words.texts.carriedDebt(words.money(carried.amountMinor, currency), words.longDate(carried.from))
  const store = stores.length > 1 && html`<strong><bdi>${nameOfStore(stores, merchantCode)}</bdi></strong> `
  return html`<p>${store}${text}</p>`
}
