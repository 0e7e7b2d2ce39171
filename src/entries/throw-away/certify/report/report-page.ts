import { resultTones } from '../../../../pages/dashboard/certificate/views/parts.ts'
import { bundleAsset, mark, styles } from '../../../../platform/ui/assets.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { type Fact, Facts, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { Ring } from '../../../../platform/ui/components/pictures.ts'
import { type Content, html, renderHtml, unescaped } from '../../../../platform/ui/html.ts'
import { checks as definitions, type ReportedCheck } from '../../../../rehearsal/certificate/checks.ts'
import type { CertifyArguments } from '../repeat-command.ts'
import type { Report } from './report.ts'
import { anchorOf, Findings } from './report-findings.ts'

const { tokens, base, panels, backOffice } = styles

/**
 * Returns the report as one HTML page. It loads nothing from elsewhere, and runs no script. `service`: the
 * address of the service, if it was given. The guides are linked unless only this machine reaches them.
 */
export function reportPage(report: Report, given: CertifyArguments, service: string | undefined): string {
  const docs = service === undefined || isLocal(service) ? undefined : service
  const style = bundleAsset('report.css', [tokens, base, panels, backOffice, new URL('report.css', import.meta.url)])
  const icon = `data:${mark.type};base64,${mark.body.toString('base64')}`
  const { checks, ended_at } = report.certificate
  const title = `Certificate of ${dateOf(ended_at)}`
  return `<!doctype html>${renderHtml(html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex" />
      <meta http-equiv="content-security-policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:" />
      <title>${title} – Qist</title>
      <link rel="icon" type="image/svg+xml" href=${icon} />
      <style ...${unescaped(style.body.toString())}></style>
    </head>
    <body>
      <header class="top"><span class="wordmark">${Ring({ filled: 1, size: 22 })}<span>Qist</span></span></header>
      <main class="work report">
        <h1>${title}</h1>
        <p class="soft">
          The sandbox of Qist played customer, network and clock, and judged a shop by its calls and answers. Times are
          those in the scenario; bodies are shortened, and show neither secrets nor the customer.
        </p>
        ${Verdict(report)}
        ${Findings({ checks, given, docs })}
        ${Checks({ title: 'Core checks', checks: checks.filter(({ core }) => core) })}
        ${Checks({ title: 'Recommended checks', checks: checks.filter(({ core }) => !core) })}
        ${About(report)}
      </main>
    </body>
  </html>`)}`
}

function isLocal(address: string): boolean {
  const { hostname = '' } = URL.parse(address) ?? {}
  return /^(localhost|127\.[\d.]+|\[::1\]|host\.docker\.internal)$/.test(hostname)
}

function Verdict({ verdict, sentence, certificate }: Report): Content {
  const tones = { passed: 'good', failed: 'bad', incomplete: 'wait' } as const
  const found = new Set(certificate.checks.flatMap(({ check, findings }) => (findings.length > 0 ? [`${check}`] : [])))
  const parts = sentence.split(/\b([A-Z]\d)\b/)
  const linked = parts.map((part) => (found.has(part) ? html`<a href=${`#${anchorOf(part)}`}>${part}</a>` : part))
  return Note({ tone: tones[verdict], children: html`<p class="strong">${linked}</p>` })
}

function Checks({ title, checks }: { readonly title: string; readonly checks: readonly ReportedCheck[] }): Content {
  const columns = [{ label: 'Check' }, { label: 'A shop passes if it …' }, { label: 'Result' }]
  const rows = checks.map(({ check, result, findings, reason }) => ({
    href: findings.length === 0 ? undefined : `#${anchorOf(check)}`,
    cells: [
      check,
      html`<div>${definitions[check].asks}${reason !== undefined && html`<p class="soft small">${reason}</p>`}</div>`,
      StatusTag({ tone: resultTones[result], text: result.replace('_', ' ') }),
    ],
  }))
  return Panel({ title, children: DataTable({ caption: title, columns, rows }) })
}

function About({ certificate, command }: Report): Content {
  const { id, profile, seed, version, badge, started_at, ended_at, scenarios } = certificate
  const facts: readonly Fact[] = [
    ['Run', html`<code>${id}</code>`],
    ['Began', timeOf(started_at)],
    ['Ended', ended_at === null ? '–' : timeOf(ended_at)],
    ['Profile', profile],
    ['Seed', String(seed)],
    ['Version of Qist', version],
    ['Badge', badge],
    ['Scenarios', scenarios.map(({ name }) => name).join(', ')],
  ]
  return Panel({
    title: 'About this run',
    id: 'about',
    children: html`${Facts({ facts })}
      <h3>Play the whole run again</h3>
      <pre class="raw" tabindex="0">${command}</pre>`,
  })
}

function timeOf(at: string): string {
  return `${at.slice(0, 10)} ${at.slice(11, 19)} UTC`
}

function dateOf(at: string | null): string {
  return at === null ? 'an open run' : at.slice(0, 10)
}
