/**
 * References that the service gives to its own captures and refunds. A merchant's reference never replaces one of
 * these.
 */

const prefixes = { capture: 'auto-capture-', dispute: 'dispute-', return: 'return-' } as const

/** Returns the reference of the automatic capture of a payment. */
export function captureReference(paymentId: string): string {
  return prefixes.capture + paymentId
}

/** Whether this is the reference of an automatic capture. */
export function isCaptureReference(serviceReference: string | null): boolean {
  return serviceReference?.startsWith(prefixes.capture) === true
}

/** Returns the reference of the refund that a lost dispute causes. */
export function disputeReference(disputeId: string): string {
  return prefixes.dispute + disputeId
}

/** Whether this is the reference of a dispute's refund. */
export function isDisputeReference(serviceReference: string | null): boolean {
  return serviceReference?.startsWith(prefixes.dispute) === true
}

/** Returns the reference of the refund that support makes by hand for a return request. */
export function returnReference(requestId: string): string {
  return prefixes.return + requestId
}

/** Whether this is the reference of a refund that support made by hand. */
export function isReturnReference(serviceReference: string | null): boolean {
  return serviceReference?.startsWith(prefixes.return) === true
}

/** Whether this is a reference of the service's own. */
export function isServiceReference(reference: string): boolean {
  return isCaptureReference(reference) || isDisputeReference(reference) || isReturnReference(reference)
}
