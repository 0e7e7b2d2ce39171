import { join } from 'node:path'
import { formatUrl } from '../src/platform/db/connection.ts'
import { commit, machine } from '../testkit/machine.ts'
import { inParallel } from '../testkit/parallel.ts'
import { queryOnce } from '../testkit/query.ts'
import { seeded } from '../testkit/random.ts'
import { openRun } from '../testkit/run.ts'
import { type Arguments, commandFor, readArguments, usage } from './arguments.ts'
import { findUnfitting } from './break-sources.ts'
import { type Breakage, breakages } from './breakages.ts'
import { openCitusServer } from './citus-server.ts'
import type { Context, Proof, Verdict } from './context.ts'
import { newProgress } from './progress.ts'
import { proofs } from './proofs.ts'
import { type Line, printLine } from './report.ts'
import { measureStarts, type StartTimes } from './restarts.ts'
import { keepFullLine, keepQuickRun } from './results.ts'

// `npm run proof`: breaks everything around the service, and checks its promises.

const given = readArguments(process.argv.slice(2))
if (typeof given === 'string') {
  process.stderr.write(`${given}\n${usage}\n`)
  process.exit(2)
}

/** The number of checks that run at once in the quick form: a check waits for its services and clocks half of its time. */
const quickLanes = 2

const run = openRun('proof')
const holds = await (given.selfTest ? proveTheProof(given) : proveAll(given)).catch(failed)
await run.end(holds)

function failed(error: Error): false {
  process.stderr.write(`${error.stack}\n`)
  return false
}

async function proveAll(args: Arguments): Promise<boolean> {
  const startedAt = new Date()
  const base = { seed: args.seed, commit: commit(), machine: machine() }
  process.stdout.write(`Seed ${args.seed}; all of it again: ${commandFor(args, args.only)}\n`)
  const breakage = breakages.find(({ name }) => name === args.without)
  const context = await openContext(args, breakage, 'all')
  const chosen = proofs.filter(({ id }) => args.only.includes(id))
  const proveOne = async (proof: Proof): Promise<Line | undefined> => {
    if (run.isCutShort) return undefined
    const lineStartedAt = new Date()
    const line = await prove(proof, context)
    if (run.isCutShort) return undefined
    printLine(line, commandFor(args, [proof.id]))
    // A full run may be split over several runs: each complete proof is stored by itself.
    if (!args.quick && args.report && line.leftOut === undefined) keepFullLine({ ...base, at: lineStartedAt, line })
    return line
  }
  const together = args.quick && !args.citus ? quickLanes : 1
  // Restarts are compared with a plain one, which is measured while nothing else runs.
  if (together > 1 && chosen.length > 1) await context.startTimes()
  const [others, judging] = [chosen.filter(({ id }) => id !== 'P8'), chosen.filter(({ id }) => id === 'P8')]
  const results = await inParallel(others.length, (number) => proveOne(others[number] as Proof), together)
  // It judges the histories of the others.
  for (const proof of judging) results.push(await proveOne(proof))
  const lines = results.filter((line) => line !== undefined)
  if (run.isCutShort) return false
  const isWhole = proofs.every(({ id }) => args.only.includes(id))
  if (args.quick && isWhole && args.report) keepQuickRun({ ...base, at: startedAt, lines })
  return lines.every(({ violations }) => violations.length === 0)
}

/** Removes guards from the service, one at a time. The proof that is named for a guard must notice. */
async function proveTheProof(args: Arguments): Promise<boolean> {
  const unfitting = findUnfitting()
  if (unfitting.length > 0) {
    process.stdout.write(`proof/breakages.ts no longer fits the sources:\n${unfitting.join('\n')}\n`)
    return false
  }
  const { seed, guards } = args
  const chosen = guards === undefined ? breakages : chooseSome(breakages, guards, seed)
  if (guards !== undefined) {
    const again = `npm run proof -- --self-test --guards ${guards} --seed ${seed}`
    process.stdout.write(`Seed ${seed} takes out ${guards} of ${breakages.length} guards; the same again: ${again}\n`)
  }
  let isWell = true
  for (const breakage of chosen) {
    const proof = proofs.find(({ id }) => id === breakage.foundBy)
    if (proof === undefined) throw new Error(`there is no ${breakage.foundBy}`)
    const context = await openContext({ ...args, quick: true }, breakage, breakage.name)
    const { violations, seconds, hasEnded, leftOut } = await prove(proof, context)
    if (run.isCutShort) return false
    const finding = violations.find((violation) => breakage.finding.test(violation))
    if (leftOut !== undefined) {
      process.stdout.write(`without ${breakage.what}: ${proof.id} is left out here: ${leftOut}\n`)
      continue
    }
    // An interrupted proof has found nothing.
    const isFound = hasEnded && finding !== undefined
    isWell &&= isFound
    const verdict = `${isFound ? 'found' : 'NOT FOUND'} by ${proof.id}: ${finding ?? violations[0] ?? 'nothing'}`
    process.stdout.write(`without ${breakage.what}: ${verdict} (${seconds.toFixed(0)} s)\n`)
  }
  return isWell
}

function chooseSome<T>(all: readonly T[], count: number, seed: number): T[] {
  const { next } = seeded(seed, 'guards')
  return all
    .map((one) => ({ one, at: next() }))
    .sort((a, b) => a.at - b.at)
    .slice(0, count)
    .map(({ one }) => one)
}

async function openContext(args: Arguments, breakage: Breakage | undefined, name: string): Promise<Context> {
  const folder = join(run.folder, name)
  const citus = args.citus ? await openCitusServer(run.atEnd) : undefined
  const createDatabase = citus?.createDatabase ?? (await openServer(join(folder, 'cluster')))
  let startTimes: Promise<StartTimes> | undefined
  const { seed, quick, minutes, faults, from } = args
  const context: Context = {
    seed,
    isQuick: quick,
    from,
    breakage,
    folder,
    createDatabase,
    citus,
    startService: run.startService,
    atEnd: run.atEnd,
    linear: { payments: 0, calls: 0, violations: [] },
    progress: () => undefined,
    soak: { ...(minutes !== undefined && { minutes }), ...(faults !== undefined && { faults }) },
    // A missing guard is found in a tenth of the quick form.
    size: (short, full) => (breakage !== undefined ? Math.ceil(short / 10) : quick ? short : full),
    random: (label) => seeded(seed, label),
    startTimes: () => {
      startTimes ??= measureStarts(context)
      return startTimes
    },
  }
  return context
}

/** Starts a plain server. Returns the function that makes a database on it. */
async function openServer(dataDir: string): Promise<Context['createDatabase']> {
  const { connection } = await run.openDatabase(dataDir)
  return async (database) => {
    await queryOnce(connection, `create database ${database}`)
    return formatUrl({ ...connection, database })
  }
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
