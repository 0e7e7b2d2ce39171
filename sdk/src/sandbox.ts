import { type CallOptions, type ClientOptions, type Sender, senderOf } from './call.ts'
import { sandboxOperations } from './generated/operations.ts'
import type { Operations } from './generated/types.ts'
import { invoke, type Method } from './methods.ts'

export { QistError } from './errors.ts'
export { type StartedSandbox, type StartOptions, startSandbox } from './start-sandbox.ts'

export interface SandboxOptions extends ClientOptions {
  /** The merchant's secret key. Its mode, test or live, selects the merchant's data. */
  readonly secretKey: string
  /** Limit of one attempt with its answer; default 90,000 ms, because reading the journal may wait a minute. */
  readonly timeoutMs?: number
}

const usualTimeoutMs = 90_000

type Table = typeof sandboxOperations

/** The sandbox's operations, grouped by actor or subject. */
const groups = {
  /** Actions of the customer. */
  customer: {
    authorize: 'authorizePayment',
    reject: 'rejectPayment',
    cancel: 'cancelPayment',
    plan: 'getPlan',
    pay: 'payEarly',
    changeCard: 'changeCard',
  },
  /** Disputes: the customer opens and withdraws, support decides. */
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
  /** The merchant's clock. Advancing it processes everything that falls due. */
  clock: { get: 'getClock', advance: 'advanceClock' },
  /** Fault rules, and how often each injected its fault. */
  faults: {
    add: 'createFault',
    list: 'listFaults',
    replace: 'updateFault',
    remove: 'deleteFault',
    removeAll: 'deleteFaults',
  },
  /** The merchant's journal: calls, notifications, changes and faults. */
  journal: { list: 'listJournal', request: 'getJournalRequest' },
  /** Certificates: rehearsals with a shop, and their findings. */
  certificate: {
    create: 'createCertificate',
    get: 'getCertificate',
    badge: 'getCertificateBadge',
    skip: 'skipScenario',
    stop: 'stopCertificate',
  },
  /** Notifications that were sent, with every attempt. */
  notifications: { list: 'listNotifications', resend: 'resendNotification', deliver: 'deliverNotifications' },
  /** The merchant: its stores, signing of its notifications, and reset. */
  merchant: { get: 'getMerchant', rotateSigning: 'rotateSigning', reset: 'resetMerchant' },
  /** Kept states of a whole throw-away sandbox, to go back to. The sandbox restarts meanwhile. */
  snapshots: { list: 'listSnapshots', take: 'takeSnapshot', restore: 'restoreSnapshot', remove: 'deleteSnapshot' },
  /** Messages that customers were sent. */
  messages: { list: 'listMessages' },
  risk: { get: 'getRisk', put: 'putRisk', decision: 'getDecision' },
  /** The double of the operator's scoring service, and support's decision about a referred order. */
  decisions: {
    get: 'getDecisionDouble',
    put: 'putDecisionDouble',
    remove: 'deleteDecisionDouble',
    decide: 'decidePayment',
  },
  /** The plans that a store offers. */
  plans: { get: 'getStorePlans', put: 'putStorePlans' },
  processor: { report: 'getProcessorReport' },
} as const

type Groups = typeof groups
type MethodOf<Name> = Name extends keyof Table ? Method<Name, Table[Name]> : never

/** One method for each operation of the sandbox. */
export type Sandbox = {
  readonly [Group in keyof Groups]: { readonly [Name in keyof Groups[Group]]: MethodOf<Groups[Group][Name]> }
}

/** A client of the sandbox: acts as the customer, support, the network and the clock of one merchant. */
export const Sandbox = class {
  constructor({ secretKey, ...options }: SandboxOptions) {
    const sender = senderOf({ ...options, timeoutMs: options.timeoutMs ?? usualTimeoutMs }, secretKey)
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

/** Creates a merchant with stores and keys, isolated from all others: one for each test run. It needs no key. */
export async function createMerchant(
  options: ClientOptions,
  body: Operations['createMerchant']['body'],
  how?: CallOptions,
): Promise<Operations['createMerchant']['answer']> {
  const sender = senderOf(options, undefined)
  return invoke(sender, 'createMerchant', sandboxOperations.createMerchant, [body, how])
}
