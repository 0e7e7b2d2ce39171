import { ErrorCode } from '@modelcontextprotocol/sdk/types.js'

/** Throws an error of the protocol: the call names something that does not exist. */
export function refuseCall(message: string): never {
  // The library's own class writes its code into the message, and its client does so once more.
  throw Object.assign(new Error(message), { code: ErrorCode.InvalidParams })
}
