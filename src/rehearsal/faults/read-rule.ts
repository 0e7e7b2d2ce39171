import { parseId } from '../../platform/base/ids.ts'
import { type WrongField, wrongFields, wrongValue } from '../../platform/base/refusals.ts'
import { day, hour, type Instant } from '../../platform/base/times.ts'
import { parseDuration } from '../sandbox/duration.ts'
import {
  countedPer,
  type FaultRule,
  forgeries,
  losses,
  type NotificationEffect,
  type NotificationRule,
  notifiedStatuses,
  type OperationEffect,
  type OperationRule,
} from './fault.ts'
import { isObject, Members } from './members.ts'
import type { Operations } from './operations.ts'

/** A parsed rule and its lifetime from now, in milliseconds. */
export interface ParsedRule {
  readonly rule: FaultRule
  readonly lifeMs: number
}

const maxLifeMs = 30 * day
/** Longest delay of a call, and longest gap between copies. */
const maxWaitMs = 120_000
const maxDelayMs = hour
const maxTimes = 1_000_000_000

/**
 * Returns the rule of a body, which is the rule itself or wraps it in `fault`. Refuses with every wrong field,
 * including wrong JSON types. Durations count from `now`.
 */
export function readRule(body: unknown, operations: Operations, now: Instant): ParsedRule {
  const wrong: WrongField[] = []
  const isWrapped = isObject(body) && isObject(body['fault'])
  const members = isWrapped ? body['fault'] : body
  if (!isObject(members)) throw wrongFields([wrongValue('$', 'must be an object')])
  const read = readMembers(new Members(members, isWrapped ? '$.fault' : '$', wrong), operations, now)
  if (wrong.length > 0) throw wrongFields(wrong)
  return read
}

function readMembers(members: Members, operations: Operations, now: Instant): ParsedRule {
  const on = members.object('on')
  const effect = members.object('do')
  const [when, seed, until] = [readWindow(members), readSeed(members), readUntil(members, now)]
  const lifeMs = lifeOf(until, now)
  if (on?.has('notification')) {
    if (on.has('operation')) on.complain('operation', 'must not stand beside a notification')
    const target = readNotification(on)
    const rule = { on: target, when, do: effect && readEffect(effect, notificationEffects), seed, until }
    return { rule: rule as NotificationRule, lifeMs }
  }
  const target = on && readOperation(on, operations)
  const rule = { on: target, when, do: effect && readEffect(effect, operationEffects), seed, until } as OperationRule
  const operation = operations.get(target?.operation ?? '')
  if (rule.do?.kind === 'conflict' && operation !== undefined && operation.conflict === undefined) {
    effect?.complain('kind', `must not be conflict: ${operation.name} answers no 409`)
  }
  return { rule, lifeMs }
}

function readOperation(on: Members, operations: Operations): OperationRule['on'] {
  const isKnown = (name: string): boolean => name === '*' || operations.has(name)
  const operation = on.text('operation', isKnown, 'must be the operationId of a call with a key under /api, or *')
  const paymentId = readPaymentId(on)
  if (paymentId !== null && operations.has(operation) && operations.get(operation)?.subject === undefined) {
    on.complain('payment_id', `must be absent: ${operation} is about no payment that is there already`)
  }
  return { operation, payment_id: paymentId }
}

function readNotification(on: Members): NotificationRule['on'] {
  const notification = on.oneOf('notification', [...notifiedStatuses, '*'])
  return on.has('payment_id') ? { notification, payment_id: readPaymentId(on) } : { notification }
}

function readPaymentId(on: Members): string | null {
  const id = on.text('payment_id', (text) => parseId(text) !== undefined, 'must be a UUID', null)
  return typeof id === 'string' ? (parseId(id) ?? null) : null
}

function readUntil(members: Members, now: Instant): string {
  const isLife = (text: string): boolean => lifeOf(text, now) > 0 && lifeOf(text, now) <= maxLifeMs
  return members.text('until', isLife, 'must be an ISO 8601 duration such as PT10M, at most 30 days', 'PT1H')
}

// An invalid body may have any value here.
function lifeOf(until: unknown, now: Instant): number {
  return typeof until === 'string' ? (parseDuration(until, now) ?? 0) : 0
}

function readWindow(members: Members): FaultRule['when'] {
  const when = members.object('when', {})
  const { per, skip, times, probability } = usualWindow
  if (when === undefined) return usualWindow
  return {
    per: when.oneOf('per', countedPer, per),
    skip: when.integer('skip', 0, maxTimes, skip),
    times: when.integer('times', 1, maxTimes, times),
    probability: when.number('probability', 0, 1, probability),
  }
}

const usualWindow: FaultRule['when'] = { per: 'call', skip: 0, times: 1, probability: 1 }

function readSeed(members: Members): number {
  return members.integer('seed', Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER, 0)
}

/** Reads the members of an effect, by its kind. */
type EffectReaders<Effect extends { readonly kind: string }> = {
  readonly [Kind in Effect['kind']]: (effect: Members) => Omit<Extract<Effect, { kind: Kind }>, 'kind'>
}

const lost = (effect: Members) => ({ how: effect.oneOf('how', losses, 'reset') })

const operationEffects: EffectReaders<OperationEffect> = {
  lost_answer: lost,
  lost_request: lost,
  conflict: () => ({}),
  rate_limit: (effect) => ({ retry_after: effect.integer('retry_after', 1, 3_600, 1) }),
  error: (effect) => ({ executed: effect.flag('executed', false) }),
  slow: (effect) => ({ ms: effect.integer('ms', 0, maxWaitMs) }),
  unknown_member: () => ({}),
}

const notificationEffects: EffectReaders<NotificationEffect> = {
  duplicate: (effect) => ({
    count: effect.integer('count', 2, 10, 2),
    gap_ms: effect.integer('gap_ms', 0, maxWaitMs, 0),
    concurrent: effect.flag('concurrent', false),
  }),
  reorder: () => ({}),
  late: (effect) => ({ ms: effect.integer('ms', 0, maxDelayMs) }),
  drop: () => ({}),
  forged: (effect) => ({ as: effect.oneOf('as', forgeries, null) }),
  unknown_member: () => ({}),
}

function readEffect(effect: Members, readers: Readonly<Record<string, (effect: Members) => object>>): object {
  const kind = effect.oneOf('kind', Object.keys(readers))
  // An invalid body may have any value here.
  const isKind = typeof kind === 'string' && Object.hasOwn(readers, kind)
  return { kind, ...(isKind && readers[kind]?.(effect)) }
}
