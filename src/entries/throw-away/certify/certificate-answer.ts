import type { RunDocument } from '../../../rehearsal/certificate/wire.ts'

/** What of `GET /sandbox/certificate/{id}` is read here (docs/contract/integrators.md#certificate). */
export interface CertificateAnswer {
  readonly certificate: Pick<
    RunDocument,
    'id' | 'status' | 'profile' | 'seed' | 'badge' | 'waits_for' | 'scenarios' | 'checks'
  >
}

/** The session that a run waits for. */
export type WaitsFor = NonNullable<RunDocument['waits_for']>
