import { countries } from '../../../../platform/base/countries.ts'
import { newOrderedId, parseId } from '../../../../platform/base/ids.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Field } from '../../../../platform/ui/forms/field.ts'
import { ChoiceField } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Fields, SupportVisit } from '../../page.ts'

interface NewMerchantFormProps {
  readonly visit: SupportVisit
  readonly problem: 'name' | 'code' | 'country' | undefined
  readonly fields: Fields
}

/** Makes a merchant with its first store; its region follows from the country. It knows which, so that two presses make one. */
export function NewMerchantForm({ visit, problem, fields }: NewMerchantFormProps): Content {
  const { words } = visit
  const { texts } = words
  const typed = { maxlength: 255, autocomplete: 'off' }
  return Panel({
    title: texts.newMerchant,
    id: 'new',
    children: html`
      <p class="soft">${texts.newMerchantLead}</p>
      ${VisitForm({
        visit,
        to: 'merchants',
        class: 'form-grid',
        hidden: { merchant: parseId(fields['merchant'] ?? '') ?? newOrderedId() },
        children: html`
          ${Field({
            name: 'name',
            label: texts.merchantName,
            error: problem === 'name' ? texts.wrongName : undefined,
            input: { ...typed, value: fields['name'] ?? '', dir: 'auto' },
          })}
          ${Field({
            name: 'merchant_code',
            label: texts.merchantCode,
            hint: texts.merchantCodeHint,
            error: problem === 'code' ? texts.wrongCode : undefined,
            input: { ...typed, value: fields['merchant_code'] ?? '', dir: 'ltr' },
          })}
          ${ChoiceField({
            id: 'country',
            name: 'country',
            label: texts.country,
            value: fields['country'] ?? 'AE',
            choices: countries.map((one) => [one, texts.countries[one]]),
          })}
          <button class="button" type="submit">${texts.makeMerchant}</button>
        `,
      })}
    `,
  })
}
