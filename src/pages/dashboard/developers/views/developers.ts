import { nowFor } from '../../../../platform/merchants/caller.ts'
import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { DataTable, Pager } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Empty, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { ChoiceField, TextField } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { type Fault, isUsedUp } from '../../../../rehearsal/faults/fault.ts'
import type { listNewestEntries } from '../../../../rehearsal/journal/entries.ts'
import { DoneNote } from '../../done-note.ts'
import type { Answer, Fields, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'
import { exampleRule, presets } from '../presets.ts'

/** The outcome of a form, as the page shows it. */
export interface DevelopersNotice {
  readonly done?: string | undefined
  /** The errors of a typed rule, in the API's words. */
  readonly ruleProblems?: readonly string[]
  /** Why the clock was not advanced: `wrong` duration, or `moved` since the page was opened. */
  readonly clock?: 'wrong' | 'moved'
  /** The clock's offset now. Absent: as at the start of the request. */
  readonly clockOffsetMs?: number
  readonly fields?: Fields
}

type Entry = Awaited<ReturnType<typeof listNewestEntries>>[number]

interface DevelopersView {
  readonly entries: readonly Entry[]
  readonly older: number | undefined
  readonly isNewest: boolean
  readonly faults: readonly Fault[]
  readonly times: StoreTimes
  readonly notice: DevelopersNotice
}

/** The developers' page: the clock, the faults and the journal. */
export function developersPage(visit: Visit, view: DevelopersView): Answer {
  const { texts } = visit.words
  const { notice, times } = view
  const done = { clock: texts.doneClock, fault: texts.doneFault, removed: texts.doneRemovedFault }
  const content = html`
    ${DoneNote({ messages: done, done: notice.done })}
    <p class="soft">${texts.developersLead} <a href="/docs">${texts.developersReference}</a></p>
    ${Panel({
      title: texts.certificate,
      id: 'certificate',
      children: html`
        <p>${texts.certLead}</p>
        <p><a class="button" href=${visit.address('developers/certificate')}>${texts.certOpen}</a></p>
      `,
    })}
    ${Clock({ visit, view })}
    ${Faults({ visit, view })}
    ${Journal({ visit, view })}
    <p class="soft small">${clockNoteOf(visit, times.currency, 'real')}</p>`
  const isError = notice.clock !== undefined || notice.ruleProblems !== undefined
  return { page: { title: texts.developers, isError }, content }
}

interface PartProps {
  readonly visit: Visit
  readonly view: DevelopersView
}

const steps = ['PT1H', 'P1D', 'P7D', 'P14D', 'P21D', 'P1M'] as const

function Clock({ visit, view: { times, notice } }: PartProps): Content {
  const { app, actor, words } = visit
  const { texts } = words
  const choices = steps.map((step) => [step, texts.clockSteps[step]] as const)
  const clockOffsetMs = notice.clockOffsetMs ?? actor.clockOffsetMs
  const error = notice.clock && { wrong: texts.clockWrong, moved: texts.clockMoved }[notice.clock]
  return Panel({
    title: texts.clockPanel,
    id: 'clock',
    children: html`
      <p>${texts.clockNow} <strong>${times.exactMoment(nowFor(app, { clockOffsetMs }))}</strong></p>
      ${
        visit.may('act_as_developer') &&
        html`${VisitForm({
          visit,
          to: 'developers/clock',
          class: 'move',
          hidden: { clock_seen: String(clockOffsetMs) },
          children: html`
            ${ChoiceField({
              name: 'advance',
              label: texts.clockBy,
              value: notice.fields?.['advance'] ?? 'P1D',
              choices,
              error,
            })}
            <button class="button" type="submit">${texts.clockMove}</button>
          `,
        })}
          <p class="soft small">${texts.clockLead}</p>`
      }
    `,
  })
}

function Faults({ visit, view }: PartProps): Content {
  const { texts } = visit.words
  const mayAct = visit.may('act_as_developer')
  const { faults, notice } = view
  const choices = presets.map(({ name }) => [name, texts.faultPresets[name]] as const)
  const problem = notice.ruleProblems?.join('; ')
  return Panel({
    title: texts.faultsPanel,
    id: 'faults',
    children: html`
      ${faults.length === 0 ? html`<p class="soft">${texts.noFaults}</p>` : FaultTable({ visit, view })}
      ${
        mayAct &&
        html`${VisitForm({
          visit,
          to: 'developers/faults',
          class: 'move',
          children: html`
            ${ChoiceField({ name: 'preset', label: texts.faultPreset, value: 'lost', choices })}
            <button class="button" type="submit">${texts.addFault}</button>
          `,
        })}
          ${Fold({
            summary: texts.typeFault,
            isOpen: problem !== undefined,
            children: VisitForm({
              visit,
              to: 'developers/faults',
              class: 'step',
              children: html`
                ${TextField({
                  name: 'rule',
                  label: texts.faultRule,
                  hint: texts.faultRuleHint,
                  value: notice.fields?.['rule'] ?? exampleRule,
                  maxlength: 10_000,
                  error: problem && html`<bdi dir="ltr" lang="en">${problem}</bdi>`,
                })}
                <p><button class="button" type="submit">${texts.addFault}</button></p>
              `,
            }),
          })}`
      }
    `,
  })
}

function hitsOf({ texts, number }: Visit['words'], fault: Fault): string {
  const [hits, times] = [number(fault.hits), number(fault.rule.when.times)]
  const isDone = isUsedUp(fault)
  if (isDone === undefined) return hits
  return isDone ? texts.faultUsedUp(hits) : texts.faultHitsOf(hits, times)
}

function FaultTable({ visit, view: { faults } }: PartProps): Content {
  const { words } = visit
  const { texts } = words
  const mayAct = visit.may('act_as_developer')
  const columns = [
    { label: texts.faultRule },
    { label: texts.faultHits, isNumber: true },
    ...(mayAct ? [{ label: texts.removeFault }] : []),
  ]
  const rows = faults.map((fault) => ({
    cells: [
      html`<code dir="ltr" class="small">${JSON.stringify({ on: fault.rule.on, do: fault.rule.do })}</code>`,
      hitsOf(words, fault),
      ...(mayAct
        ? [
            VisitForm({
              visit,
              to: 'developers/faults/remove',
              hidden: { id: fault.id },
              children: html`<button class="button" type="submit">${texts.removeFault}</button>`,
            }),
          ]
        : []),
    ],
  }))
  const all = VisitForm({
    visit,
    to: 'developers/faults/remove',
    children: html`<button class="button" type="submit">${texts.removeFaults}</button>`,
  })
  return html`${DataTable({ caption: texts.faultsPanel, columns, rows })}${mayAct && faults.length > 1 && all}`
}

function Journal({ visit, view: { entries, older, isNewest, times } }: PartProps): Content {
  const { words, address } = visit
  const { texts } = words
  const columns = [
    { label: texts.journalWhen },
    { label: texts.journalKind },
    { label: texts.journalWhat },
    { label: texts.journalStatus, isNumber: true },
  ]
  const rows = entries.map(({ request_id, atMs, kind, summary, status }) => ({
    href: request_id === null ? undefined : address(`developers/journal/${request_id}`),
    cells: [
      times.exactMoment(atMs),
      texts.journalKinds[kind],
      html`<bdi dir="ltr" lang="en">${summary}</bdi>`,
      status === null ? '–' : String(status),
    ],
  }))
  return Panel({
    title: texts.journalPanel,
    id: 'journal',
    children: html`
      ${
        entries.length === 0
          ? Empty({ icon: 'developers', title: texts.noJournal, lead: texts.noJournalLead })
          : DataTable({ caption: texts.journalPanel, columns, rows })
      }
      ${Pager({
        label: texts.pages,
        newer: { href: isNewest ? undefined : address('developers'), label: texts.newest },
        older: {
          href: older === undefined ? undefined : address('developers', { before: String(older) }),
          label: texts.older,
        },
      })}
    `,
  })
}
