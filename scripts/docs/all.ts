import { join } from 'node:path'
import type { ApiDocument } from '../../src/platform/http/api-document.ts'
import { makeStrict } from '../../src/platform/http/strict-api.ts'
import { writeConfiguration } from './configuration.ts'
import { writeObligations } from './obligations.ts'
import { writeOpenApi } from './openapi.ts'
import { writeSdkOperations, writeSdkTypes } from './sdk.ts'
import { writeStates } from './states.ts'

export const root = join(import.meta.dirname, '../..')

/** Returns the documents that are written from the code: path from the root → text. */
export async function writeAll(): Promise<ReadonlyMap<string, string>> {
  const openApi = await writeOpenApi()
  const described: ApiDocument = JSON.parse(openApi)
  return new Map([
    ['docs/openapi.json', openApi],
    ['docs/configuration.md', writeConfiguration()],
    ['docs/obligations.md', writeObligations()],
    ['docs/states.md', await writeStates(root)],
    ['sdk/src/generated/operations.ts', writeSdkOperations(described)],
    ['sdk/src/generated/types.ts', await writeSdkTypes(makeStrict(described))],
  ])
}
