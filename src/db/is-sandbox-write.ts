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
 * Whether what is written here is a sandbox's, and not an operator's at the command line or production's
 * (docs/decisions/0100-what-a-sandbox-leaves.md). Inserted rows are marked by their tables; whoever changes a row asks this.
 */
export async function isSandboxWrite(on: Queryable): Promise<boolean> {
  const [found] = await on.run(findSandboxSetting, {})
  return found?.is_sandbox ?? false
}
