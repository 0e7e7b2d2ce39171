import assert from 'node:assert/strict'
import type { Decision } from './plan-books.ts'
import type { PlanHistory, PlanStep } from './plan-histories.ts'
import { PlanModel } from './plan-model.ts'
import { PlanRules } from './plan-rules.ts'
import { usualTerms } from './plan-terms.ts'

/**
 * Plays a history by the service's rules and by the model. Throws after the first step with a difference or a broken
 * rule.
 */
export function playPlan(history: PlanHistory): PlanModel {
  const { amount, authorizedAt, currency, autoCaptureDays, terms: own } = history
  const terms = own ?? usualTerms
  const hoursAhead = currency === 'AED' ? 4 : 3
  const bank = bankOf(history)
  const place = { hoursAhead, isOneAMonth: currency === 'SAR' }
  const model = new PlanModel({ amount, terms, authorizedAt, card: '0000', ...place, autoCaptureDays, bank })
  const rules = new PlanRules(history, bankOf(history))
  compare(model, rules, 'the beginning')
  for (const [index, step] of history.steps.entries()) {
    play(step, model, rules)
    compare(model, rules, `step ${index + 1}, ${JSON.stringify(step)}`)
  }
  return model
}

function bankOf({ bank }: PlanHistory): () => Decision | 'lost' {
  let place = 0
  return () => bank[place++] ?? 'charged'
}

function play(step: PlanStep, model: PlanModel, rules: PlanRules): void {
  switch (step.do) {
    case 'wait': {
      const to = model.now + step.minutes * 60_000
      model.advance(to)
      rules.advance(to)
      break
    }
    case 'capture': {
      const minor = Math.ceil(rules.leftToCapture() * step.share)
      if (minor === 0) return
      model.capture(minor)
      rules.capture(minor)
      break
    }
    case 'refund': {
      const minor = model.isDisputed ? 0 : Math.ceil(rules.leftToRefund() * step.share)
      if (minor === 0) return
      model.refund(minor)
      rules.refund(minor)
      break
    }
    case 'close':
      // An authorization lasts for a year.
      if (model.isClosed || rules.now >= rules.payment.expiresAt) return
      model.close()
      rules.close()
      break
    case 'dispute':
      if (model.isDisputed || rules.leftToRefund() === 0) return
      model.openDispute()
      rules.openDispute()
      break
    case 'decide':
      if (!model.isDisputed) return
      model.endDispute(step.refunds)
      rules.endDispute(step.refunds)
      break
    case 'pay':
      for (let time = 1; time <= step.times; time += 1) {
        const paid = model.payEarly(step.what)
        assert.equal(rules.payEarly(step.what), typeof paid === 'string' ? paid : undefined)
      }
      break
    case 'card':
      model.changeCard(`000${step.card}`)
      rules.changeCard(step.card)
      break
    case 'resolve':
      model.resolve(step.decision)
      rules.resolve(step.decision)
      break
    case 'fail-return':
      // Returns are compared once no charge is under way.
      if (model.openCharge() !== undefined) return
      model.failReturns()
      rules.failReturns()
  }
}

function compare(model: PlanModel, rules: PlanRules, after: string): void {
  assert.deepEqual(observe(rules), expectedOf(model), after)
  keepRules(rules, after)
}

/** Returns during a charge are settled after the charge. */
function observe(rules: PlanRules) {
  const isOpen = rules.openCharge() !== undefined
  const { status, installments } = rules.plan()
  const returnedOf = (id: string): number =>
    rules.returns.reduce((sum, one) => (one.charge === id && !one.hasFailed ? sum + Number(one.amountMinor) : sum), 0)
  return {
    status,
    total: rules.total(),
    paid: isOpen ? 0 : Number(rules.payment.paidMinor),
    installments: installments.map(({ dueDate, amountMinor, paidMinor, status: own }) => {
      return { dueDate, amount: Number(amountMinor), paid: Number(paidMinor), status: own }
    }),
    charges: rules.charges.map(({ id, kind, amountMinor, state, createdAt, card }) => {
      const shown = state === 'approved' ? 'charged' : state
      const returned = isOpen ? 0 : returnedOf(id)
      return { kind, minor: Number(amountMinor), status: shown, requestedAt: createdAt, card: card.lastFour, returned }
    }),
    messages: rules.messages.filter((what) => what !== 'returned'),
    nextAttemptAt: isOpen ? null : rules.nextAttemptAt(),
  }
}

function expectedOf(model: PlanModel): ReturnType<typeof observe> {
  const isOpen = model.openCharge() !== undefined
  const { status, total, paid, installments } = model.view()
  return {
    status,
    total,
    paid: isOpen ? 0 : paid,
    installments: [...installments],
    charges: model.charges.map((charge) => {
      const { kind, minor, status: own, requestedAt, card } = charge
      return { kind, minor, status: own, requestedAt, card, returned: isOpen ? 0 : model.returnedTo(charge) }
    }),
    messages: model.messages.map(({ what }) => what).filter((what) => what !== 'returned'),
    nextAttemptAt: isOpen ? null : model.nextAttemptAt(),
  }
}

/** Checks the rules that hold after every step, independent of the model (docs/contract/money.md#the-plan). */
function keepRules(rules: PlanRules, after: string): void {
  const { payment, charges, returns } = rules
  const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)
  const { installments } = rules.plan()
  const total = BigInt(rules.total())
  assert.equal(sum(installments.map(({ amountMinor }) => amountMinor)), total, `${after}: instalments sum to the total`)
  assert.ok(
    installments.every(
      ({ amountMinor, paidMinor }) => amountMinor >= 0n && paidMinor >= 0n && paidMinor <= amountMinor,
    ),
    `${after}: no part is below zero or paid twice`,
  )
  const charged = sum(charges.map(({ state, amountMinor }) => (state === 'approved' ? amountMinor : 0n)))
  const returned = sum(returns.map(({ hasFailed, amountMinor }) => (hasFailed ? 0n : amountMinor)))
  assert.equal(charged - returned, payment.paidMinor, `${after}: what was charged and not returned is paid`)
  if (!returns.some(({ hasFailed }) => hasFailed))
    assert.ok(payment.paidMinor <= total, `${after}: no more than the total is paid`)
  assert.ok(charges.filter(({ state }) => state === 'open').length <= 1, `${after}: one charge at a time`)
}
