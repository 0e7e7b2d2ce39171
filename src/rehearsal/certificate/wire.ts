import { formatMilliseconds } from '../../platform/base/times.ts'
import type { BodyOf } from '../../platform/http/schemas.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import { badgeText } from './badge.ts'
import { type Certificate, currentScenario } from './certificate.ts'
import type { Check, ReportedCheck } from './checks.ts'
import { whyNotExercised } from './not-exercised.ts'
import { isRestartDue } from './rehearsal.ts'
import { buyerOf, ordersOf } from './scenes.ts'
import type { CertificateAnswer } from './schemas.ts'

/** A run in the API's form. */
export type RunDocument = ReturnType<typeof certificateWire>['certificate']

/** Returns the run in the API's form. The buyer it waits for orders at the first of these stores. */
export function certificateWire(run: Certificate, stores: readonly Store[]): BodyOf<typeof CertificateAnswer> {
  const { id, status, profile, seed, checks, startedAt, endedAt, rehearsal } = run
  const phases = new Map(rehearsal.scenarios.map(({ name, phase }) => [name, phase]))
  return {
    certificate: {
      id,
      status,
      profile,
      seed,
      badge: badgeText(run),
      version: rehearsal.version,
      started_at: formatMilliseconds(startedAt),
      ended_at: endedAt === null ? null : formatMilliseconds(endedAt),
      waits_for: waitsFor(run, stores),
      restart_due: isRestartDueIn(run),
      scenarios: rehearsal.names.map((name) => ({ name, status: phases.get(name) ?? 'to_come' })),
      checks: checks.map((check) => withReason(check, run)),
    },
  }
}

function withReason(check: Check, { profile, rehearsal }: Certificate): ReportedCheck {
  if (check.result !== 'not_exercised') return check
  const ended = rehearsal.scenarios.filter(({ phase }) => phase === 'finished').map(({ name }) => name)
  return { ...check, reason: whyNotExercised(check, profile, new Set(ended)) }
}

function isRestartDueIn(run: Certificate): boolean {
  const scenario = currentScenario(run)
  return scenario !== undefined && isRestartDue(scenario)
}

function waitsFor(run: Certificate, [store]: readonly Store[]) {
  const scenario = currentScenario(run)
  if (scenario === undefined || scenario.phase !== 'waiting' || store === undefined) return null
  const { phone, email } = buyerOf(scenario.name, run.seed, store.country)
  const buyer = { buyer_phone: phone, buyer_email: email }
  return { scenario: scenario.name, merchant_code: store.merchantCode, ...buyer, orders: ordersOf(scenario.name) }
}
