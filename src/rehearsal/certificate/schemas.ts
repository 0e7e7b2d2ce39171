import { Moment, optional, optionalText, Uuid } from '../../platform/http/schemas.ts'
import { type Static, Type } from '../../platform/http/type.ts'
import { type RunStatus, runStatuses } from './certificate.ts'
import { checkNames, checks, guidePath, type ReportedCheck, results } from './checks.ts'
import { type Direction, directions, maxExchanges } from './exchange.ts'
import { coreScenarios, maxSeed, type Profile, profiles, type ScenarioName, scenarioNames } from './facts.ts'
import { maxBody } from './shorten-body.ts'

const oneOf = <Value extends string>(values: readonly Value[], description?: string) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...(description && { description }) })

const Scenario = oneOf<ScenarioName>(scenarioNames)

/** The options of a run. */
export const CertificateOptions = Type.Object({
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
  restarts: Type.Optional(
    Type.Unsafe<boolean | null>({
      type: ['boolean', 'null'],
      description: 'whether the shop is restarted when `restart_due` says so: then all scenarios have `crash`, too',
    }),
  ),
  idle: optionalText(64, 'without anything that happens a scenario ends after this duration; absent: PT10S'),
  longest: optionalText(64, 'from its session on a scenario takes no longer; absent: PT60S'),
})
type Input = Static<typeof CertificateOptions>

/** Every member is optional, and so is the body. */
export const CertificateInput = Type.Unsafe<Input | null | undefined>({
  ...CertificateOptions,
  type: ['object', 'null'],
  title: 'CertificateInput',
})

export const exampleInput = { profile: 'webhooks', scenarios: ['plain', 'lost-answer'], seed: 42 }
export const SkipInput = Type.Object({ scenario: Scenario })

const bodyNote = `the body as text, without secrets and the customer's data, at most ${maxBody} characters`

const ExchangeAnswer = Type.Object(
  {
    direction: oneOf<Direction>(directions, '`from_shop`: a call of the shop; `to_shop`: a notification'),
    id: Type.Union([Type.String(), Type.Null()], { description: 'X-Request-Id, or Webhook-Id' }),
    at: Moment,
    after_ms: Type.Integer({ minimum: 0, description: 'milliseconds since the scenario began' }),
    method: Type.Union([Type.String(), Type.Null()]),
    path: Type.Union([Type.String(), Type.Null()], {
      description: "path with query; of a notification the webhook's address without its query",
    }),
    sent: Type.Union([Type.String(), Type.Null()], { description: bodyNote }),
    status: Type.Union([Type.Integer(), Type.Null()], { description: 'null: no answer came' }),
    answered: Type.Union([Type.String(), Type.Null()], { description: bodyNote }),
    duration_ms: Type.Union([Type.Integer(), Type.Null()]),
    fault: Type.Union([Type.String(), Type.Null()], {
      description: "the kind of the scenario's fault that it met, such as `lost_answer`; null: none",
    }),
  },
  { title: 'Exchange' },
)

const Finding = Type.Object({
  sentence: Type.String({ description: 'what is wrong, in English' }),
  scenario: Scenario,
  exchanges: Type.Array(ExchangeAnswer, {
    description: `requests and answers that show it, oldest first, at most ${maxExchanges.ofFinding}; those of a check at most ${maxExchanges.ofCheck}`,
  }),
  more_exchanges: Type.Integer({ minimum: 0, description: 'how many others show it, too' }),
  request_ids: Type.Array(Type.String({ description: 'X-Request-Ids of calls' })),
  webhook_ids: Type.Array(Type.String({ description: 'Webhook-Ids of deliveries' })),
  at: Type.Union([Moment, Type.Null()]),
  advice: Type.String(),
  guide: Type.String({ description: 'a path in the guides' }),
  command: Type.String({ description: 'what repeats the scenario' }),
})

const JudgedCheck = Type.Unsafe<ReportedCheck>(
  Type.Object(
    {
      check: Type.String(),
      core: Type.Boolean(),
      result: oneOf(results, 'what was not exercised was not passed'),
      findings: Type.Array(Finding),
      reason: Type.Optional(Type.String({ description: 'of what was not exercised: what it needs, in English' })),
      missing: Type.Optional(Type.String({ description: 'what was missing if it was not exercised; absent: unknown' })),
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
      scenario: 'plain',
      exchanges: [
        {
          direction: 'from_shop',
          id: '8d1f0f3a-6f0e-4f0c-9a53-0d6a3a1f5c11',
          at: '2026-03-01T10:04:12.310Z',
          after_ms: 4_190,
          method: 'POST',
          path: '/api/v2/payments/0193f1f0-6c1e-7a52-9d3c-5d1c2f6a7b11/captures',
          sent: '{"amount":"340.00"}',
          status: 200,
          answered:
            '{"id":"0193f1f0-6c1e-7a52-9d3c-5d1c2f6a7b11","status":"CLOSED","amount":"340.00","…":"21 left out"}',
          duration_ms: 9,
          fault: null,
        },
      ],
      more_exchanges: 0,
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
              orders: Type.Integer({
                minimum: 1,
                description: 'how many sessions the scenario needs, each of an order',
              }),
            }),
            Type.Null(),
          ],
          { description: 'the session that it waits for; what a shop does not heed is forced' },
        ),
        restart_due: Type.Boolean({ description: 'in `crash`: end the shop now, and start it again' }),
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
          badge: `passed 0 of ${checkNames.filter((name) => checks[name].core).length} core checks here, version 0.1.0, 2026-03-01, seed 42`,
          version: '0.1.0',
          started_at: '2026-03-01T10:04:01.120Z',
          ended_at: null,
          waits_for: {
            scenario: 'lost-answer',
            merchant_code: 'AE',
            buyer_phone: '+971500420111',
            buyer_email: 'certificate.lost-answer@example.com',
            orders: 1,
          },
          restart_due: false,
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
