import { bodyTooLarge } from '../../http/errors.ts'
import { guard } from '../../http/guard.ts'
import { callerOf } from '../../merchants/guards.ts'

/** The largest body with a public key, in bytes: anybody has it (docs/contract/conventions.md#limits-of-bodies). */
const publicBodyBytes = 64 * 1024

/** A guard that refuses a larger body with a public key: before it is read where its length is announced, else before it is parsed. */
export const limitPublicBody = guard([bodyTooLarge], async (request) => {
  if (callerOf(request).kind !== 'public') return
  request.mostBodyBytes = publicBodyBytes
  if (Number(request.headers['content-length']) > publicBodyBytes) throw bodyTooLarge()
})
