import { Empty } from '../../../../platform/ui/back-office/components/panel.ts'
import { html } from '../../../../platform/ui/html.ts'
import type { Answer, Visit } from '../../page.ts'

/** Why there are no disputes in test mode, and where they are. */
export function liveOnlyPage({ words: { texts }, base }: Visit): Answer {
  const content = Empty({
    icon: 'disputes',
    title: texts.liveOnly,
    lead: texts.liveOnlyLead,
    children: html`<a class="button" href=${`${base}/live/disputes`}>${texts.toLive}</a>`,
  })
  return { page: { title: texts.disputes }, content }
}
