import { Refusal } from '../../../platform/base/refusals.ts'

/**
 * Ignores a refusal because another tab, the shop or the expiry was faster: the page shows the result. Throws a lock's
 * refusal, which has no result yet.
 */
export function letOthersWin(error: unknown): undefined {
  if (!(error instanceof Refusal) || error.kind === 'conflict') throw error
}
