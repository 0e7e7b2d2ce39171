import type { Fields } from '../../page.ts'
import type { WebhookProblem } from '../typed-webhook.ts'

/** What a webhook's page says of a form that was sent to it. */
export interface SaidOfWebhook {
  /** What was done just now, and to how many events. */
  readonly done?: string | undefined
  readonly count?: string | undefined
  /** What is wrong with what was typed. */
  readonly problem?: WebhookProblem
  readonly fields?: Fields
  /** The stretch of time was none. */
  readonly isRangeWrong?: boolean
  /** Nothing is sent to a webhook that is disabled. */
  readonly isDisabled?: boolean
}
