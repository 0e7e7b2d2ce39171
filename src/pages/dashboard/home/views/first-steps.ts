import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Icon } from '../../../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Visit } from '../../page.ts'
import type { FirstStep } from '../load-first-steps.ts'

/** What one does until the first payment is there, with what is done already. */
export function FirstSteps({ visit, steps }: { visit: Visit; steps: readonly FirstStep[] }): Content {
  const { texts } = visit.words
  const next = steps.findIndex(({ isDone }) => !isDone)
  return Panel({
    title: visit.isTest ? texts.firstStepsTest : texts.firstStepsLive,
    children: html`
      <p class="soft">${texts.firstStepsLead}</p>
      <ol class="tasks">${steps.map(({ step, isDone, href }, index) => {
        const { title, lead } = texts.firstSteps[step]
        const name = html`<strong>${title}</strong>`
        return html`<li class=${isDone ? 'task task-done' : 'task'} aria-current=${index === next ? 'step' : undefined}>
          <span class="task-sign">${isDone ? Icon({ name: 'check', size: 20 }) : visit.words.number(index + 1)}</span>
          <div class="task-what">
            ${href && !isDone ? html`<a class="task-link" href=${href}>${name}</a>` : name}
            <p class="soft small">${lead}</p>
          </div>
          ${isDone && html`<span class="tag tag-good">${texts.stepDone}</span>`}
        </li>`
      })}</ol>
    `,
  })
}
