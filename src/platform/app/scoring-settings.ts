import type { Environment, Variable } from './environment.ts'

/** The operator's own scoring service, which is asked about orders (docs/contract/terms.md#the-decision-port). */
export interface ScoringSettings {
  readonly scoring: {
    /** Undefined without `RISK_URL`: nobody is asked. */
    readonly endpoint: { readonly url: string; readonly secret: string } | undefined
    /** The limit from the call to the last byte of the answer, in milliseconds. */
    readonly timeoutMs: number
    /** The decision without a usable answer. */
    readonly fallback: 'approve' | 'decline'
  }
}

export const scoringVariables: readonly Variable[] = [
  {
    name: 'RISK_URL',
    fallback: '–',
    meaning:
      "where your scoring service is asked about each order that the service's own rules let pass, `http:` or `https:` ([how](contract/terms.md#the-decision-port)); without it nobody is asked",
  },
  {
    name: 'RISK_SECRET',
    isSecret: true,
    fallback: 'required with `RISK_URL`',
    meaning: 'the secret, `whsec_…`, with which the call to `RISK_URL` is signed',
  },
  {
    name: 'RISK_TIMEOUT_MS',
    fallback: '`800`',
    meaning: 'milliseconds from the call to the last byte of the answer, 50 to 5000',
  },
  {
    name: 'RISK_FALLBACK',
    fallback: '`decline`',
    meaning: 'what holds when the answer is late, broken or nonsense: `approve` or `decline`',
  },
]

const secretForm = /^whsec_(?=.)(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const secretRule = 'whsec_ and base64, such as openssl rand -base64 24 prints'

export function readScoring(env: Environment): ScoringSettings {
  const url = env.url('RISK_URL', ['http:', 'https:'])
  const secret = env.value('RISK_SECRET')
  if (secret !== undefined && !secretForm.test(secret)) env.complain('RISK_SECRET', secretRule, 'secret')
  if (secret === undefined && url !== undefined) {
    env.problems.push(`RISK_SECRET is not set: RISK_URL needs ${secretRule}`)
  }
  return {
    scoring: {
      endpoint: url === undefined || secret === undefined ? undefined : { url, secret },
      timeoutMs: env.wholeNumber('RISK_TIMEOUT_MS', 800, [50, 5_000], 'a whole number, 50 to 5000'),
      fallback: env.oneOf('RISK_FALLBACK', ['approve', 'decline'], 'decline'),
    },
  }
}
