import type { Check, Result } from '../../src/rehearsal/certificate/checks.ts'
import type {
  EntryFacts,
  ForgedFacts,
  PaymentFacts,
  Profile,
  RedirectFacts,
  RunFacts,
  ScenarioFacts,
  ScenarioName,
  WebhookFacts,
} from '../../src/rehearsal/certificate/facts.ts'
import { judgeRun } from '../../src/rehearsal/certificate/judge-run.ts'

/** A call of a made-up shop; every member has a default. */
export interface ActedCall {
  readonly reference?: string | null
  readonly amount?: string
  readonly path?: string | null
  readonly items?: readonly object[]
  /** Null if no answer came. */
  readonly status?: number | null
  /** The fault that is injected. */
  readonly fault?: string
  /** Milliseconds since the previous entry. */
  readonly afterMs?: number
  readonly durationMs?: number
  readonly answer?: object
  readonly headers?: Readonly<Record<string, string>>
  readonly answerHeaders?: Readonly<Record<string, string>>
}

type Entry = Partial<EntryFacts> & Pick<EntryFacts, 'kind'>

const startAt = Date.parse('2026-03-01T10:00:00Z')

/** A made-up record of one scenario. Each entry is a second after the one before and takes ten milliseconds. */
export class ActedScenario {
  /** The record is incomplete. */
  isCut = false
  readonly #name: ScenarioName
  readonly #entries: EntryFacts[] = []
  readonly #payments: PaymentFacts[] = []
  readonly #forged: ForgedFacts[] = []
  readonly #redirects: RedirectFacts[] = []
  readonly #faults = new Set<string>()
  #now: number

  constructor(name: ScenarioName, at = startAt) {
    this.#name = name
    this.#now = at
  }

  /** The shop opens a session. Returns the id of its payment. */
  session(members: Partial<PaymentFacts> = {}, call: ActedCall = {}): string {
    const id = `${this.#name}-payment-${this.#payments.length + 1}`
    const isRejected = members.statusAtCreation === 'REJECTED'
    const ending = isRejected ? 'rejected' : 'authorized'
    const facts: PaymentFacts = { id, statusAtCreation: 'CREATED', ending, isPaid: !isRejected, ...members }
    this.#payments.push(facts)
    const payment = { id, status: facts.statusAtCreation }
    this.call('createSession', id, { answer: { merchant_code: 'AE', payment }, ...call })
    return id
  }

  /** Time passes without entries. */
  silent(afterMs: number): void {
    this.#now += afterMs
  }

  /** The customer accepts, and the webhook is notified. */
  authorized(id: string, delivery: ActedCall = {}): void {
    this.changed(id, 'authorize', 'AUTHORIZED', 'customer')
    this.notify(id, 'authorized', delivery)
  }

  /** A session whose payment is authorized, notified and read. */
  paid(members: Partial<PaymentFacts> = {}): string {
    const id = this.session(members)
    this.authorized(id)
    this.read(id)
    return id
  }

  read(id: string, status = 'AUTHORIZED', call: ActedCall = {}): string {
    return this.call('getPayment', id, { answer: { id, status, captures: [] }, ...call })
  }

  /** Returns the id of the request. */
  capture(id: string, call: ActedCall = {}): string {
    const request = this.call('capturePayment', id, { reference: 'a', amount: '340.00', ...call })
    const isDone = (call.status ?? 200) === 200 && call.fault !== 'lost_request'
    const { amount } = call
    if (isDone) this.changed(id, 'capture', amount === undefined ? 'CLOSED' : 'AUTHORIZED', 'key …1111', amount)
    return request
  }

  refund(id: string, call: ActedCall = {}): string {
    const { amount = '40.00', status = 200 } = call
    const request = this.call('refundPayment', id, { reference: 'r', amount, ...call })
    if (status === 200) this.changed(id, 'refund', 'CLOSED', 'key …1111', amount)
    return request
  }

  close(id: string, call: ActedCall = {}): string {
    const request = this.call('closePayment', id, call)
    if ((call.status ?? 200) === 200) this.changed(id, 'close', 'CLOSED', 'key …1111')
    return request
  }

  /** Returns the id of the notification; pass an id to send the same one again. */
  notify(id: string, status: string, call: ActedCall & { readonly notification?: string } = {}): string {
    const { notification = `notification-${this.#entries.length}`, ...entry } = call
    if (entry.fault !== undefined) this.#inject(entry.fault, { kind: 'fault', operation: status, paymentId: id })
    this.#add({ kind: 'delivery', operation: status, paymentId: id, requestId: notification }, entry)
    return notification
  }

  changed(id: string, operation: string, status: string, actor: string, amount = '340.00'): void {
    const change = { of: 'payment', actor, status, currency: 'AED', amount_minor: amount.replace('.', '') } as const
    this.#add({ kind: 'change', operation, paymentId: id, change, requestId: null }, { afterMs: 0 })
  }

  forged(id: string, as: ForgedFacts['as'], status: number | null = 200): void {
    const webhookId = `forged-${this.#forged.length}`
    this.#add({ kind: 'delivery', operation: 'authorized', paymentId: id, requestId: webhookId }, { afterMs: 0 })
    this.#forged.push({ webhookId, paymentId: id, as, at: this.#now, status })
  }

  redirected(id: string, status: number | null = 200, claim: string | null = null): void {
    this.#redirects.push({ paymentId: id, at: this.#now, status, claim })
  }

  call(operation: string, id: string | null, call: ActedCall = {}): string {
    const { reference = null, amount, items, headers = {}, answer, answerHeaders = {}, fault } = call
    const sent = { amount, items, ...(reference !== null && { reference_id: reference }) }
    const requestId = `${this.#name}-${this.#entries.length}`
    const entry: Entry = {
      kind: 'request',
      operation,
      method: operation.startsWith('get') || operation.startsWith('list') ? 'GET' : 'POST',
      path: call.path ?? `/api/v2/${operation}/${id ?? ''}`,
      requestId,
      referenceId: reference,
      paymentId: id,
      request: { headers: { authorization: 'Bearer sk_test_[removed]', ...headers }, body: JSON.stringify(sent) },
      answer: { headers: answerHeaders, body: JSON.stringify(answer ?? {}) },
    }
    if (fault !== undefined) this.#inject(fault, { kind: 'fault', operation, paymentId: id })
    this.#add(entry, call)
    return requestId
  }

  list(path: string, shown: number, total: number): string {
    const answer = { payments: Array.from({ length: shown }, () => ({})), pagination: { total_count: total } }
    return this.call('listPayments', null, { answer, path })
  }

  #inject(kind: string, entry: Entry): void {
    this.#faults.add(kind)
    this.#add({ ...entry, faultId: kind }, { afterMs: 0 })
  }

  #add(entry: Entry, { afterMs = 1_000, durationMs = 10, status = 200, path = null, fault }: ActedCall): void {
    this.#now += afterMs
    if (fault !== undefined) this.#faults.add(fault)
    this.#entries.push({
      ...{ at: this.#now, operation: null, method: null, path, requestId: null, referenceId: null },
      ...{
        paymentId: null,
        faultId: fault ?? null,
        durationMs,
        summary: '',
        request: null,
        answer: null,
        change: null,
      },
      status: entry.kind === 'request' || entry.kind === 'delivery' ? status : null,
      ...entry,
    })
    this.#now += entry.kind === 'request' ? durationMs : 0
  }

  facts(): ScenarioFacts {
    return {
      name: this.#name,
      startedAt: startAt,
      endedAt: this.#now,
      payments: this.#payments,
      entries: this.#entries,
      isCut: this.isCut,
      forged: this.#forged,
      redirects: this.#redirects,
      faults: [...this.#faults].map((kind) => ({ id: kind, kind })),
    }
  }
}

export interface RunMembers {
  readonly profile?: Profile
  readonly webhooks?: readonly WebhookFacts[]
}

export const webhook: WebhookFacts = {
  ...{ storeId: 'store', isEnabled: true, isSigned: true },
}

export function runOf(
  scenarios: readonly ActedScenario[],
  { profile = 'webhooks', webhooks = [webhook] }: RunMembers = {},
): RunFacts {
  return {
    ...{ profile, seed: 42, webhooks },
    scenarios: scenarios.map((scenario) => scenario.facts()),
    stores: [{ id: 'store', merchantCode: 'AE' }],
  }
}

/** The record of a scenario in which the shop acts. */
export function acted(name: ScenarioName, act: (scenario: ActedScenario) => void): ActedScenario {
  const scenario = new ActedScenario(name)
  act(scenario)
  return scenario
}

/** The shop captures correctly. */
export const capturingRun = acted('plain', (shop) => void shop.capture(shop.paid()))

export function checkOf(name: string, scenarios: readonly ActedScenario[], members?: RunMembers): Check {
  const found = judgeRun(runOf(scenarios, members)).find(({ check }) => check === name)
  if (found === undefined) throw new Error(`there is no check ${name}`)
  return found
}

/** The result of the check if the shop acts like this in the scenario and captures in `plain`. */
export function resultOf(check: string, name: ScenarioName, act: (scenario: ActedScenario) => void): Result {
  return checkOf(check, [capturingRun, acted(name, act)]).result
}

/** The checks that failed or need a review. */
export function found(scenarios: readonly ActedScenario[], members?: RunMembers): string[] {
  return judgeRun(runOf(scenarios, members))
    .filter(({ result }) => result !== 'passed' && result !== 'not_exercised')
    .map(({ check }) => check)
}
