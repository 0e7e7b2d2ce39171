import { createHash } from 'node:crypto'
import type { Country } from '../../platform/base/countries.ts'
import { type ScenarioName, scenarioNames } from './facts.ts'
import { isRefused } from './scenes.ts'

/** Whom a shop is asked to let order in a scenario. */
export interface Buyer {
  readonly phone: string
  readonly email: string
}

const mobiles: Readonly<Record<Country, string>> = { AE: '+97150', SA: '+96650', KW: '+9655' }

/** The same for the same seed; another one in each scenario. */
export function buyerOf(name: ScenarioName, seed: number, country: Country): Buyer {
  const drawn = createHash('sha256').update(`${seed}`).digest().readUInt32BE(0) % 1_000
  const place = String(scenarioNames.indexOf(name)).padStart(2, '0')
  // Test keys refuse whoever ends in 0002.
  const phone = `${mobiles[country]}${String(drawn).padStart(3, '0')}${isRefused(name) ? '0002' : `${place}11`}`
  return { phone, email: `certificate.${name}@example.com` }
}
