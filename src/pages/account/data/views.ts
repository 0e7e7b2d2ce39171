import { maskPhone } from '../../../platform/base/phone.ts'
import { Field } from '../../../platform/ui/forms/fields.ts'
import { Actions, PrimaryButton } from '../../../platform/ui/forms/form.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { renderAccountPage } from '../account-page.ts'
import { AccountForm, BackLink, GoodNote } from '../components.ts'
import { addressOf, type ViewModel } from '../view-model.ts'
import type { AccountWords } from '../words/words.ts'

/** What `/account/data` shows beside the forms. */
export interface DataModel {
  /** Of the latest purchase, or as they were typed. */
  readonly name: string
  readonly email: string
  /** Days for which purchases are kept; Infinity: for good. */
  readonly personalDays: number
  readonly note?: string | undefined
  readonly problems?: {
    readonly name?: string
    readonly email?: string
    readonly phone?: string
    readonly sure?: string
    readonly export?: string
  }
  /** The typed new phone. */
  readonly phone?: string
}

/** Returns the page about a customer's data: the file, corrections, a new phone, and erasing. */
export function renderData(whole: ViewModel, words: AccountWords, view: DataModel): string {
  const { texts } = words
  const model = { ...whole, purchaseId: undefined }
  const { problems = {} } = view
  const content = html`
    ${BackLink({ href: addressOf(model), label: texts.back })}
    ${view.note && GoodNote({ text: view.note })}
    <section class="hero"><div><h1>${texts.dataTitle}</h1><p class="lead">${texts.dataLead}</p></div></section>
    ${problems.export && html`<p class="error" role="alert">${problems.export}</p>`}
    ${Step({ model, path: 'data', button: texts.dataDownload })}
    ${Part({ title: texts.correctTitle, lead: texts.correctLead })}
    ${Step({ model, path: 'correct', button: texts.correctButton, children: nameFields(words, view) })}
    ${Part({ title: texts.newPhoneTitle, lead: texts.newPhoneLead })}
    ${Step({ model, path: 'new-phone', button: texts.newPhoneButton, children: phoneField(words, view) })}
    ${Part({ title: texts.eraseTitle, lead: eraseLead(words, view) })}
    ${Step({
      ...{ model, path: 'erase', button: texts.eraseButton },
      children: html`<label class="check"><input type="checkbox" name="sure" value="yes" aria-describedby=${problems.sure && 'sure-error'} aria-invalid=${problems.sure && 'true'} /><span>${texts.eraseSure}</span></label>
        ${problems.sure && html`<p id="sure-error" class="error" role="alert">${problems.sure}</p>`}`,
    })}`
  const isError = Object.keys(problems).length > 0
  return renderAccountPage(model, words, { title: texts.dataTitle, path: 'data', isError }, content)
}

function Part({ title, lead }: { title: string; lead: string }): Content {
  return html`<section class="data-part"><h2>${title}</h2><p class="soft">${lead}</p></section>`
}

interface StepProps {
  readonly model: ViewModel
  readonly path: string
  readonly button: string
  readonly children?: Content
}

function Step({ model, path, button, children }: StepProps): Content {
  return AccountForm({
    ...{ model, path, class: 'data-form' },
    children: html`${children}<div class="choices"><button class="secondary" type="submit">${button}</button></div>`,
  })
}

function nameFields({ texts }: AccountWords, { name, email, problems }: DataModel): Content {
  return html`${Field({
    name: 'name',
    label: texts.correctName,
    error: problems?.name,
    input: { type: 'text', autocomplete: 'name', dir: 'auto', required: true, maxlength: 200, value: name },
  })}
  ${Field({
    name: 'email',
    label: texts.correctEmail,
    error: problems?.email,
    input: { type: 'email', autocomplete: 'email', dir: 'ltr', required: true, maxlength: 254, value: email },
  })}`
}

function phoneField({ texts }: AccountWords, { phone = '', problems }: DataModel): Content {
  return Field({
    name: 'phone',
    label: texts.newPhoneLabel,
    error: problems?.phone,
    input: {
      type: 'tel',
      inputmode: 'tel',
      autocomplete: 'tel',
      dir: 'ltr',
      required: true,
      maxlength: 32,
      value: phone,
    },
  })
}

function eraseLead(words: AccountWords, { personalDays }: DataModel): string {
  const { texts } = words
  return Number.isFinite(personalDays) ? texts.eraseLead(words.number(personalDays)) : texts.eraseLeadNever
}

/** What the page of the two codes shows. */
interface CodesView {
  readonly oldPhone: string
  readonly newPhone: string
  readonly digits: number
  readonly problems?: { readonly oldCode?: string; readonly newCode?: string }
  /** Sandbox: where the messages can be read. */
  readonly outboxes: readonly string[]
}

/** Returns the page that asks for the codes of both numbers. */
export function renderCodes(model: ViewModel, words: AccountWords, view: CodesView): string {
  const { texts } = words
  const field = (name: 'oldCode' | 'newCode', label: string): Content =>
    Field({
      ...{ name, label, error: view.problems?.[name], class: 'field-code' },
      input: {
        type: 'text',
        inputmode: 'numeric',
        dir: 'ltr',
        required: true,
        maxlength: view.digits,
        autocomplete: 'off',
      },
    })
  const content = html`
    ${BackLink({ href: addressOf(model, 'data'), label: texts.dataTitle })}
    <section class="hero"><div><h1>${texts.newPhoneCodes}</h1></div></section>
    ${AccountForm({
      ...{ model, path: 'new-phone-codes', class: 'step' },
      children: html`${field('oldCode', texts.codeOfOld(maskPhone(view.oldPhone)))}
        ${field('newCode', texts.codeOfNew(maskPhone(view.newPhone)))}
        ${Actions({ children: PrimaryButton({ words, label: texts.newPhoneSave }) })}`,
    })}
    ${view.outboxes.map((href) => html`<p class="aside"><a href=${href} target="_blank" rel="noopener">${texts.outbox}</a></p>`)}`
  const isError = view.problems !== undefined
  const hint = model.isTest ? texts.testCode : undefined
  return renderAccountPage(model, words, { title: texts.newPhoneCodes, path: 'new-phone', isError, hint }, content)
}

/** Returns the page after an erasing. */
export function renderErased(
  model: ViewModel,
  words: AccountWords,
  { erased, waiting, until }: { readonly erased: number; readonly waiting: number; readonly until: string | undefined },
): string {
  const { texts } = words
  const content = html`<section class="outcome">
    <h1>${texts.erasedTitle}</h1>
    <p class="lead">${texts.erasedLead(words.number(erased))}</p>
    ${waiting > 0 && html`<p>${texts.erasedWaiting(words.number(waiting))}</p>`}
    ${until && html`<p>${texts.erasedUntil(until)}</p>`}
  </section>`
  return renderAccountPage({ ...model, phone: undefined }, words, { title: texts.erasedTitle }, content)
}
