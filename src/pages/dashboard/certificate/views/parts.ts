import { parseInstant } from '../../../../platform/base/times.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag, type Tone } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { RunStatus } from '../../../../rehearsal/certificate/certificate.ts'
import type { ReportedCheck, Result } from '../../../../rehearsal/certificate/checks.ts'
import type { RunDocument } from '../../../../rehearsal/certificate/wire.ts'
import type { Visit } from '../../page.ts'
import type { StoreTimes } from '../../times.ts'
import type { DashboardWords } from '../../words/words.ts'
import type { TypedRun } from '../run.ts'

interface Tag {
  readonly tone: Tone
  readonly text: string
}

/** The tone of each result of a check. */
export const resultTones: Readonly<Record<Result, Tone>> = {
  ...{ passed: 'good', failed: 'bad', warning: 'wait', review: 'wait' },
  not_exercised: 'soft',
}
const statusTones: Readonly<Record<RunStatus, Tone>> = { waiting: 'wait', running: 'brand', finished: 'soft' }

/** Returns the result of a check as a text and its tone. */
export function resultTag({ texts }: DashboardWords, result: Result): Tag {
  return { tone: resultTones[result], text: texts.certResults[result] }
}

/** Returns the status of a run as a text and its tone. */
export function statusTag({ texts }: DashboardWords, status: RunStatus): Tag {
  return { tone: statusTones[status], text: texts.certStatuses[status] }
}

interface ChecksProps {
  readonly visit: Visit
  readonly title: string
  readonly checks: readonly ReportedCheck[]
  /** Whether to show why a check was not exercised. */
  readonly isOver: boolean
}

/** Returns the id of the element with a check's findings. */
export function anchorOf(check: string): string {
  return `finding-${check.toLowerCase()}`
}

/** The table of checks with their results. */
export function Checks({ visit: { words }, title, checks, isOver }: ChecksProps): Content {
  const { texts } = words
  const columns = [{ label: texts.certCheck }, { label: texts.certAsks }, { label: texts.certResult }]
  const rows = checks.map(({ check, result, findings, reason }) => ({
    href: findings.length === 0 ? undefined : `#${anchorOf(check)}`,
    cells: [
      html`<bdi dir="ltr">${check}</bdi>`,
      html`${texts.certCheckAsks[check]}${isOver && reason !== undefined && html`<div class="soft small">${code(reason)}</div>`}`,
      StatusTag(resultTag(words, result)),
    ],
  }))
  return Panel({ title, children: DataTable({ caption: title, columns, rows }) })
}

export interface RunPartProps {
  readonly visit: Visit
  readonly run: RunDocument
  readonly times: StoreTimes
}

/** Returns a moment of the document in the store's zone. */
export function momentOf(times: StoreTimes, at: string): string {
  return times.moment(parseInstant(at) ?? 0)
}

/** Returns the typed run that would begin the same run again. */
export function typedFrom({ profile, scenarios, seed }: RunDocument): TypedRun {
  return { profile, seed, scenarios: scenarios.map(({ name }) => name) }
}

/** Marks a text that is not translated. */
export function code(text: string): Content {
  return html`<bdi dir="ltr" lang="en">${text}</bdi>`
}
