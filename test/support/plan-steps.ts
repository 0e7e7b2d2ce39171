import pg from 'pg'
import { sessionOptions } from '../../src/platform/db/connection.ts'
import { serviceLimits } from '../../src/platform/db/limits.ts'
import type { Statement } from '../../src/platform/db/statement.ts'
import type { TestDatabase } from './database.ts'

/** A step of a query plan with its measured figures. */
export interface PlanStep {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  /** Shared blocks of 8 KB that the step and its children read from memory. */
  readonly 'Shared Hit Blocks': number
  readonly Plans?: readonly PlanStep[]
}

/** Runs the statement as the service does and returns all steps. */
export async function planSteps<P>(
  database: TestDatabase,
  statement: Statement<P, unknown>,
  params: Readonly<Record<keyof P, unknown>>,
): Promise<PlanStep[]> {
  const client = new pg.Client({ ...database.connection, options: sessionOptions(serviceLimits, 'service') })
  await client.connect()
  try {
    const inOrder = statement.params.map(([name]) => Reflect.get(params, name))
    const values = inOrder.map((value) =>
      value === null ? 'null' : Array.isArray(value) ? `'{${value}}'` : `'${value}'`,
    )
    await client.query(`prepare planned as ${statement.text}`)
    const { rows } = await client.query(`explain (analyze, buffers, format json) execute planned (${values})`)
    return stepsOf(rows[0]['QUERY PLAN'][0].Plan)
  } finally {
    await client.end()
  }
}

function stepsOf(plan: PlanStep): PlanStep[] {
  return [plan, ...(plan.Plans ?? []).flatMap(stepsOf)]
}
