import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Arguments, commandFor, readArguments, usage } from './arguments.ts'
import { type Breakage, breakages } from './breakages.ts'
import { openCluster } from './cluster.ts'
import type { Context, Proof, Verdict } from './context.ts'
import { proofs } from './proofs.ts'
import { seeded } from './random.ts'
import { type Line, printLine, writeReport } from './report.ts'

// `npm run proof`: breaks everything around the service that can break, and looks whether it kept its promises.

const given = readArguments(process.argv.slice(2))
if (typeof given === 'string') {
  process.stderr.write(`${given}\n${usage}\n`)
  process.exit(2)
}

// Nobody may be listening any more; what was started is ended all the same.
process.stdout.on('error', () => undefined)

const cleanups: (() => Promise<void> | void)[] = []
for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'uncaughtException', 'unhandledRejection']) {
  process.once(event, (reason: unknown) => {
    process.stderr.write(`cut short: ${reason instanceof Error ? reason.stack : reason}\n`)
    void cleanUp().finally(() => process.exit(1))
  })
}

const folder = mkdtempSync(join(tmpdir(), 'qist-proof-'))
cleanups.push(() => rmSync(folder, { recursive: true, force: true }))
try {
  const isWell = given.selfTest ? await proveTheProof(given) : await proveAll(given)
  process.exitCode = isWell ? 0 : 1
} finally {
  await cleanUp()
}
// What was cut short may have left something open that nobody waits for.
process.exit()

async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
}

async function proveAll(args: Arguments): Promise<boolean> {
  const startedAt = new Date()
  const context = await openContext(args, undefined, 'all')
  const lines: Line[] = []
  for (const proof of proofs) {
    if (!args.only.includes(proof.id)) continue
    const line = await prove(proof, context)
    printLine(line, commandFor(args, proof.id))
    lines.push(line)
  }
  const isWhole = proofs.every(({ id }) => args.only.includes(id))
  if (isWhole && args.report) await writeReport({ lines, seed: args.seed, isQuick: args.quick, startedAt })
  return lines.every(({ violations }) => violations.length === 0)
}

/** Takes each guard out of the service in turn: the proof named for it has to find that it is missing. */
async function proveTheProof(args: Arguments): Promise<boolean> {
  let isWell = true
  for (const breakage of breakages) {
    const proof = proofs.find(({ id }) => id === breakage.foundBy)
    if (proof === undefined) throw new Error(`there is no ${breakage.foundBy}`)
    const context = await openContext({ ...args, quick: true }, breakage, breakage.name)
    const { violations, seconds, hasEnded } = await prove(proof, context)
    const [first = 'nothing'] = violations
    // A proof that could not be done to its end has found nothing.
    const isFound = hasEnded && violations.length > 0
    isWell &&= isFound
    const verdict = `${isFound ? 'found' : 'NOT FOUND'} by ${proof.id}: ${first}`
    process.stdout.write(`without ${breakage.what}: ${verdict} (${seconds.toFixed(0)} s)\n`)
  }
  return isWell
}

async function openContext(args: Arguments, breakage: Breakage | undefined, name: string): Promise<Context> {
  const home = join(folder, name)
  const cluster = await openCluster(join(home, 'cluster'))
  cleanups.push(() => cluster.close())
  return {
    seed: args.seed,
    isQuick: args.quick,
    breakage,
    cluster,
    folder: home,
    linear: { payments: 0, calls: 0, violations: [] },
    // What is missing is found in a tenth of the quick form.
    size: (quick, full) => (breakage !== undefined ? Math.ceil(quick / 10) : args.quick ? quick : full),
    random: (label) => seeded(args.seed, label),
    onEnd: (cleanup) => void cleanups.push(cleanup),
  }
}

async function prove(proof: Proof, context: Context): Promise<Line> {
  const startedAt = performance.now()
  const { id, title } = proof
  const done = (verdict: Verdict, hasEnded: boolean): Line => {
    const seconds = (performance.now() - startedAt) / 1_000
    return { ...verdict, id, title, seed: context.seed, seconds, hasEnded }
  }
  try {
    return done(await proof.run(context), true)
  } catch (error) {
    const text = error instanceof Error ? (error.stack ?? error.message) : String(error)
    return done({ counts: {}, violations: [text] }, false)
  }
}
