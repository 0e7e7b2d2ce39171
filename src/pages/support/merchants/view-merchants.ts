import { newOrderedId, parseId } from '../../../platform/base/ids.ts'
import { countries } from '../../../platform/base/markets.ts'
import { cutText } from '../../../platform/base/texts.ts'
import type { Merchant } from '../../../platform/merchants/merchant.ts'
import { findMerchants } from '../../../platform/merchants/merchants.ts'
import { VisitForm } from '../../../platform/people/pages/visit-form.ts'
import { DataTable, Pager } from '../../../platform/ui/back-office/components/data-table.ts'
import { FilterBar } from '../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty, Note, Panel } from '../../../platform/ui/back-office/components/panel.ts'
import { ChoiceField, Field } from '../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import type { Fields, SupportAnswer, SupportVisit } from '../page.ts'
import { momentInUtc } from '../words/words.ts'

const pageSize = 50

/** Lists merchants by name, searched by the beginning of the name, with the form for a new one. */
export function viewMerchants(visit: SupportVisit): Promise<SupportAnswer> {
  return merchantsPage(visit, {})
}

/**
 * Returns the list. `problem`: the wrong field of a new merchant. `made`: the merchant that the same form has created
 * before.
 */
export async function merchantsPage(
  visit: SupportVisit,
  notice: { readonly problem?: 'name' | 'code' | 'country'; readonly made?: Merchant; readonly fields?: Fields },
): Promise<SupportAnswer> {
  const { app, words, query, address } = visit
  const { texts } = words
  const text = cutText(query('q') ?? '', 255)
  const [afterId = '', ...afterName] = (query('after') ?? '').split(' ')
  const id = parseId(afterId)
  const behind = id === undefined ? undefined : { id, name: afterName.join(' ') }
  const { merchants, hasMore } = await findMerchants(app, { text, behind, limit: pageSize })
  const last = merchants.at(-1)
  const next = hasMore && last ? `${last.merchantId} ${last.name}` : undefined
  const q = text === '' ? undefined : text
  const content = html`${notice.made && MadeBefore({ visit, made: notice.made })}
    ${FilterBar({
      words,
      action: address('merchants'),
      fields: [{ name: 'q', label: texts.merchantSearch, value: text, type: 'text' }],
    })}
    ${
      merchants.length === 0
        ? Empty({ icon: 'merchants', title: texts.merchantsEmpty, lead: texts.merchantsEmptyLead })
        : DataTable({
            caption: texts.merchantsCaption,
            columns: [{ label: texts.merchantName }, { label: texts.region }, { label: texts.madeAt, isMinor: true }],
            rows: merchants.map((merchant) => ({
              href: address(`merchants/${merchant.merchantId}`),
              cells: [
                html`<bdi>${merchant.name}</bdi>`,
                texts.regions[merchant.region],
                momentInUtc(words, merchant.createdAt),
              ],
            })),
          })
    }
    ${Pager({
      label: texts.listPages,
      newer: { href: behind && address('merchants', { q }), label: texts.toFirstPage },
      older: { href: next && address('merchants', { q, after: next }), label: texts.nextPage },
    })}
    ${NewMerchantForm({ visit, problem: notice.problem, fields: notice.fields ?? {} })}`
  return { page: { title: texts.pageNames.merchants, isError: notice.made !== undefined }, content }
}

function MadeBefore({ visit, made }: { visit: SupportVisit; made: Merchant }): Content {
  const { words, address } = visit
  return Note({
    tone: 'bad',
    children: html`
      <p>${words.texts.merchantMadeBefore(isolated(made.name))}</p>
      <p><a href=${address(`merchants/${made.merchantId}`)}>${words.texts.showMerchant}</a></p>
    `,
  })
}

interface NewMerchantFormProps {
  readonly visit: SupportVisit
  readonly problem: 'name' | 'code' | 'country' | undefined
  readonly fields: Fields
}

/**
 * The form for a new merchant and its first store. It carries the new id, so a second press creates no second
 * merchant.
 */
function NewMerchantForm({ visit, problem, fields }: NewMerchantFormProps): Content {
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
