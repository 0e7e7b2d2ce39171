import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Check } from '../../../../rehearsal/certificate/checks.ts'
import type { Visit } from '../../page.ts'
import { resultTag } from '../result-tags.ts'

interface ChecksProps {
  readonly visit: Visit
  readonly title: string
  readonly checks: readonly Check[]
}

/** Where on the page it stands what was found of a check. */
export function anchorOf(check: string): string {
  return `finding-${check.toLowerCase()}`
}

/** What is asked of a shop, and what came of each. */
export function Checks({ visit: { words }, title, checks }: ChecksProps): Content {
  const { texts } = words
  const columns = [{ label: texts.certCheck }, { label: texts.certAsks }, { label: texts.certResult }]
  const rows = checks.map(({ check, result, findings }) => ({
    href: findings.length === 0 ? undefined : `#${anchorOf(check)}`,
    cells: [html`<bdi dir="ltr">${check}</bdi>`, texts.certCheckAsks[check], StatusTag(resultTag(words, result))],
  }))
  return Panel({ title, children: DataTable({ caption: title, columns, rows }) })
}
