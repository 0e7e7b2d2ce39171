import type { RunningProcess } from './processes.ts'

/** Upper limit, in milliseconds, for stopping a service in good order. */
const stoppingMs = 15_000

/** The addresses of a service, by region. */
export interface ServiceUrls {
  readonly uae: string
  readonly ksa: string
}

/** Waits until the service prints its address for this region. */
export async function addressOf(service: RunningProcess, region: 'UAE' | 'KSA' = 'UAE'): Promise<string> {
  const line = await service.waitForLine(new RegExp(`^ {2}${region}`))
  return /API (\S+)/.exec(line)?.[1] ?? ''
}

/** Waits until the service has answered its first request. Throws unless it is healthy. */
export async function waitUntilServing(service: RunningProcess): Promise<ServiceUrls> {
  const urls = { uae: await addressOf(service, 'UAE'), ksa: await addressOf(service, 'KSA') }
  const health = await fetch(`${urls.uae}/health`)
  await health.arrayBuffer()
  if (health.status !== 200) throw new Error(`the service is not well: ${health.status}`)
  return urls
}

/**
 * Stops the service in good order, and kills it after a limit, also if it is frozen. Returns its exit code or signal.
 */
export async function stopService(service: RunningProcess): Promise<number | NodeJS.Signals> {
  service.kill('SIGCONT')
  service.kill('SIGTERM')
  const killing = setTimeout(() => service.kill('SIGKILL'), stoppingMs)
  return service.waitForEnd().finally(() => clearTimeout(killing))
}
