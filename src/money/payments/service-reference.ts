import { isReturnReference } from './return-requests/return-request.ts'
import { isCaptureReference } from './transitions/capture.ts'
import { isDisputeReference } from './transitions/dispute.ts'

/** Whether a reference is one that the service gives to what it does by itself. */
export function isServiceReference(reference: string): boolean {
  return isCaptureReference(reference) || isDisputeReference(reference) || isReturnReference(reference)
}
