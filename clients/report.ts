import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { commit, machine } from '../testkit/machine.ts'
import { type Action, actions, type ClientRun, type Verdict } from './client.ts'
import { type LeftOut, leftOut } from './left-out.ts'

/** What one run of the command showed. */
export interface Report {
  readonly runs: readonly ClientRun[]
  /** Clients that were to run and could not, with the reason. */
  readonly missing: readonly { readonly name: string; readonly reason: string }[]
}

const file = join(import.meta.dirname, '../docs/clients.md')

const words: Readonly<Record<Verdict, string>> = {
  works: 'works',
  lenient: 'works on a lenient store',
  fault: "the client's own fault",
  ours: '**ours**',
}

/** Writes docs/clients.md. */
export function writeReport(report: Report): void {
  writeFileSync(
    file,
    formatReport(report, `${new Date().toISOString().slice(0, 10)}, commit ${commit()}, ${machine()}`),
  )
}

/** Returns the page as Markdown. `when`: date, commit and machine. */
export function formatReport({ runs, missing }: Report, when: string): string {
  const parts = [
    `# Published clients

\`npm run clients\` runs published plug-ins, packages and SDKs, unchanged, against a fresh sandbox behind
[\`qist plugin-host\`](guides/connect-a-plugin.md), and writes this page. ${when}.

- *works*: on every store. *works on a lenient store*: a strict store refuses what the client sends.
- *the client's own fault*: the service did what it promises, and somebody loses money or an order all the same.
- *ours*: an open defect of Qist.
- –: the client has no such action.

What two notifications at the same moment do, and a clean-up beside a payment, is a race: another run may show another result.`,
    formatTable(
      ['', ...runs.map(({ client }) => `${client.name} ${client.version}`)],
      usedActions(runs).map((action) => [actions[action], ...runs.map((run) => cellOf(run, action))]),
    ),
    ...runs.map(formatNotes).filter((text) => text !== ''),
    '## What ran\n',
    formatTable(
      ['client', 'version', 'from', 'with', 'SHA-256 of its files'],
      runs.map(({ client, surroundings }) => [
        ...[client.name, client.version, client.address, surroundings],
        `\`${client.checksum}\``,
      ]),
    ),
    formatLeftOut([...missing.map(({ name, reason }) => ({ name, reason, faults: [] })), ...leftOut]),
  ]
  return `${parts.join('\n\n')}\n`
}

function usedActions(runs: readonly ClientRun[]): readonly Action[] {
  const used = new Set(runs.flatMap(({ findings }) => findings.map(({ action }) => action)))
  return (Object.keys(actions) as Action[]).filter((action) => used.has(action))
}

function cellOf({ findings }: ClientRun, action: Action): string {
  const found = findings.find((finding) => finding.action === action)
  return found === undefined ? '–' : words[found.verdict]
}

// What a strict store refuses is the same for every action: the first one says it.
function formatNotes({ client, findings }: ClientRun): string {
  const refused = findings.filter(({ verdict }) => verdict === 'lenient').slice(0, 1)
  const lost = findings.filter(({ verdict }) => verdict === 'fault' || verdict === 'ours')
  const lines = [...refused, ...lost].filter(({ note }) => note !== undefined)
  if (lines.length === 0) return ''
  const list = lines.map(({ action, note }) => `- **${actions[action]}.** ${note}`)
  return `## ${client.name} ${client.version}\n\n${list.join('\n')}`
}

function formatLeftOut(clients: readonly LeftOut[]): string {
  const list = clients.flatMap(({ name, reason, faults }) => [
    `- **${name}**: ${reason}.`,
    ...faults.map((fault) => `  - ${fault}`),
  ])
  return `## Left out

These did not run. Where their sources were read, what was found there follows. Nobody has seen it happen here.
The calls of each, as its sources build them, are in \`test/clients/bodies\` and are sent to both kinds of stores by \`npm test\`.

${list.join('\n')}`
}

function formatTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const escaped = (row: readonly string[]): string => row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${escaped(row)} |`).join('\n')
}
