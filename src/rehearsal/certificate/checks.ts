import type { Exchange } from './exchange.ts'
import type { Profile, ScenarioName } from './facts.ts'

interface CheckDefinition {
  readonly core: boolean
  /** Whether only a shop with webhooks can be judged. */
  readonly needsWebhooks: boolean
  /** What a passing shop does, as a sentence without a subject. */
  readonly asks: string
  /** What to do after a failure. */
  readonly advice: string
}

function core(asks: string, advice: string): CheckDefinition {
  return { core: true, needsWebhooks: false, asks, advice }
}

function recommended(asks: string, advice: string): CheckDefinition {
  return { core: false, needsWebhooks: false, asks, advice }
}

function viaWebhook(check: CheckDefinition): CheckDefinition {
  return { ...check, needsWebhooks: true }
}

/** The checks of an integration, in the order of the report (docs/contract/integrators.md#certificate). */
const definitions = {
  M1: core(
    'gives every capture and refund a reference_id',
    'Make a reference_id for each movement before you send it, keep it with the order, and send it with every try.',
  ),
  M2: core(
    'uses the same reference_id again after a lost answer',
    'Keep the reference_id before you send the call, and repeat the call under it: it moves money at most once.',
  ),
  M3: core(
    'tries again, or reads the payment, after a lost answer',
    'Take a connection that broke as not knowing: repeat the call under its reference_id, or read the payment.',
  ),
  M4: core(
    'uses a reference_id for one intention only',
    'Make a new reference_id for each movement: a used one answers 200 and moves nothing, whatever amount it carries.',
  ),
  M5: core(
    'repeats a 409 under the same reference_id after a pause',
    'Take 409 as "somebody else is at it": wait for a moment, and repeat the call under the same reference_id.',
  ),
  W1: viaWebhook(
    core(
      'has a webhook for the store and the mode',
      'Register a webhook with the secret key of this mode, and name the store in X-Merchant-Code.',
    ),
  ),
  W2: viaWebhook(
    core(
      'answers notifications with 200 in time',
      'Answer exactly 200 as soon as the notification is kept, and do the work behind it; anything else is sent again.',
    ),
  ),
  W3: viaWebhook(
    core(
      'moves nothing twice because of a duplicate',
      'Remember Webhook-Ids, and make the reference_id from the order and not from the notification.',
    ),
  ),
  W4: viaWebhook(
    core(
      'stands a closed that comes before authorized',
      'Read the payment on every notification and go by what is read, or by Webhook-Sequence; CLOSED is final.',
    ),
  ),
  W5: viaWebhook(
    core(
      'captures nothing because of a forged notification',
      'Check header and signature before you believe a notification, and read the payment before you act on it.',
    ),
  ),
  P1: core(
    'reads the payment before its first capture',
    'Read the payment with GET /api/v2/payments/{id}, and capture only what is AUTHORIZED there.',
  ),
  P2: core(
    'does nothing because of a success redirect alone',
    'Take the success address as a hint: read the payment, and act and say "paid" only when it is AUTHORIZED.',
  ),
  P3: core(
    'does not take a rejected session as paid or payable',
    'Look at status in the answer and not at HTTP 200 alone: rejected has no page and will never be paid.',
  ),
  P4: core(
    'captures nothing of a payment that has ended unpaid',
    'Treat REJECTED and EXPIRED as final: release the order, and offer another way to pay.',
  ),
  P9: core(
    'gets its captures accepted',
    'Read the error, and send the amount as the payment has it: as a text, in the decimals of its currency, and at most what is left.',
  ),
  S2: core(
    'stands members that it does not know',
    'Ignore members that you do not know: the API may grow new ones at any time.',
  ),
  M6: recommended(
    'heeds Retry-After',
    'After 429 wait for at least as many seconds as Retry-After says, then repeat the call.',
  ),
  M7: recommended(
    'repeats a 500, ever later and in at most 10 tries',
    'Repeat after 500 with pauses that double, give up after at most 10 tries on all occasions together, and tell somebody.',
  ),
  M8: recommended(
    'takes a final 4xx for an answer',
    'Do not send the same call again after a 4xx other than 408, 409 and 429: its answer will not change.',
  ),
  M9: recommended(
    'waits for an answer for 5 to 60 seconds',
    'Give your client a time-out of 5 to 60 seconds; 30 is a good one.',
  ),
  W6: viaWebhook(
    recommended(
      'refuses bad, stale and changed signatures',
      'Verify Webhook-Signature over the raw body, refuse timestamps that are minutes old, and answer 401.',
    ),
  ),
  W7: viaWebhook(
    recommended(
      'recovers from a dropped notification',
      'Read payments that are open for long, from time to time and when their customers come back.',
    ),
  ),
  W8: viaWebhook(
    recommended(
      'understands statuses in lower and upper case',
      'Compare statuses without case: notifications write authorized, the API writes AUTHORIZED.',
    ),
  ),
  W9: viaWebhook(
    recommended(
      'comes back to a notification that it had answered before it crashed',
      'Store the notification before you answer 200, and work off what is stored and not done when you start.',
    ),
  ),
  P5: recommended(
    "keeps an order that is paid when another session's expired arrives",
    'Keep the payment id with the order, and ignore what is told of another of its payments.',
  ),
  P6: recommended(
    'captures or closes within 21 days',
    'Capture what you ship and close what you will not: after 21 days the service captures all that is left. To see it here, repeat it with --idle PT1M and move the clock meanwhile: POST /sandbox/clock with {"advance":"P20D"}.',
  ),
  P7: recommended(
    'closes the rest of a part shipment, and refunds after that',
    'Close the payment when nothing more will be shipped; refund only what is CLOSED.',
  ),
  P8: recommended(
    'does not loop on a refund that a dispute holds back',
    'Stop at 409 payment is disputed: the dispute decides about the money.',
  ),
  S1: recommended(
    'keeps its secret key out of browsers, and calls its own region',
    'Call with the public key from pages and apps, or let your server call, then replace the secret key; send each call to the address of the region of its key.',
  ),
  S3: recommended(
    'reads lists to their end',
    'Read on with offset until total_count is reached, and fix created_at__lte so that pages do not shift.',
  ),
} as const satisfies Record<string, CheckDefinition>

export type CheckName = keyof typeof definitions

export const checks: Readonly<Record<CheckName, CheckDefinition>> = definitions
export const checkNames = Object.keys(definitions) as readonly CheckName[]

/** Returns whether the badge counts the check: a core check that applies to the profile. */
export function countsForBadge(name: CheckName, profile: Profile): boolean {
  return checks[name].core && isApplicable(name, profile)
}

/** Returns whether the check applies to shops of this profile. */
export function isApplicable(name: CheckName, profile: Profile): boolean {
  return profile === 'webhooks' || !checks[name].needsWebhooks
}

/** Returns the path of the guide's section on the check. */
export function guidePath(name: CheckName): string {
  return `/docs/get-your-certificate#${name.toLowerCase()}`
}

/** The result of a check. `not_exercised` never counts as passed. */
export const results = ['passed', 'failed', 'warning', 'review', 'not_exercised'] as const

export type Result = (typeof results)[number]

/** Evidence that a check failed or needs a review. The API and the database use the same names. */
export interface Finding {
  /** One, in English. */
  readonly sentence: string
  readonly scenario: ScenarioName
  /** The requests and answers that show it, oldest first. */
  readonly exchanges: readonly Exchange[]
  /** How many others show it, too. */
  readonly more_exchanges: number
  readonly request_ids: readonly string[]
  /** `Webhook-Id`s of deliveries. */
  readonly webhook_ids: readonly string[]
  /** Time of the first evidence, ISO 8601. */
  readonly at: string | null
  readonly advice: string
  /** A path of the service, such as `/docs/get-your-certificate#m1`. */
  readonly guide: string
  /** The command that repeats the scenario with its seed. */
  readonly command: string
}

/** A check with its result. The API and the database use the same names. */
export interface Check {
  readonly check: CheckName
  readonly core: boolean
  readonly result: Result
  readonly findings: readonly Finding[]
  /** What was missing if it was not exercised, as a clause in English; absent if unknown. */
  readonly missing?: string
}

/** A check in the API's form. */
export interface ReportedCheck extends Check {
  /** Of a check that was not exercised: what it needs, as a clause in English. */
  readonly reason?: string
}
