import { bool } from './columns.ts'
import { sandboxSetting } from './connection.ts'
import type { Queryable } from './db.ts'
import { defineStatement } from './statement.ts'

const findSandboxSetting = defineStatement(
  'find_sandbox_setting',
  {},
  { is_sandbox: bool },
  `select current_setting('${sandboxSetting}', true) is not distinct from 'on' as is_sandbox`,
)

/**
 * Returns whether a sandbox writes on this connection, and not an operator's command or production
 * (docs/decisions/0100-what-a-sandbox-leaves.md). Tables mark inserted rows by themselves; code that changes a
 * marked row calls this.
 */
export async function isSandboxWrite(on: Queryable): Promise<boolean> {
  const [found] = await on.run(findSandboxSetting, {})
  return found?.is_sandbox ?? false
}
