import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

let interrupted: NodeJS.Signals | undefined
let stopTests: (() => void) | undefined
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted ??= signal
    stopTests?.()
  })
}

/** Each file of tests is a process of its own, and most of them load the whole service. Where the commands keep what was compiled, too. */
const compileCache = join(tmpdir(), 'node-compile-cache')

/** More than a small machine has cores: most of them wait for disks, clocks and browsers half of the time. */
const filesAtOnce = 3

/**
 * Runs tests with these variables, and answers how they ended. `given`: files and folders, else the usual ones; whatever begins with a dash is
 * for `node --test`. A signal ends them.
 */
export function runTests(given: readonly string[], usual: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  if (interrupted !== undefined) return Promise.resolve(1)
  const options = given.filter((argument) => argument.startsWith('-'))
  const places = given.filter((argument) => !argument.startsWith('-'))
  const patterns = (places.length > 0 ? places : usual).map(patternOf)
  const tests = spawn(
    process.execPath,
    ['--test', `--test-concurrency=${filesAtOnce}`, '--test-timeout=300000', ...options, ...patterns],
    { stdio: 'inherit', env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env } },
  )
  stopTests = () => tests.kill('SIGTERM')
  return new Promise((resolve, reject) => {
    tests.on('error', reject)
    tests.on('exit', (code) => resolve(code === 0 && interrupted === undefined ? 0 : code || 1))
  })
}

function patternOf(place: string): string {
  return statSync(place, { throwIfNoEntry: false })?.isDirectory() ? `${place.replace(/\/$/, '')}/**/*.test.ts` : place
}
