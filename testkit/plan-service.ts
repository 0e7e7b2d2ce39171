import assert from 'node:assert/strict'
import { type Caller, succeed } from './client.ts'
import { kindsSentBy, sendingTimes } from './contact-model.ts'
import type { EarlyChoice } from './plan-books.ts'
import { compareFees, feeBodyOf } from './plan-fees.ts'
import { dayMs, isNearTimes } from './plan-installments.ts'
import { PlanModel } from './plan-model.ts'
import { answerOf, isRefusing, type ServiceHistory, type ServiceStep } from './plan-service-histories.ts'
import { plansBodyOf, usualTerms } from './plan-terms.ts'
import { checkoutBody, newMerchant } from './shop.ts'
import { retry } from './timeouts.ts'

/** A running service that the histories are played on. `as`: returns a caller with this key, or with none. */
export interface PlayedService {
  as(key: string): Caller
  /** Makes pending queries to the processor due now. */
  hurry(): Promise<void>
}

/** Plays a history over HTTP and by the model. Throws at the first difference. Compares the books at the end. */
export async function playOverTheWire(service: PlayedService, history: ServiceHistory): Promise<void> {
  const life = new WireLife(service, history)
  await life.begin()
  for (const [index, step] of history.steps.entries()) {
    const what = `step ${index + 1}, ${JSON.stringify(step)}`
    await life.play(step).catch((error: Error) => assert.fail(`${what}: ${error.message}`))
    await life.compare(what)
  }
  await life.compareBooks()
}

/** The customers' phones are of the United Arab Emirates, whatever the store. */
const phoneHoursAhead = 4

class WireLife {
  readonly #service: PlayedService
  readonly #history: ServiceHistory
  readonly #currency: 'AED' | 'KWD'
  readonly #decimals: number
  #shop: Caller | undefined
  #id = ''
  #phone = ''
  #model: PlanModel | undefined

  constructor(service: PlayedService, history: ServiceHistory) {
    this.#service = service
    this.#history = history
    this.#currency = history.country === 'AE' ? 'AED' : 'KWD'
    this.#decimals = history.country === 'AE' ? 2 : 3
  }

  get model(): PlanModel {
    return this.#model ?? assert.fail('it has not begun')
  }

  async begin(): Promise<void> {
    const { country, amount, terms, card, rates } = this.#history
    const fee = feeBodyOf(rates, this.#currency)
    const { id, keys } = await newMerchant(this.#service.as(''), { country, fee })
    // A phone with other purchases would add their exposure.
    this.#phone = `+97150${String(Number.parseInt(id.slice(-8), 16) % 10_000_000).padStart(7, '0')}`
    // Only live payments can be disputed.
    this.#shop = this.#service.as(keys.live.secret)
    await this.#keepClear(0)
    if (terms !== null) succeed(await this.#call('PUT', '/sandbox/stores/main/plans', plansBodyOf(terms, this.#amount)))
    const buyer = { name: 'Sara Ali', email: 'sara@example.com', phone: this.#phone }
    const body = checkoutBody('main', this.#currency, this.#amount(amount), { buyer })
    this.#id = succeed(await this.#call('POST', '/api/v2/checkout', body)).body.payment.id
    succeed(await this.#call('POST', `/sandbox/payments/${this.#id}/authorize`, { card }))
    const authorizedAt = await this.#now()
    const place = { hoursAhead: country === 'AE' ? 4 : 3, isOneAMonth: false, autoCaptureDays: 21, bank: answerOf }
    this.#model = new PlanModel({ amount, terms: terms ?? usualTerms, authorizedAt, card, ...place })
    await this.compare('the beginning')
  }

  async play(step: ServiceStep): Promise<void> {
    const { model } = this
    const left = model.captured - model.refunded
    switch (step.do) {
      case 'wait':
        return this.#keepClear(step.minutes)
      case 'capture': {
        const minor = model.isClosed ? 0 : Math.ceil((model.amount - model.captured) * step.share)
        if (minor === 0) return
        model.capture(minor)
        succeed(await this.#call('POST', `/api/v2/payments/${this.#id}/captures`, { amount: this.#amount(minor) }))
        return
      }
      case 'refund':
      case 'dispute': {
        const minor = model.isClosed ? Math.ceil(left * step.share) : 0
        if (minor > 0) await (step.do === 'refund' ? this.#refund(minor) : this.#dispute(minor))
        return
      }
      case 'close':
        if (model.isClosed) return
        model.close()
        succeed(await this.#call('POST', `/api/v2/payments/${this.#id}/close`))
        return
      case 'pay':
        return this.#pay(step.what)
      case 'card':
        model.changeCard(step.number)
        succeed(await this.#call('POST', `/sandbox/payments/${this.#id}/card`, { number: step.number }))
    }
  }

  async #refund(minor: number): Promise<void> {
    const answer = await this.#call('POST', `/api/v2/payments/${this.#id}/refunds`, { amount: this.#amount(minor) })
    // A new store's limit, which does not bind disputes.
    const isLate = (await this.#now()) >= (this.model.charges[0]?.requestedAt ?? 0) + 180 * dayMs
    if (isLate) return assert.match(answer.body.error, /later than 180 days after its creation/)
    succeed(answer)
    this.model.refund(minor)
  }

  async #dispute(minor: number): Promise<void> {
    this.model.dispute(minor)
    const about = { payment_id: this.#id, reason: 'not_delivered', amount: this.#amount(minor) }
    const { dispute } = succeed(await this.#call('POST', '/sandbox/disputes', about)).body
    succeed(await this.#call('POST', '/api/v1/disputes/approve', { dispute_ids: [dispute.id] }))
  }

  async #pay(what: EarlyChoice): Promise<void> {
    const paid = this.model.payEarly(what)
    const answer = await this.#call('POST', `/sandbox/payments/${this.#id}/pay`, { what })
    const isDeclined = paid === 'not with this card' || (typeof paid !== 'string' && paid.status === 'declined')
    if (paid === 'one is under way') assert.equal(answer.status, 409, answer.text)
    else if (paid === 'nothing to pay') assert.deepEqual([answer.status, answer.body.error], [400, 'nothing to pay'])
    else if (isDeclined) assert.deepEqual([answer.status, answer.body.error], [400, 'card was declined'])
    else succeed(answer)
  }

  /** Advances the clock by this time or a little more: near a due time the outcome depends on the machine's speed. */
  async #keepClear(minutes: number): Promise<void> {
    const from = await this.#now()
    let to = from + minutes * 60_000
    const capturedAt = (this.#model?.charges[0]?.requestedAt ?? 0) + 21 * dayMs
    const leaving = sendingTimes(this.#model?.messages ?? [], phoneHoursAhead).map((sent) => sent + 30 * dayMs)
    const hoursAhead = this.#history.country === 'AE' ? 4 : 3
    while (isNearTimes(to, hoursAhead, [capturedAt, ...leaving])) to += 7 * 60_000
    if (to === from) return
    const advance = `PT${Math.round((to - from) / 60_000)}M`
    succeed(await this.#call('POST', '/sandbox/clock', { advance }))
    this.#model?.advance(await this.#now())
  }

  async compare(after: string): Promise<void> {
    const { model } = this
    const plan = await this.#settledPlan()
    const hadRefused = model.returns.some(({ charge, hasFailed }) => !hasFailed && isRefusing(charge.card))
    if (hadRefused) for (const one of model.returns) if (isRefusing(one.charge.card)) one.hasFailed = true
    const isOpen = model.openCharge() !== undefined
    const { status, total, paid, returned, installments } = model.view()
    const nextAt = isOpen ? null : model.nextAttemptAt()
    const expected = {
      ...{ status, total, paid: isOpen ? 0 : paid, returned: isOpen ? 0 : returned, nextAt },
      installments: installments.map((one, index) => ({ number: index + 1, ...one })),
      charges: model.charges.map((one) => ({
        ...{ kind: one.kind, amount: one.minor, status: one.status },
        returned: isOpen ? 0 : model.returnedTo(one),
      })),
    }
    assert.deepEqual(this.#observe(plan, isOpen), expected, after)
    if (!isOpen) assert.equal(this.#minor(plan.owed), total - paid, after)
    await this.#compareMessages(after)
  }

  // biome-ignore lint/suspicious/noExplicitAny: any JSON body is read
  #observe(plan: any, isOpen: boolean) {
    const minor = (amount: string): number => this.#minor(amount)
    return {
      status: plan.status,
      total: minor(plan.total),
      paid: isOpen ? 0 : minor(plan.paid),
      returned: isOpen ? 0 : minor(plan.returned),
      nextAt: isOpen || plan.next_attempt_at === null ? null : Date.parse(plan.next_attempt_at),
      // biome-ignore lint/suspicious/noExplicitAny: as above
      installments: plan.installments.map(({ number, due_date, amount, paid, status }: any) => {
        return { number, dueDate: due_date, amount: minor(amount), paid: minor(paid), status }
      }),
      // biome-ignore lint/suspicious/noExplicitAny: as above
      charges: plan.charges.map(({ kind, amount, status, returned }: any) => ({
        ...{ kind, amount: minor(amount), status: status === 'challenged' ? 'open' : status },
        returned: isOpen ? 0 : minor(returned),
      })),
    }
  }

  /** Compares the messages: as many of each kind as there were events, each sent once, and not before its time. */
  async #compareMessages(after: string): Promise<void> {
    const { model } = this
    const wasAsked = model.openCharge() !== undefined
    const expected = kindsSentBy(model.messages, phoneHoursAhead, await this.#now())
    let observed: string[] = []
    const isTold = async (): Promise<boolean> => {
      const { body } = succeed(await this.#call('GET', `/sandbox/messages?phone=${encodeURIComponent(this.#phone)}`))
      observed = body.messages.map(({ kind }: { kind: string }) => kind).toSorted()
      const isSame = (kind: string): boolean => wasAsked && kind === 'returned'
      return observed.filter((kind) => !isSame(kind)).join() === expected.filter((kind) => !isSame(`${kind}`)).join()
    }
    await retry('', isTold).catch(() => undefined)
    assert.ok(await isTold(), `${after}: told ${observed}, the model ${expected}`)
  }

  // biome-ignore lint/suspicious/noExplicitAny: as above
  async #settledPlan(): Promise<any> {
    const read = async () => succeed(await this.#call('GET', `/sandbox/payments/${this.#id}/plan`)).body.plan
    return retry('what goes back is decided', async () => {
      const plan = await read()
      const isWaiting = plan.returns.some(({ status }: { status: string }) => status === 'waiting')
      if (isWaiting) await this.#service.hurry()
      // Payment and returns are read one after the other. A decision between the two reads is complete only now.
      return !isWaiting && read()
    })
  }

  /** Compares the processor's movements with the plan, and fees and payouts with the model. */
  async compareBooks(): Promise<void> {
    const plan = await this.#settledPlan()
    const to = new Date((await this.#now()) + dayMs).toISOString()
    const report = succeed(await this.#call('GET', `/sandbox/processor/report?from=2020-01-01T00:00:00Z&to=${to}`))
    const [, ...lines] = report.text.trim().split('\r\n')
    const moved = lines.map((line) => line.split(',').slice(0, 3).join(' '))
    type Row = { id: string; status: string; amount: string }
    const charges = plan.charges.filter(({ status }: Row) => status === 'charged')
    const returns = plan.returns.filter(({ status }: Row) => status === 'confirmed')
    const believed = [
      ...charges.map(({ id, amount }: Row) => `${id} charge ${amount}`),
      ...returns.map(({ id, amount }: Row) => `${id} refund ${amount}`),
    ]
    assert.deepEqual(moved.toSorted(), believed.toSorted(), "the processor's books")
    const sum = (rows: Row[]): number => rows.reduce((total, { amount }) => total + this.#minor(amount), 0)
    assert.equal(sum(charges) - sum(returns), this.#minor(plan.paid), 'charged and not returned is paid')
    const payment = { id: this.#id, currency: this.#currency, rates: this.#history.rates }
    const caller = this.#shop ?? assert.fail('it has not begun')
    assert.deepEqual(await compareFees(caller, payment, await this.#now()), [], 'fees, VAT and settlements')
  }

  #call(method: string, path: string, body?: unknown) {
    return (this.#shop ?? assert.fail('it has not begun')).call(method, path, body)
  }

  #now = async (): Promise<number> => Date.parse(succeed(await this.#call('GET', '/sandbox/clock')).body.now)
  #amount = (minor: number): string => (minor / 10 ** this.#decimals).toFixed(this.#decimals)
  #minor(amount: string): number {
    assert.match(amount, this.#decimals === 2 ? /^-?\d+\.\d\d$/ : /^-?\d+\.\d{3}$/)
    return Number(amount.replace('.', ''))
  }
}
