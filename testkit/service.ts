import type { RunningProcess } from './processes.ts'

/** Longer than a service takes to stop in good order, in milliseconds. */
const stoppingMs = 15_000

/** Where a service answers, by region. */
export interface ServiceUrls {
  readonly uae: string
  readonly ksa: string
}

/** Waits until the service says where it answers for this region. */
export async function addressOf(service: RunningProcess, region: 'UAE' | 'KSA' = 'UAE'): Promise<string> {
  const line = await service.waitForLine(new RegExp(`^ {2}${region}`))
  return /API (\S+)/.exec(line)?.[1] ?? ''
}

/** Waits until the service has answered its first request, and fails unless it is well. */
export async function waitUntilServing(service: RunningProcess): Promise<ServiceUrls> {
  const urls = { uae: await addressOf(service, 'UAE'), ksa: await addressOf(service, 'KSA') }
  const health = await fetch(`${urls.uae}/health`)
  await health.arrayBuffer()
  if (health.status !== 200) throw new Error(`the service is not well: ${health.status}`)
  return urls
}

/** Ends it in good order where it obeys, also when it stands still; answers how it has ended. */
export async function stopService(service: RunningProcess): Promise<number | NodeJS.Signals> {
  service.kill('SIGCONT')
  service.kill('SIGTERM')
  const killing = setTimeout(() => service.kill('SIGKILL'), stoppingMs)
  return service.waitForEnd().finally(() => clearTimeout(killing))
}
