import type { Command } from 'commander'
import type { App } from '../../platform/app/app.ts'
import { allMerchants } from '../../platform/base/ids.ts'
import { second } from '../../platform/base/times.ts'
import { listMerchants } from '../../platform/merchants/merchants.ts'
import { leaveSandbox, type RemovedSandbox } from '../../rehearsal/sandbox/production/leave-sandbox.ts'
import {
  describeTraces,
  type FoundRemains,
  findSandboxTraces,
  isClean,
} from '../../rehearsal/sandbox/production/sandbox-traces.ts'
import { sandboxRemains } from '../sandbox-remains.ts'
import { jsonOption, type PrintOptions, printJson, printLine } from './output.ts'
import { withApp } from './with-app.ts'

interface PrepareOptions extends PrintOptions {
  readonly yes?: true
}

/** `qist production prepare`. */
export function addProductionCommands(program: Command): void {
  program
    .command('production')
    .description('getting a database ready for production')
    .command('prepare')
    .description(
      'make a database that a sandbox has used fit for production: list what was made or changed in it, then revoke or remove what was made, put back what was changed, remove people who joined, end open invitations, put clocks that are ahead back, end the journal of the sandbox. What you have made at the command line stays',
    )
    .option('--yes', 'make the changes; without it, only list them and exit 1')
    .option(...jsonOption)
    .action((options: PrepareOptions) => withApp((app) => prepare(app, options)))
}

async function prepare(app: App, options: PrepareOptions): Promise<void> {
  const { remains, ...traces } = await findSandboxTraces(app, sandboxRemains)
  if (!isClean({ remains, ...traces }) && !options.yes) {
    if (options.json) printJson({ found: { remains: jsonOf(remains), ...traces } })
    else {
      await printRemains(app, remains, '')
      printLine(
        `There are ${describeTraces({ remains, ...traces })}. Nothing was changed: --yes removes it, and puts back what you have set.`,
      )
    }
    process.exitCode = 1
    return
  }
  const removed = await leaveSandbox(app, sandboxRemains)
  if (options.json) printJson({ ...removed, remains: jsonOf(removed.remains) })
  else await print(app, removed)
}

async function print(app: App, { remains, clocks, people, invitations, hadJournal }: RemovedSandbox): Promise<void> {
  await printRemains(app, remains, 'done')
  for (const { merchantId, name, aheadMs } of clocks) {
    const ahead = `${Math.round(aheadMs / second)} s ahead`
    printLine(
      `Merchant ${merchantId} (${name}): its clock was ${ahead} and is the system's now; what is dated later stays so`,
    )
  }
  if (people > 0) printLine(`${people} people of the sandbox: removed`)
  if (invitations > 0) printLine(`${invitations} open invitations: ended; invite again whom you still want`)
  if (hadJournal) printLine("The sandbox's journal: removed")
  printLine(
    remains.length + clocks.length + people + invitations === 0 && !hadJournal
      ? 'Nothing of a sandbox is left.'
      : 'The database is fit for production.',
  )
}

async function printRemains(app: App, remains: readonly FoundRemains[], state: 'done' | ''): Promise<void> {
  if (remains.length === 0) return
  const names = new Map((await listMerchants(app)).map(({ id, name }) => [id, name]))
  for (const { kind, rows } of remains) {
    for (const { merchant_id: id, count, what } of rows) {
      const whose = id === allMerchants ? 'Of no merchant' : `Merchant ${id} (${names.get(id) ?? ''})`
      const done = state === 'done' ? ` ${kind.done}` : ''
      printLine(
        `${whose}: ${count} ${count === 1 ? kind.one : kind.many}${done}${what === '' ? '' : ` (${atMost(what)})`}`,
      )
    }
  }
}

/** The most characters of `what` that are printed. */
const maxWhat = 300

function atMost(what: string): string {
  return what.length > maxWhat ? `${what.slice(0, maxWhat)}…` : what
}

function jsonOf(remains: readonly FoundRemains[]) {
  return remains.flatMap(({ kind, rows }) => rows.map((row) => ({ kind: kind.one, ...row })))
}
