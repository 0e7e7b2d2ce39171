import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runCleanUps } from '../../test/support/clean-ups.ts'
import { limitMsOf } from './budgets.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Runs test files in this process, one after the other. Each file is a test named by its path, which contains the
 * file's tests and hooks. They end before the next file is loaded.
 */
export function runFiles(files: readonly string[]): void {
  for (const file of files) {
    test(file, { timeout: limitMsOf(file) }, async () => {
      afterEach(runCleanUps)
      await import(pathToFileURL(join(root, file)).href)
    })
  }
}
