import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { int4 } from '../../src/platform/db/columns.ts'
import { defineStatement } from '../../src/platform/db/statement.ts'
import { retry } from '../../testkit/timeouts.ts'
import type { TestService } from './service.ts'

/** Lists the stored files of attachments, and those of unfinished uploads. */
export function keptFilesOf(service: TestService): string[] {
  const folder = join(service.app.config.dataDir, 'attachments')
  const names = readdirSync(folder, { recursive: true }).map(String)
  return names.filter((name) => name !== 'incoming')
}

const countRows = defineStatement(
  'test_count_attachments',
  {},
  { rows: int4 },
  `select count(*)::int as rows from attachments`,
)

/** Returns the number of attachments. Asserts that rows and files agree. */
export async function countKeptOf(service: TestService): Promise<number> {
  const [counted] = await service.app.db.run(countRows, {})
  assert.equal(keptFilesOf(service).length, counted?.rows)
  return counted?.rows ?? -1
}

/** Waits until there are `count` attachments, and no file beside theirs: a broken upload may still be removed. */
export async function awaitKeptOf(service: TestService, count: number): Promise<void> {
  await retry(`${count} attachments, each with its file`, async () => {
    const [counted] = await service.app.db.run(countRows, {})
    return counted?.rows === count && keptFilesOf(service).length === count
  })
}
