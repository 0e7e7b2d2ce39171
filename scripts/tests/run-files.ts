import { join } from 'node:path'
import { afterEach, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { runCleanUps } from '../../test/support/clean-ups.ts'
import { limitMsOf } from './budgets.ts'

const root = join(import.meta.dirname, '../..')

/**
 * Runs files of tests in this process, one after the other. Each is a test of its path's name, to which its tests and hooks belong: those of
 * one file have ended before the next file is loaded.
 */
export function runFiles(files: readonly string[]): void {
  for (const file of files) {
    test(file, { timeout: limitMsOf(file) }, async () => {
      afterEach(runCleanUps)
      await import(pathToFileURL(join(root, file)).href)
    })
  }
}
