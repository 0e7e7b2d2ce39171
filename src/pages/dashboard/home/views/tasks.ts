import { daysLeft } from '../../../../money/disputes/dispute.ts'
import type { Currency } from '../../../../platform/base/markets.ts'
import { nowFor } from '../../../../platform/merchants/caller.ts'
import { Empty, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Icon, type IconName } from '../../../../platform/ui/components/pictures.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { isolated, leftToRight } from '../../../../platform/ui/words/lang.ts'
import { placeOf } from '../../../back-office/webhook-place.ts'
import { toAnswer } from '../../disputes/status.ts'
import type { Visit } from '../../page.ts'
import { momentAt } from '../../times.ts'
import { type FirstStep, mostDisputes, type Tasks } from '../home-data.ts'

interface TaskProps {
  readonly icon: IconName
  readonly title: string
  readonly count: string
  readonly lead: string
  /** Absent if the role lacks the permission of the page. */
  readonly href: string | undefined
}

interface TaskListProps {
  readonly visit: Visit
  readonly tasks: Tasks
  /** The currency of the stores whose time zone is shown. */
  readonly currency: Currency
  readonly isNew: boolean
}

/** The open tasks, the most urgent kind first. Without tasks, a text about this place. */
export function TaskList({ visit, tasks, currency, isNew }: TaskListProps): Content {
  const { texts } = visit.words
  const shown = [
    ...disputeTasks(visit, tasks),
    ...captureTasks(visit, tasks, currency),
    ...webhookTasks(visit, tasks, currency),
  ]
  if (shown.length === 0) {
    if (isNew) return null
    return Empty({ icon: 'check', title: texts.homeEmptyTitle, lead: texts.homeEmptyLead })
  }
  return Panel({ title: texts.homeTasks, children: html`<ul class="tasks">${shown.map((task) => Task(task))}</ul>` })
}

function Task({ icon, title, count, lead, href }: TaskProps): Content {
  const name = html`<strong>${title}</strong>`
  return html`<li class="task">
    <span class="task-sign">${Icon({ name: icon, size: 20 })}</span>
    <div class="task-what">
      ${href === undefined ? name : html`<a class="task-link" href=${href}>${name}</a>`}
      <p class="soft small">${lead}</p>
    </div>
    <span class="task-count number">${count}</span>
  </li>`
}

function disputeTasks(visit: Visit, { disputes }: Tasks): TaskProps[] {
  const { words, app, actor } = visit
  const now = nowFor(app, actor)
  const soonest = disputes
    .slice(0, 3)
    .map((dispute) =>
      words.texts.taskDispute(isolated(dispute.orderNumber), words.texts.daysLeft(daysLeft(dispute, now))),
    )
  if (disputes.length === 0) return []
  return [
    {
      ...{ icon: 'disputes', title: words.texts.taskDisputes, lead: words.list(soonest) },
      count: atLeast(visit, disputes.length, disputes.length >= mostDisputes),
      href: visit.address('disputes', { status: toAnswer }),
    },
  ]
}

function captureTasks(visit: Visit, { uncaptured, isMoreUncaptured }: Tasks, zone: Currency): TaskProps[] {
  const { words } = visit
  const { texts } = words
  if (uncaptured.length === 0) return []
  const amounts = words.list(uncaptured.map(({ leftMinor, currency }) => words.money(leftMinor, currency)))
  const due = uncaptured.flatMap(({ firstDueAt }) => (firstDueAt === null ? [] : [firstDueAt]))
  const count = uncaptured.reduce((sum, one) => sum + one.count, 0)
  return [
    {
      ...{ icon: 'payments', title: texts.taskCaptures, href: visit.address('payments', { status: 'authorized' }) },
      count: atLeast(visit, count, isMoreUncaptured),
      lead:
        due.length === 0
          ? texts.taskCapturesNeverLead(amounts)
          : texts.taskCapturesLead(amounts, momentAt(words, Math.min(...due), zone)),
    },
  ]
}

function webhookTasks(visit: Visit, { failing }: Tasks, zone: Currency): TaskProps[] {
  const { words } = visit
  const { texts } = words
  return failing.map(({ id, url, failingSince, disabledAt }) => {
    const since = momentAt(words, disabledAt ?? failingSince ?? 0, zone)
    return {
      ...{ icon: 'webhooks', title: disabledAt === null ? texts.taskWebhook : texts.taskWebhookOff, count: '' },
      lead: (disabledAt === null ? texts.taskFailingSince : texts.taskOffSince)(leftToRight(placeOf(url) ?? ''), since),
      href: visit.address(`webhooks/${id}`),
    }
  })
}

function atLeast({ words }: Visit, count: number, isMore: boolean): string {
  return isMore ? words.texts.orMore(words.number(count)) : words.number(count)
}

/** The steps up to the first payment, with those that are done. */
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
