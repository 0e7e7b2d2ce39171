import type { Instant } from '../../../../platform/base/times.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { ChoiceField, Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Replay } from '../../../../platform/webhooks/replays/replay.ts'
import type { Visit } from '../../page.ts'
import type { StoreTimes } from '../../times.ts'
import type { OwnWebhook } from '../own-webhooks.ts'
import type { WebhookNotice } from '../typed-webhook.ts'
import { replayTag } from './replay.ts'

export interface ReplayFormView {
  readonly webhook: OwnWebhook
  readonly times: StoreTimes
  readonly notice: WebhookNotice
  /** The running replay, or the newest one. */
  readonly replay: Replay | undefined
  /** The time of the oldest event that has not arrived. */
  readonly missingSince: Instant | undefined
  /** The beginning of the period that the form suggests. */
  readonly suggestedFrom: Instant
  /** The time from which on notifications are kept. */
  readonly reach: Instant
}

/** The newest replay, with a link to it. */
export function NewestReplay({ visit, view: { webhook, replay } }: { visit: Visit; view: ReplayFormView }): Content {
  if (replay === undefined) return null
  const { words, address } = visit
  const { texts } = words
  const counts = texts.replayCounts(words.number(replay.delivered), words.number(replay.failed))
  return Panel({
    title: replay.endedAt === null ? texts.replayRuns : texts.replayNewest,
    aside: StatusTag(replayTag(visit, replay.state)),
    children: html`<p>${counts}</p>
      <p><a class="button" href=${address(`webhooks/${webhook.id}/replays/${replay.id}`)}>${texts.replayShow}</a></p>`,
  })
}

/** The form that sends everything since a time again, by default what has not arrived since the first failure. */
export function ReplayForm({ visit, view }: { visit: Visit; view: ReplayFormView }): Content {
  const { texts } = visit.words
  const { webhook, times, notice, missingSince, suggestedFrom, reach } = view
  const typed = (name: string, usual: string): string => (notice.isRangeWrong ? (notice.fields?.[name] ?? '') : usual)
  const input = { type: 'datetime-local', dir: 'ltr' }
  const hint =
    missingSince === undefined ? texts.replayNoneMissing : texts.replayMissingSince(times.moment(missingSince))
  const form = html`<div class="step">
    <p class="soft">${texts.resendRangeLead}</p>
    ${VisitForm({
      visit,
      to: `webhooks/${webhook.id}/replays`,
      class: 'step',
      children: html`
        ${Field({
          ...{ name: 'from', id: 'replay-from', label: texts.rangeFrom },
          hint: `${hint} ${texts.replayReach(times.moment(reach))}`,
          error: notice.isRangeWrong ? texts.wrongRange : undefined,
          input: { ...input, required: true, value: typed('from', times.typed(suggestedFrom)) },
        })}
        ${Field({
          ...{ name: 'to', id: 'replay-to', label: texts.rangeTo, hint: texts.rangeToHint },
          input: { ...input, value: typed('to', '') },
        })}
        ${ChoiceField({
          ...{ name: 'which', label: texts.replayWhich, value: typed('which', 'missing') },
          choices: [
            ['missing', texts.replayMissing],
            ['all', texts.replayAll],
          ],
        })}
        <p><button class="button" type="submit">${texts.replayGoOn}</button></p>
      `,
    })}
  </div>`
  if (notice.isRangeWrong) return Panel({ title: texts.replay, children: form })
  return Fold({ summary: texts.replay, isOpen: missingSince !== undefined, children: form })
}
