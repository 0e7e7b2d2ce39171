import { withQuery } from '../../../platform/people/pages/answers.ts'
import type { Visit } from '../page.ts'
import { placeBehind } from './place.ts'

type Addressed = Pick<Visit, 'address' | 'query'>

interface Shown {
  /** What was done to it just now, which the page says. */
  readonly done?: string | undefined
  /** Which part is shown whole. */
  readonly all?: string | undefined
}

/** The address of a payment's page, which leads back to the list as it was. */
export function addressOfPayment(visit: Addressed, id: string, shown: Shown = {}): string {
  return visit.address(`payments/${id}`, { ...shown, from: placeBehind(visit) || undefined })
}

/** The same below the mode. */
export function pathOfPayment(visit: Addressed, id: string): string {
  return withQuery(`payments/${id}`, { from: placeBehind(visit) || undefined })
}

/** Where a form of a payment leads, below the mode. */
export function pathOfForm(visit: Addressed, id: string, form: string): string {
  return withQuery(`payments/${id}/${form}`, { from: placeBehind(visit) || undefined })
}
