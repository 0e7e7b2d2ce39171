import { Exchanges } from '../../../../pages/dashboard/certificate/views/exchanges.ts'
import { resultTones } from '../../../../pages/dashboard/certificate/views/parts.ts'
import { certificateEn } from '../../../../pages/dashboard/certificate/words/en.ts'
import { Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { checks as definitions, type Finding, type ReportedCheck } from '../../../../rehearsal/certificate/checks.ts'
import { groupFindings } from '../findings.ts'
import { type CertifyArguments, repeatCommand } from '../repeat-command.ts'

interface FindingsProps {
  readonly checks: readonly ReportedCheck[]
  readonly given: CertifyArguments
  readonly docs: string | undefined
}

/** The findings by check, those of core checks first, each with its requests and answers. */
export function Findings({ checks, given, docs }: FindingsProps): Content {
  const found = checks.filter(({ findings }) => findings.length > 0)
  if (found.length === 0) return Panel({ title: 'Findings', children: html`<p class="soft">There are none.</p>` })
  return html`<h2>Findings</h2>${found.map((check) => FoundOfCheck({ check, given, docs }))}`
}

/** Returns the id of the element with a check's findings. */
export function anchorOf(check: string): string {
  return `finding-${check.toLowerCase()}`
}

interface FoundProps extends Pick<FindingsProps, 'given' | 'docs'> {
  readonly check: ReportedCheck
}

function FoundOfCheck({ check, given, docs }: FoundProps): Content {
  const found = groupFindings(check)
  const [finding] = found?.first ?? []
  if (found === undefined || finding === undefined) return null
  const { asks } = definitions[check.check]
  const { scenario, alsoIn, first, rest } = found
  return Panel({
    title: `${check.check}: a shop passes if it ${asks}`,
    id: anchorOf(check.check),
    aside: StatusTag({ tone: resultTones[check.result], text: check.result }),
    children: html`<p class="soft small">
        ${check.core ? 'Core check' : 'Recommended check'}, in ${Names([scenario])}${
          alsoIn.length > 0 && html`, also in ${Names(alsoIn)}`
        }
      </p>
      ${first.map(Found)}
      ${rest.length > 0 && Fold({ summary: `Findings in ${alsoIn.join(', ')}`, children: rest.map(Found) })}
      <p><strong>What to do:</strong> ${finding.advice} ${Guide(finding.guide, docs)}</p>
      <p class="soft small">Repeat it:</p>
      <pre class="raw" tabindex="0">${repeatCommand(finding.command, given)}</pre>`,
  })
}

function Guide(path: string, docs: string | undefined): Content {
  return docs === undefined ? html`Guide: <code>${path}</code>` : html`<a href=${docs + path}>The guide</a>`
}

function Names(names: readonly string[]): Content {
  return names.map((name, index) => html`${index > 0 && ', '}<code>${name}</code>`)
}

function Found(finding: Finding): Content {
  return html`<div class="found-call stack">
    <p class="strong">${finding.sentence}</p>
    ${Exchanges({ finding, texts: certificateEn })}
  </div>`
}
