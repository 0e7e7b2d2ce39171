import { bodyTooLarge } from '../../http/errors.ts'
import { guard } from '../../http/guard.ts'
import { callerOf } from '../../merchants/guards.ts'

/** The largest body of a call with a public key, which anybody can have, in bytes (docs/contract/conventions.md#limits-of-bodies). */
const publicBodyBytes = 64 * 1024

/** A guard that refuses a larger body: before it is read if its length is announced, otherwise before it is parsed. */
export const limitPublicBody = guard([bodyTooLarge], async (request) => {
  if (callerOf(request).kind !== 'public') return
  request.mostBodyBytes = publicBodyBytes
  if (Number(request.headers['content-length']) > publicBodyBytes) throw bodyTooLarge()
})
