import { mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { commit, machine } from '../testkit/machine.ts'
import { seeded } from '../testkit/random.ts'
import { type Arguments, commandFor, readArguments, usage } from './arguments.ts'
import { type Breakage, breakages, findUnfitting } from './breakages.ts'
import { openCluster } from './cluster.ts'
import type { Context, Proof, Verdict } from './context.ts'
import { openProcesses } from './processes.ts'
import { newProgress } from './progress.ts'
import { proofs } from './proofs.ts'
import { type Line, printLine } from './report.ts'
import { measureStarts, type StartTimes } from './restarts.ts'
import { keepFullLine, keepQuickRun } from './results.ts'

// `npm run proof`: breaks everything around the service that can break, and looks whether it kept its promises.

const given = readArguments(process.argv.slice(2))
if (typeof given === 'string') {
  process.stderr.write(`${given}\n${usage}\n`)
  process.exit(2)
}

// Nobody may be listening any more; what was started is ended all the same.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'qist-proof-')))
const processes = openProcesses(folder)
const cleanups: (() => Promise<void> | void)[] = []
let cleaning: Promise<void> | undefined
let isCutShort = false
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGQUIT', 'uncaughtException', 'unhandledRejection']) {
  process.on(event, (reason: unknown) => {
    // Whoever asks twice does not want to wait until everything has ended in good order.
    if (isCutShort) process.exit(1)
    isCutShort = true
    process.stderr.write(`cut short: ${reason instanceof Error ? reason.stack : reason}\n`)
    void cleanUp().finally(() => process.exit(1))
  })
}
process.on('exit', () => {
  processes.kill()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
})

let holds = false
try {
  holds = await (given.selfTest ? proveTheProof(given) : proveAll(given))
} finally {
  await cleanUp()
}
// What was cut short may have left something open that nobody waits for.
process.exit(holds && !isCutShort ? 0 : 1)

function cleanUp(): Promise<void> {
  processes.shut()
  cleaning ??= endAll()
  return cleaning
}

async function endAll(): Promise<void> {
  for (const cleanup of cleanups.reverse()) {
    // What cannot be ended in good order is killed below.
    await (async () => cleanup())().catch(() => undefined)
  }
  await processes.end()
}

async function proveAll(args: Arguments): Promise<boolean> {
  const startedAt = new Date()
  const base = { seed: args.seed, commit: commit(), machine: machine() }
  process.stdout.write(`Seed ${args.seed}; all of it again: ${commandFor(args, args.only)}\n`)
  const context = await openContext(
    args,
    breakages.find(({ name }) => name === args.without),
    'all',
  )
  const lines: Line[] = []
  for (const proof of proofs.filter(({ id }) => args.only.includes(id))) {
    const lineStartedAt = new Date()
    const line = await prove(proof, context)
    if (isCutShort) return false
    printLine(line, commandFor(args, [proof.id]))
    lines.push(line)
    // Hours need not be in one go: each line that was done in full counts by itself.
    if (!args.quick && args.report) keepFullLine({ ...base, at: lineStartedAt, line })
  }
  const isWhole = proofs.every(({ id }) => args.only.includes(id))
  if (args.quick && isWhole && args.report) keepQuickRun({ ...base, at: startedAt, lines })
  return lines.every(({ violations }) => violations.length === 0)
}

/** Takes each guard out of the service in turn: the proof named for it has to find that it is missing. */
async function proveTheProof(args: Arguments): Promise<boolean> {
  const unfitting = findUnfitting()
  if (unfitting.length > 0) {
    process.stdout.write(`proof/breakages.ts no longer fits the sources:\n${unfitting.join('\n')}\n`)
    return false
  }
  let isWell = true
  for (const breakage of breakages) {
    const proof = proofs.find(({ id }) => id === breakage.foundBy)
    if (proof === undefined) throw new Error(`there is no ${breakage.foundBy}`)
    const context = await openContext({ ...args, quick: true }, breakage, breakage.name)
    const { violations, seconds, hasEnded } = await prove(proof, context)
    if (isCutShort) return false
    const finding = violations.find((violation) => breakage.finding.test(violation))
    // A proof that could not be done to its end has found nothing.
    const isFound = hasEnded && finding !== undefined
    isWell &&= isFound
    const verdict = `${isFound ? 'found' : 'NOT FOUND'} by ${proof.id}: ${finding ?? violations[0] ?? 'nothing'}`
    process.stdout.write(`without ${breakage.what}: ${verdict} (${seconds.toFixed(0)} s)\n`)
  }
  return isWell
}

async function openContext(args: Arguments, breakage: Breakage | undefined, name: string): Promise<Context> {
  const home = join(folder, name)
  const cluster = await openCluster(join(home, 'cluster'))
  cleanups.push(() => cluster.close())
  let startTimes: Promise<StartTimes> | undefined
  const context: Context = {
    seed: args.seed,
    isQuick: args.quick,
    breakage,
    cluster,
    processes,
    folder: home,
    linear: { payments: 0, calls: 0, violations: [] },
    progress: () => undefined,
    soak: {
      ...(args.minutes !== undefined && { minutes: args.minutes }),
      ...(args.faults !== undefined && { faults: args.faults }),
    },
    // What is missing is found in a tenth of the quick form.
    size: (quick, full) => (breakage !== undefined ? Math.ceil(quick / 10) : args.quick ? quick : full),
    random: (label) => seeded(args.seed, label),
    startTimes: () => {
      startTimes ??= measureStarts(context)
      return startTimes
    },
    onEnd: (cleanup) => void cleanups.push(cleanup),
  }
  return context
}

async function prove(proof: Proof, context: Context): Promise<Line> {
  const { id, title } = proof
  const startedAt = performance.now()
  const done = (verdict: Verdict, hasEnded: boolean): Line => {
    const seconds = (performance.now() - startedAt) / 1_000
    return { ...verdict, id, title, seed: context.seed, seconds, hasEnded }
  }
  try {
    return done(await proof.run({ ...context, progress: newProgress(id) }), true)
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return done({ counts: {}, violations: [text] }, false)
  }
}
