import { type Region, regions } from '../base/regions.ts'
import type { Environment, Variable } from './environment.ts'

/** Where and how the service listens. */
export interface ServingSettings {
  readonly host: string
  readonly ports: Readonly<Record<Region, number>>
  readonly regions: readonly Region[]
  /** How many processes serve side by side. */
  readonly processes: number
  readonly baseUrls: Readonly<Record<Region, string>>
}

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
  { name: 'BASE_URL', fallback: 'from host and port', meaning: 'public address of the UAE region' },
  { name: 'KSA_BASE_URL', fallback: 'from host and port', meaning: 'public address of the KSA region' },
]

export function readServing(env: Environment): ServingSettings {
  const host = env.value('HOST') ?? '127.0.0.1'
  const ports = { uae: env.port('PORT', 8080), ksa: env.port('KSA_PORT', 8081) }
  const wanted = env.list('REGIONS', 'uae,ksa')
  const served = regions.filter((region) => wanted.includes(region))
  if (served.length === 0 || wanted.length !== served.length) env.complain('REGIONS', 'uae, ksa or uae,ksa')
  const isSamePort = served.length === 2 && ports.uae === ports.ksa && ports.uae !== 0
  if (isSamePort) env.complain('KSA_PORT', 'another port than PORT')
  const processes = env.wholeNumber('PROCESSES', 1, [1, 16], 'a whole number of processes, 1 to 16')
  const shownHost = host.includes(':') ? `[${host}]` : host
  const baseUrls = {
    uae: env.baseUrl('BASE_URL', ['http:', 'https:']) ?? `http://${shownHost}:${ports.uae}`,
    ksa: env.baseUrl('KSA_BASE_URL', ['http:', 'https:']) ?? `http://${shownHost}:${ports.ksa}`,
  }
  return { host, ports, regions: served, processes, baseUrls }
}
