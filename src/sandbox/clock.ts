import { badData } from '../base/refusals.ts'
import { formatSeconds } from '../base/times.ts'
import type { DueWork } from '../due/due.ts'
import type { Api } from '../http/api.ts'
import { answer, example, failures, text } from '../http/schemas.ts'
import { Type } from '../http/type.ts'
import { type Caller, nowFor } from '../merchants/caller.ts'
import { callerOf, requireKey } from '../merchants/guards.ts'
import { advanceMerchantClock } from './advance-clock.ts'
import { parseDuration } from './duration.ts'

const tags = ['Sandbox']
const ClockAnswer = answer(
  Type.Object(
    { now: Type.String({ format: 'date-time' }), offset_seconds: Type.Number() },
    {
      title: 'Clock',
      description: "The merchant's clock",
      examples: [{ now: '2026-03-01T10:00:00Z', offset_seconds: 1213200 }],
    },
  ),
)
const keyTexts = { 401: 'invalid secret key; api key not found', 403: 'merchant region does not match cluster region' }
const invalid = 'advance must be an ISO 8601 duration such as P14DT1H, at most ten years, and not beyond the year 2999'

/** `GET /sandbox/clock` and `POST /sandbox/clock`: this merchant's time. */
export function addClockRoutes(api: Api, works: readonly DueWork[]): void {
  const { app, server } = api
  const secretKey = requireKey(api)
  server.get(
    '/sandbox/clock',
    {
      onRequest: secretKey,
      schema: {
        operationId: 'getClock',
        summary: "Read the merchant's clock",
        description: "What time it is for this merchant: the machine's time, and what the clock was advanced by.",
        tags,
        response: { 200: ClockAnswer, ...failures(keyTexts) },
      },
    },
    async (request) => clockWire(api, callerOf(request)),
  )
  server.post(
    '/sandbox/clock',
    {
      onRequest: secretKey,
      schema: {
        operationId: 'advanceClock',
        summary: "Advance the merchant's clock",
        description: 'Runs everything of this merchant that falls due on the way, in order, before it answers.',
        tags,
        body: example(Type.Object({ advance: text() }), { advance: 'P14DT1H' }),
        response: {
          200: ClockAnswer,
          ...failures({ 400: `could not decode request; ${invalid}; or the list of wrong fields`, ...keyTexts }),
        },
      },
    },
    async (request) => {
      const caller = callerOf(request)
      const byMs = parseDuration(request.body.advance, nowFor(app, caller))
      const clockOffsetMs = byMs === undefined ? undefined : await advanceMerchantClock(app, works, caller, byMs)
      if (clockOffsetMs === undefined) throw badData(invalid)
      return clockWire(api, { ...caller, clockOffsetMs })
    },
  )
}

function clockWire({ app }: Api, caller: Caller) {
  return { now: formatSeconds(nowFor(app, caller)), offset_seconds: caller.clockOffsetMs / 1000 }
}
