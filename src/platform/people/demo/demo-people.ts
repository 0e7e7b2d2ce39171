import type { BackOffice } from '../back-office.ts'
import type { Role } from '../roles.ts'

/** The password of everybody whom a sandbox makes: public knowledge, as its keys are. */
export const sandboxPassword = 'qist-sandbox-1'

/** What is kept of it: made once, so that neither starting nor making merchants takes the time. A test holds it to the password. */
export const sandboxPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$tFLuqTwYYRYMPWBe1Ylodw$EvLfkVInzZC3oZknNUnpk/JhGRIBsy5JBnjPaDAiscA'

export interface DemoPerson {
  readonly email: string
  /** The place of the merchant among the demo merchants. */
  readonly merchant: number
  readonly role: Role
}

/** The people that a sandbox starts with. */
export const demoPersons: readonly DemoPerson[] = [
  { email: 'admin@demo.test', merchant: 0, role: 'admin' },
  { email: 'operator@demo.test', merchant: 0, role: 'operator' },
  { email: 'developer@demo.test', merchant: 0, role: 'developer' },
  { email: 'analyst@demo.test', merchant: 0, role: 'analyst' },
  { email: 'admin@other.test', merchant: 1, role: 'admin' },
  { email: 'admin@ksa.test', merchant: 2, role: 'admin' },
]

export const demoAgents: readonly string[] = ['agent@support.test', 'agent2@support.test']

/** Who gets in first, as the sign-in says. */
export const firstOf: Readonly<Record<BackOffice, string>> = {
  dashboard: 'admin@demo.test',
  support: 'agent@support.test',
}
