import { Moment, optional, optionalText, Uuid } from '../../platform/http/schemas.ts'
import { type Static, Type } from '../../platform/http/type.ts'
import { type RunStatus, runStatuses } from './certificate.ts'
import { type Check, checks, guidePath, results } from './checks.ts'
import { coreScenarios, maxSeed, type Profile, profiles, type ScenarioName, scenarioNames } from './facts.ts'

const oneOf = <Value extends string>(values: readonly Value[], description?: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...(description && { description }) })

const Scenario = oneOf<ScenarioName>(scenarioNames)

const input = Type.Object({
  profile: optional(oneOf<Profile>(profiles, 'how the shop learns that it is paid; absent: `webhooks`')),
  scenarios: Type.Optional(
    Type.Unsafe<ScenarioName[] | null>({
      type: ['array', 'null'],
      items: Scenario,
      minItems: 1,
      maxItems: scenarioNames.length,
      description: 'each once; absent: all',
    }),
  ),
  seed: Type.Optional(
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 0,
      maximum: maxSeed,
      description: 'what is drawn follows from it; absent: any',
    }),
  ),
  idle: optionalText(64, 'without anything that happens a scenario ends after this duration; absent: PT10S'),
  longest: optionalText(64, 'from its session on a scenario takes no longer; absent: PT60S'),
})
type Input = Static<typeof input>

/** Every member is optional, and so is the body. */
export const CertificateInput = Type.Unsafe<Input | null | undefined>({
  ...input,
  type: ['object', 'null'],
  title: 'CertificateInput',
})

export const exampleInput = { profile: 'webhooks', scenarios: ['plain', 'lost-answer'], seed: 42 }
export const SkipInput = Type.Object({ scenario: Scenario })

const Finding = Type.Object({
  sentence: Type.String({ description: 'what is wrong, in English' }),
  request_ids: Type.Array(Type.String({ description: 'X-Request-Ids of calls' })),
  webhook_ids: Type.Array(Type.String({ description: 'Webhook-Ids of deliveries' })),
  at: Type.Union([Moment, Type.Null()]),
  advice: Type.String(),
  guide: Type.String({ description: 'a path in the guides' }),
  command: Type.String({ description: 'what repeats the scenario' }),
})

const JudgedCheck = Type.Unsafe<Check>(
  Type.Object(
    {
      check: Type.String(),
      core: Type.Boolean(),
      result: oneOf(results, 'what was not exercised was not passed'),
      findings: Type.Array(Finding),
    },
    { title: 'Check' },
  ),
)

const exampleCheck = {
  check: 'M1',
  core: true,
  result: 'failed',
  findings: [
    {
      sentence: 'A capture of 340.00 was asked for without a reference_id.',
      request_ids: ['8d1f0f3a-6f0e-4f0c-9a53-0d6a3a1f5c11'],
      webhook_ids: [],
      at: '2026-03-01T10:04:12.310Z',
      advice: checks.M1.advice,
      guide: guidePath('M1'),
      command: 'npx qist certify --scenario plain --seed 42',
    },
  ],
}

const runPhases = ['to_come', 'preparing', 'waiting', 'running', 'finished'] as const

export const CertificateAnswer = Type.Object(
  {
    certificate: Type.Object(
      {
        id: Uuid,
        status: oneOf<RunStatus>(runStatuses, '`waiting`: for the shop to open a checkout session'),
        profile: oneOf<Profile>(profiles),
        seed: Type.Integer(),
        badge: Type.String({ description: 'the text of the badge, of what has been seen so far' }),
        version: Type.String({ description: "the service's, by which it was judged" }),
        started_at: Moment,
        ended_at: Type.Union([Moment, Type.Null()]),
        waits_for: Type.Union(
          [
            Type.Object({
              scenario: Scenario,
              merchant_code: Type.String(),
              buyer_phone: Type.String(),
              buyer_email: Type.String(),
            }),
            Type.Null(),
          ],
          { description: 'the session that it waits for; what a shop does not heed is forced' },
        ),
        scenarios: Type.Array(Type.Object({ name: Scenario, status: oneOf(runPhases) })),
        checks: Type.Array(JudgedCheck),
      },
      { title: 'Certificate' },
    ),
  },
  {
    description: 'The run as it is',
    examples: [
      {
        certificate: {
          id: '7d0c1f6e-0a52-4f0c-9d1c-6f6f1c0a7b11',
          status: 'waiting',
          profile: 'webhooks',
          seed: 42,
          badge: 'passed 0 of 14 core checks here, version 0.1.0, 2026-03-01, seed 42',
          version: '0.1.0',
          started_at: '2026-03-01T10:04:01.120Z',
          ended_at: null,
          waits_for: {
            scenario: 'lost-answer',
            merchant_code: 'AE',
            buyer_phone: '+971500420111',
            buyer_email: 'certificate.lost-answer@example.com',
          },
          scenarios: [
            { name: coreScenarios[0], status: 'finished' },
            { name: coreScenarios[1], status: 'waiting' },
          ],
          checks: [exampleCheck],
        },
      },
    ],
  },
)
