import type { App } from '../../app/app.ts'
import { checkVisitFigures } from '../../checkout/figures/check-visit-figures.ts'
import { checkCounts } from '../../payments/counted-list/check-counts.ts'
import { checkFigures } from '../../payments/figures/check-figures.ts'

/** Says in words which counts and figures that are kept differ from what they are of, at most `limit` times of each kind. Empty: all is well. */
export async function checkAllCounts(app: App, limit: number): Promise<string[]> {
  return [
    ...(await checkCounts(app, limit)),
    ...(await checkFigures(app, limit)),
    ...(await checkVisitFigures(app, limit)),
  ]
}
