import { Type } from '../../../../platform/http/type.ts'
import { scenarioNames } from '../../../../rehearsal/certificate/facts.ts'
import { CertificateOptions } from '../../../../rehearsal/certificate/schemas.ts'
import type { CertificateAnswer } from '../../certify/service-client.ts'
import { askSandbox } from '../ask-sandbox.ts'
import { awaitRun } from '../await-run.ts'
import { describeCertificate } from '../describe-certificate.ts'
import { oneOf, uuid, wholeNumber } from '../inputs.ts'
import { defineTool } from '../tool.ts'

const id = uuid('the run, as start_certificate answers it')
const root = '/sandbox/certificate'

/** Tools that certify the shop. */
export const certificateTools = [
  defineTool({
    name: 'start_certificate',
    title: 'Start a run of the certificate',
    description:
      'Begins a run in which the sandbox plays customer, network and clock, and judges the shop. The shop must run. waits_for names the scenario, the buyer (merchant_code, buyer_phone, buyer_email) and the number of checkout sessions that the shop must open; have it open them, then call read_certificate. All scenarios take 5 to 8 minutes; {"scenarios":["plain"]} takes seconds. One run at a time.',
    effect: 'changes',
    input: CertificateOptions.properties,
    async run(input, context) {
      return describeCertificate(await askSandbox<CertificateAnswer>(context, 'POST', root, { body: input }), {})
    },
  }),
  defineTool({
    name: 'read_certificate',
    title: 'Read a run of the certificate',
    description:
      'Answers how far the run is, the result of each check, and the findings with requirement, requests and advice. With played it waits, 45 seconds at most, until the run waits for another scenario, until restart_due, or until the run is finished; call it again if none of these has come. Read the requests of a finding with read_journal_entry.',
    effect: 'reads',
    input: {
      id,
      played: Type.Optional(oneOf(scenarioNames, 'the scenario whose sessions the shop has opened')),
      from_finding: Type.Optional(wholeNumber(0, 1_000, 'the finding to begin with; absent: the first one')),
    },
    async run({ id: run, played, from_finding: from = 0 }, context) {
      return describeCertificate(await awaitRun(`${root}/${encodeURIComponent(run)}`, played, context), { from })
    },
  }),
  defineTool({
    name: 'skip_scenario',
    title: 'Go on without a scenario',
    description: 'If the run waits for a session of this scenario, it goes on with the next one. Else nothing happens.',
    effect: 'changes',
    isIdempotent: true,
    input: { id, scenario: oneOf(scenarioNames, 'the scenario in waits_for') },
    run: ({ id: run, scenario }, context) =>
      askSandbox(context, 'POST', `${root}/${encodeURIComponent(run)}/skip`, { body: { scenario } }),
  }),
  defineTool({
    name: 'end_certificate',
    title: 'End a run of the certificate',
    description: 'Ends the run with the results so far, which can still be read. A finished run stays as it is.',
    effect: 'changes',
    isIdempotent: true,
    input: { id },
    run: ({ id: run }, context) => askSandbox(context, 'DELETE', `${root}/${encodeURIComponent(run)}`),
  }),
]
