import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { jsonOption, type PrintOptions, printJson, printLine } from '../../cli/output.ts'
import { CannotRun, callSandbox, type Target } from '../certify/service-client.ts'
import { runBeside, tell } from './sandbox-client.ts'

/** The answer to `GET /sandbox/snapshots`. */
interface SnapshotList {
  readonly snapshots: readonly { readonly name: string; readonly taken_at: string }[]
  readonly starts: number
  readonly failure: string | null
}

/** Longest wait until the sandbox serves again. */
const restartMs = 60_000

const help = `
A snapshot is the whole state of a throw-away sandbox (npx qist sandbox, npx qist exec): all merchants, payments,
clocks and files. The sandbox restarts at the same address while it is taken or restored: calls meanwhile fail.
Snapshots end with the sandbox.`

/** `qist snapshot`. */
export function addSnapshotCommand(program: Command): void {
  const command = program
    .command('snapshot')
    .description('keep the state of the sandbox of QIST_URL and QIST_SECRET_KEY, and go back to it')
    .addHelpText('after', help)
  const named = (action: string, description: string, run: (target: Target, name: string) => Promise<void>) =>
    command
      .command(action)
      .description(description)
      .argument('<name>', 'letters, digits, - and _')
      .action((name: string) => runBeside((target) => run(target, name)))
  named('take', 'keep the state under a name, in place of an earlier one', take)
  named('restore', 'go back to the state', restore)
  named('remove', 'remove it', remove)
  command
    .command('list')
    .description('list what is kept')
    .option(...jsonOption)
    .action((options: PrintOptions) => runBeside((target) => list(target, options)))
}

async function take(target: Target, name: string): Promise<void> {
  await awaitRestart(target, await callSandbox<SnapshotList>(target, 'PUT', pathOf(name)))
  printLine(`${name} is kept`)
}

async function restore(target: Target, name: string): Promise<void> {
  const before = await callSandbox<SnapshotList>(target, 'POST', `${pathOf(name)}/restore`)
  await awaitRestart(target, before).catch((error: unknown) => {
    if (!(error instanceof CannotRun && error.answered?.startsWith('401'))) throw error
    tell('QIST_SECRET_KEY was made after the snapshot: the sandbox does not know it any more')
  })
  printLine(`the sandbox is as it was when ${name} was taken`)
}

async function remove(target: Target, name: string): Promise<void> {
  await callSandbox(target, 'DELETE', pathOf(name))
  printLine(`${name} is removed`)
}

async function list(target: Target, { json = false }: PrintOptions): Promise<void> {
  const { snapshots } = await callSandbox<SnapshotList>(target, 'GET', '/sandbox/snapshots')
  if (json) return printJson(snapshots)
  for (const { name, taken_at } of snapshots) printLine(`${name}  ${taken_at}`)
  if (snapshots.length === 0) printLine('no snapshot is kept: npx qist snapshot take <name>')
}

const pathOf = (name: string): string => `/sandbox/snapshots/${encodeURIComponent(name)}`

async function awaitRestart(target: Target, { starts }: SnapshotList): Promise<void> {
  const until = performance.now() + restartMs
  for (;;) {
    const now = await callSandbox<SnapshotList>(target, 'GET', '/sandbox/snapshots').catch((error: unknown) => {
      // The server is away for a moment.
      if (error instanceof CannotRun && error.isPassing && performance.now() < until) return undefined
      throw error
    })
    if (now !== undefined && now.starts > starts) {
      if (now.failure === null) return
      throw new CannotRun(`the state is as before: ${now.failure}`)
    }
    if (performance.now() > until) throw new CannotRun(`the sandbox has not restarted within ${restartMs / 1_000} s`)
    await pause(50)
  }
}
