import type { App } from '../app/app.ts'
import { allMerchants, type MerchantId, newSecretId } from '../base/ids.ts'
import type { BackOffice } from './back-office.ts'
import type { Role } from './roles.ts'
import { insertMembership } from './store/memberships.ts'
import { peopleOf } from './store/people.ts'

/** The password of all people that a sandbox makes. It is public, as the demo keys are. */
export const sandboxPassword = 'qist-sandbox-1'

/** Its hash, a constant: hashing would slow down the start and each new merchant. A test compares both. */
export const sandboxPasswordHash =
  '$argon2id$v=19$m=19456,t=2,p=1$tFLuqTwYYRYMPWBe1Ylodw$EvLfkVInzZC3oZknNUnpk/JhGRIBsy5JBnjPaDAiscA'

export interface DemoPerson {
  readonly email: string
  /** The place of the merchant among the demo merchants. */
  readonly merchant: number
  readonly role: Role
}

/** The people of a new sandbox. */
export const demoPersons: readonly DemoPerson[] = [
  { email: 'admin@demo.test', merchant: 0, role: 'admin' },
  { email: 'operator@demo.test', merchant: 0, role: 'operator' },
  { email: 'developer@demo.test', merchant: 0, role: 'developer' },
  { email: 'analyst@demo.test', merchant: 0, role: 'analyst' },
  { email: 'admin@other.test', merchant: 1, role: 'admin' },
  { email: 'admin@ksa.test', merchant: 2, role: 'admin' },
  { email: 'admin@plugin.test', merchant: 3, role: 'admin' },
  { email: 'admin@plugin-ksa.test', merchant: 4, role: 'admin' },
]

export const demoAgents: readonly string[] = ['agent@support.test', 'agent2@support.test']

/** The e-mail that the sign-in page of a sandbox shows. */
export const demoEmailOf: Readonly<Record<BackOffice, string>> = {
  dashboard: 'admin@demo.test',
  support: 'agent@support.test',
}

/**
 * Adds missing demo people, as members of these demo merchants. `merchantIds`: in the order of the demo merchants.
 * Two processes that start at the same time add each person once.
 */
export async function openDemoPeople(
  app: Pick<App, 'db' | 'clock'>,
  merchantIds: readonly MerchantId[],
): Promise<void> {
  const { db } = app
  const made = { merchantId: allMerchants, passwordHash: sandboxPasswordHash, lang: null, origin: 'demo' }
  const demoEmails = demoPersons.map(({ email }) => email)
  const emailsOf = (rows: readonly { email: string }[]) => new Set(rows.map(({ email }) => email))
  const there = emailsOf(
    await db.run(peopleOf.dashboard.listByEmails, { merchantId: allMerchants, emails: demoEmails }),
  )
  for (const { email, merchant, role } of demoPersons) {
    const merchantId = merchantIds[merchant]
    if (there.has(email) || merchantId === undefined) continue
    const now = app.clock.now()
    await db.transaction(async (tx) => {
      const [person] = await tx.run(peopleOf.dashboard.insert, { ...made, id: newSecretId(), email, now })
      if (person !== undefined) await tx.run(insertMembership, { merchantId, personId: person.id, role, now })
    })
  }
  const agents = emailsOf(await db.run(peopleOf.support.listByEmails, { merchantId: allMerchants, emails: demoAgents }))
  for (const email of demoAgents) {
    if (agents.has(email)) continue
    await db.run(peopleOf.support.insert, { ...made, id: newSecretId(), email, now: app.clock.now() })
  }
}
