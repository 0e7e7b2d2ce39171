import type { SupportAnswer, SupportVisit } from '../page.ts'
import { loadCase } from './load-case.ts'
import { moves } from './moves.ts'
import { disputePage } from './views/dispute.ts'

/** The page of one dispute. */
export async function viewDispute(visit: SupportVisit): Promise<SupportAnswer> {
  const done = moves.find(({ name }) => name === visit.query('done'))?.name
  return disputePage(visit, await loadCase(visit), { done })
}
