import type { Region } from '../../../../platform/base/market-entries.ts'
import { countries, regionOf } from '../../../../platform/base/markets.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { feeRefunds, formatPercent } from '../../../../platform/merchants/stores/fee-rates.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Facts, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { ChoiceField, Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import { sayPlans } from '../../../back-office/store-plans.ts'
import type { Fields, SupportVisit } from '../../page.ts'
import type { Problem } from '../problem.ts'
import { expectedNameOf, settingsOf } from '../shown-settings.ts'
import { PlansFold } from './plans.ts'

interface StorePanelProps {
  readonly visit: SupportVisit
  readonly store: Store
  /** Why the form saved nothing. */
  readonly problem: Problem | undefined
  /** Why the form of its plans saved nothing. */
  readonly plansProblem: Problem | undefined
}

/** A store with its settings and fees, and the form that changes them. */
export function StorePanel({ visit, store, problem, plansProblem }: StorePanelProps): Content {
  const { words } = visit
  const { texts } = words
  const money = (minor: bigint): string => words.money(minor, store.currency)
  const { percent, fixedMinor, vatPercent } = store.feeRates
  return Panel({
    title: texts.storeTitle(isolated(store.merchantCode)),
    children: html`
      ${
        (problem ?? plansProblem) &&
        Note({
          tone: 'bad',
          children: html`<p>${(problem ?? plansProblem)?.isStale ? texts.staleSettings : texts.wrongSettings}</p>`,
        })
      }
      ${Facts({
        facts: [
          [texts.storeName, html`<bdi>${store.name}</bdi>`],
          [texts.country, texts.countries[store.country]],
          [texts.orderSize, texts.fromTo(money(store.smallestOrderMinor), money(store.largestOrderMinor))],
          [texts.fees, texts.feesOf(formatPercent(percent), money(fixedMinor), formatPercent(vatPercent))],
          [texts.plansOffered, sayPlans(words, store)],
          [
            texts.beneficiary,
            store.beneficiary.iban === '' ? texts.heldNoIban : html`<bdi>${store.beneficiary.name}</bdi>`,
          ],
          [texts.legalEntity, legalText(store)],
        ],
      })}
      ${
        problem
          ? StoreForm({ visit, store, typed: problem.fields })
          : Fold({ summary: texts.changeSettings, children: StoreForm({ visit, store }) })
      }
      ${PlansFold({ visit, store, problem: plansProblem })}
    `,
  })
}

function legalText({ legalEntity: { name, address, taxNumber } }: Store): Content {
  if (name === '') return '–'
  return html`<bdi>${name}</bdi> ${address && html`<br /><bdi>${address}</bdi>`}
    ${taxNumber && html`<br /><bdi dir="ltr">${taxNumber}</bdi>`}`
}

function StoreForm({ visit, store, typed }: { visit: SupportVisit; store: Store; typed?: Fields }): Content {
  const { words, id } = visit
  const { texts } = words
  const settings = settingsOf(store)
  const expected = Object.fromEntries(Object.entries(settings).map(([name, shown]) => [expectedNameOf(name), shown]))
  const value = (name: keyof typeof settings): string => typed?.[name] ?? settings[name]
  const field = (
    name: Exclude<keyof typeof settings, 'checkout' | 'fee_refund'>,
    label: string,
    hint?: string,
  ): Content =>
    Field({
      name,
      id: `${store.id}-${name}`,
      label,
      hint,
      input: { value: value(name), inputmode: 'decimal', autocomplete: 'off', dir: 'ltr' },
    })
  return VisitForm({
    visit,
    to: `merchants/${id}/stores/${store.id}`,
    class: 'form-grid',
    hidden: expected,
    children: html`
      ${ChoiceField({
        id: `${store.id}-checkout`,
        name: 'checkout',
        label: texts.checkoutRules,
        value: value('checkout'),
        choices: (['strict', 'lenient'] as const).map((one) => [one, texts.checkouts[one]]),
      })}
      ${field('smallest_order', texts.smallestOrder)} ${field('largest_order', texts.largestOrder)}
      ${field('session_minutes', texts.sessionMinutes)} ${field('payment_minutes', texts.paymentMinutes)}
      ${field('auto_capture', texts.autoCapture, texts.autoCaptureHint)}
      ${field('refund_days', texts.refundDays, texts.refundDaysHint)}
      ${field('fee_percent', texts.feePercent)} ${field('fee_fixed', texts.feeFixed)} ${field(
        'fee_vat_percent',
        texts.feeVat,
      )}
      ${ChoiceField({
        id: `${store.id}-fee_refund`,
        name: 'fee_refund',
        label: texts.feeRefund,
        value: value('fee_refund'),
        choices: feeRefunds.map((one) => [one, texts.feeRefunds[one]]),
      })}
      <button class="button" type="submit">${texts.saveSettings}</button>
    `,
  })
}

/** The form that adds a store in a country of the merchant's region. */
export function NewStoreForm(props: { visit: SupportVisit; region: Region; typed: Fields | undefined }): Content {
  const { visit, region, typed } = props
  const { words, id } = visit
  const { texts } = words
  const error = typed && texts.wrongStore
  const choices = countries.filter((one) => regionOf(one) === region).map((one) => [one, texts.countries[one]] as const)
  return Panel({
    title: texts.newStore,
    children: VisitForm({
      visit,
      to: `merchants/${id}/stores`,
      class: 'form-grid',
      children: html`
        ${Field({
          name: 'merchant_code',
          label: texts.merchantCode,
          hint: texts.merchantCodeHint,
          error,
          input: { value: typed?.['merchant_code'] ?? '', maxlength: 255, autocomplete: 'off', dir: 'ltr' },
        })}
        ${ChoiceField({
          id: 'new-country',
          name: 'country',
          label: texts.country,
          value: typed?.['country'] ?? choices[0]?.[0] ?? '',
          choices,
        })}
        <button class="button" type="submit">${texts.addStore}</button>
      `,
    }),
  })
}
