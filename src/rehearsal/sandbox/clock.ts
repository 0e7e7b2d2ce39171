import type { App } from '../../platform/app/app.ts'
import { formatSeconds } from '../../platform/base/times.ts'
import type { DueWork } from '../../platform/due/due.ts'
import type { Api } from '../../platform/http/api.ts'
import type { Guard } from '../../platform/http/guard.ts'
import { type BodyOf, example, Moment, text } from '../../platform/http/schemas.ts'
import { Type } from '../../platform/http/type.ts'
import { type Caller, nowFor } from '../../platform/merchants/caller.ts'
import { callerOf, requireKey } from '../../platform/merchants/guards.ts'
import { refusals } from '../refusals.ts'
import { advanceMerchantClock } from './advance-clock.ts'
import { parseDuration } from './duration.ts'

const tags = ['Sandbox']
const ClockAnswer = Type.Object(
  { now: Moment, offset_seconds: Type.Number() },
  {
    title: 'Clock',
    description: "The merchant's clock",
    examples: [{ now: '2026-03-01T10:00:00Z', offset_seconds: 1213200 }],
  },
)

/** Adds the routes of the merchant's clock: `GET /sandbox/clock` and `POST /sandbox/clock`. */
export function addClockRoutes(api: Api, works: readonly DueWork[]): void {
  const secretKey = requireKey(api, 'none')
  addGetClock(api, secretKey)
  addAdvanceClock(api, works, secretKey)
}

function addGetClock({ app, server }: Api, onRequest: Guard): void {
  const schema = {
    operationId: 'getClock',
    summary: "Read the merchant's clock",
    description: "What time it is for this merchant: the machine's time, and what the clock was advanced by.",
    tags,
    response: { 200: ClockAnswer },
  }
  server.get('/sandbox/clock', { onRequest, schema }, async (request) => clockWire(app, callerOf(request)))
}

function addAdvanceClock({ app, server }: Api, works: readonly DueWork[], onRequest: Guard): void {
  const schema = {
    operationId: 'advanceClock',
    summary: "Advance the merchant's clock",
    description: 'Runs everything of this merchant that falls due on the way, in order, before it answers.',
    tags,
    body: example(Type.Object({ advance: text() }), { advance: 'P14DT1H' }),
    response: { 200: ClockAnswer },
  }
  const config = { refuses: [refusals.unreachableTime] }
  server.post('/sandbox/clock', { onRequest, config, schema }, async (request) => {
    const caller = callerOf(request)
    const byMs = parseDuration(request.body.advance, nowFor(app, caller))
    const clockOffsetMs = byMs === undefined ? undefined : await advanceMerchantClock(app, works, caller, byMs)
    if (clockOffsetMs === undefined) throw refusals.unreachableTime()
    return clockWire(app, { ...caller, clockOffsetMs })
  })
}

function clockWire(app: App, caller: Caller): BodyOf<typeof ClockAnswer> {
  return { now: formatSeconds(nowFor(app, caller)), offset_seconds: caller.clockOffsetMs / 1000 }
}
