import type { Region } from '../base/market-entries.ts'
import { regions } from '../base/markets.ts'
import { type Environment, isUnencrypted, type Variable } from './environment.ts'

/** Addresses, ports and processes of the service. */
export interface ServingSettings {
  readonly host: string
  readonly ports: Readonly<Record<Region, number>>
  readonly regions: readonly Region[]
  /** The number of processes. */
  readonly processes: number
  readonly baseUrls: Readonly<Record<Region, string>>
}

const publicAddress = ', without a path; in production `https:`, unless it is this machine'

export const servingVariables: readonly Variable[] = [
  { name: 'HOST', fallback: '`127.0.0.1`', meaning: 'address to listen on' },
  { name: 'PORT', fallback: '`8080`', meaning: 'UAE region: API and pages; 0 takes any free port' },
  { name: 'KSA_PORT', fallback: '`8081`', meaning: 'KSA region: API and pages; 0 takes any free port' },
  { name: 'REGIONS', fallback: '`uae,ksa`', meaning: 'which regions this process serves' },
  {
    name: 'PROCESSES',
    fallback: '`1`',
    meaning: 'how many processes serve side by side, 1 to 16; about one for each core beside the database',
  },
  { name: 'BASE_URL', fallback: 'from host and port', meaning: `public address of the UAE region${publicAddress}` },
  { name: 'KSA_BASE_URL', fallback: 'from host and port', meaning: `public address of the KSA region${publicAddress}` },
]

export function readServing(env: Environment, mode: 'sandbox' | 'production'): ServingSettings {
  const host = env.value('HOST') ?? '127.0.0.1'
  const ports = { uae: env.port('PORT', 8080), ksa: env.port('KSA_PORT', 8081) }
  const named = env.list('REGIONS', 'uae,ksa')
  const served = regions.filter((region) => named.includes(region))
  if (served.length === 0 || named.length !== served.length) env.complain('REGIONS', 'uae, ksa or uae,ksa')
  const isSamePort = served.length === 2 && ports.uae === ports.ksa && ports.uae !== 0
  if (isSamePort) env.complain('KSA_PORT', 'another port than PORT')
  const processes = env.wholeNumber('PROCESSES', 1, [1, 16], 'a whole number of processes, 1 to 16')
  const shownHost = host.includes(':') ? `[${host}]` : host
  const baseUrls = {
    uae: readPublicAddress(env, 'BASE_URL', mode) ?? `http://${shownHost}:${ports.uae}`,
    ksa: readPublicAddress(env, 'KSA_BASE_URL', mode) ?? `http://${shownHost}:${ports.ksa}`,
  }
  return { host, ports, regions: served, processes, baseUrls }
}

// Production may run without TLS on one machine only. Elsewhere cookies and codes would be readable on the network.
function readPublicAddress(env: Environment, name: string, mode: 'sandbox' | 'production'): string | undefined {
  const url = env.origin(name, ['http:', 'https:'])
  if (mode === 'sandbox' || url === undefined || !isUnencrypted(url)) return url
  env.complain(name, 'an address that starts with https:// in production, unless it is this machine')
  return undefined
}

/** HOST cannot be listened on. The message is one line for the operator. */
export class UnusableHost extends Error {
  override readonly name = 'UnusableHost'
}

// The address is not of this machine, or of a family that the machine does not have.
const ofAddress: readonly unknown[] = ['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']

/**
 * Returns an error of listening as an UnusableHost if the host is the reason. A name is resolved at each start, so
 * it may work later.
 */
export function explainHost(error: unknown, host: string): unknown {
  if (!(error instanceof Error)) return error
  const { code, syscall } = error as NodeJS.ErrnoException
  if (syscall !== 'getaddrinfo' && !(syscall === 'listen' && ofAddress.includes(code))) return error
  return new UnusableHost(
    `HOST=${host}: must be an address of this machine, or a name that has one now (${error.message})`,
  )
}
