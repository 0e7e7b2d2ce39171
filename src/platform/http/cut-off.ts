import type { IncomingMessage } from 'node:http'

const cutOff = new WeakSet<IncomingMessage>()

/** Whether the connection ended before the request's body did. What came of it must not be taken for the whole. */
export function isCutOff(request: IncomingMessage): boolean {
  return cutOff.has(request)
}

/** Ends the body of a request whose connection has ended, so that its operation can say what it says of that. */
export function endBody(request: IncomingMessage): void {
  cutOff.add(request)
  // One that ends without being complete takes its connection with it, and with that the answer.
  request.complete = true
  request.push(null)
}
