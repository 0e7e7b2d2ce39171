import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

export interface CommandResult {
  readonly code: number | null
  readonly stdout: string
  readonly stderr: string
}

/** A command for `command-process.ts`. */
export interface CommandOrder {
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  /** Its standard input. */
  readonly input: string
}

const root = join(import.meta.dirname, '..')

/** Runs `qist` on a database. */
export function runQist(databaseUrl: string, dataDir: string, ...args: string[]): Promise<CommandResult> {
  return feedQist('', databaseUrl, dataDir, ...args)
}

/** The commands that have run in processes of their own. */
const ownRuns = new Set<string>()

/**
 * Runs `qist` with this text on its standard input. The first run of each command is a process of its own, which must
 * end by itself. Later runs share a process that has loaded the service. Two kinds never share one: a command that
 * starts its database, because it must stop it, too; and an export of payouts, which exports again what was exported
 * before its process started.
 */
export function feedQist(
  input: string,
  databaseUrl: string,
  dataDir: string,
  ...args: string[]
): Promise<CommandResult> {
  const order = { args, env: { ...process.env, DATABASE_URL: databaseUrl, DATA_DIR: dataDir }, input }
  const [name, verb] = args
  return runOrder(order, databaseUrl !== '' && !(name === 'payouts' && verb === 'export'))
}

/** Runs a `qist` command that needs no database, with these variables. Later runs of a command share a process. */
export function runQistWith(env: NodeJS.ProcessEnv, ...args: string[]): Promise<CommandResult> {
  return runOrder({ args, env: { ...process.env, ...env }, input: '' }, true)
}

function runOrder(order: CommandOrder, canShare: boolean): Promise<CommandResult> {
  const [name = ''] = order.args
  if (canShare && ownRuns.has(name)) return runShared(order)
  ownRuns.add(name)
  return runAlone(order)
}

function runAlone({ args, env, input }: CommandOrder): Promise<CommandResult> {
  const child = spawn(process.execPath, [join(root, 'bin', 'qist.js'), ...args], {
    cwd: root,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  // A command that ignores its input may end before the text is written.
  child.stdin.on('error', () => undefined)
  child.stdin.end(input)
  let stdout = ''
  let stderr = ''
  child.stdout.on('data', (chunk) => {
    stdout += chunk
  })
  child.stderr.on('data', (chunk) => {
    stderr += chunk
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, stdout, stderr }))
  })
}

/** Processes that wait for a command. Commands that run at the same time have one each. */
const waiting: ChildProcess[] = []

async function runShared(order: CommandOrder): Promise<CommandResult> {
  const child = waiting.pop() ?? fork(join(import.meta.dirname, 'command-process.ts'), { cwd: root, execArgv: [] })
  keepAlive(child, true)
  const listening = new AbortController()
  const { signal } = listening
  const ended = once(child, 'exit', { signal }).then(([code]) => {
    throw new Error(`the process of \`qist ${order.args.join(' ')}\` ended with ${code}`)
  })
  child.send(order)
  const [result] = await Promise.race([once(child, 'message', { signal }), ended])
  ended.catch(() => undefined)
  listening.abort()
  keepAlive(child, false)
  waiting.push(child)
  return result
}

/** Whether this process waits for the child before it ends. */
function keepAlive(child: ChildProcess, isNeeded: boolean): void {
  for (const handle of [child, child.channel]) {
    if (isNeeded) handle?.ref()
    else handle?.unref()
  }
}
