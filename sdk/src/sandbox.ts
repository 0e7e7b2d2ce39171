import type { CallOptions, ClientOptions, Sender } from './call.ts'
import { sandboxOperations } from './generated/operations.ts'
import type { Operations } from './generated/types.ts'
import { invoke, type Method } from './methods.ts'

export { QistError } from './errors.ts'
export { type StartedSandbox, type StartOptions, startSandbox } from './start-sandbox.ts'

export interface SandboxOptions extends ClientOptions {
  /** The secret key of the merchant that is acted on; its mode, test or live, is what is acted on. */
  readonly secretKey: string
  /** How long an attempt may take, with its answer; 90,000 ms where nothing is said: the journal is waited for as long as a minute. */
  readonly timeoutMs?: number
}

const usualTimeoutMs = 90_000

type Table = typeof sandboxOperations

/** What only a sandbox does, by whom or what it is about. */
const groups = {
  /** What the customer would do. */
  customer: {
    authorize: 'authorizePayment',
    reject: 'rejectPayment',
    cancel: 'cancelPayment',
    plan: 'getPlan',
    pay: 'payEarly',
    changeCard: 'changeCard',
  },
  /** The customer opens and withdraws, support decides. */
  disputes: {
    open: 'openDispute',
    withdraw: 'withdrawDispute',
    provideEvidence: 'provideCustomerEvidence',
    requestEvidence: 'requestEvidence',
    refund: 'refundDispute',
    decline: 'declineDispute',
    acceptAmount: 'acceptDisputeAmount',
    comment: 'commentOnDispute',
  },
  /** The merchant's time. Moving it on does all that falls due on the way. */
  clock: { get: 'getClock', advance: 'advanceClock' },
  /** What is to go wrong, and how often it did. */
  faults: {
    add: 'createFault',
    list: 'listFaults',
    replace: 'updateFault',
    remove: 'deleteFault',
    removeAll: 'deleteFaults',
  },
  /** Everything that happened to the merchant. */
  journal: { list: 'listJournal', request: 'getJournalRequest' },
  /** Rehearsals with a shop: what it does wrong. */
  certificate: {
    create: 'createCertificate',
    get: 'getCertificate',
    badge: 'getCertificateBadge',
    skip: 'skipScenario',
    stop: 'stopCertificate',
  },
  /** What webhooks were sent, with every attempt. */
  notifications: { list: 'listNotifications', resend: 'resendNotification', deliver: 'deliverNotifications' },
  /** Signing of its notifications, and beginning anew. */
  merchant: { rotateSigning: 'rotateSigning', reset: 'resetMerchant' },
  /** What customers were sent. */
  messages: { list: 'listMessages' },
  risk: { get: 'getRisk', put: 'putRisk', decision: 'getDecision' },
  processor: { report: 'getProcessorReport' },
} as const

type Groups = typeof groups
type MethodOf<Name> = Name extends keyof Table ? Method<Name, Table[Name]> : never

/** One method for each call that only a sandbox has. */
export type Sandbox = {
  readonly [Group in keyof Groups]: { readonly [Name in keyof Groups[Group]]: MethodOf<Groups[Group][Name]> }
}

/** Plays customer, support, network and clock to a merchant of a sandbox. */
export const Sandbox = class {
  constructor({ secretKey, ...options }: SandboxOptions) {
    const sender: Sender = { ...options, timeoutMs: options.timeoutMs ?? usualTimeoutMs, key: secretKey }
    for (const [group, names] of Object.entries(groups)) {
      const methods = Object.entries(names).map(([name, operation]) => [name, methodOf(sender, operation)])
      Object.defineProperty(this, group, { value: Object.freeze(Object.fromEntries(methods)), enumerable: true })
    }
  }
} as unknown as new (
  options: SandboxOptions,
) => Sandbox

function methodOf(sender: Sender, operation: keyof Table) {
  return (...given: unknown[]): Promise<unknown> => invoke(sender, operation, sandboxOperations[operation], given)
}

/** Makes a merchant with its stores and keys, isolated from all others: one for each run of your tests. It needs no key. */
export function createMerchant(
  options: ClientOptions,
  body: Operations['createMerchant']['body'],
  how?: CallOptions,
): Promise<Operations['createMerchant']['answer']> {
  const sender = { ...options, key: undefined }
  return invoke(sender, 'createMerchant', sandboxOperations.createMerchant, [body, how])
}
