import { marketOf } from '../../../../platform/base/markets.ts'
import type { Store } from '../../../../platform/merchants/merchant.ts'
import {
  type LegalProblem,
  maxLegalAddress,
  maxLegalName,
  maxTaxNumber,
} from '../../../../platform/merchants/stores/legal-entity.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { type Fact, Facts, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Visit } from '../../page.ts'
import { type SettingsNotice, versionOf } from '../store-settings.ts'

interface LegalPanelProps {
  readonly visit: Visit
  readonly store: Store
  readonly notice: SettingsNotice
}

/** The legal entity that a store's statements name, and the form that changes it. */
export function LegalPanel({ visit, store, notice }: LegalPanelProps): Content {
  const { words } = visit
  const { texts } = words
  const { name, address, taxNumber } = store.legalEntity
  if (!visit.may('change_settings')) {
    const facts: readonly Fact[] = [
      [texts.legalName, html`<bdi>${name || '–'}</bdi>`],
      [texts.legalAddress, html`<bdi>${address || '–'}</bdi>`],
      [texts.taxNumber, html`<bdi dir="ltr">${taxNumber || '–'}</bdi>`],
    ]
    return Panel({ title: texts.legalPanel, children: Facts({ facts }) })
  }
  const digits = marketOf(store.currency).taxNumberDigits
  const wrong: Readonly<Record<LegalProblem, string>> = {
    legalName: texts.wrongLegalName(words.number(maxLegalName)),
    legalAddress: texts.wrongLegalAddress(words.number(maxLegalAddress)),
    taxNumber:
      digits === undefined
        ? texts.wrongTaxNumber(words.number(maxTaxNumber))
        : texts.wrongTaxDigits(words.number(digits)),
  }
  const { problem, fields = {} } = notice
  const isOurs = problem !== undefined && Object.hasOwn(wrong, problem)
  const field = (
    of: LegalProblem,
    name: string,
    label: string,
    input: { value: string; maxlength: number; dir: string },
  ) =>
    Field({
      name,
      label,
      hint: of === 'taxNumber' && digits !== undefined ? texts.taxDigitsHint(words.number(digits)) : undefined,
      error: problem === of ? wrong[of] : undefined,
      input: { ...input, value: isOurs ? (fields[name] ?? '') : input.value, autocomplete: 'off' },
    })
  return Panel({
    title: texts.legalPanel,
    id: 'legal',
    children: html`
      <p class="soft">${texts.legalLead}</p>
      ${VisitForm({
        visit,
        to: 'settings/legal',
        class: 'step',
        hidden: { store: store.merchantCode, seen: versionOf(store) },
        children: html`
          ${field('legalName', 'legal_name', texts.legalName, { value: name, maxlength: maxLegalName, dir: 'auto' })}
          ${field('legalAddress', 'legal_address', texts.legalAddress, { value: address, maxlength: maxLegalAddress, dir: 'auto' })}
          ${field('taxNumber', 'tax_number', texts.taxNumber, { value: taxNumber, maxlength: 60, dir: 'ltr' })}
          <p><button class="button" type="submit">${texts.saveLegal}</button></p>
        `,
      })}
    `,
  })
}
