import type { ErasureRequest } from '../../../money/customers/erasure-requests.ts'
import type { Claim } from '../../../platform/people/claims/claims.ts'
import { VisitForm } from '../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../platform/ui/back-office/components/panel.ts'
import { ChoiceField, Field } from '../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../platform/ui/html.ts'
import { isolated } from '../../../platform/ui/words/lang.ts'
import { ClaimPanel } from '../claims/panel.ts'
import type { SupportVisit } from '../page.ts'
import { momentInUtc } from '../words/words.ts'

interface DataProps {
  readonly visit: SupportVisit
  readonly phone: string
  readonly requests: readonly ErasureRequest[]
  /** The claims of the requests, by the request's id. */
  readonly claims: ReadonlyMap<string, Claim | undefined>
}

/** What is kept of a customer: the file, corrections, and requests to erase. */
export function CustomerData({ visit, phone, requests, claims }: DataProps): Content {
  const { texts } = visit.words
  const form = (
    to: string,
    label: string,
    children?: Content,
    hidden: Readonly<Record<string, string>> = {},
  ): Content =>
    VisitForm({
      ...{ visit, to, class: 'stack', hidden: { phone, ...hidden } },
      children: html`${children}<button class="button" type="submit">${label}</button>`,
    })
  const mode = (id: string): Content =>
    ChoiceField({
      ...{ name: 'mode', id, label: texts.mode, value: 'live' },
      choices: [
        ['live', texts.live],
        ['test', texts.test],
      ],
    })
  const text = (name: string, label: string, maxlength: number): Content =>
    Field({ name, label, input: { maxlength, autocomplete: 'off', dir: 'auto' } })
  return html`${Panel({
    title: texts.dataPanel,
    children: html`<p class="soft">${texts.dataLead}</p>${form('customers/export', texts.dataExport, mode('export-mode'))}`,
  })}
  ${Panel({
    title: texts.correctPanel,
    children: html`<p class="soft">${texts.correctLead}</p>
      ${form(
        'customers/correct',
        texts.correctButton,
        html`${mode('correct-mode')}${text('name', texts.customerName, 200)}${text('email', texts.customerEmail, 254)}`,
      )}`,
  })}
  ${Panel({
    title: texts.erasePanel,
    children: html`<p class="soft">${texts.eraseLead}</p>
      ${requests.map((request) => Waiting({ visit, phone, request, claim: claims.get(request.id) }))}
      ${form(
        'customers/erase',
        texts.eraseAsk,
        html`${mode('erase-mode')}${Field({
          name: 'reason',
          label: texts.reasonLabel,
          hint: texts.eraseReasonHint,
          input: { required: true, maxlength: 500, autocomplete: 'off' },
        })}`,
      )}`,
  })}`
}

interface WaitingProps extends Pick<DataProps, 'visit' | 'phone'> {
  readonly request: ErasureRequest
  readonly claim: Claim | undefined
}

function Waiting({ visit, phone, request, claim }: WaitingProps): Content {
  const { words, session } = visit
  const { texts } = words
  const hidden = { phone, request: request.id }
  const when = momentInUtc(words, request.requestedAt)
  const until = momentInUtc(words, request.endsAt)
  const isOwn = request.requestedBy.id === session.personId
  const button = (to: string, label: string): Content =>
    VisitForm({
      ...{ visit, to, class: 'move', hidden },
      children: html`<button class="button" type="submit">${label}</button>`,
    })
  const mode = request.isTest ? texts.test : texts.live
  return html`<div class="stack">
    <p>${texts.eraseWaits(mode, isolated(request.requestedBy.name), when, until)} ${isolated(`“${request.reason}”`)}</p>
    ${isOwn && html`<p class="soft">${texts.eraseOwn}</p>`}
    ${ClaimPanel({ visit, item: { kind: 'erasure_request', id: request.id }, claim })}
    <div class="moves">
      ${!isOwn && button('customers/erase/confirm', texts.eraseConfirm)}
      ${button('customers/erase/withdraw', texts.eraseWithdraw)}
    </div>
  </div>`
}
