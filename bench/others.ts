import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findPorts } from '../src/entries/processes/first-process.ts'
import { readConfig } from '../src/platform/app/config.ts'
import type { Load } from './load.ts'
import { overHttp } from './payment-phases.ts'
import { readRequest } from './requests.ts'
import { inTurns, type Measured } from './rounds.ts'

const run = promisify(execFile)
const description = join(import.meta.dirname, '..', 'docs', 'openapi.json')
const timeoutMs = 60_000

/** Common mock servers: they answer from the API's description and store no data. */
const others = [
  {
    name: 'Prism, canned answers',
    program: 'prism',
    options: (port: number) => ['mock', '-h', '127.0.0.1', '-p', port, '-v', 'error', description],
  },
  {
    name: 'Mockoon, answers made up from the schema',
    program: 'mockoon-cli',
    options: (port: number) => [
      'start',
      '-d',
      description,
      '-l',
      '127.0.0.1',
      '-p',
      port,
      '--disable-log-to-file',
      '--disable-admin-api',
    ],
  },
]

/**
 * Measures reads of a payment from Prism and Mockoon, which are installed in this folder. Returns a text if that fails.
 */
export async function benchOthers(folder: string, load: Load, calls: number): Promise<Measured[] | string> {
  if (process.env['BENCH_OTHERS'] !== '1') return 'Prism and Mockoon were not measured: `BENCH_OTHERS=1` installs them.'
  try {
    mkdirSync(folder)
    const install = ['install', '--prefix', folder, '--no-audit', '--no-fund', '@stoplight/prism-cli', '@mockoon/cli']
    const installing = run('npm', install, { cwd: folder, timeout: 5 * timeoutMs })
    const forget = killOnExit(installing.child)
    await installing.finally(forget)
    const measured: Measured[] = []
    for (const other of others) measured.push(await benchOther(folder, load, calls, other))
    return measured
  } catch (error) {
    const [line] = String(error).split('\n')
    return `Prism and Mockoon were not measured: ${line}`
  }
}

async function benchOther(folder: string, load: Load, calls: number, { name, program, options }: (typeof others)[0]) {
  const { uae: port = 0 } = await findPorts(readConfig({ HOST: '127.0.0.1', PORT: '0', KSA_PORT: '0' }, folder))
  const script = join(folder, 'node_modules', '.bin', program)
  const child = spawn(process.execPath, [script, ...options(port).map(String)], { stdio: 'ignore' })
  const forget = killOnExit(child)
  try {
    const baseUrl = `http://127.0.0.1:${port}`
    const request = readRequest('0b7a7d1c-2f47-4b9f-8a5e-3d0c2b0e1f22')
    await waitForAnswer(child, baseUrl + request.path)
    const { reads } = await inTurns({
      reads: overHttp({ load, baseUrl }, name, { clients: 32, calls }, () => [request]),
    })
    return reads
  } finally {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill()
      await once(child, 'exit')
    }
    forget()
  }
}

/** Ends the child when the bench is interrupted. Returns a function that undoes this. */
function killOnExit(child: ChildProcess): () => void {
  const kill = (): boolean => child.kill()
  process.once('exit', kill)
  return () => process.off('exit', kill)
}

async function waitForAnswer(child: ChildProcess, url: string): Promise<void> {
  const until = performance.now() + timeoutMs
  while (child.exitCode === null && performance.now() < until) {
    const answer = await fetch(url, { headers: { authorization: 'Bearer any' } }).catch(() => undefined)
    await answer?.text()
    if (answer !== undefined) return
    await pause(100)
  }
  throw new Error('it does not answer')
}
