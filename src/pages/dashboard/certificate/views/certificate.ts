import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Facts, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import type { RunDocument } from '../../../../rehearsal/certificate/wire.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'
import { commandOf, pageOfRun } from '../run.ts'
import { Findings } from './findings.ts'
import type { RunPartProps } from './parts.ts'
import { Checks, code, momentOf, statusTag, typedFrom } from './parts.ts'
import { Progress } from './progress.ts'

interface CertificateView {
  readonly run: RunDocument
  readonly times: StoreTimes
}

/** A run: the next step, the result of each check, and the findings. With scripts the page refreshes itself. */
export function certificatePage(visit: Visit, { run, times }: CertificateView): Answer {
  const { words, address } = visit
  const { texts } = words
  const { id, status } = run
  const part = { visit, run, times }
  const isOpen = status !== 'finished'
  const content = html`<div class="stack" id="run" data-live=${isOpen ? 'yes' : undefined}>
      ${Progress(part)}
      ${About(part)}
      ${Checks({ visit, title: texts.certCoreChecks, checks: run.checks.filter(({ core }) => core), isOver: !isOpen })}
      ${Findings(part)}
      ${Checks({ visit, title: texts.certOtherChecks, checks: run.checks.filter(({ core }) => !core), isOver: !isOpen })}
      ${Scenarios(part)}
    </div>
    <p class="soft small">${clockNoteOf(visit, times.currency, 'real')}</p>`
  const back = { href: address('developers/certificate'), label: texts.certificate }
  const title = texts.certRunTitle(momentOf(times, run.started_at))
  const refresh = isOpen ? { seconds: 10, address: address(pageOfRun(id)) } : undefined
  return { page: { title, back, refresh }, content }
}

function About({ visit, run, times }: RunPartProps): Content {
  const { words, address, api } = visit
  const { texts } = words
  const { id, status, profile, seed, badge, version, started_at, ended_at } = run
  const picture = `${pageOfRun(id)}/badge.svg`
  const facts: readonly (readonly [string, Content])[] = [
    [texts.certBegun, momentOf(times, started_at)],
    [texts.certEnded, ended_at === null ? '–' : momentOf(times, ended_at)],
    [texts.certProfile, texts.certProfiles[profile]],
    [texts.certSeed, code(String(seed))],
    [texts.certVersion, code(version)],
    [texts.certBadge, code(badge)],
    [texts.certBadgeAddress, code(`${api.baseUrl()}/sandbox/certificate/${id}/badge.svg`)],
  ]
  return Panel({
    title: texts.certAbout,
    id: 'about',
    aside: StatusTag(statusTag(words, status)),
    children: html`
      <p><img class="badge" src=${address(picture)} alt=${texts.certBadge} height="20" /></p>
      ${Facts({ facts })}
      <p class="soft small">${texts.certBadgeLead}</p>
      <p><a class="button" href=${address(picture)}>${texts.certBadgeDownload}</a></p>
      <h3>${texts.certCommand}</h3>
      <pre class="raw" dir="ltr" tabindex="0">${commandOf(typedFrom(run))}</pre>
    `,
  })
}

function Scenarios({ visit, run }: RunPartProps): Content {
  const { texts } = visit.words
  const columns = [{ label: texts.certScenario }, { label: texts.certPlays }, { label: texts.certStatus }]
  const tones = { to_come: 'soft', preparing: 'brand', waiting: 'wait', running: 'brand', finished: 'good' } as const
  const rows = run.scenarios.map(({ name, status }) => ({
    cells: [
      html`<code class="strong">${name}</code>`,
      texts.certScenes[name],
      StatusTag({ tone: tones[status], text: texts.certScenarioStatus[status] }),
    ],
  }))
  return Panel({
    title: texts.certScenarios,
    id: 'scenarios',
    children: DataTable({ caption: texts.certScenarios, columns, rows }),
  })
}
