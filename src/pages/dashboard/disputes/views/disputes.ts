import { disputeStatuses, isActive } from '../../../../money/disputes/states.ts'
import { withQuery } from '../../../../platform/people/pages/answers.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { Pager } from '../../../../platform/ui/back-office/components/data-table.ts'
import { choiceField, FilterBar, WrongFilter } from '../../../../platform/ui/back-office/components/filter-bar.ts'
import { Empty, Note } from '../../../../platform/ui/back-office/components/panel.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { DisclosedDispute } from '../../../back-office/disclosure/disclose-dispute.ts'
import type { DaySpan } from '../../day-filter.ts'
import type { Answer, Visit } from '../../page.ts'
import { statusOf, toAnswer } from '../status.ts'
import { DisputeTable } from './dispute-table.ts'

interface DisputeRows {
  readonly disputes: readonly DisclosedDispute[]
  /** The token of the next page. */
  readonly nextToken: string | undefined
  readonly span: DaySpan
  readonly status: string
  /** Whether the filter cannot be read. */
  readonly isWrong: boolean
  /** The error of the chosen disputes. */
  readonly problem: string | undefined
}

/** The list of disputes: those that wait for the merchant first, by their time left. */
export function disputesPage(
  visit: Visit,
  { disputes, nextToken, span, status, isWrong, problem }: DisputeRows,
): Answer {
  const { words, address } = visit
  const { texts } = words
  const query = { ...span.query, status: status || undefined }
  const isAll = Object.values(query).every((value) => value === undefined)
  const token = visit.query('page_token')
  const done = /^\d{1,2}$/.exec(visit.query('done') ?? '')?.[0]
  const isEmpty = disputes.length === 0
  const statusField = choiceField(words, {
    ...{ name: 'status', label: texts.statusColumn, value: status },
    choices: [
      ['', texts.allStatuses],
      [toAnswer, texts.toAnswer],
      ...disputeStatuses.map((known) => [known, statusOf(known, words).text] as const),
    ],
  })
  const content = html`
    ${done && Note({ tone: 'good', children: html`<p>${texts.doneApproveMany(words.number(Number(done)))}</p>` })}
    ${problem && Note({ tone: 'bad', children: html`<p>${problem}</p>` })}
    ${(!isEmpty || !isAll) && FilterBar({ words, action: address('disputes'), fields: [statusField, ...span.fields] })}
    ${
      isWrong
        ? WrongFilter({ words })
        : isEmpty
          ? Empty({
              icon: 'disputes',
              title: isAll ? texts.noDisputes : texts.nothingFound,
              lead: isAll ? texts.noDisputesLead : texts.noDisputesFound,
            })
          : html`<p class="soft">${texts.disputesOrder}</p>${TickedForm({ visit, disputes, query: { ...query, page_token: token } })}`
    }
    ${Pager({
      label: texts.pages,
      newer: { href: token ? address('disputes', query) : undefined, label: texts.disputesFirst },
      older: { href: nextToken && address('disputes', { ...query, page_token: nextToken }), label: texts.disputesNext },
    })}`
  return {
    page: { title: texts.disputes, isError: problem !== undefined },
    content,
    status: isWrong || problem !== undefined ? 422 : 200,
  }
}

interface TickedFormProps {
  readonly visit: Visit
  readonly disputes: readonly DisclosedDispute[]
  readonly query: Readonly<Record<string, string | undefined>>
}

// The confirmation is a page of its own, and its back link leads to the same place of the list.
function TickedForm({ visit, disputes, query }: TickedFormProps): Content {
  const { words } = visit
  const { texts } = words
  const table = { visit, disputes, caption: texts.disputes }
  if (!visit.may('act_on_disputes') || !disputes.some(({ status }) => isActive(status))) return DisputeTable(table)
  return VisitForm({
    visit,
    to: withQuery('disputes/approve', query),
    class: 'stack',
    children: html`
      <label class="tick" data-tick-all="dispute" hidden>
        <input class="pick-box" type="checkbox" /><span>${texts.tickAll}</span>
      </label>
      ${DisputeTable({ ...table, areTicked: true })}
      <div><button class="button" type="submit">${texts.approveTicked}</button></div>
    `,
  })
}

/** Explains why test mode has no disputes, and links to those of live mode. */
export function liveOnlyPage({ words: { texts }, base }: Visit): Answer {
  const content = Empty({
    icon: 'disputes',
    title: texts.liveOnly,
    lead: texts.liveOnlyLead,
    children: html`<a class="button" href=${`${base}/live/disputes`}>${texts.toLive}</a>`,
  })
  return { page: { title: texts.disputes }, content }
}
