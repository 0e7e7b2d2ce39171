import { join } from 'node:path'
import { writeConfiguration } from './configuration.ts'
import { writeOpenApi } from './openapi.ts'
import { writeStates } from './states.ts'

export const root = join(import.meta.dirname, '../..')

/** The documents that are written from the code: path from the root → text. */
export async function writeAll(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['docs/openapi.json', await writeOpenApi()],
    ['docs/configuration.md', writeConfiguration()],
    ['docs/states.md', await writeStates(root)],
  ])
}
