import { VisitForm } from '../../../../platform/people/pages/visit-form.ts'
import { DataTable } from '../../../../platform/ui/back-office/components/data-table.ts'
import { Empty, Note, Panel } from '../../../../platform/ui/back-office/components/panel.ts'
import { StatusTag } from '../../../../platform/ui/back-office/components/status.ts'
import { Fold } from '../../../../platform/ui/components/blocks.ts'
import { ChoiceField, Field } from '../../../../platform/ui/forms/fields.ts'
import { type Content, html } from '../../../../platform/ui/html.ts'
import { requiredChecks } from '../../../../rehearsal/certificate/badge.ts'
import type { Certificate } from '../../../../rehearsal/certificate/certificate.ts'
import { coreScenarios, profiles, type ScenarioName } from '../../../../rehearsal/certificate/facts.ts'
import type { Answer, Visit } from '../../page.ts'
import { clockNoteOf, type StoreTimes } from '../../times.ts'
import { fieldOf, offeredScenarios, pageOfRun, type RunFormNotice } from '../run.ts'
import { statusTag } from './parts.ts'

/** The longest list of runs. */
export const listedRuns = 20

interface CertificatesView {
  /** The newest first. */
  readonly runs: readonly Certificate[]
  readonly times: StoreTimes
  readonly notice: RunFormNotice
}

interface PartProps {
  readonly visit: Visit
  readonly view: CertificatesView
}

/** The form that begins a run, unless one is open, and the newest runs. */
export function certificatesPage(visit: Visit, view: CertificatesView): Answer {
  const { words, address } = visit
  const { texts } = words
  const { runs, times, notice } = view
  const open = runs.find(({ status }) => status !== 'finished')
  const content = html`
    ${notice.isOpenAlready && Note({ tone: 'bad', children: html`<p>${texts.certOpenAlready}</p>` })}
    <p class="soft">${texts.certLead} <a href="/docs/get-your-certificate">${texts.certGuide}</a></p>
    ${
      open !== undefined &&
      html`<p><a class="button button-main" href=${address(pageOfRun(open.id))}>${texts.certSeeOpen}</a></p>`
    }
    ${open === undefined && visit.may('act_as_developer') && Begin({ visit, notice })}
    ${Runs({ visit, view })}
    <p class="soft small">${clockNoteOf(visit, times.currency, 'real')}</p>`
  const isError = notice.isOpenAlready === true || notice.problems !== undefined
  const back = { href: address('developers'), label: texts.developers }
  return { page: { title: texts.certificate, back, isError }, content }
}

function Begin({ visit, notice }: { visit: Visit; notice: RunFormNotice }): Content {
  const { texts } = visit.words
  const { problems = {}, fields } = notice
  const isCore = (name: ScenarioName): boolean => (coreScenarios as readonly string[]).includes(name)
  const isTicked = (name: ScenarioName): boolean =>
    fields === undefined ? isCore(name) : fields[fieldOf(name)] !== undefined
  const ticks = (names: readonly ScenarioName[]): Content =>
    names.map(
      (name) => html`<label class="tick">
        <input class="pick-box" type="checkbox" name=${fieldOf(name)} value="yes" checked=${isTicked(name)} />
        <span><code class="strong">${name}</code> – ${texts.certScenes[name]}</span>
      </label>`,
    )
  const others = offeredScenarios.filter((name) => !isCore(name))
  return Panel({
    title: texts.certBeginPanel,
    id: 'begin',
    children: html`
      <p>${texts.certBeginLead}</p>
      ${VisitForm({
        visit,
        to: 'developers/certificate/begin',
        class: 'step',
        children: html`
          ${ChoiceField({
            name: 'profile',
            label: texts.certProfile,
            value: fields?.['profile'] ?? 'webhooks',
            choices: profiles.map((one) => [one, texts.certProfiles[one]] as const),
          })}
          ${problems.scenarios && Note({ tone: 'bad', children: html`<p>${texts.certNoScenario}</p>` })}
          <fieldset class="ticks"><legend>${texts.certCoreScenarios}</legend>${ticks(coreScenarios)}</fieldset>
          ${Fold({
            summary: texts.certOtherScenarios,
            isOpen: others.some(isTicked),
            children: html`<fieldset class="ticks">
              <legend class="unseen">${texts.certOtherScenarios}</legend>${ticks(others)}
            </fieldset>`,
          })}
          ${Field({
            name: 'seed',
            label: texts.certSeed,
            hint: texts.certSeedHint,
            error: problems.seed && texts.certWrongSeed,
            input: {
              value: fields?.['seed'] ?? '',
              inputmode: 'numeric',
              dir: 'ltr',
              maxlength: 10,
              autocomplete: 'off',
            },
          })}
          <p><button class="button button-main" type="submit">${texts.certBegin}</button></p>
        `,
      })}
      <p class="soft small">${texts.certTerminal}</p>
      <pre class="raw" dir="ltr" tabindex="0">npx qist certify --order-command '…'</pre>
    `,
  })
}

function Runs({ visit, view: { runs, times } }: PartProps): Content {
  const { words, address } = visit
  const { texts } = words
  const columns = [
    { label: texts.certBegun },
    { label: texts.certStatus },
    { label: texts.certPassed, isNumber: true },
    { label: texts.certSeed, isNumber: true },
    { label: texts.certProfile, isMinor: true },
  ]
  const rows = runs.map((run) => {
    const held = requiredChecks(run)
    const passed = held.filter(({ result }) => result === 'passed')
    return {
      href: address(pageOfRun(run.id)),
      cells: [
        times.moment(run.startedAt),
        StatusTag(statusTag(words, run.status)),
        texts.certPassedOf(words.number(passed.length), words.number(held.length)),
        String(run.seed),
        texts.certProfiles[run.profile],
      ],
    }
  })
  return Panel({
    title: texts.certRuns,
    id: 'runs',
    children:
      rows.length === 0
        ? Empty({ icon: 'developers', title: texts.noCertRuns, lead: texts.noCertRunsLead })
        : html`${DataTable({ caption: texts.certRuns, columns, rows })}
            ${
              rows.length === listedRuns &&
              html`<p class="soft small">${texts.certRunsLead(words.number(rows.length))}</p>`
            }`,
  })
}
