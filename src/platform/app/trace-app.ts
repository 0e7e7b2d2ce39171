import {
  type Around,
  aroundCards,
  aroundMessenger,
  aroundOutbound,
  aroundScoring,
  outcomeOf,
} from '../adapters/around-calls.ts'
import { traceDb } from '../adapters/traces/traced-db.ts'
import type { Traces } from '../adapters/traces/traces.ts'
import type { App } from './app.ts'

/** Returns the app with spans for its statements and outgoing calls. Called services get no trace headers. */
export function traceApp(app: App, traces: Traces): App {
  const around =
    (to: string): Around =>
    (call, work) =>
      traces.span(`${to} ${call}`, { 'peer.service': to }, work, (answer) => ({ 'qist.outcome': outcomeOf(answer) }))
  return {
    ...app,
    traces,
    db: traceDb(app.db, traces),
    outbound: aroundOutbound(app.outbound, around('webhook')),
    cards: {
      live: aroundCards(app.cards.live, around('card_processor')),
      test: aroundCards(app.cards.test, around('test_processor')),
    },
    scoring: app.scoring && aroundScoring(app.scoring, around('scoring_service')),
    messengers: { ...app.messengers, live: aroundMessenger(app.messengers.live, around('message_gateway')) },
  }
}
