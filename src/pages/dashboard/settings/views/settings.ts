import { formatAmount } from '../../../../platform/base/money.ts'
import { day, minute, second } from '../../../../platform/base/times.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import { formatPercent } from '../../../../platform/merchants/stores/fee-rates.ts'
import { maxStoreName } from '../../../../platform/merchants/stores/store-settings.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { type Fact, Facts, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { ChoiceField, Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { sayPlans } from '../../../back-office/store-plans.ts'
import { DoneNote } from '../../done-note.ts'
import type { Answer, Visit } from '../../page.ts'
import type { SettingsNotice } from '../store-settings.ts'
import { groupedIban, maskedIban, versionOf } from '../store-settings.ts'
import { LegalPanel } from './legal.ts'
import { LogoPanel } from './logo.ts'

interface SettingsView {
  readonly stores: readonly Store[]
  readonly store: Store
  readonly notice: SettingsNotice
}

interface PartProps {
  readonly visit: Visit
  readonly store: Store
  readonly notice: SettingsNotice
}

/** The settings of one store, with links to the other stores. */
export function settingsPage(visit: Visit, { stores, store, notice }: SettingsView): Answer {
  const { words, address } = visit
  const { texts } = words
  const part = { visit, store, notice }
  const tab = ({ merchantCode, name, id }: Store): Content =>
    html`<a href=${address('settings', { store: merchantCode })} aria-current=${id === store.id ? 'page' : undefined}>
      <bdi>${name} (${merchantCode})</bdi>
    </a>`
  const done = {
    ...{ store: texts.doneStore, beneficiary: texts.doneBeneficiary },
    legal: texts.doneLegal,
    ...{ logo: texts.doneLogo, 'no-logo': texts.doneNoLogo },
  }
  const content = html`
    ${DoneNote({ messages: done, done: notice.done })}
    ${notice.isStale && Note({ tone: 'bad', children: html`<p>${texts.settingsStale} ${texts.nothingChanged}</p>` })}
    ${stores.length > 1 && html`<nav class="tabs" aria-label=${texts.storesNav}>${stores.map(tab)}</nav>`}
    ${StorePanel(part)}
    ${LogoPanel(part)}
    ${BeneficiaryPanel(part)}
    ${LegalPanel(part)}
    ${FeesPanel(part)}`
  return { page: { title: texts.settings, isError: notice.problem !== undefined }, content }
}

function StorePanel({ visit, store, notice }: PartProps): Content {
  const { texts } = visit.words
  const { currency, autoCaptureSeconds } = store
  const days = autoCaptureSeconds === null ? '' : String((autoCaptureSeconds * second) / day)
  const plain = (minor: bigint): string => formatAmount(minor, currency)
  const money = (minor: bigint): string => visit.words.money(minor, currency)
  const refundable =
    store.refundDays === null ? texts.refundDaysUnlimited : texts.days(visit.words.number(store.refundDays))
  const facts: readonly Fact[] = [
    [texts.storeCode, html`<bdi dir="ltr">${store.merchantCode}</bdi>`],
    [texts.sessionMinutes, texts.minutes(visit.words.number((store.sessionSeconds * second) / minute))],
    [texts.paymentMinutes, texts.minutes(visit.words.number((store.paymentSeconds * second) / minute))],
    [texts.refundDays, refundable],
    [texts.plansOffered, sayPlans(visit.words, store)],
  ]
  const captured = { '': texts.autoCaptureNever, '0': texts.autoCaptureAtOnce }[days] ?? texts.autoCaptureAfter(days)
  if (!visit.may('change_settings')) {
    const own: readonly Fact[] = [
      [texts.storeName, html`<bdi>${store.name}</bdi>`],
      [texts.smallestOrder, money(store.smallestOrderMinor)],
      [texts.largestOrder, money(store.largestOrderMinor)],
      [texts.autoCapture, captured],
      [texts.checkoutRules, texts.checkouts[store.checkout]],
    ]
    return Panel({ title: texts.storePanel, children: Facts({ facts: [...own, ...facts] }) })
  }
  const value = (name: string, present: string): string =>
    notice.problem === undefined ? present : (notice.fields?.[name] ?? present)
  const error = (problem: SettingsNotice['problem'], text: string): string | undefined =>
    notice.problem === problem ? text : undefined
  const number = { dir: 'ltr', autocomplete: 'off', inputmode: 'decimal' }
  const line = { dir: 'auto', autocomplete: 'off' }
  return Panel({
    title: texts.storePanel,
    children: html`
      ${VisitForm({
        visit,
        to: 'settings/store',
        class: 'step',
        hidden: { store: store.merchantCode, seen: versionOf(store) },
        children: html`
          ${Field({
            name: 'name',
            label: texts.storeName,
            hint: texts.storeNameHint,
            error: error('name', texts.wrongStoreName),
            input: { ...line, value: value('name', store.name), maxlength: maxStoreName, required: true },
          })}
          ${Field({
            name: 'smallest_order',
            label: texts.smallestOrder,
            error: error('smallest', texts.wrongSmallest) ?? error('smallestOfPlans', texts.smallestOfPlans),
            input: { ...number, value: value('smallest_order', plain(store.smallestOrderMinor)) },
          })}
          ${Field({
            name: 'largest_order',
            label: texts.largestOrder,
            hint: texts.limitsHint,
            error: error('largest', texts.wrongLargest),
            input: { ...number, value: value('largest_order', plain(store.largestOrderMinor)) },
          })}
          ${Field({
            name: 'auto_capture_days',
            label: texts.autoCaptureDays,
            hint: texts.autoCaptureHint,
            error: error('autoCapture', texts.wrongAutoCapture),
            input: { ...number, inputmode: 'numeric', value: value('auto_capture_days', days), maxlength: 3 },
          })}
          ${CheckoutField({ visit, store, notice })}
          <p><button class="button button-main" type="submit">${texts.saveSettings}</button></p>
        `,
      })}
      ${Facts({ facts })}
    `,
  })
}

function CheckoutField({ visit, store, notice }: PartProps): Content {
  const { texts } = visit.words
  return ChoiceField({
    name: 'checkout',
    label: texts.checkoutRules,
    value: notice.problem === undefined ? store.checkout : (notice.fields?.['checkout'] ?? store.checkout),
    choices: [
      ['strict', texts.checkouts.strict],
      ['lenient', texts.checkouts.lenient],
    ],
  })
}

function BeneficiaryPanel({ visit, store, notice }: PartProps): Content {
  const { texts } = visit.words
  const { name, iban } = store.beneficiary
  if (!visit.may('change_beneficiary')) {
    const facts: readonly Fact[] = [
      [texts.beneficiaryName, name === '' ? texts.nobodyYet : html`<bdi>${name}</bdi>`],
      [texts.iban, html`<bdi dir="ltr">${maskedIban(iban) || '–'}</bdi>`],
    ]
    return Panel({ title: texts.beneficiary, children: Facts({ facts }) })
  }
  const { problem, fields = {} } = notice
  const isOurs = problem === 'beneficiaryName' || problem === 'iban'
  return Panel({
    title: texts.beneficiary,
    id: 'beneficiary',
    children: html`
      <p class="soft">${texts.beneficiaryLead}</p>
      ${VisitForm({
        visit,
        to: 'settings/beneficiary',
        class: 'step',
        hidden: { store: store.merchantCode, seen: versionOf(store) },
        children: html`
          ${Field({
            name: 'beneficiary_name',
            label: texts.beneficiaryName,
            error: problem === 'beneficiaryName' ? texts.wrongBeneficiaryName : undefined,
            input: {
              value: isOurs ? (fields['beneficiary_name'] ?? '') : name,
              maxlength: 140,
              dir: 'auto',
              autocomplete: 'off',
            },
          })}
          ${Field({
            name: 'beneficiary_iban',
            label: texts.iban,
            hint: texts.ibanHint,
            error: problem === 'iban' ? texts.wrongIban : undefined,
            input: {
              value: isOurs ? (fields['beneficiary_iban'] ?? '') : groupedIban(iban),
              maxlength: 60,
              dir: 'ltr',
              autocomplete: 'off',
              autocapitalize: 'characters',
              spellcheck: false,
            },
          })}
          <p><button class="button" type="submit">${texts.changeBeneficiary}</button></p>
        `,
      })}
    `,
  })
}

function FeesPanel({ visit, store }: PartProps): Content {
  const { words } = visit
  const { texts } = words
  const { percent, fixedMinor, vatPercent, refund } = store.feeRates
  const facts: readonly Fact[] = [
    [texts.feePercent, `${formatPercent(percent)} %`],
    [texts.feeFixed, words.money(fixedMinor, store.currency)],
    [texts.feeVat, `${formatPercent(vatPercent)} %`],
    [texts.feeRefund, texts.feeRefunds[refund]],
  ]
  return Panel({
    title: texts.feesPanel,
    children: html`${Facts({ facts })}<p class="soft small">${texts.feesLead}</p>`,
  })
}
