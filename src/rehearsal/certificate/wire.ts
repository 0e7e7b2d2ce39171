import { formatMilliseconds } from '../../platform/base/times.ts'
import type { BodyOf } from '../../platform/http/schemas.ts'
import type { Store } from '../../platform/merchants/merchant.ts'
import { badgeText } from './badge.ts'
import { type Certificate, currentScenario } from './certificate.ts'
import { buyerOf } from './scenes.ts'
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
      scenarios: rehearsal.names.map((name) => ({ name, status: phases.get(name) ?? 'to_come' })),
      checks: [...checks],
    },
  }
}

function waitsFor(run: Certificate, [store]: readonly Store[]) {
  const scenario = currentScenario(run)
  if (scenario === undefined || scenario.phase !== 'waiting' || store === undefined) return null
  const { phone, email } = buyerOf(scenario.name, run.seed, store.country)
  return { scenario: scenario.name, merchant_code: store.merchantCode, buyer_phone: phone, buyer_email: email }
}
