import type { Context, Verdict } from './context.ts'
import { run as parallelAmounts } from './parallel-amounts.ts'

/** P8: checks that every recorded history has an order of its calls that explains all answers. */
export async function run(context: Context): Promise<Verdict> {
  const { linear } = context
  // If P8 runs alone, it records histories of its own.
  if (linear.payments === 0) await parallelAmounts(context)
  return { counts: { payments: linear.payments, calls: linear.calls }, violations: linear.violations }
}
