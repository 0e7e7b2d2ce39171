import { setTimeout as pause } from 'node:timers/promises'
import type { OutboundResult } from '../../platform/adapters/outbound.ts'
import { second } from '../../platform/base/times.ts'

/** Nobody who rehearses waits longer for what the shop answers. */
const patienceMs = 5 * second

/** What came of a request, or nothing yet after five seconds. */
export function withPatience(sent: Promise<OutboundResult>): Promise<OutboundResult | undefined> {
  return Promise.race([sent, pause(patienceMs, undefined, { ref: false })])
}
