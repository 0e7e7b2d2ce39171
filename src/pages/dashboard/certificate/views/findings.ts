import { Facts, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { Check, Finding } from '../../../../rehearsal/certificate/checks.ts'
import type { Visit } from '../../page.ts'
import type { StoreTimes } from '../../times.ts'
import { Exchanges } from './exchanges.ts'
import type { RunPartProps } from './parts.ts'
import { anchorOf, code, momentOf, resultTag } from './parts.ts'

/** The findings by check, each with its evidence, the advice, and the command that repeats it. */
export function Findings({ visit, run, times }: RunPartProps): Content {
  const { words } = visit
  const { texts } = words
  const found = run.checks.filter(({ findings }) => findings.length > 0)
  if (found.length === 0) {
    const text = run.status === 'finished' ? texts.certNoFindings : texts.certNoFindingsYet
    return Panel({ title: texts.certFindings, id: 'findings', children: html`<p class="soft">${text}</p>` })
  }
  return Panel({
    title: texts.certFindings,
    id: 'findings',
    children: found.map((check) => FoundOfCheck({ visit, check, times })),
  })
}

interface FoundProps {
  readonly visit: Visit
  readonly check: Check
  readonly times: StoreTimes
}

function FoundOfCheck({ visit, check: { check, result, findings }, times }: FoundProps): Content {
  const { words } = visit
  const { texts } = words
  const [first] = findings
  return html`<section class="stack" id=${anchorOf(check)} aria-labelledby=${`${anchorOf(check)}-title`}>
    <div class="panel-head">
      <h3 id=${`${anchorOf(check)}-title`}><bdi dir="ltr">${check}</bdi> ${texts.certCheckAsks[check]}</h3>
      ${StatusTag(resultTag(words, result))}
    </div>
    ${findings.map((finding) => Found({ visit, finding, times }))}
    <p>
      <strong>${texts.certAdvice}:</strong> ${texts.certCheckAdvice[check]} ${
        first && html`<a href=${first.guide}>${texts.certMore}</a>`
      }
    </p>
  </section>`
}

interface FindingProps {
  readonly visit: Visit
  readonly finding: Finding
  readonly times: StoreTimes
}

function Found({ visit, finding, times }: FindingProps): Content {
  const { words, address } = visit
  const { texts } = words
  const { sentence, scenario, at, exchanges, command } = finding
  // An exchange leads to its entry itself.
  const isShown = (id: string): boolean => exchanges.some((exchange) => exchange.id === id)
  const [requests, deliveries] = [finding.request_ids, finding.webhook_ids].map((ids) =>
    ids.filter((id) => !isShown(id)),
  )
  const facts: readonly (readonly [string, Content])[] = [
    [texts.certScenario, html`<code dir="ltr">${scenario}</code>`],
    ...(at === null ? [] : [[texts.certFindingAt, momentOf(times, at)] as const]),
    ...idFact(texts.certRequests, requests, visit),
    ...idFact(texts.certDeliveries, deliveries, visit),
    [texts.certRepeat, html`<code dir="ltr">${command}</code>`],
  ]
  return html`<div class="found-call stack">
    <p>${code(sentence)}</p>
    ${Exchanges({ finding, texts, addressOf: (id) => address(journalOf(id)) })}
    ${Facts({ facts })}
  </div>`
}

function idFact(name: string, ids: readonly string[] = [], visit: Visit): (readonly [string, Content])[] {
  return ids.length === 0 ? [] : [[name, links(visit, ids)]]
}

/** Links to the journal, which has the request and the answer. */
function links({ address }: Visit, ids: readonly string[]): Content {
  return html`<ul class="ids">
    ${ids.map((id) => html`<li><a href=${address(journalOf(id))}><bdi dir="ltr">${id}</bdi></a></li>`)}
  </ul>`
}

function journalOf(id: string): string {
  return `developers/journal/${id}`
}
