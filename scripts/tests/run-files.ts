import { join } from 'node:path'
import { after, afterEach, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runCleanUps } from '../../test/support/clean-ups.ts'
import { limitMsOf } from './budgets.ts'

const root = join(import.meta.dirname, '../..')

/** A process ends within this time after its last test, in milliseconds. */
const usualEndMs = 60_000

/**
 * Runs test files in this process, one after the other. Each file is a test named by its path, which contains the
 * file's tests and hooks. They end before the next file is loaded. If a test has left something open, such as a server,
 * the process fails after `endMs` and names it.
 */
export function runFiles(files: readonly string[], endMs = usualEndMs): void {
  for (const file of files) {
    test(file, { timeout: limitMsOf(file) }, async () => {
      afterEach(runCleanUps)
      await import(pathToFileURL(join(root, file)).href)
    })
  }
  // An unreferenced timer keeps no process alive, so it fires only in one that does not end.
  after(() => void setTimeout(() => failOpen(files), endMs).unref())
}

function failOpen(files: readonly string[]): void {
  const open = process.getActiveResourcesInfo().join(', ')
  process.stderr.write(
    `The tests have ended, but these of their resources are still open: ${open} (${files.join(' ')})\n`,
  )
  process.exit(1)
}
