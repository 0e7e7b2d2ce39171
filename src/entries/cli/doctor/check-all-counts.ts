import { checkVisitFigures } from '../../../money/checkout/figures/visit-figures.ts'
import { checkCounts } from '../../../money/payments/counted-list/payment-counts.ts'
import { checkFigures } from '../../../money/payments/figures/figures.ts'
import type { App } from '../../../platform/app/app.ts'

/** Says in words which counts and figures that are kept differ from what they are of, at most `limit` times of each kind. Empty: all is well. */
export async function checkAllCounts(app: App, limit: number): Promise<string[]> {
  return [
    ...(await checkCounts(app, limit)),
    ...(await checkFigures(app, limit)),
    ...(await checkVisitFigures(app, limit)),
  ]
}
