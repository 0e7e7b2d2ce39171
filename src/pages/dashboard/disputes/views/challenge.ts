import { listAttachments } from '../../../../money/disputes/attachments/attachments.ts'
import { challengeReasons } from '../../../../money/disputes/transitions/merchant.ts'
import { readTypedAmount } from '../../../../platform/base/money.ts'
import { askPage } from '../../../../platform/people/pages/ask-page.ts'
import { formTokenOf } from '../../../../platform/people/pages/back-office-visit.ts'
import { ExplainedChoices } from '../../../../platform/ui/forms/choices.ts'
import { Field } from '../../../../platform/ui/forms/fields.ts'
import { Actions, Form, PrimaryButton } from '../../../../platform/ui/forms/form.ts'
import { html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedDispute } from '../../../back-office/disclosure/disclose-dispute.ts'
import { formatExpected } from '../../../back-office/expected-versions.ts'
import type { Answer, Visit } from '../../page.ts'
import { addressOfDispute } from '../dispute-address.ts'
import type { Statement } from '../statement.ts'
import { challengeReasonText, otherAmount } from '../status.ts'
import { Files } from './files.ts'
import { StatementFields } from './statement-fields.ts'

/** A typed challenge. */
export interface ChallengeForm extends Statement {
  readonly reason: string
  /** The proposed amount. Empty unless the reason is another amount. */
  readonly amount: string
  readonly noReason: boolean
  readonly wrongAmount: boolean
}

/** The page with the form of a challenge, and its errors. */
export async function challengeFormPage(visit: Visit, dispute: DisclosedDispute, form: ChallengeForm): Promise<Answer> {
  const { words, app, actor, address } = visit
  const { texts } = words
  const files = await listAttachments(app, actor, form.attachmentIds)
  const disputed = words.money(dispute.amountMinor, dispute.currency)
  const amountField = Field({
    name: 'amount',
    label: texts.otherAmountField,
    hint: texts.otherAmountHint(disputed),
    error: form.wrongAmount ? texts.wrongOtherAmount(disputed) : undefined,
    input: { value: form.amount, inputmode: 'decimal', autocomplete: 'off', dir: 'ltr', maxlength: 40 },
  })
  const back = addressOfDispute(visit, dispute.id)
  const content = html`<section class="panel">
    <p class="soft">${texts.challengeLead}</p>
    ${Form({
      action: address(`disputes/${dispute.id}/challenge`),
      csrfToken: formTokenOf(visit),
      class: 'stack',
      hasFiles: true,
      children: html`
        <input type="hidden" name="dispute" value=${formatExpected(dispute)} />
        ${ExplainedChoices({
          ...{ name: 'reason', legend: texts.challengeReason, value: form.reason },
          choices: challengeReasons.map((reason) => ({
            ...{ value: reason, label: challengeReasonText(reason, words) },
            fields: reason === otherAmount && amountField,
          })),
          error: form.noReason ? texts.chooseReason : undefined,
        })}
        ${StatementFields({ visit, statement: form, files, label: texts.challengeText })}
        ${Actions({
          children: html`
            ${PrimaryButton({ words, label: texts.goOn })}<a class="secondary" href=${back}>${texts.cancel}</a>
          `,
        })}
      `,
    })}
  </section>`
  return { page: { title: texts.challengeTitle, back: { href: back, label: texts.back } }, content }
}

/** The page that asks for confirmation, with the effect of the challenge and its files. */
export async function askChallenge(visit: Visit, dispute: DisclosedDispute, form: ChallengeForm): Promise<Answer> {
  const { words, app, actor } = visit
  const { texts } = words
  const { reason, amount, text, attachmentIds } = form
  const files = await listAttachments(app, actor, attachmentIds)
  const order = isolated(dispute.orderNumber)
  const minor = readTypedAmount(amount, dispute.currency)
  const money = (value: bigint): string => words.money(value, dispute.currency)
  const sentence =
    typeof minor === 'bigint'
      ? texts.askChallengeAmount(order, money(minor), money(dispute.amountMinor))
      : texts.askChallenge(order)
  return askPage(visit, {
    title: texts.challengeTitle,
    sentence,
    label: texts.challenge,
    to: `disputes/${dispute.id}/challenge`,
    back: `disputes/${dispute.id}`,
    fields: { dispute: formatExpected(dispute), reason, amount, text, attachment_ids: attachmentIds.join(' ') },
    children: html`
      <p>${challengeReasonText(reason, words)}</p>
      ${text !== '' && html`<blockquote class="quote" dir="auto">${text}</blockquote>`}
      ${Files({ visit, ids: attachmentIds, files })}
    `,
  })
}
