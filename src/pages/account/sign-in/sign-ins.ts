import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { deleteOldSessions, deleteSessionsOfSandbox, listSessionsOfSandbox } from '../store/sessions.ts'
import {
  deleteOldSignIns,
  deleteSignInsOf,
  deleteSignInsOfSandbox,
  findSignIn as find,
  listSignInsOfSandbox,
} from '../store/sign-ins.ts'
import type { AccountScope, SignIn } from './sign-in.ts'

/** The code that this browser was sent last, if it is on its way in. */
export async function findSignIn(app: App, scope: AccountScope, browserHash: Buffer): Promise<SignIn | undefined> {
  const { region, isTest } = scope
  const [row] = await app.db.run(find, { merchantId: allMerchants, region, isTest, browserHash, now: app.clock.now() })
  if (row === undefined) return undefined
  const { id, phone, sent_at: sentAt, sends, tries } = row
  return { region, isTest, id, phone, sentAt, sends, tries }
}

/** Forgets every sign-in under way with a phone (E.164): codes that were sent work no more, and tries begin anew. Answers how many it was. */
export async function removeSignInsOf(app: App, phone: string): Promise<number> {
  return (await app.db.run(deleteSignInsOf, { merchantId: allMerchants, phone })).length
}

const most = 500

/** Removes a batch of sign-ins and sessions that are over, with the phones in them. Answers how many there were. */
export async function removeOldSignIns(app: App): Promise<number> {
  const over = { merchantId: allMerchants, now: app.clock.now(), most }
  const [signIns, sessions] = await Promise.all([
    app.db.run(deleteOldSignIns, over),
    app.db.run(deleteOldSessions, over),
  ])
  return signIns.length + sessions.length
}

/** Sign-ins of customers in a sandbox, which shows the codes of all phones. */
export const sandboxSessions: SandboxRemains = {
  one: "customer's sign-in",
  many: "customers' sign-ins",
  done: 'removed',
  list: ({ db, clock }, isUnmarkedToo) =>
    db.run(listSessionsOfSandbox, { merchantId: allMerchants, now: clock.now(), isUnmarkedToo }),
  remove: ({ db }, isUnmarkedToo) => db.run(deleteSessionsOfSandbox, { merchantId: allMerchants, isUnmarkedToo }),
}

/** Codes that a sandbox sent for such sign-ins. */
export const sandboxCodes: SandboxRemains = {
  one: 'code for a sign-in',
  many: 'codes for sign-ins',
  done: 'removed',
  list: ({ db, clock }, isUnmarkedToo) =>
    db.run(listSignInsOfSandbox, { merchantId: allMerchants, now: clock.now(), isUnmarkedToo }),
  remove: ({ db }, isUnmarkedToo) => db.run(deleteSignInsOfSandbox, { merchantId: allMerchants, isUnmarkedToo }),
}
