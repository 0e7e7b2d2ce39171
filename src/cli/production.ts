import type { Command } from 'commander'
import type { App } from '../app/app.ts'
import { second } from '../base/times.ts'
import { findSandboxTraces } from '../sandbox/production/find-sandbox-traces.ts'
import { type LeftSandbox, leaveSandbox } from '../sandbox/production/leave-sandbox.ts'
import { describeTraces, isClean } from '../sandbox/production/sandbox-traces.ts'
import { jsonOption, type PrintOptions, printJson, printLine } from './print.ts'
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
      'make a database that a sandbox has used fit for production: revoke the keys of demo and sandbox merchants, remove who came in meanwhile and the people whose password everybody knows, end open invitations, put clocks that are ahead back, end the journal of the sandbox. Removes nothing else',
    )
    .option('--yes', 'do it; without it, only say what would be done and exit 1')
    .option(...jsonOption)
    .action((options: PrepareOptions) => withApp((app) => prepare(app, options)))
}

async function prepare(app: App, options: PrepareOptions): Promise<void> {
  const traces = await findSandboxTraces(app)
  if (!isClean(traces) && !options.yes) {
    if (options.json) printJson({ found: traces })
    else
      printLine(
        `There are ${describeTraces(traces)}. Nothing was changed: --yes revokes the keys, removes the sign-ins, ends the invitations, puts the clocks back and ends the journal.`,
      )
    process.exitCode = 1
    return
  }
  const left = await leaveSandbox(app)
  if (options.json) printJson(left)
  else print(left)
}

function print({ revoked, clocks, people, invitations, hadJournal }: LeftSandbox): void {
  for (const { merchantId, name, keys } of revoked) {
    printLine(`Merchant ${merchantId} (${name}): ${keys} keys revoked`)
  }
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
    revoked.length + clocks.length + people + invitations === 0 && !hadJournal
      ? 'Nothing of a sandbox is left.'
      : 'The database is fit for production.',
  )
}
