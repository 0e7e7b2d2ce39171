import { allMerchants } from '../../../platform/base/ids.ts'
import type { SandboxRemains } from '../../../platform/merchants/sandbox-remains.ts'
import { deleteSessionsOfSandbox, listSessionsOfSandbox } from '../store/sessions.ts'
import { deleteSignInsOfSandbox, listSignInsOfSandbox } from '../store/sign-ins.ts'

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
