import type { Author } from '../../../money/disputes/dispute.ts'
import type { Visit } from '../page.ts'

/** As whom history names who is signed in. */
export function authorOf({ session }: Visit): Author {
  return { source: 'merchant', createdBy: session.email }
}
