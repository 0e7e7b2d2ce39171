import { lastLinkDate, linkLives } from '../../../../money/checkout/links/link-end.ts'
import { localDateOf } from '../../../../money/plans/local-time.ts'
import { shortText } from '../../../../platform/base/texts.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { findStoreByCode, type Store } from '../../../../platform/merchants/merchant.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { ChoiceField, type Choices, Field } from '../../../../platform/ui/forms/fields.ts'
import { Actions, PrimaryButton } from '../../../../platform/ui/forms/form.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedLink } from '../../../back-office/disclosure/disclose-link.ts'
import type { Answer, Visit } from '../../page.ts'
import { nameOfStore } from '../../store-name.ts'
import { addressOfLink } from '../link-address.ts'
import type { LinkForm, LinkProblems } from '../link-form.ts'

interface NewLinkView {
  readonly form: LinkForm
  readonly stores: readonly Store[]
  readonly problems: LinkProblems
  /** The link that this page has made before, for another order. */
  readonly made?: DisclosedLink
}

/** The page with the form of a new link, and the errors of its order. */
export function newLinkPage(visit: Visit, { form, stores, problems, made }: NewLinkView): Answer {
  const { words, address } = visit
  const { texts } = words
  const [first] = stores
  const currency = stores.length === 1 && first !== undefined ? first.currency : undefined
  const back = { href: address('links'), label: texts.links }
  const field = (value: string, more: Readonly<Record<string, unknown>> = {}) => ({
    ...{ value, autocomplete: 'off', maxlength: 255, dir: 'auto', ...more },
  })
  const content = html`${made && MadeBefore({ visit, link: made })}
    <section class="panel">
      <p class="soft">${texts.newLinkLead}</p>
      ${VisitForm({
        visit,
        to: 'links',
        class: 'stack',
        hidden: { link: form.link },
        children: html`
          ${stores.length > 1 && StoreField({ visit, stores, chosen: form.merchantCode })}
          ${Field({
            name: 'amount',
            label: currency === undefined ? texts.amount : texts.amountIn(currency),
            error: problems.amount && texts.wrongLinkAmount,
            input: field(form.amount, { inputmode: 'decimal', dir: 'ltr', maxlength: 40 }),
          })}
          ${Field({
            name: 'order_reference_id',
            label: texts.orderReference,
            hint: texts.linkOrderHint,
            error: problems.order && texts.wrongText,
            input: field(form.order),
          })}
          ${Field({
            name: 'description',
            label: texts.linkDescription,
            hint: texts.linkDescriptionHint,
            error: problems.description && texts.wrongText,
            input: field(form.description, { maxlength: 1_000 }),
          })}
          ${Field({
            name: 'phone',
            label: texts.customerPhone,
            hint: texts.linkPhoneHint,
            error: phoneProblem(visit, problems),
            input: field(form.phone, { type: 'tel', inputmode: 'tel', dir: 'ltr', maxlength: 40 }),
          })}
          ${Field({
            name: 'email',
            label: texts.customerEmail,
            error: problems.email && texts.wrongLinkEmail,
            input: field(form.email, { type: 'email', inputmode: 'email', dir: 'ltr' }),
          })}
          ${Field({
            name: 'name',
            label: texts.customerName,
            error: problems.name && texts.wrongText,
            input: field(form.name),
          })}
          ${ChoiceField({
            name: 'lang',
            label: texts.linkLang,
            value: form.lang,
            choices: [
              ['en', texts.linkEnglish],
              ['ar', texts.linkArabic],
            ],
          })}
          ${LifeFields({ visit, form, stores, problems })}
          ${Actions({
            children: html`
              ${PrimaryButton({ words, label: texts.makeLink })}
              <a class="secondary" href=${back.href}>${texts.cancel}</a>
            `,
          })}
        `,
      })}
    </section>`
  return {
    page: { title: texts.newLinkTitle, back, isError: made !== undefined || Object.keys(problems).length > 0 },
    content,
  }
}

function MadeBefore({ visit, link }: { visit: Visit; link: DisclosedLink }): Content {
  const { texts, money } = visit.words
  const { amountMinor, currency, orderReference } = link.session.payment
  const order = orderReference === '' ? texts.noOrderNumber : isolated(shortText(orderReference, 60))
  return Note({
    tone: 'bad',
    children: html`
      <p>${texts.linkMadeBefore(money(amountMinor, currency), order)}</p>
      <p><a href=${addressOfLink(visit, link.id)}>${texts.showLink}</a></p>
    `,
  })
}

// The date's field is hidden until its choice is made.
function LifeFields({ visit, form, stores, problems }: NewLinkView & { visit: Visit }): Content {
  const { words, app, actor } = visit
  const { texts } = words
  const currency = (findStoreByCode(stores, form.merchantCode) ?? stores[0])?.currency ?? 'AED'
  const now = nowFor(app, actor)
  const last = lastLinkDate(now, currency, app.config.unfinishedDays)
  return html`<fieldset class="ticks">
      <legend>${texts.linkLife}</legend>
      ${linkLives.map(
        (life) => html`<label class="tick">
        <input class="pick-box" type="radio" name="life" value=${life} checked=${life === form.life} />
        <span>${texts.linkLives[life]}</span>
      </label>`,
      )}
    </fieldset>
    ${Field({
      name: 'ends_on',
      label: texts.linkEndsOn,
      hint: texts.linkEndsOnHint(words.longDate(last)),
      error: problems.end && texts.wrongLinkEnd(words.longDate(last)),
      class: 'only-of-date',
      input: { type: 'date', value: form.endsOn, min: localDateOf(now, currency), max: last, dir: 'ltr' },
    })}`
}

function phoneProblem({ words: { texts } }: Visit, { phone, contact }: LinkProblems): string | undefined {
  if (contact) return texts.noLinkContact
  return phone ? texts.wrongLinkPhone : undefined
}

function StoreField({ visit, stores, chosen }: { visit: Visit; stores: readonly Store[]; chosen: string }): Content {
  const choices: Choices = stores.map(({ merchantCode, currency }) => [
    merchantCode,
    `${isolated(nameOfStore(stores, merchantCode))} – ${currency}`,
  ])
  return ChoiceField({ name: 'merchant_code', label: visit.words.texts.storeField, value: chosen, choices })
}
