import { errorName } from '../../base/error-name.ts'

/** Of what kind a failure is: its code where it has one. Its message may repeat what somebody typed. */
export function failureName(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return /^[A-Z0-9_]{2,40}$/.test(code) ? code : errorName(error)
}
