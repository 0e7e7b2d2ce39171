import { second } from '../../../platform/base/times.ts'
import { CannotRun, reasonOf } from '../certify/service-client.ts'

const limitMs = 10 * second
/** More than a sandbox answers here. */
const maxChars = 2_000

/**
 * Throws CannotRun unless the service has a sandbox API. It asks without a key for `GET /sandbox/merchant`: a sandbox
 * answers 401 in the words of Qist. Production has no such address, and a gateway before it has other words. So a key
 * never reaches a service that is no sandbox.
 */
export async function requireSandbox(url: string): Promise<void> {
  const { status, text } = await askWithoutKey(`${url}/sandbox/merchant`)
  if (status === 401 && isRefusalOfQist(text)) return
  throw new CannotRun(
    `${url} is no sandbox: GET /sandbox/merchant without a key answers ${status}, and a sandbox answers 401 in words of its own. These tools work on a sandbox only. The key was not sent`,
  )
}

function isRefusalOfQist(text: string): boolean {
  try {
    const { status, errorType, error } = Object(JSON.parse(text)) as Record<string, unknown>
    return status === 'error' && errorType === 'not_authorized' && error === 'invalid secret key'
  } catch {
    return false
  }
}

async function askWithoutKey(address: string): Promise<{ readonly status: number; readonly text: string }> {
  try {
    const answer = await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(limitMs) })
    return { status: answer.status, text: (await answer.text()).slice(0, maxChars) }
  } catch (error) {
    throw new CannotRun(
      `no sandbox at ${new URL(address).origin}: ${reasonOf(error as Error)}. Start it, then call again`,
      true,
    )
  }
}
