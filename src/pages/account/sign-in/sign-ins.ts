import type { App } from '../../../platform/app/app.ts'
import { allMerchants } from '../../../platform/base/ids.ts'
import { formatSeconds } from '../../../platform/base/times.ts'
import type { ErasedPlace } from '../../../platform/merchants/erased-place.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import {
  deleteOldSessions,
  deleteSessionsOf,
  deleteSessionsOfSandbox,
  listSessionsOf,
  listSessionsOfSandbox,
} from '../store/sessions.ts'
import {
  deleteOldSignIns,
  deleteSignInsOf,
  deleteSignInsOfMode,
  deleteSignInsOfSandbox,
  findSignIn as find,
  listSignInsOfMode,
  listSignInsOfSandbox,
} from '../store/sign-ins.ts'
import type { AccountScope, SignIn } from './sign-in.ts'

/** Returns the browser's sign-in; undefined if it has none. */
export async function findSignIn(app: App, scope: AccountScope, browserHash: Buffer): Promise<SignIn | undefined> {
  const { region, isTest } = scope
  const [row] = await app.db.run(find, { merchantId: allMerchants, region, isTest, browserHash, now: app.clock.now() })
  if (row === undefined) return undefined
  const { id, phone, sent_at: sentAt, sends, tries } = row
  return { region, isTest, id, phone, sentAt, sends, tries }
}

/** Removes every sign-in with a phone (E.164): sent codes become invalid, and tries start again. Returns the number. */
export async function removeSignInsOf(app: App, phone: string): Promise<number> {
  return (await app.db.run(deleteSignInsOf, { merchantId: allMerchants, phone })).length
}

const batchSize = 500

/** Removes a batch of ended sign-ins and sessions with their phones. Returns the number. */
export async function removeOldSignIns(app: App): Promise<number> {
  const over = { merchantId: allMerchants, now: app.clock.now(), most: batchSize }
  const [signIns, sessions] = await Promise.all([
    app.db.run(deleteOldSignIns, over),
    app.db.run(deleteOldSessions, over),
  ])
  return signIns.length + sessions.length
}

/** Customers' sessions that a sandbox made. A sandbox shows the codes of all phones. */
export const sandboxSessions: SandboxRemains = {
  one: "customer's sign-in",
  many: "customers' sign-ins",
  done: 'removed',
  list: ({ db, clock }, isUnmarkedToo) =>
    db.run(listSessionsOfSandbox, { merchantId: allMerchants, now: clock.now(), isUnmarkedToo }),
  remove: ({ db }, isUnmarkedToo) => db.run(deleteSessionsOfSandbox, { merchantId: allMerchants, isUnmarkedToo }),
}

/** Sign-ins that a sandbox made. */
export const sandboxCodes: SandboxRemains = {
  one: 'code for a sign-in',
  many: 'codes for sign-ins',
  done: 'removed',
  list: ({ db, clock }, isUnmarkedToo) =>
    db.run(listSignInsOfSandbox, { merchantId: allMerchants, now: clock.now(), isUnmarkedToo }),
  remove: ({ db }, isUnmarkedToo) => db.run(deleteSignInsOfSandbox, { merchantId: allMerchants, isUnmarkedToo }),
}

/** Lists what is kept of a phone's sign-ins and sessions, as JSON. */
export async function listSignInsOf({ db }: App, { isTest, phone }: { isTest: boolean; phone: string }) {
  const of = { merchantId: allMerchants, isTest, phone }
  const [signIns, sessions] = await Promise.all([db.run(listSignInsOfMode, of), db.run(listSessionsOf, of)])
  return {
    sign_ins: signIns.map(({ sent_at, ...others }) => ({ ...others, sent_at: formatSeconds(sent_at) })),
    sessions: sessions.map(({ region, seen_at, ends_at }) => {
      return { region, seen_at: formatSeconds(seen_at), ends_at: formatSeconds(ends_at) }
    }),
  }
}

/** A customer's sign-ins and sessions: they end. */
export const erasedSignIns: ErasedPlace = {
  async ofCustomer({ db }, { isTest, phone }) {
    const ofPhone = { merchantId: allMerchants, isTest, phone }
    await db.run(deleteSignInsOfMode, ofPhone)
    await db.run(deleteSessionsOf, ofPhone)
  },
}
