import { setTimeout as pause } from 'node:timers/promises'
import { second } from '../../../platform/base/times.ts'
import type { CertificateAnswer } from '../certify/service-client.ts'
import { askSandbox } from './ask-sandbox.ts'
import type { ToolContext } from './tool.ts'

const pollMs = second / 2
/** Clients of the protocol wait for a minute. */
const longestMs = 45 * second

/**
 * Returns the run. After a played scenario, waits until the run needs something else: the sessions of another scenario,
 * a restart of the shop, or nothing any more.
 */
export async function awaitRun(
  path: string,
  played: string | undefined,
  context: ToolContext,
): Promise<CertificateAnswer> {
  const endsAt = performance.now() + longestMs
  for (;;) {
    const answer = await askSandbox<CertificateAnswer>(context, 'GET', path)
    const { status, waits_for: waits, restart_due: isRestartDue } = answer.certificate
    const hasNews = status === 'finished' || isRestartDue || (waits !== null && waits.scenario !== played)
    if (played === undefined || hasNews || performance.now() > endsAt) return answer
    await pause(pollMs, undefined, { signal: context.signal })
  }
}
