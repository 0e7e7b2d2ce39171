import { listAttachments } from '../../../../money/disputes/attachments/attachments.ts'
import { askPage } from '../../../../platform/people/pages/ask-page.ts'
import { formTokenOf } from '../../../../platform/people/pages/back-office-visit.ts'
import { Actions, Form, PrimaryButton } from '../../../../platform/ui/forms/form.ts'
import { html } from '../../../../platform/ui/html.ts'
import { isolated } from '../../../../platform/ui/words/lang.ts'
import type { DisclosedDispute } from '../../../back-office/disclosure/disclose-dispute.ts'
import { formatExpected } from '../../../back-office/expected-versions.ts'
import type { Answer, Visit } from '../../page.ts'
import { addressOfDispute } from '../dispute-address.ts'
import type { Statement } from '../statement.ts'
import { Files } from './files.ts'
import { StatementFields } from './statement-fields.ts'

export interface EvidenceForm extends Statement {
  readonly isEmpty: boolean
}

/** The page with the form of evidence, and its errors. */
export async function evidenceFormPage(visit: Visit, dispute: DisclosedDispute, form: EvidenceForm): Promise<Answer> {
  const { words, app, actor, address } = visit
  const { texts } = words
  const files = await listAttachments(app, actor, form.attachmentIds)
  const back = addressOfDispute(visit, dispute.id)
  const content = html`<section class="panel">
    <p class="soft">${texts.evidenceLead}</p>
    ${Form({
      action: address(`disputes/${dispute.id}/evidence`),
      csrfToken: formTokenOf(visit),
      class: 'stack',
      hasFiles: true,
      children: html`
        <input type="hidden" name="dispute" value=${formatExpected(dispute)} />
        ${StatementFields({
          visit,
          statement: form,
          files,
          label: texts.evidenceText,
          error: form.isEmpty ? texts.evidenceEmpty : undefined,
        })}
        ${Actions({
          children: html`
            ${PrimaryButton({ words, label: texts.goOn })}<a class="secondary" href=${back}>${texts.cancel}</a>
          `,
        })}
      `,
    })}
  </section>`
  return { page: { title: texts.evidenceTitle, back: { href: back, label: texts.back } }, content }
}

/** The page that asks for confirmation, with the evidence. */
export async function askEvidence(visit: Visit, dispute: DisclosedDispute, form: EvidenceForm): Promise<Answer> {
  const { words, app, actor } = visit
  const { texts } = words
  const { text, attachmentIds } = form
  const files = await listAttachments(app, actor, attachmentIds)
  return askPage(visit, {
    title: texts.evidenceTitle,
    sentence: texts.askEvidence(isolated(dispute.orderNumber)),
    label: texts.giveEvidence,
    to: `disputes/${dispute.id}/evidence`,
    back: `disputes/${dispute.id}`,
    fields: { dispute: formatExpected(dispute), text, attachment_ids: attachmentIds.join(' ') },
    children: html`
      ${text !== '' && html`<blockquote class="quote" dir="auto">${text}</blockquote>`}
      ${Files({ visit, ids: attachmentIds, files })}
    `,
  })
}
