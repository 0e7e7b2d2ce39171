import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { run } from 'node:test'
import { keptFolder } from '../test/support/kept-folder.ts'
import { usualLimitMs } from './tests/budgets.ts'
import { collectFileTimes } from './tests/file-times.ts'
import { readOptions } from './tests/options.ts'
import { writeEntries } from './tests/write-entries.ts'

const root = join(import.meta.dirname, '..')

const interrupting = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => interrupting.abort())

/**
 * Runs tests with these variables and returns the exit code. `given`: files, folders and options (see
 * `tests/options.ts`). Without files and folders it runs `usual`. A signal ends the tests. With TEST_BUDGETS=1 a file
 * above its budget fails the run.
 */
export async function runTests(
  given: readonly string[],
  usual: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const options = readOptions(given)
  // Most tests load the whole service. The commands use the same compile cache.
  const compileCache = join(keptFolder(), 'node-compile-cache')
  const places = options.places.length > 0 ? options.places : usual
  const empty = places.find((place) => findFiles(place).length === 0)
  if (empty !== undefined) {
    process.stderr.write(`There are no tests at ${empty}\n`)
    return 2
  }
  const files = [...new Set(places.flatMap(findFiles))].sort()
  const entries = mkdtempSync(join(tmpdir(), 'qist-tests-'))
  // A pattern applies to test names, and the test around a file has another name.
  const isPart = options.namePatterns.length > 0 || options.skipPatterns.length > 0 || options.only
  try {
    const tests = run({
      files: isPart ? files : writeEntries(files, entries),
      concurrency: options.concurrency,
      timeout: usualLimitMs,
      testNamePatterns: options.namePatterns,
      testSkipPatterns: options.skipPatterns,
      only: options.only,
      execArgv: options.execArgv,
      signal: interrupting.signal,
      env: { NODE_COMPILE_CACHE: compileCache, ...process.env, ...env },
    })
    const times = collectFileTimes(files)
    let isSuccess = false
    tests.on('test:summary', ({ file, success }) => {
      if (file === undefined) isSuccess = success
    })
    tests.on('test:pass', times.note)
    tests.on('test:fail', times.note)
    const reported: AsyncIterable<string | Buffer> = tests.compose(options.reporter)
    for await (const text of reported) process.stdout.write(text)
    if (!isPart) process.stdout.write(times.report())
    const isInTime = process.env['TEST_BUDGETS'] !== '1' || times.aboveBudget().length === 0
    return isSuccess && isInTime && !interrupting.signal.aborted ? 0 : 1
  } finally {
    rmSync(entries, { recursive: true, force: true })
  }
}

/** Returns the test files of a folder, a file or a pattern, below the root. */
function findFiles(place: string): string[] {
  const isFolder = statSync(place, { throwIfNoEntry: false })?.isDirectory() ?? false
  return globSync(isFolder ? join(place, '**/*.test.ts') : place).map((file) => relative(root, file))
}
