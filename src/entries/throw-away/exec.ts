import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import type { Command } from 'commander'
import { stopMs } from '../processes/limits.ts'
import { openThrowAway, type ThrowAway } from './open-throw-away.ts'
import { seedOption } from './sandbox.ts'
import { variablesOf } from './sandbox-variables.ts'
import { type Ending, watchEnding } from './watch-ending.ts'

/** How a command has ended. */
type End = { readonly code: number } | { readonly signal: NodeJS.Signals }

/** `qist exec`. */
export function addExecCommand(program: Command): void {
  program
    .command('exec')
    .usage('[--seed <file>] -- <command>')
    .option(...seedOption)
    .description(
      'run a command beside a throw-away sandbox, with QIST_URL, QIST_SECRET_KEY and QIST_PUBLIC_KEY, QIST_LIVE_SECRET_KEY and QIST_LIVE_PUBLIC_KEY, and QIST_DASHBOARD_EMAIL and QIST_DASHBOARD_PASSWORD for its /dashboard, and end as it does: qist exec -- npm test',
    )
    .argument('<command...>', 'the program and its arguments')
    .action(exec)
}

async function exec(words: readonly string[], { seed }: { readonly seed?: string }): Promise<never> {
  let command: ChildProcess | undefined
  let requestedEnding: Ending | undefined
  const stopWatching = watchEnding((ending) => {
    requestedEnding ??= ending
    if (command !== undefined) passOn(ending, command)
  })
  const sandbox = await openThrowAway({ port: 0, env: process.env, seedFile: seed })
  let end: End
  try {
    if (requestedEnding === undefined) {
      command = start(words, sandbox)
      end = await endOf(command)
    } else end = { signal: requestedEnding === 'orphaned' ? 'SIGTERM' : requestedEnding }
  } finally {
    await sandbox.close()
  }
  stopWatching()
  return endAlike(end)
}

function start([program = '', ...args]: readonly string[], sandbox: ThrowAway): ChildProcess {
  const command = spawn(program, args, { stdio: 'inherit', env: { ...process.env, ...variablesOf(sandbox) } })
  if (command.pid !== undefined) sandbox.endWithUs(command.pid)
  return command
}

function passOn(ending: Ending, command: ChildProcess): void {
  if (ending === 'orphaned') {
    command.kill('SIGTERM')
    setTimeout(() => command.kill('SIGKILL'), stopMs).unref()
    return
  }
  // A terminal sends Ctrl-C to the command itself. A second signal would make it end in haste.
  if (ending !== 'SIGINT' || !process.stdin.isTTY) command.kill(ending)
}

async function endOf(command: ChildProcess): Promise<End> {
  try {
    const [code, signal] = await once(command, 'exit')
    return signal === null ? { code } : { signal }
  } catch (error) {
    const { code, path } = error as NodeJS.ErrnoException
    process.stderr.write(`qist: cannot run ${path}: ${code}\n`)
    // The exit codes of shells.
    return { code: code === 'ENOENT' ? 127 : 126 }
  }
}

async function endAlike(end: End): Promise<never> {
  if ('code' in end) return process.exit(end.code)
  process.kill(process.pid, end.signal)
  // Some signals do not end this process, for example if they are ignored.
  await pause(1_000)
  return process.exit(128 + constants.signals[end.signal])
}
