import { allMerchants } from '../../base/ids.ts'
import type { SandboxRemains } from '../../merchants/sandbox-remains.ts'
import { deleteSessionsOfSandbox, listSessionsOfSandbox } from '../store/sessions.ts'
import { deleteSignInsOfSandbox, listSignInsOfSandbox } from '../store/sign-ins.ts'

/** Customers who signed in to their account while the database was a sandbox's, which shows their codes to everybody. */
export const sandboxSessions: SandboxRemains = {
  one: "customer's sign-in",
  many: "customers' sign-ins",
  done: 'removed',
  list: ({ db, clock }, isUnmarkedToo) =>
    db.run(listSessionsOfSandbox, { merchantId: allMerchants, now: clock.now(), isUnmarkedToo }),
  remove: ({ db }, isUnmarkedToo) => db.run(deleteSessionsOfSandbox, { merchantId: allMerchants, isUnmarkedToo }),
}

/** Codes for such a sign-in that a sandbox has sent. */
export const sandboxCodes: SandboxRemains = {
  one: 'code for a sign-in',
  many: 'codes for sign-ins',
  done: 'removed',
  list: ({ db, clock }, isUnmarkedToo) =>
    db.run(listSignInsOfSandbox, { merchantId: allMerchants, now: clock.now(), isUnmarkedToo }),
  remove: ({ db }, isUnmarkedToo) => db.run(deleteSignInsOfSandbox, { merchantId: allMerchants, isUnmarkedToo }),
}
