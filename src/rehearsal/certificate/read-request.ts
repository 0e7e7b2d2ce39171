import { randomInt } from 'node:crypto'
import { wrongValue } from '../../platform/base/refusals.ts'
import { minute, second } from '../../platform/base/times.ts'
import { readBody } from '../../platform/http/read-body.ts'
import { parseDuration } from '../sandbox/duration.ts'
import type { CertificateRequest } from './open-certificate.ts'
import { type Pace, usualPace } from './rehearsal.ts'
import { CertificateInput } from './schemas.ts'

const bounds = {
  idle: { leastMs: second / 10, mostMs: minute, words: 'from PT0.1S to PT1M' },
  longest: { leastMs: second / 10, mostMs: 10 * minute, words: 'from PT0.1S to PT10M' },
} as const

/**
 * Returns the request of a body, which may be absent. Refuses what the schema does not allow, invalid durations, and
 * scenarios that are named twice.
 */
export function readRequest(body: unknown): CertificateRequest {
  return readBody(CertificateInput, body ?? null, (part, wrong) => {
    const { profile, scenarios, seed, idle, longest } = part ?? {}
    const read = (name: keyof typeof bounds, text: string | null | undefined, usual: number): number => {
      if (text === null || text === undefined) return usual
      const { leastMs, mostMs, words } = bounds[name]
      const ms = parseDuration(text, 0)
      if (ms !== undefined && ms >= leastMs && ms <= mostMs) return ms
      wrong.push(wrongValue(`$.${name}`, `must be an ISO 8601 duration ${words}`))
      return usual
    }
    const pace: Pace = {
      ...usualPace,
      idleMs: read('idle', idle, usualPace.idleMs),
      longestMs: read('longest', longest, usualPace.longestMs),
    }
    if (new Set(scenarios).size < (scenarios?.length ?? 0)) wrong.push(wrongValue('$.scenarios', 'must name each once'))
    return {
      profile: profile ?? 'webhooks',
      names: scenarios ?? undefined,
      seed: seed ?? randomInt(1, 10_000),
      pace,
      canRestart: part?.restarts ?? false,
    }
  })
}
