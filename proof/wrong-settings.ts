import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { variables } from '../src/platform/app/config.ts'
import { inParallel } from '../testkit/parallel.ts'
import { findByEnvironment, findPostmaster } from '../testkit/process-table.ts'
import { within } from '../testkit/timeouts.ts'
import type { Context, Verdict } from './context.ts'
import { hooksFor, startService } from './service.ts'
import { openSettings, type WrongStart, wrongStarts } from './wrong-starts.ts'

/**
 * P21: starts with every wrong setting or database. Each start ends with one line that names the variable, and changes
 * nothing.
 */
export async function run(context: Context): Promise<Verdict> {
  const settings = await openSettings(context)
  try {
    const all = wrongStarts(settings).filter(({ names }) => variables.some(({ name }) => name === names))
    // A missing guard is found by its own starts.
    const starts = context.breakage === undefined ? all : all.filter(({ names }) => names === 'SECRETS_KEY')
    const uncovered = variables.filter(({ name, fallback }) => {
      return !harmless.includes(name) && fallback !== '' && !all.some(({ names }) => names === name)
    })
    let done = 0
    const found = await inParallel(
      starts.length,
      async (n) => {
        const start = starts[n]
        if (start === undefined) return []
        const wrong = await check(context, start, n)
        done += 1
        context.progress(done, starts.length, 'starts')
        return wrong.map((what) => `${start.what}: ${what}`)
      },
      4,
    )
    const violations = [
      ...found.flat(),
      ...uncovered.map(({ name }) => `nothing wrong was tried for ${name}`),
      ...(await settings.check()),
      ...(await startAfterwards(context, settings.usedFolder)),
    ]
    return {
      counts: { 'wrong starts': starts.length, variables: new Set(starts.map(({ names }) => names)).size },
      violations,
    }
  } finally {
    await settings.close()
  }
}

/** Any text is allowed there. */
const harmless = ['MESSAGE_AUTHORIZATION', 'MAIL_AUTHORIZATION', 'OTEL_SERVICE_NAME']
/** The limit of a start, with all its waiting. */
const timeoutMs = 120_000

async function check(context: Context, start: WrongStart, number: number): Promise<string[]> {
  const marker = randomUUID()
  const dataDir = start.env['DATA_DIR'] ?? join(context.folder, `p21-${number}`)
  const { PATH, HOME } = process.env
  const env = { PATH, HOME, PORT: '0', KSA_PORT: '0', LOG_LEVEL: 'fatal', DATA_DIR: dataDir, ...start.env }
  const started = context.startService({ ...env, PROOF_START: marker, ...hooksFor(context, env) })
  const serves = started.waitForLine(/^Qist serves/).then(
    () => 'serves' as const,
    () => started.waitForEnd(),
  )
  const end = await within('a start with a wrong setting ends', serves, timeoutMs).catch(() => 'hangs' as const)
  if (end === 'serves' || end === 'hangs') {
    started.kill(end === 'serves' ? 'SIGTERM' : 'SIGKILL')
    await started.waitForEnd()
    return [end === 'serves' ? 'it started' : `it neither started nor ended in ${timeoutMs / 1_000} s`]
  }
  const wrong: string[] = []
  const output = started.lines.join('\n')
  if (end !== 1) wrong.push(`it ended with ${end}`)
  if (started.lines.length !== 1) wrong.push(`it said ${started.lines.length} lines: ${output.slice(0, 150)}`)
  if (!output.includes(start.says ?? start.names)) wrong.push(`it did not name ${start.names}: ${output.slice(0, 150)}`)
  if (start.secrets?.some((secret) => output.includes(secret))) wrong.push('it printed a secret')
  if (findByEnvironment(marker).length > 0) wrong.push('it left a process behind')
  if (start.env['DATA_DIR'] === undefined) wrong.push(...checkFolder(dataDir))
  return wrong
}

/** Checks that a refused start has written nothing to its data folder. */
function checkFolder(dataDir: string): string[] {
  if (!existsSync(dataDir)) return []
  if (findPostmaster(dataDir) !== undefined) return ['it left a database server behind']
  const left = readdirSync(dataDir, { recursive: true }).map(String)
  return left.some((name) => name.includes('postgres')) ? [`it left ${left.slice(0, 3).join(', ')} behind`] : []
}

/** Checks that the folder of refused starts serves once the settings are correct. */
async function startAfterwards(context: Context, dataDir: string): Promise<string[]> {
  const service = await startService(context, { DATA_DIR: dataDir, DATABASE_URL: '' })
  await service.stop()
  return []
}
