import { formatMilliseconds } from '../../platform/base/times.ts'
import { scrub } from '../journal/stored-message.ts'
import type { Exchange } from './exchange.ts'
import type { EntryFacts } from './facts.ts'
import type { Evidence } from './judge/verdict.ts'
import { shortenBody } from './shorten-body.ts'

/**
 * Returns the requests and answers that show the evidence, oldest first: the first `max` of its context and of what
 * shows it. `more_exchanges`: how many are left out.
 */
export function showEvidence(evidence: Evidence, max: number): { exchanges: Exchange[]; more_exchanges: number } {
  const { scenario, shownBy, context = [], webhookIds = [] } = evidence
  const faults = new Map<EntryFacts, string | null>()
  for (const entry of scenario.entries) if (isForged(entry, webhookIds)) faults.set(entry, 'forged')
  for (const { entry, fault } of [...context, ...shownBy]) if (isExchange(entry)) faults.set(entry, fault)
  const shown = [...faults].slice(0, max).sort(([one], [other]) => one.at - other.at)
  const exchanges = shown.map(([entry, fault]) => exchangeOf(entry, fault, scenario.startedAt))
  return { exchanges, more_exchanges: faults.size - shown.length }
}

function isForged({ kind, requestId }: EntryFacts, webhookIds: readonly string[]): boolean {
  return kind === 'delivery' && webhookIds.includes(requestId ?? '')
}

function isExchange({ kind }: EntryFacts): boolean {
  return kind === 'request' || kind === 'delivery'
}

function exchangeOf(entry: EntryFacts, fault: string | null, startedAt: number): Exchange {
  const { kind, requestId, at, method, path, request, status, answer, durationMs } = entry
  return {
    direction: kind === 'request' ? 'from_shop' : 'to_shop',
    id: requestId,
    at: formatMilliseconds(at),
    after_ms: Math.max(0, at - startedAt),
    method,
    path: path === null ? null : scrub(kind === 'request' ? path : withoutQuery(path)),
    sent: bodyOf(request?.body),
    status,
    answered: status === null ? null : bodyOf(answer?.body),
    duration_ms: durationMs === null ? null : Math.round(durationMs),
    fault,
  }
}

function bodyOf(body: string | null | undefined): string | null {
  return body == null || body === '' ? null : shortenBody(scrub(body))
}

// The address of a webhook may contain a secret of the shop.
function withoutQuery(address: string): string {
  const url = URL.parse(address)
  return url === null ? address : `${url.origin}${url.pathname}`
}
