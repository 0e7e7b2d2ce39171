import type { Answer, Fields, Visit } from '../page.ts'
import { storeTimesOf } from '../store-times.ts'
import { listOwnKeys } from './own-keys.ts'
import { keysPage } from './views/keys.ts'

/** The keys of the mode. */
export async function viewKeys(visit: Visit): Promise<Answer> {
  return showKeys(visit, { done: visit.query('done') })
}

/** What the page says of a form that was sent to it. */
export interface SaidOfKeys {
  readonly done?: string | undefined
  /** The name that was typed is none. */
  readonly isNameWrong?: boolean
  /** No permission was ticked for a secret key. */
  readonly isNothingChosen?: boolean
  readonly fields?: Fields
  /** It was revoked already. */
  readonly isRevoked?: boolean
}

/** Their page, with what it says of a form. */
export async function showKeys(visit: Visit, said: SaidOfKeys): Promise<Answer> {
  return keysPage(visit, { keys: await listOwnKeys(visit), times: await storeTimesOf(visit), said })
}
