import { day } from '../../../../platform/base/times.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Visit } from '../../page.ts'
import type { WebhookView } from './webhook.ts'

/** Sends a stretch of time again: from when the webhook began to fail, or yesterday, until now. */
export function ResendRange({ visit, view: { webhook, times, said } }: { visit: Visit; view: WebhookView }): Content {
  const { texts } = visit.words
  const now = nowFor(visit.app, visit.actor)
  const typed = (name: string, usual: number): string =>
    said.isRangeWrong ? (said.fields?.[name] ?? '') : times.typed(usual)
  const input = { type: 'datetime-local', dir: 'ltr', required: true }
  const form = html`<p class="soft">${texts.resendRangeLead}</p>
    ${VisitForm({
      visit,
      to: `webhooks/${webhook.id}/resend`,
      class: 'move',
      children: html`
        ${Field({
          name: 'from',
          label: texts.rangeFrom,
          error: said.isRangeWrong ? texts.wrongRange : undefined,
          input: { ...input, value: typed('from', webhook.failingSince ?? now - day) },
        })}
        ${Field({ name: 'to', label: texts.rangeTo, input: { ...input, value: typed('to', now) } })}
        <button class="button" type="submit">${texts.hookResend}</button>
      `,
    })}`
  if (said.isRangeWrong) return Panel({ title: texts.resendRange, children: form })
  return Fold({ summary: texts.resendRange, children: form })
}
